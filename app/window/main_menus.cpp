// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window. Every action of the program is here, so that it is in the search and on the sheet of keys
// too.
#include "app/views/source_pane.h"
#include "app/window/action_sheets.h"
#include "app/window/header_bar.h"
#include "app/window/main_window.h"
#include "app/window/presenting.h"

#include <QAction>
#include <QInputDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QResizeEvent>

namespace warplens::app {

QAction* MainWindow::add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run) {
    QAction* action = menu->addAction(text);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, std::move(run));
    addAction(action); // its key works while the menus are hidden
    return action;
}

void MainWindow::makeMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, tr("&Search for a command …"), Qt::CTRL | Qt::Key_K,
        [this] { (new CommandPalette(actionsOf(*menuBar()), m_look, this))->open(); });
    makeEditMenu(file);
    makeExportMenu(file);
    file->addSeparator();
    add(file, tr("&Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); });
    makeGoMenu();
    makeTimeMenu();
    makeStageMenu();
    makeViewMenu();
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&Keys"), Qt::Key_F1, [this] {
        auto* sheet = new KeySheet(actionsOf(*menuBar()), m_look, this);
        sheet->setAttribute(Qt::WA_DeleteOnClose);
        sheet->open();
    });
    add(help, tr("&About Warplens"), Qt::SHIFT | Qt::Key_F1, [this] {
        QMessageBox::about(this, tr("Warplens"),
                           tr("<b>Warplens %1</b><p>What a GPU's memory system does with a CUDA kernel.</p>"
                              "<p>GPL-3.0-or-later</p>")
                               .arg(QStringLiteral(WARPLENS_VERSION)));
    });
}

void MainWindow::makeGoMenu() {
    QMenu* go = menuBar()->addMenu(tr("&Go"));
    add(go, tr("&Play or pause"), Qt::Key_Space, [this] { player()->toggle(); });
    add(go, tr("Step &forward"), Qt::Key_Right, [this] {
        player()->pause();
        player()->stepForward();
    });
    add(go, tr("Step &back"), Qt::Key_Left, [this] {
        player()->pause();
        player()->stepBack();
    });
    add(go, tr("To the be&ginning"), Qt::Key_Home, [this] { player()->toBegin(); });
    add(go, tr("To the &end"), Qt::Key_End, [this] { player()->toEnd(); });
    go->addSeparator();
    const std::pair<QString, QKeySequence> units[] = {{tr("Step by &wavefront"), Qt::Key_1},
                                                      {tr("Step by &instruction"), Qt::Key_2},
                                                      {tr("Step by &access of all warps"), Qt::Key_3},
                                                      {tr("Step by &tile"), Qt::Key_4},
                                                      {tr("Step by ba&rrier"), Qt::Key_5}};
    for (int i = 0; i < 5; ++i)
        add(go, units[i].first, units[i].second, [this, i] { player()->setUnit(static_cast<StepUnit>(i)); });
    add(go, tr("&One warp only"), Qt::Key_W, [this] { player()->setFollowOneWarp(!player()->followsOneWarp()); });
    add(go, tr("F&aster"), Qt::Key_Plus, [this] { player()->faster(); });
    add(go, tr("&Slower"), Qt::Key_Minus, [this] { player()->slower(); });
    go->addSeparator();
    add(go, tr("Block …"), Qt::CTRL | Qt::Key_G, [this] { askForBlock(); });
}

