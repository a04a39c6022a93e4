// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/charts/stage_chart_data.h"
#include "app/views/banks_view.h"
#include "app/views/counts_view.h"
#include "app/views/global_view.h"
#include "app/views/source_pane.h"
#include "app/views/tiles_view.h"
#include "app/window/header_bar.h"
#include "app/window/stage_list.h"
#include "app/window/transport_bar.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

const QList<int> pictureSizes{32, 64, 96, 128};
constexpr std::int64_t countedSize = 512; ///< of the whole launch whose counts stand beside the hardware's

QSplitter* split(Qt::Orientation orientation, std::initializer_list<QWidget*> widgets) {
    auto* splitter = new QSplitter(orientation);
    splitter->setHandleWidth(1);
    splitter->setChildrenCollapsible(false);
    for (QWidget* widget : widgets) {
        // Equal shares, whatever each of them would like best.
        widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        splitter->addWidget(widget);
        splitter->setStretchFactor(splitter->count() - 1, 1);
    }
    splitter->setSizes(QList<int>(splitter->count(), 1000));
    return splitter;
}

} // namespace

MainWindow::MainWindow(std::filesystem::path stages, QWidget* parent)
    : QMainWindow(parent)
    , m_session(new Session(std::move(stages), this))
    , m_player(new Player(this)) {
    setWindowTitle(tr("Warplens"));
    m_header = new HeaderBar(this);
    m_list = new StageList(this);
    m_tiles = new TilesView(this);
    m_global = new GlobalView(this);
    m_banks = new BanksView(this);
    m_source = new SourcePane(this);
    m_sentence = new QLabel(this);
    m_sentence->setObjectName("sentence");
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_counts = new CountsView(this);
    m_chart = new StageChart(this);
    m_transport = new TransportBar(m_player, this);
    m_status = new QLabel(this);
    m_status->setObjectName("status");
    m_status->setWordWrap(true);
    m_status->setProperty("quiet", true);
    m_status->setMargin(0);

    auto* facts = new QWidget(this);
    facts->setObjectName("facts");
    facts->setAttribute(Qt::WA_StyledBackground);
    auto* factsLayout = new QVBoxLayout(facts);
    factsLayout->setContentsMargins(0, 0, 0, 0);
    factsLayout->setSpacing(4);
    factsLayout->addWidget(m_sentence);
    factsLayout->addWidget(m_counts);
    factsLayout->addWidget(m_chart, 1);
    factsLayout->addWidget(m_status);

    auto* columns =
        split(Qt::Horizontal, {split(Qt::Vertical, {m_tiles, m_global}), split(Qt::Vertical, {m_source, m_banks})});
    m_main = split(Qt::Horizontal, {m_list, columns, facts});
    connect(m_main, &QSplitter::splitterMoved, this, [this] { m_splitByHand = true; });
    m_main->setStretchFactor(0, 0);
    m_main->setStretchFactor(2, 0);
    m_list->setAttribute(Qt::WA_StyledBackground);
    m_list->setMinimumWidth(150);
    facts->setMinimumWidth(250);

    auto* central = new QWidget(this);
    central->setObjectName("central");
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(m_header);
    layout->addWidget(m_main, 1);
    layout->addWidget(m_transport);
    setCentralWidget(central);
    setMinimumSize(1024, 660);
    makeMenus();

    connect(m_list, &StageList::chosen, this, &MainWindow::showStage);
    connect(m_chart, &StageChart::chosen, this, [this](const QString& stage, const QString& variant) {
        if (!showStage(stage))
            return;
        for (const kernels::ParameterValues& values : kernels::allVariants(m_stage))
            if (QString::fromStdString(kernels::variantText(values)) == variant) {
                m_parameters = values;
                request(false);
            }
    });
    connect(m_header, &HeaderBar::parameterChosen, this, &MainWindow::setParameter);
    connect(m_header, &HeaderBar::pictureSizeChosen, this, [this](int size) {
        m_pictureSize = size;
        request(false);
    });
    connect(m_header, &HeaderBar::measuredSizeChosen, this, [this](int index) {
        if (!recording())
            return;
        const auto sizes = recordedSizes(*recording(), m_stage.track);
        if (index >= 0 && static_cast<size_t>(index) < sizes.size())
            m_measuredSize = sizes[static_cast<size_t>(index)];
        refreshRecordings();
    });
    connect(m_header, &HeaderBar::recordingChosen, this, [this](int index) {
        m_recording = index;
        refreshRecordings();
        refreshCounts();
    });
    connect(m_header, &HeaderBar::runClicked, this, &MainWindow::runOnGpu);
    connect(m_player, &Player::moved, this, &MainWindow::showMoment);
    connect(m_source, &SourcePane::lineChosen, this, [this](uint32_t line) {
        const Shown& shown = m_player->shown();
        if (!shown.scene)
            return;
        // The next time that this line touches memory, from here on and then from the beginning.
        const auto& events = shown.scene->trace.events;
        const size_t now = m_player->position().event;
        for (size_t i = 1; i <= events.size(); ++i) {
            const size_t event = (now + i) % events.size();
            if (shown.scene->lineOf(events[event]) == line) {
                m_player->pause();
                m_player->goTo(event);
                return;
            }
        }
    });
    connect(m_session, &Session::sceneReady, this,
            [this](const QString& key, const std::shared_ptr<const Scene>& scene) {
                if (key == m_awaited) {
                    m_awaited.clear();
                    showScene(scene);
                } else {
                    refreshAlternative(); // another variant is ready for comparison
                }
            });
    connect(m_session, &Session::sceneFailed, this, [this](const QString& key, const QString& message) {
        if (key == m_awaited) {
            m_awaited.clear();
            showMessage(message);
        }
    });
    connect(m_session, &Session::countsReady, this, &MainWindow::refreshCounts);
    connect(m_session, &Session::measureProgress, this, [this](const QString& text, double fraction) {
        m_header->setRunning(true, text);
        m_status->setText(tr("Measuring, %1 %: %2").arg(qRound(fraction * 100)).arg(text));
    });
    connect(m_session, &Session::measureFinished, this, [this](const QString& problem) {
        m_header->setRunning(false, {});
        if (problem.isEmpty())
            m_recording = static_cast<int>(m_session->recordings().size()) - 1;
        m_status->setText(problem.isEmpty() ? tr("Measured on this computer.") : problem);
        refreshRecordings();
        refreshCounts();
    });

    m_list->setCatalogue(m_session->catalogue());
    m_header->setPictureSizes(pictureSizes, m_pictureSize);
    m_header->setRunning(false, {});
    applyLook();
    m_list->view()->setFocus();
    refreshRecordings();
    QStringList problems;
    for (const kernels::Problem& problem : m_session->catalogue().problems)
        problems << QString::fromStdString(kernels::problemText(problem));
    if (!problems.isEmpty())
        m_status->setText(problems.join('\n'));
    else if (!m_session->compiler().compiler())
        m_status->setText(tr("No CUDA compiler was found: the stages that come with Warplens are shown as they were "
                             "compiled for compute capability 9.0."));
    // The first stage that has something to show.
    for (const kernels::Stage& stage : m_session->catalogue().stages)
        if (stage.kernel) {
            const bool conflicts = m_session->catalogue().find("matmul/06-tiled-conflicts") != nullptr;
            showStage(conflicts ? QStringLiteral("matmul/06-tiled-conflicts") : QString::fromStdString(stage.id));
            break;
        }
}

