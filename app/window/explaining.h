// SPDX-License-Identifier: GPL-3.0-or-later
// Has it worked out why what is shown is as fast as it is, for both panes and for the other value of the stage's
// switch, and what is wrong with it, and hands the answers to the pictures.
#pragma once

#include "app/views/picture.h"
#include "app/window/context.h"

#include <QObject>

#include <memory>
#include <set>
#include <string>

namespace warplens::app {

class StagePane;
class Staging;
struct Reason;
struct ReasonRequest;
struct Reasons;

class Explaining : public QObject {
    Q_OBJECT
public:
    Explaining(Context& context, Staging& staging, StagePane* pane, StagePane* other, QObject* parent = nullptr);

    /// Of what is shown; nullptr: not known yet.
    std::shared_ptr<const Reasons> reasons() const;

private:
    void refresh();
    std::shared_ptr<const Reasons> reasonsOf(const Exhibit& exhibit);
    std::shared_ptr<const Reason> ask(const ReasonRequest& request);
    KnownFindings findingsOf(const Exhibit& exhibit);
    bool isLookedAt() const;
    /// A picture is shown for which that holds.
    bool isShown(bool PictureKind::*needs) const;

    Context& m_context;
    Staging& m_staging;
    StagePane *m_pane, *m_other;
    std::set<std::string> m_wanted, m_asked; ///< keys of requests: of what is shown now, and of what was before
};

} // namespace warplens::app
