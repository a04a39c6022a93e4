// SPDX-License-Identifier: GPL-3.0-or-later
// What is shown, taken away: one picture or all of them, with what it is above it. The window, `warplens export` and
// the report draw their pictures here.
#pragma once

#include "app/export/sheet.h"
#include "app/paint/look.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/reason.h"
#include "app/model/sources.h"
#endif

#include <QString>

#include <memory>
#include <string>

namespace warplens::app {

class StagePane;

/// "Tiled, coalesced, conflicting, PAD on"
QString exhibitTitle(const Sources& sources, const Exhibit& exhibit);
/// "64³, block (0, 0), modelled, compute capability 9.0, Warplens 0.1.0"
/// Of what is told of a whole launch, which has a size of its own: without size and block. Of pictures that say themselves
/// where their figures are from: the program alone. `only`: one picture, by name.
QString exhibitOrigin(const Sources& sources, const Exhibit& exhibit, const std::string& only = {});

/// The pictures of a pane, or of two beside each other, below title and origin. `only`: one of them, by name. The panes
/// have to live as long as the sheet.
Sheet paneSheet(const Sources& sources, const Exhibit& exhibit, StagePane& pane, StagePane* other, const Look& look,
                const std::string& only = {});

/// An exhibit on panes of its own, as the window would show it. Throws what makes it impossible. Sources and compiler
/// have to live as long as it does.
class ExhibitPanes {
public:
    ExhibitPanes(const Sources& sources, const kernels::StageCompiler& compiler, const Exhibit& exhibit,
                 const Look& look);
    ~ExhibitPanes();
    Sheet sheet(const std::string& only = {});
    /// Another place of the same block; what stands beside it follows.
    void goTo(const Place& place);
    StagePane& pane() { return *m_pane; }
    /// Works out why it is as fast as it is, for the pictures that tell it.
    void explain(const kernels::StageCompiler& compiler, const kernels::Recording* recording);

private:
    void fill(StagePane& pane, const kernels::StageCompiler& compiler, const Exhibit& exhibit);
    void follow();
    void compareWithSwitch();

    const Sources& m_sources;
    Exhibit m_exhibit;
    Look m_look;
    const kernels::StageCompiler& m_compiler;
    std::unique_ptr<StagePane> m_pane, m_other;
    std::shared_ptr<const Scene> m_thrown; ///< with the switch thrown, once it was asked for
};

} // namespace warplens::app