void MainWindow::makeMenus() {
    const auto add = [this](QMenu* menu, const QString& text, const QKeySequence& key, auto slot) {
        QAction* action = menu->addAction(text);
        action->setShortcut(key);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });
    QMenu* go = menuBar()->addMenu(tr("&Go"));
    add(go, tr("&Play or pause"), Qt::Key_Space, [this] { m_player->toggle(); });
    add(go, tr("Step &forward"), Qt::Key_Right, [this] {
        m_player->pause();
        m_player->stepForward();
    });
    add(go, tr("Step &back"), Qt::Key_Left, [this] {
        m_player->pause();
        m_player->stepBack();
    });
    add(go, tr("To the be&ginning"), Qt::Key_Home, [this] { m_player->toBegin(); });
    add(go, tr("To the &end"), Qt::Key_End, [this] { m_player->toEnd(); });
    go->addSeparator();
    const std::pair<QString, QKeySequence> units[] = {{tr("Step by &wavefront"), Qt::Key_1},
                                                      {tr("Step by &instruction"), Qt::Key_2},
                                                      {tr("Step by &access of all warps"), Qt::Key_3},
                                                      {tr("Step by &tile"), Qt::Key_4},
                                                      {tr("Step by ba&rrier"), Qt::Key_5}};
    for (int i = 0; i < 5; ++i)
        add(go, units[i].first, units[i].second, [this, i] { m_player->setUnit(static_cast<StepUnit>(i)); });
    add(go, tr("&One warp only"), Qt::Key_W, [this] { m_player->setFollowOneWarp(!m_player->followsOneWarp()); });
    add(go, tr("F&aster"), Qt::Key_Plus, [this] { m_player->setSpeed(m_player->speed() * 2); });
    add(go, tr("&Slower"), Qt::Key_Minus, [this] { m_player->setSpeed(m_player->speed() / 2); });
    QMenu* stage = menuBar()->addMenu(tr("&Stage"));
    const auto neighbour = [this](int step) {
        const auto& stages = m_session->catalogue().stages;
        for (size_t i = 0; i < stages.size(); ++i)
            if (stages[i].id == m_stage.id) {
                const auto next = static_cast<int>(i) + step;
                if (next >= 0 && next < static_cast<int>(stages.size()))
                    showStage(QString::fromStdString(stages[static_cast<size_t>(next)].id));
                return;
            }
    };
    add(stage, tr("&Next"), Qt::Key_PageDown, [neighbour] { neighbour(1); });
    add(stage, tr("&Previous"), Qt::Key_PageUp, [neighbour] { neighbour(-1); });
    add(stage, tr("&Toggle its switch"), Qt::Key_P, [this] {
        for (const kernels::Parameter& parameter : m_stage.parameters)
            if (parameter.isSwitch)
                for (const kernels::ParameterValue& value : m_parameters)
                    if (value.name == parameter.name)
                        return setParameter(QString::fromStdString(parameter.name), value.value ? 0 : 1);
    });
    stage->addSeparator();
    add(stage, tr("&Run on GPU"), Qt::Key_F5, [this] { runOnGpu(); });
    QMenu* view = menuBar()->addMenu(tr("&View"));
    add(view, tr("&Dark"), QKeySequence(), [this] { setTheme(ThemeChoice::Dark); });
    add(view, tr("&Light"), QKeySequence(), [this] { setTheme(ThemeChoice::Light); });
    add(view, tr("Follow the &system"), QKeySequence(), [this] { setTheme(ThemeChoice::System); });
    add(view, tr("Dark or light"), QKeySequence(Qt::CTRL | Qt::Key_T),
        [this] { setTheme(m_look.dark ? ThemeChoice::Light : ThemeChoice::Dark); });
    view->addSeparator();
    add(view, tr("&Larger"), QKeySequence::ZoomIn, [this] { zoom(1.1); });
    add(view, tr("S&maller"), QKeySequence::ZoomOut, [this] { zoom(1 / 1.1); });
    add(view, tr("&Normal size"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] { zoom(1 / m_look.scale); });
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    add(help, tr("&About Warplens"), QKeySequence(), [this] {
        QMessageBox::about(this, tr("Warplens"),
                           tr("<b>Warplens %1</b><p>What a GPU's memory system does with a CUDA kernel.</p>"
                              "<p>GPL-3.0-or-later</p>")
                               .arg(QStringLiteral(WARPLENS_VERSION)));
    });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_splitByHand)
        return;
    const int list = std::clamp(width() * 13 / 100, 176, 250), facts = std::clamp(width() * 21 / 100, 300, 390);
    m_main->setSizes({list, std::max(300, width() - list - facts), facts});
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange && m_theme == ThemeChoice::System)
        setTheme(ThemeChoice::System);
}