void MainWindow::makeStageMenu() {
    QMenu* stage = menuBar()->addMenu(tr("&Stage"));
    add(stage, tr("&Next"), Qt::CTRL | Qt::Key_Down, [this] { neighbour(1); });
    add(stage, tr("&Previous"), Qt::CTRL | Qt::Key_Up, [this] { neighbour(-1); });
    add(stage, tr("Page forward: next stage; while presenting, next access"), Qt::Key_PageDown, [this] { page(1); });
    add(stage, tr("Page back: previous stage; while presenting, previous access"), Qt::Key_PageUp,
        [this] { page(-1); });
    add(stage, tr("&Toggle its switch"), Qt::Key_P, [this] {
        for (const kernels::Parameter& parameter : m_stage.parameters)
            if (parameter.isSwitch)
                for (const kernels::ParameterValue& value : m_parameters)
                    if (value.name == parameter.name)
                        return setParameter(QString::fromStdString(parameter.name), value.value ? 0 : 1);
    });
    add(stage, tr("&Compare with another variant"), Qt::Key_C, [this] { compareWith(m_compared > 0 ? 0 : 1); });
    stage->addSeparator();
    add(stage, tr("&Run on GPU"), Qt::Key_F5, [this] {
        if (!isPresenting()) // presentation remotes send this key, too
            runOnGpu();
    });
    add(stage, tr("&Measure on other machines and GPUs …"), static_cast<int>(Qt::SHIFT) | Qt::Key_F5, [this] {
        if (!isPresenting())
            chooseMachines();
    });
}

