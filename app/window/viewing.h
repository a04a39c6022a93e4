// SPDX-License-Identifier: GPL-3.0-or-later
// How what is shown is looked at: the page, which pictures there are, the number beside the lines, the block.
#pragma once

#include "app/window/context.h"

#include <QObject>

class QMenu;

namespace warplens::app {

class Actions;
class StagePane;

class Viewing : public QObject {
    Q_OBJECT
public:
    Viewing(Context& context, StagePane* pane, StagePane* other, QObject* parent = nullptr);

    /// Throws ExhibitError where a picture or a number is asked for that there is not.
    static void check(const Exhibit& exhibit);
    void addPages(Actions& actions, QMenu* view);
    void addPictures(Actions& actions, QMenu* view);
    void showPage(Page page);

private:
    void follow(Parts changed);

    Context& m_context;
    StagePane *m_pane, *m_other;
};

} // namespace warplens::app