void MainWindow::setTheme(ThemeChoice choice) {
    m_theme = choice;
    // The system's own colours tell whether it is dark; our sheet does not change that palette.
    const bool systemDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    m_look.dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemDark);
    m_look.colours = m_look.dark ? darkPalette() : lightPalette();
    applyLook();
}

void MainWindow::zoom(double factor) {
    m_look.scale = std::clamp(m_look.scale * factor, 0.7, 2.5);
    applyLook();
}

void MainWindow::applyLook() {
    setStyleSheet(app::styleSheet(m_look));
    m_header->setLook(m_look);
    m_list->setLook(m_look);
    m_tiles->setLook(m_look);
    m_global->setLook(m_look);
    m_banks->setLook(m_look);
    m_source->setLook(m_look);
    m_counts->setLook(m_look);
    m_chart->setLook(m_look);
    m_transport->setLook(m_look);
    m_sentence->setContentsMargins(m_look.margin(), m_look.px(14), m_look.margin(), m_look.px(8));
    m_sentence->setMinimumHeight(m_look.px(112));
    m_status->setContentsMargins(m_look.margin(), 0, m_look.margin(), m_look.px(8));
    if (!m_stage.id.empty())
        m_header->setStage({}, m_stage, m_parameters);
    showMoment();
}

