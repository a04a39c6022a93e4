// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window, put together from what its owners can do. Every action of the program is here, so that it
// is in the search and on the sheet of keys too.
#include "app/charts/charts_page.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/action_sheets.h"
#include "app/window/actions.h"
#include "app/window/challenging.h"
#include "app/window/comparing.h"
#include "app/window/constructing.h"
#include "app/window/editing.h"
#include "app/window/exporting.h"
#include "app/window/lecturing.h"
#include "app/window/main_window.h"
#include "app/window/measuring.h"
#include "app/window/pack_opening.h"
#include "app/window/page_writing.h"
#include "app/window/practising.h"
#include "app/window/programs.h"
#include "app/window/speaking.h"
#include "app/window/staging.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenuBar>
#include <QMessageBox>

#include <algorithm>

namespace warplens::app {

void MainWindow::makeMenus() {
    Actions actions(this);
    QMenu* file = actions.menu(tr("&File"));
    QMenu* go = actions.menu(tr("&Go"));
    QMenu* time = actions.menu(tr("&Time"));
    QMenu* stage = actions.menu(tr("&Stage"));
    QMenu* lecture = actions.menu(tr("&Lecture"));
    QMenu* view = actions.menu(tr("&View"));
    QMenu* help = actions.menu(tr("&Help"));
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
    actions.add(stage, tr("&Toggle its switch"), Qt::Key_P, [this] {
        if (const auto thrown = switched(m_context->stage(), m_store.now().parameters))
            m_context->change([&](Exhibit& now) { now.parameters = replaced(now.parameters, {*thrown}); });
        else
            m_messages->say(tr("This stage has no switch."));
    });
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
    const QString sessions = tr("Warplens sessions (*.warplens)");
    actions.add(file, tr("&Search …"), Qt::CTRL | Qt::Key_K, [this] { search(); });
    file->addSeparator();
    actions.add(file, tr("&Open a kernel of your own …"), QKeySequence::Open, [this] { m_editing->askForFile(); });
    actions.add(file, tr("R&un a program …"), Qt::CTRL | Qt::Key_R, [this] { m_programs->show(); });
    actions.add(file, tr("&Launch of your kernel …"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                [this] { m_editing->askForLaunch(); });
    actions.addToggle(
        file, tr("&Edit the source"), Qt::Key_F4, [this] { m_editing->toggle(); },
        [this] { return m_editing->isEditing(); });
    actions.add(file, tr("&Reset the source"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { m_editing->reset(); });
    actions.add(file, tr("W&hat if a race had what it lacks"), Qt::CTRL | Qt::ALT | Qt::Key_D,
                [this] { m_editing->tryMissing(); });
    actions.add(file, tr("&Save the source"), QKeySequence::Save, [this] { m_editing->save(); });
    actions.add(file, tr("Save the source &as …"), Qt::CTRL | Qt::SHIFT | Qt::Key_S,
                [this] { m_editing->askAndSave(); });
    actions.add(file, tr("S&top computing"), Qt::CTRL | Qt::Key_Period, [this] { m_staging->stop(); });
    file->addSeparator();
    actions.add(file, tr("Open a sess&ion …"), Qt::CTRL | Qt::ALT | Qt::Key_O, [this, sessions] {
        const QString name = QFileDialog::getOpenFileName(this, tr("Open a session"), {}, sessions);
        if (!name.isEmpty())
            openSession(name);
    });
    actions.add(file, tr("Save the sessio&n as …"), Qt::CTRL | Qt::ALT | Qt::Key_S, [this, sessions] {
        const QString name = QFileDialog::getSaveFileName(this, tr("Save the session"), "session.warplens", sessions);
        if (!name.isEmpty())
            saveSession(name);
    });
    m_packOpening->addActions(actions, file);
    actions.add(file, tr("Copy a lin&k to what is shown"), Qt::CTRL | Qt::ALT | Qt::Key_L, [this] {
        const QString link = QString::fromStdString(toLink(m_store.now()));
        QGuiApplication::clipboard()->setText(link);
        m_messages->say(m_store.now().text
                            ? tr("Copied %1. A link has no edited text: save a session for that.").arg(link)
                            : tr("Copied %1").arg(link));
    });
    QMenu* exports = m_exporting->addActions(actions, file);
    m_pageWriting->addActions(actions, exports);
    m_stepWriting->addActions(actions, exports);
    file->addSeparator();
    actions.add(file, tr("&Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); });
}

void MainWindow::makeViewMenu(Actions& actions, QMenu* view) {
    const auto toggle = [&](const QString& text, const QKeySequence& key, Page page) {
        actions.addToggle(
            view, text, key,
            [this, page] {
                m_context->change([&](Exhibit& now) { now.page = now.page == page ? Page::Pictures : page; });
            },
            [this, page] { return m_store.now().page == page; });
    };
    toggle(tr("&Charts"), Qt::Key_F2, Page::Charts);
    toggle(tr("Di&fference of the sources"), Qt::Key_D, Page::Difference);
    actions.addToggle(
        view, tr("Times with L2 fl&ushed"), Qt::SHIFT | Qt::Key_L,
        [this] { m_context->change([](Exhibit& now) { now.flushed = !now.flushed; }); },
        [this] { return m_store.now().flushed; });
    actions.add(view, tr("&End the presentation, go back to the pictures"), Qt::Key_Escape, [this] {
        m_lecturing->setPresenting(false);
        m_context->change([](Exhibit& now) { now.page = Page::Pictures; });
        m_pane->pin({});
    });
    view->addSeparator();
    for (const PictureKind& kind : pictureKinds())
        actions.addToggle(
            view, tr("Only: %1").arg(pictureTitle(kind)), QKeySequence(static_cast<int>(Qt::CTRL) | kind.key),
            [this, name = std::string(kind.name)] {
                m_context->change([&](Exhibit& now) {
                    now.page = Page::Pictures;
                    now.pictures = now.pictures == PictureNames{name} ? PictureNames() : PictureNames{name};
                });
            },
            [this, name = std::string(kind.name)] { return m_store.now().pictures == PictureNames{name}; });
    actions.add(view, tr("&All pictures"), Qt::CTRL | Qt::Key_6,
                [this] { m_context->change([](Exhibit& now) { now.pictures.clear(); }); });
    const auto withPicture = [&](const QString& text, Qt::Key key, const char* name) {
        actions.addToggle(
            view, text, key,
            [this, name] {
                const PictureRoom room = m_pane->room();
                m_context->change([&](Exhibit& now) { now.pictures = toggledPicture(now.pictures, name, room); });
            },
            [this, name] {
                const PictureNames shown = m_pane->pictures();
                return std::find(shown.begin(), shown.end(), name) != shown.end();
            });
    };
    withPicture(tr("Lanes of the warp"), Qt::Key_V, "warp");
    withPicture(tr("PT&X beside the source"), Qt::Key_X, "ptx");
    withPicture(tr("Addresses of the re&quest"), Qt::Key_I, "addresses");
    withPicture(tr("Machine code (&SASS) beside the source"), Qt::Key_S, "machine");
    withPicture(tr("&Occupancy"), Qt::Key_O, "occupancy");
    withPicture(tr("Host pro&gram beside the source"), Qt::Key_F, "host");
    withPicture(tr("What b&inds the launch"), Qt::Key_Y, "why");
    actions.add(view, tr("Next number beside the source"), Qt::Key_H, [this] {
        const Heat next = m_pane->source()->nextHeat();
        m_context->change([&](Exhibit& now) { now.heat = heatWord(next); });
    });
    view->addSeparator();
    m_appearance->addActions(actions, view);
    m_speaking->addActions(actions, view);
    actions.add(view, tr("Reset the layout"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] { resetLayout(); });
}

void MainWindow::makeHelpMenu(Actions& actions, QMenu* help) {
    actions.add(help, tr("&Keys"), Qt::Key_F1, [this] {
        auto* sheet = new KeySheet(actionsOf(*menuBar()), m_appearance->look(), this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    actions.add(help, tr("&Glossary"), Qt::Key_G, [this] { m_teaching->showTerm({}); });
    actions.add(help, tr("&About Warplens"), Qt::SHIFT | Qt::Key_F1, [this] {
        QMessageBox::about(this, tr("Warplens"),
                           tr("<b>Warplens %1</b><p>What a GPU's memory system does with a CUDA kernel.</p>"
                              "<p>GPL-3.0-or-later</p>")
                               .arg(QStringLiteral(WARPLENS_VERSION)));
    });
}

// Actions, stages, pictures and charts: whatever has a name.
void MainWindow::search() {
    QList<Found> all;
    for (const NamedAction& each : actionsOf(*menuBar()))
        all.push_back({each.menu + QStringLiteral(": ") + each.name,
                       each.action->shortcut().toString(QKeySequence::NativeText),
                       [action = each.action] { action->trigger(); }, each.action->isEnabled()});
    for (const kernels::Stage& stage : m_sources->catalogue().stages)
        all.push_back(
            {tr("Stage: %1")
                 .arg(QString::fromStdString(m_sources->catalogue().track(stage.track).title) + QStringLiteral(" ") +
                      stageLabel(stage) + QStringLiteral(", ") + QString::fromStdString(stage.title)),
             QString::fromStdString(stage.id), [this, id = stage.id] { m_context->showSubject(id); }, true});
    for (const PlotKind& kind : plotKinds())
        all.push_back({tr("Chart: %1").arg(QCoreApplication::translate("Charts", kind.label)),
                       {},
                       [this, name = std::string(kind.name)] {
                           m_context->change([&](Exhibit& now) {
                               now.page = Page::Charts;
                               now.chart = name;
                           });
                       },
                       true});
    all += m_teaching->findable();
    all += m_challenging->findable();
    for (const Bookmark& bookmark : m_time->bookmarks())
        all.push_back({tr("Bookmark: %1").arg(QString::fromStdString(bookmark.label)),
                       {},
                       [this, exhibit = bookmark.exhibit] { m_context->show(exhibit); },
                       true});
    (new SearchSheet(all, m_appearance->look(), this))->open();
}

} // namespace warplens::app