void MainWindow::makeViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    add(view, tr("&Charts"), Qt::Key_F2, [this] {
        setChartsShown(!chartsShown());
        refreshChart();
    });
    m_flushed = add(view, tr("Times with L2 fl&ushed"), Qt::SHIFT | Qt::Key_L,
                    [this] { setCache(m_cache == "cold" ? "warm" : "cold"); });
    m_flushed->setCheckable(true);
    add(view, tr("Di&fference of the sources"), Qt::Key_D, [this] { setDiffShown(!diffShown()); });
    add(view, tr("&Presentation"), Qt::Key_F11, [this] { setPresenting(!isPresenting()); });
    add(view, tr("&End the presentation"), Qt::Key_Escape, [this] {
        setPresenting(false);
        if (diffShown())
            setDiffShown(false);
        m_pane->pin({});
    });
    add(view, tr("&Black screen"), Qt::Key_B, [this] { new BlackScreen(this); });
    add(view, tr("&Laser pointer"), Qt::Key_L, [this] { m_pointer->setOn(!m_pointer->isOn()); });
    view->addSeparator();
    using Picture = StagePane::Picture;
    const std::pair<QString, Picture> pictures[] = {{tr("Only &tiles"), Picture::Tiles},
                                                    {tr("Only &global memory"), Picture::Global},
                                                    {tr("Only s&ource"), Picture::Source},
                                                    {tr("Only &banks"), Picture::Banks},
                                                    {tr("Only the &warp"), Picture::Warp}};
    for (size_t i = 0; i < std::size(pictures); ++i)
        add(view, pictures[i].first, QKeySequence(static_cast<int>(Qt::CTRL) | (Qt::Key_1 + static_cast<int>(i))),
            [this, picture = pictures[i].second] {
                const bool again = m_pane->only() == picture;
                for (StagePane* pane : {m_pane, m_other})
                    pane->setOnly(again ? std::nullopt : std::optional(picture));
            });
    add(view, tr("&All pictures"), Qt::CTRL | Qt::Key_6, [this] {
        for (StagePane* pane : {m_pane, m_other})
            pane->setOnly({});
    });
    add(view, tr("Lanes of the warp"), Qt::Key_V, [this] {
        for (const bool on = !m_pane->warpShown(); StagePane * pane : {m_pane, m_other})
            pane->setWarpShown(on);
    });
    add(view, tr("PT&X beside the source"), Qt::Key_X, [this] {
        for (const bool on = !m_pane->ptxShown(); StagePane * pane : {m_pane, m_other})
            pane->setPtxShown(on);
    });
    add(view, tr("Next number beside the source"), Qt::Key_H, [this] { m_pane->source()->nextHeat(); });
    view->addSeparator();
    add(view, tr("&Dark"), Qt::CTRL | Qt::ALT | Qt::Key_1, [this] { setTheme(ThemeChoice::Dark); });
    add(view, tr("&Light"), Qt::CTRL | Qt::ALT | Qt::Key_2, [this] { setTheme(ThemeChoice::Light); });
    add(view, tr("&High contrast, dark"), Qt::CTRL | Qt::ALT | Qt::Key_3,
        [this] { setTheme(ThemeChoice::HighContrastDark); });
    add(view, tr("H&igh contrast, light"), Qt::CTRL | Qt::ALT | Qt::Key_4,
        [this] { setTheme(ThemeChoice::HighContrastLight); });
    add(view, tr("Follow the &system"), Qt::CTRL | Qt::ALT | Qt::Key_5, [this] { setTheme(ThemeChoice::System); });
    add(view, tr("Dark or light"), Qt::CTRL | Qt::Key_T, [this] {
        if (m_look.highContrast)
            setTheme(m_look.dark ? ThemeChoice::HighContrastLight : ThemeChoice::HighContrastDark);
        else
            setTheme(m_look.dark ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    m_reduceMotion =
        add(view, tr("Reduce &motion"), Qt::CTRL | Qt::Key_M, [this] { setReduceMotion(!m_look.reduceMotion); });
    m_reduceMotion->setCheckable(true);
    view->addSeparator();
    add(view, tr("La&rger"), QKeySequence::ZoomIn, [this] { zoom(1.1); });
    add(view, tr("S&maller"), QKeySequence::ZoomOut, [this] { zoom(1 / 1.1); });
    add(view, tr("&Normal size"), Qt::CTRL | Qt::Key_0, [this] { zoom(1 / m_scale); });
    add(view, tr("Reset the layout"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, [this] { resetLayout(); });
}

void MainWindow::resetLayout() {
    m_splitByHand = false;
    for (StagePane* pane : {m_pane, m_other}) {
        pane->resetSplit();
        pane->setOnly({});
    }
    const QSize same = size();
    QResizeEvent event(same, same);
    resizeEvent(&event);
}

void MainWindow::neighbour(int step) {
    const auto& stages = m_session->catalogue().stages;
    for (size_t i = 0; i < stages.size(); ++i)
        if (stages[i].id == m_stage.id) {
            const auto next = static_cast<int>(i) + step;
            if (next >= 0 && next < static_cast<int>(stages.size()))
                showStage(QString::fromStdString(stages[static_cast<size_t>(next)].id));
            return;
        }
}

// The two keys of a presentation remote.
void MainWindow::page(int step) {
    if (!isPresenting())
        return neighbour(step);
    const StepUnit unit = player()->unit();
    player()->pause();
    player()->setUnit(StepUnit::Access);
    step > 0 ? player()->stepForward() : player()->stepBack();
    player()->setUnit(unit);
}

void MainWindow::askForBlock() {
    const auto& scene = player()->shown().scene;
    if (!scene)
        return;
    const auto& grid = scene->simulation->launch().grid;
    bool ok = false;
    const QString typed = QInputDialog::getText(
        this, tr("Block"), tr("Which of the %1 × %2 blocks? Column, row:").arg(grid.x).arg(grid.y), QLineEdit::Normal,
        QStringLiteral("%1, %2").arg(m_block.x).arg(m_block.y), &ok);
    if (!ok)
        return;
    static const QRegularExpression two("^\\s*(\\d+)\\s*[,; ]\\s*(\\d+)\\s*$");
    const auto match = two.match(typed);
    const uint x = match.captured(1).toUInt(), y = match.captured(2).toUInt();
    if (!match.hasMatch() || x >= grid.x || y >= grid.y) {
        QMessageBox::warning(
            this, tr("Block"),
            tr("There is no block “%1”: write its column, 0 to %2, and its row, 0 to %3, as in “1, 0”.")
                .arg(typed)
                .arg(grid.x - 1)
                .arg(grid.y - 1));
        return;
    }
    showBlock(x, y);
}

} // namespace warplens::app