SceneRequest MainWindow::sceneRequest(const kernels::ParameterValues& parameters) const {
    SceneRequest request;
    request.stage = m_stage;
    request.parameters = parameters;
    request.size = {m_pictureSize, m_pictureSize, m_pictureSize};
    return request;
}

bool MainWindow::showStage(const QString& id) {
    const kernels::Stage* stage = m_session->catalogue().find(id.toStdString());
    if (!stage)
        return false;
    m_stage = *stage;
    m_parameters = kernels::defaultParameters(*stage);
    m_player->pause();
    request(false);
    return true;
}

void MainWindow::setParameter(const QString& name, qint64 value) {
    for (kernels::ParameterValue& parameter : m_parameters)
        if (parameter.name == name.toStdString())
            parameter.value = value;
    request(true);
}

void MainWindow::request(bool keepPlace) {
    m_keepPlace = keepPlace;
    const auto track = std::find_if(m_session->catalogue().tracks.begin(), m_session->catalogue().tracks.end(),
                                    [&](const kernels::Track& t) { return t.id == m_stage.track; });
    const QString trackTitle =
        track == m_session->catalogue().tracks.end() ? QString() : QString::fromStdString(track->title);
    m_header->setStage(trackTitle, m_stage, m_parameters);
    m_list->setCurrent(m_stage);
    m_awaited.clear();
    if (!m_stage.kernel) {
        m_player->setScene(nullptr, false);
        m_source->setSource(QString::fromStdString(m_stage.sourceFileName()), QString::fromStdString(m_stage.source),
                            {});
        m_source->setCurrentLine(0);
        showSentence({{m_stage.title, Tone::Good},
                      {" ships compiled: its time can be measured, its inside not be seen.", Tone::Plain}});
        refreshCounts();
        refreshChart();
        emit sceneShown();
        return;
    }
    m_awaited = QString::fromStdString(sceneRequest(m_parameters).key());
    m_session->wantScene(sceneRequest(m_parameters));
    SceneRequest launch = sceneRequest(m_parameters);
    launch.size = {countedSize, countedSize, countedSize};
    m_session->wantCounts(launch);
    // The other variants are likely to be asked for next.
    for (const kernels::ParameterValues& values : kernels::allVariants(m_stage))
        if (values != m_parameters)
            m_session->prepareScene(sceneRequest(values));
    refreshRecordings();
}

void MainWindow::showScene(const std::shared_ptr<const Scene>& scene) {
    m_source->setSource(toQString(scene->image.fileName), toQString(scene->image.source), scene->lines);
    m_player->setScene(scene, m_keepPlace);
    m_header->setConflicts(sceneConflicts());
    refreshChart();
    refreshCounts();
    emit sceneShown();
}

bool MainWindow::sceneConflicts() const {
    const auto& scene = m_player->shown().scene;
    if (!scene)
        return false;
    return std::any_of(scene->lines.begin(), scene->lines.end(), [](const auto& line) {
        const LineCost& cost = line.second;
        return cost.loadWavefronts > cost.loadIdeal || cost.storeWavefronts > cost.storeIdeal ||
               cost.sectors > 2 * cost.sectorsIdeal;
    });
}

void MainWindow::showMoment() {
    const Shown& shown = m_player->shown();
    m_tiles->show(shown);
    m_global->show(shown);
    m_banks->show(shown);
    if (!shown.scene)
        return;
    m_source->setCurrentLine(shown.moment.line);
    showSentence(shown.moment.sentence);
    refreshAlternative();
    refreshCounts();
}

void MainWindow::showSentence(const Sentence& sentence) {
    QString html;
    for (const Phrase& phrase : sentence) {
        const QString text = toQString(phrase.text).toHtmlEscaped();
        const Palette& c = m_look.colours;
        const QColor colour = phrase.tone == Tone::Bad      ? c.conflict
                              : phrase.tone == Tone::Good   ? c.good
                              : phrase.tone == Tone::Result ? c.good
                              : phrase.tone == Tone::Merged ? c.merged
                              : phrase.tone == Tone::ArrayA ? c.a
                              : phrase.tone == Tone::ArrayB ? c.b
                                                            : c.text;
        html += phrase.tone == Tone::Plain
                    ? text
                    : QStringLiteral("<span style='color:%1'>%2</span>").arg(colour.name(), text);
    }
    m_sentence->setText(QStringLiteral("<div style='line-height:125%'>%1</div>").arg(html));
    m_sentence->setAccessibleName(toQString(plainText(sentence)));
}

