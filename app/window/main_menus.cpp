// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window, put together from what its owners can do. Every action of the program is here, so that it
// is in the search and on the sheet of keys too.
#include "app/views/stage_pane.h"
#include "app/window/actions.h"
#include "app/window/challenging.h"
#include "app/window/comparing.h"
#include "app/window/constructing.h"
#include "app/window/consulting.h"
#include "app/window/diagnosing.h"
#include "app/window/editing.h"
#include "app/window/exporting.h"
#include "app/window/heading.h"
#include "app/window/lecturing.h"
#include "app/window/main_window.h"
#include "app/window/measuring.h"
#include "app/window/pack_opening.h"
#include "app/window/page_writing.h"
#include "app/window/practising.h"
#include "app/window/programs.h"
#include "app/window/searching.h"
#include "app/window/session_files.h"
#include "app/window/speaking.h"
#include "app/window/staging.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"
#include "app/window/viewing.h"
#include "app/window/window_layout.h"

#include <QMenuBar>
#include <QMessageBox>

namespace warplens::app {

void MainWindow::makeMenus() {
    Actions actions(this);
    QMenu* file = actions.menu(tr("&File"));
    QMenu* go = actions.menu(tr("&Go"));
    QMenu* time = actions.menu(tr("&Time"));
    QMenu* stage = actions.menu(tr("&Stage"));
    QMenu* lecture = actions.menu(tr("L&ecture"));
    QMenu* view = actions.menu(tr("&View"));
    QMenu* help = actions.menu(tr("Hel&p"));
    makeFileMenu(actions, file);
    actions.add(go, tr("Back to what was shown before"), Qt::ALT | Qt::Key_Left, [this] { m_store.goBack(); });
    actions.add(go, tr("Forward again"), Qt::ALT | Qt::Key_Right, [this] { m_store.goForward(); });
    go->addSeparator();
    m_time->addActions(actions, go, time);
    m_lecturing->addActions(actions, stage, view);
    m_teaching->addActions(actions, lecture);
    m_practising->addActions(actions, lecture);
    m_challenging->addActions(actions, lecture);
    m_constructing->addActions(actions, lecture);
    m_heading->addActions(actions, stage);
    actions.add(stage, tr("&Compare with another variant"), Qt::Key_C, [this] { m_comparing->toggle(); });
    stage->addSeparator();
    // Presentation remotes send this key, too.
    actions.add(stage, tr("&Run on GPU"), Qt::Key_F5, [this] {
        if (!m_lecturing->isPresenting())
            m_measuring->run();
    });
    actions.add(stage, tr("&Measure on other machines and GPUs …"), static_cast<int>(Qt::SHIFT) | Qt::Key_F5, [this] {
        if (!m_lecturing->isPresenting())
            m_measuring->chooseMachines();
    });
    makeViewMenu(actions, view);
    makeHelpMenu(actions, help);
}

void MainWindow::makeFileMenu(Actions& actions, QMenu* file) {
    actions.add(file, tr("&Search …"), Qt::CTRL | Qt::Key_K, [this] { m_searching->show(); });
    file->addSeparator();
    actions.add(file, tr("&Open a kernel of your own …"), QKeySequence::Open, [this] { m_editing->askForFile(); });
    actions.add(file, tr("R&un a program …"), Qt::CTRL | Qt::Key_R, [this] { m_programs->show(); });
    actions.add(file, tr("&Launch of your kernel …"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                [this] { m_editing->askForLaunch(); });
    m_editing->addActions(actions, file);
    actions.add(file, tr("W&hat if a race had what it lacks"), Qt::CTRL | Qt::ALT | Qt::Key_D,
                [this] { m_diagnosing->tryMissing(); });
    actions.add(file, tr("S&top computing"), Qt::CTRL | Qt::Key_Period, [this] { m_staging->stop(); });
    file->addSeparator();
    m_sessions->addActions(actions, file);
    m_packOpening->addActions(actions, file);
    m_sessions->addLink(actions, file);
    QMenu* exports = m_exporting->addActions(actions, file);
    m_pageWriting->addActions(actions, exports);
    m_stepWriting->addActions(actions, exports);
    file->addSeparator();
    actions.add(file, tr("&Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); });
}

void MainWindow::makeViewMenu(Actions& actions, QMenu* view) {
    m_viewing->addPages(actions, view);
    actions.add(view, tr("&End the presentation, go back to the pictures"), Qt::Key_Escape, [this] {
        m_lecturing->setPresenting(false);
        m_viewing->showPage(Page::Pictures);
        m_seen->pane->pin({});
    });
    view->addSeparator();
    m_viewing->addPictures(actions, view);
    view->addSeparator();
    m_appearance->addActions(actions, view);
    m_speaking->addActions(actions, view);
    actions.add(view, tr("Reset the layout"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] { resetLayout(); });
}

void MainWindow::makeHelpMenu(Actions& actions, QMenu* help) {
    m_consulting->addActions(actions, help);
    actions.add(help, tr("&Keys"), Qt::Key_F1, [this] { m_searching->showKeys(); });
    actions.add(help, tr("&Glossary"), Qt::Key_G, [this] { m_teaching->showTerm({}); });
    actions.add(help, tr("&About Warplens"), Qt::SHIFT | Qt::Key_F1, [this] {
        QMessageBox::about(this, tr("Warplens"),
                           tr("<b>Warplens %1</b><p>What a GPU's memory system does with a CUDA kernel.</p>"
                              "<p>GPL-3.0-or-later</p>")
                               .arg(QStringLiteral(WARPLENS_VERSION)));
    });
}

} // namespace warplens::app
