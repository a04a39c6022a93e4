// SPDX-License-Identifier: GPL-3.0-or-later
// Draws what the window shows at any exhibit: pictures or a chart. `warplens export --at` draws one, ranges of steps many
// after each other: of the same block only the place is changed.
#pragma once

#include "app/export/exhibit_sheet.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "kernels/images/compile_stage.h"
#include "kernels/measure/recording.h"
#endif

#include <QSize>

#include <memory>
#include <optional>
#include <vector>

namespace warplens::app {

struct ChartSheet;

/// Those of a file, or those that come with the program where it is empty.
std::vector<kernels::Recording> recordingsOf(const QString& file, const kernels::Catalogue& catalogue);
/// A picture of the whole launch is among those that are wanted.
bool needsReasons(const Exhibit& exhibit, const std::string& only = {});
/// A file's subject needs the file itself.
void openFileOf(Sources& sources, const Exhibit& exhibit);

class ExhibitArtist {
public:
    /// Sources and recordings have to live as long as it does.
    ExhibitArtist(const Sources& sources, const std::vector<kernels::Recording>& recordings, const Look& look,
                  Preset preset);
    ~ExhibitArtist();
    ExhibitArtist(const ExhibitArtist&) = delete;
    ExhibitArtist& operator=(const ExhibitArtist&) = delete;

    /// Of launches that were measured, where the exhibit does not say which; nothing: the largest.
    void setMeasured(const std::optional<kernels::Size>& size) { m_measured = size; }
    struct Drawn {
        Sheet sheet;
        QSize size; ///< that suits the preset
    };
    /// Good until the next one. The exhibit need not be whole. Throws ExportError and what makes it impossible.
    Drawn draw(Exhibit exhibit);
    /// The panes of such an exhibit of pictures, for those who look for a place there; and a sheet of one of them.
    ExhibitPanes& panes(Exhibit& exhibit, const std::string& only = {});

private:
    void settleMeasured(Exhibit& exhibit) const;
    const kernels::Recording* recording() const;

    const Sources& m_sources;
    const std::vector<kernels::Recording>& m_recordings;
    const Look m_look;
    const Preset m_preset;
    std::optional<kernels::Size> m_measured;
    const kernels::StageCompiler m_compiler;
    std::unique_ptr<ExhibitPanes> m_panes;
    Exhibit m_drawn; ///< what the panes show
    std::string m_only;
    std::unique_ptr<ChartSheet> m_chart;
};

} // namespace warplens::app