void MainWindow::showMessage(const QString& text) {
    m_player->setScene(nullptr, false);
    showSentence({{text.toStdString(), Tone::Bad}});
    emit sceneShown();
}

// What the same line costs when the stage's switch is thrown.
void MainWindow::refreshAlternative() {
    const Shown& shown = m_player->shown();
    m_banks->setAlternative({});
    if (!shown.scene || !shown.moment.shared)
        return;
    for (const kernels::Parameter& parameter : m_stage.parameters) {
        if (!parameter.isSwitch)
            continue;
        kernels::ParameterValues other = m_parameters;
        bool on = false;
        for (kernels::ParameterValue& value : other)
            if (value.name == parameter.name) {
                value.value = value.value ? 0 : 1;
                on = value.value != 0;
            }
        const auto scene = m_session->knownScene(sceneRequest(other));
        if (!scene)
            return;
        const auto line = scene->lines.find(shown.moment.shared->line);
        if (line == scene->lines.end())
            return;
        const bool store = !isLoad(shown.moment.shared->kind);
        const uint64_t requests = store ? line->second.storeRequests : line->second.loadRequests;
        if (requests == 0)
            return;
        Alternative alternative;
        alternative.label =
            tr("with %1 %2 it would be").arg(QString::fromStdString(parameter.label), on ? tr("on") : tr("off"));
        alternative.wavefrontsPerRequest =
            static_cast<double>(store ? line->second.storeWavefronts : line->second.loadWavefronts) /
            static_cast<double>(requests);
        alternative.instruction = (store ? tr("each store of line %1") : tr("each load of line %1, on average"))
                                      .arg(shown.moment.shared->line);
        m_banks->setAlternative(alternative);
        return;
    }
}

const kernels::Recording* MainWindow::recording() const {
    const auto& all = m_session->recordings();
    return m_recording >= 0 && static_cast<size_t>(m_recording) < all.size() ? &all[static_cast<size_t>(m_recording)]
                                                                             : nullptr;
}

void MainWindow::refreshCounts() {
    CountTable table;
    const Shown& shown = m_player->shown();
    SceneRequest request = sceneRequest(m_parameters);
    request.size = {countedSize, countedSize, countedSize};
    const LaunchCounts* launch = m_stage.kernel ? m_session->knownCounts(request) : nullptr;
    table.launch = tr("whole launch, %1").arg(sizeLabel(request.size));
    const kernels::RecordedCounters* hardware =
        recording() ? recording()->findCounters(m_stage.id, m_parameters, request.size) : nullptr;
    if (hardware) {
        table.hardware = QString::fromStdString(recording()->provenance.gpu).section(' ', -1);
        table.origin = tr("counted on %1, %2")
                           .arg(QString::fromStdString(recording()->provenance.gpu),
                                QString::fromStdString(recording()->provenance.date).left(10));
    }
    const SoFar* soFar = shown.state ? &shown.state->soFar : nullptr;
    // Where the hardware counts loads and stores apart, the row is their sum.
    const auto add = [&](const QString& name, const std::vector<const char*>& metrics, bool indented, auto ofBlock,
                         auto ofLaunch) {
        CountRow row;
        row.name = name;
        for (const char* metric : metrics)
            row.metric += (row.metric.isEmpty() ? QString() : QStringLiteral(" + ")) + QLatin1String(metric);
        row.indented = indented;
        if (soFar)
            row.soFar = static_cast<double>(ofBlock(*soFar));
        if (launch)
            row.model = static_cast<double>(ofLaunch(launch->counts));
        if (hardware)
            for (const char* metric : metrics) {
                const auto found = hardware->metrics.find(metric);
                if (found == hardware->metrics.end()) {
                    row.hardware.reset();
                    break;
                }
                row.hardware = row.hardware.value_or(0) + found->second;
            }
        table.rows.push_back(std::move(row));
    };
    const auto addRatio = [&table](const QString& name, size_t over, size_t under) {
        const auto ratio = [](const std::optional<double>& a, const std::optional<double>& b) {
            return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
        };
        const CountRow &a = table.rows[over], &b = table.rows[under];
        CountRow row;
        row.name = name;
        row.indented = true;
        row.decimals = 2;
        row.soFar = ratio(a.soFar, b.soFar);
        row.model = ratio(a.model, b.model);
        row.hardware = ratio(a.hardware, b.hardware);
        table.rows.push_back(std::move(row));
    };
    using sim::trace::Counts;
    add(
        tr("shared requests"), {"smsp__inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_st.sum"}, false,
        [](const SoFar& s) { return s.sharedRequests; }, [](const Counts& c) { return c.shared.sum().requests; });
    add(
        tr("wavefronts"), {"memory_l1_wavefronts_shared"}, false, [](const SoFar& s) { return s.wavefronts; },
        [](const Counts& c) { return c.shared.sum().wavefronts; });
    add(
        tr("ideal"), {"memory_l1_wavefronts_shared_ideal"}, true, [](const SoFar& s) { return s.wavefrontsIdeal; },
        [](const Counts& c) { return c.shared.sum().wavefrontsIdeal; });
    addRatio(tr("per request"), 1, 0);
    add(
        tr("global requests"),
        {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}, false,
        [](const SoFar& s) { return s.globalRequests; }, [](const Counts& c) { return c.global.sum().requests; });
    add(
        tr("sectors"), {"memory_l2_theoretical_sectors_global"}, false, [](const SoFar& s) { return s.sectors; },
        [](const Counts& c) { return c.global.sum().sectors; });
    add(
        tr("ideal"), {"memory_l2_theoretical_sectors_global_ideal"}, true,
        [](const SoFar& s) { return s.sectorsIdeal; }, [](const Counts& c) { return c.global.sum().sectorsIdeal; });
    addRatio(tr("per request"), 5, 4);
    m_counts->setTable(table);
}

void MainWindow::refreshRecordings() {
    QStringList names;
    for (const kernels::Recording& r : m_session->recordings())
        names << (r.provenance.quoted ? tr("quoted: %1") : tr("recording: %1"))
                     .arg(QStringLiteral("%1 · %2").arg(QString::fromStdString(r.provenance.gpu),
                                                        QString::fromStdString(r.provenance.date).left(10)));
    m_header->setRecordings(names, m_recording);
    QStringList sizes;
    int current = -1;
    if (recording()) {
        const auto recorded = recordedSizes(*recording(), m_stage.track);
        for (size_t i = 0; i < recorded.size(); ++i) {
            sizes << sizeLabel(recorded[i]);
            if (recorded[i] == m_measuredSize)
                current = static_cast<int>(i);
        }
        if (current < 0 && !recorded.empty()) {
            current = static_cast<int>(recorded.size()) - 1;
            m_measuredSize = recorded.back();
        }
    }
    m_header->setMeasuredSizes(sizes, current);
    refreshChart();
}

void MainWindow::refreshChart() {
    ChartRequest request;
    request.catalogue = &m_session->catalogue();
    request.recording = recording();
    request.track = m_stage.track;
    request.size = m_measuredSize;
    request.currentStage = m_stage.id;
    request.currentParameters = m_parameters;
    request.currentConflicts = sceneConflicts();
    const StageChartData chart = stageChartData(request);
    m_chart->setData(chart);
    std::map<std::string, double> shares;
    double most = chart.line.value_or(0);
    for (const StageBar& bar : chart.bars)
        most = std::max(most, bar.value);
    for (const StageBar& bar : chart.bars)
        if (!shares.contains(bar.stage.toStdString())) // the default variant comes first
            shares[bar.stage.toStdString()] = bar.value / most;
    for (const kernels::Stage& stage : m_session->catalogue().stages)
        if (stage.library && stage.track == m_stage.track && chart.line)
            shares[stage.id] = *chart.line / most;
    m_list->setShares(shares);
}

void MainWindow::runOnGpu() {
    if (m_session->isMeasuring()) {
        m_session->cancelMeasurement();
        m_status->setText(tr("Cancelling …"));
        return;
    }
    kernels::MeasurePlan plan;
    for (const kernels::Stage& stage : m_session->catalogue().stages)
        if (stage.track == m_stage.track)
            for (const kernels::ParameterValues& values : kernels::allVariants(stage))
                plan.variants.push_back({stage, values});
    plan.sizes = {m_measuredSize};
    m_header->setRunning(true, tr("Starting …"));
    m_status->setText(tr("Looking for a GPU …"));
    m_session->measure(plan);
}

} // namespace warplens::app
