// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/charts/charts_page.h"
#include "app/charts/stage_chart_data.h"
#include "app/views/banks_view.h"
#include "app/views/counts_view.h"
#include "app/views/diff_view.h"
#include "app/views/source_pane.h"
#include "app/window/count_table.h"
#include "app/window/header_bar.h"
#include "app/window/presenting.h"
#include "app/window/stage_list.h"
#include "app/window/transport_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

const QList<int> pictureSizes{32, 64, 96, 128};

constexpr double presentationScale = 20.0 / 14;
constexpr size_t longTrace = 1'000'000; ///< events

} // namespace

MainWindow::MainWindow(std::filesystem::path stages, QWidget* parent)
    : QMainWindow(parent)
    , m_session(new Session(std::move(stages), this)) {
    setWindowTitle(tr("Warplens"));
    m_header = new HeaderBar(this);
    m_list = new StageList(this);
    m_pane = new StagePane(this);
    m_other = new StagePane(this);
    m_other->setObjectName("other");
    m_sentence = new QLabel(this);
    m_sentence->setObjectName("sentence");
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::RichText);
    m_sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_counts = new CountsView(this);
    m_chart = new StageChart(this);
    m_transport = new TransportBar(player(), this);
    m_status = new QLabel(this);
    m_status->setObjectName("status");
    m_status->setWordWrap(true);
    m_status->setProperty("quiet", true);
    m_status->setMargin(0);
    m_title = new QLabel(this);
    m_title->setObjectName("title");
    m_subtitle = new QLabel(this);
    m_subtitle->setObjectName("subtitle");
    m_subtitle->setProperty("quiet", true);
    m_subtitle->setAlignment(Qt::AlignRight | Qt::AlignBottom);

    m_facts = new QWidget(this);
    m_facts->setObjectName("facts");
    m_facts->setAttribute(Qt::WA_StyledBackground);
    auto* factsLayout = new QVBoxLayout(m_facts);
    factsLayout->setContentsMargins(0, 0, 0, 0);
    factsLayout->setSpacing(4);
    factsLayout->addWidget(m_sentence);
    factsLayout->addWidget(m_counts);
    factsLayout->addWidget(m_chart, 1);
    factsLayout->addWidget(m_status);

    auto* panes = new QWidget(this);
    auto* panesLayout = new QHBoxLayout(panes);
    panesLayout->setContentsMargins(0, 0, 0, 0);
    panesLayout->setSpacing(1);
    panesLayout->addWidget(m_pane, 1);
    panesLayout->addWidget(m_other, 1);
    m_charts = new ChartsPage(this);
    m_pages = new QStackedWidget(this);
    m_pages->addWidget(panes);
    m_pages->addWidget(m_charts);
    m_main = new QSplitter(Qt::Horizontal, this);
    m_main->setHandleWidth(1);
    m_main->setChildrenCollapsible(false);
    for (QWidget* widget : {static_cast<QWidget*>(m_list), static_cast<QWidget*>(m_pages), m_facts}) {
        widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        m_main->addWidget(widget);
    }
    m_main->setStretchFactor(1, 1);
    connect(m_main, &QSplitter::splitterMoved, this, [this] { m_splitByHand = true; });
    m_list->setAttribute(Qt::WA_StyledBackground);
    m_list->setMinimumWidth(150);
    m_facts->setMinimumWidth(250);

    m_titles = new QWidget(this);
    m_titles->setProperty("pane", true);
    m_titles->setAttribute(Qt::WA_StyledBackground);
    auto* titleRow = new QHBoxLayout(m_titles);
    titleRow->setContentsMargins(0, 0, 0, 0);
    titleRow->addWidget(m_title);
    titleRow->addWidget(m_subtitle, 1);
    auto* central = new QWidget(this);
    central->setObjectName("central");
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(m_header);
    layout->addWidget(m_titles);
    layout->addWidget(m_main, 1);
    layout->addWidget(m_transport);
    setCentralWidget(central);
    setMinimumSize(1024, 660);
    m_pointer = new LaserPointer(this);
    makeEditing();
    makeComparing();
    factsLayout->insertWidget(2, m_badge);
    makeMenus();
    connectAll();
    makeContextMenus();

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

void MainWindow::connectAll() {
    connect(m_list, &StageList::chosen, this, &MainWindow::showStage);
    const auto showVariant = [this](const QString& stage, const QString& variant) {
        if (!showStage(stage))
            return;
        for (const kernels::ParameterValues& values : kernels::measuredVariants(m_stage))
            if (QString::fromStdString(kernels::variantText(values)) == variant) {
                m_parameters = values;
                request(false);
            }
    };
    connect(m_chart, &StageChart::chosen, this, showVariant);
    connect(m_charts, &ChartsPage::chosen, this, showVariant);
    connect(m_charts, &ChartsPage::kindChanged, this, &MainWindow::refreshChart);
    connect(m_charts, &ChartsPage::cacheChosen, this, [this](bool flushed) { setCache(flushed ? "cold" : "warm"); });
    connect(m_header, &HeaderBar::parameterChosen, this, &MainWindow::setParameter);
    connect(m_header, &HeaderBar::lanesTyped, this, &MainWindow::setLanes);
    connect(m_header, &HeaderBar::pictureSizeChosen, this, [this](int size) {
        m_pictureSize = size;
        request(false);
    });
    connect(m_header, &HeaderBar::measuredSizeChosen, this, [this](int index) {
        if (!recording())
            return;
        const auto sizes = recordedSizes(*recording(), m_stage.track);
        if (index >= 0 && static_cast<size_t>(index) < sizes.size())
            m_wantedSize = m_measuredSize = sizes[static_cast<size_t>(index)];
        refreshRecordings();
    });
    connect(m_header, &HeaderBar::recordingChosen, this, [this](int index) {
        m_recording = index;
        refreshRecordings();
        refreshCounts();
    });
    connect(m_header, &HeaderBar::runClicked, this, &MainWindow::runOnGpu);
    connect(player(), &Player::moved, this, &MainWindow::showMoment);
    connect(m_session, &Session::sceneReady, this,
            [this](const QString& key, const std::shared_ptr<const Scene>& scene) {
                if (key == m_otherAwaited) {
                    m_otherAwaited.clear();
                    m_other->setScene(scene, false);
                    followOther();
                }
                if (key == m_awaited) {
                    m_awaited.clear();
                    showScene(scene);
                } else {
                    refreshAlternative(); // another variant is ready for comparison
                }
            });
    connect(m_session, &Session::sceneFailed, this,
            [this](const QString& key, const QString& message, const std::vector<kernels::Diagnostic>& diagnostics) {
                if (key != m_awaited)
                    return;
                m_awaited.clear();
                const auto& scene = player()->shown().scene;
                const bool other = !scene || scene->stage.id != m_stage.id;
                if (other) { // there is no picture of it to keep
                    showMessage(message);
                    m_pane->source()->setSource(QString::fromStdString(m_stage.sourceFileName()),
                                                QString::fromStdString(m_stage.source), {});
                }
                if (isEdited() || isFileStage(m_stage.id))
                    showProblems(message, diagnostics);
                else if (!other)
                    showMessage(message);
            });
    connect(m_session, &Session::countsReady, this, [this] {
        refreshCounts();
        if (chartsShown())
            refreshChart();
    });
    connect(m_session, &Session::trafficReady, this, &MainWindow::refreshChart);
    connect(m_session, &Session::measureProgress, this, [this](const QString& text, double fraction) {
        m_header->setRunning(true, text);
        m_status->setText(tr("Measuring, %1 %: %2").arg(qRound(fraction * 100)).arg(text));
    });
    connect(m_session, &Session::measuredSoFar, this, &MainWindow::showMeasuring);
    connect(m_session, &Session::measureFinished, this, &MainWindow::showMeasured);

    connect(m_header, &HeaderBar::comparisonChosen, this, &MainWindow::compareWith);
    connect(m_pane, &StagePane::blockWanted, this, &MainWindow::showBlock);
    connect(m_pane, &StagePane::focusChanged, m_transport->timeline(), &TimelineView::showFocus);
    connect(m_transport->timeline(), &TimelineView::focused, m_pane, &StagePane::setFocusShown);
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
    m_look.highContrast = choice == ThemeChoice::HighContrastDark || choice == ThemeChoice::HighContrastLight;
    m_look.dark = choice == ThemeChoice::Dark || choice == ThemeChoice::HighContrastDark ||
                  (choice == ThemeChoice::System && systemDark);
    m_look.colours = m_look.highContrast ? (m_look.dark ? highContrastDarkPalette() : highContrastLightPalette())
                     : m_look.dark       ? darkPalette()
                                         : lightPalette();
    applyLook();
}

void MainWindow::zoom(double factor) {
    m_scale = std::clamp(m_scale * factor, 0.7, 2.5);
    applyLook();
}

void MainWindow::applyLook() {
    m_look.scale = m_scale * (m_look.presentation ? presentationScale : 1);
    QToolTip::setFont(m_look.ui(m_look.px(13)));
    setStyleSheet(app::styleSheet(m_look));
    m_header->setLook(m_look);
    m_list->setLook(m_look);
    m_pane->setLook(m_look);
    m_other->setLook(m_look);
    m_counts->setLook(m_look);
    m_chart->setLook(m_look);
    m_charts->setLook(m_look);
    m_diff->setLook(m_look);
    m_badge->setContentsMargins(m_look.margin(), m_look.px(6), m_look.margin(), m_look.px(6));
    m_transport->setLook(m_look);
    m_pointer->setLook(m_look);
    m_title->setContentsMargins(m_look.margin(), m_look.px(12), 0, m_look.px(2));
    m_subtitle->setContentsMargins(0, 0, m_look.margin(), m_look.px(4));
    m_sentence->setContentsMargins(m_look.margin(), m_look.px(14), m_look.margin(), m_look.px(8));
    m_sentence->setMinimumHeight(m_look.px(112));
    m_status->setContentsMargins(m_look.margin(), 0, m_look.margin(), m_look.px(8));
    if (!m_stage.id.empty())
        m_header->setStage({}, m_stage, m_parameters);
    arrange();
    showMoment();
}

// What is there in which form of the window.
void MainWindow::arrange() {
    const bool presenting = m_look.presentation, comparing = m_compared > 0;
    menuBar()->setVisible(!presenting);
    m_header->setVisible(!presenting);
    m_list->setVisible(!presenting);
    m_transport->setVisible(!presenting && !chartsShown() && !diffShown());
    m_facts->setVisible(!presenting && !comparing && !chartsShown() && !diffShown());
    m_titles->setVisible(presenting);
    m_other->setVisible(comparing);
    const auto form = comparing ? StagePane::Form::Half : StagePane::Form::Alone;
    m_pane->setForm(form);
    m_other->setForm(form);
    writeHeads();
}

bool MainWindow::chartsShown() const {
    return m_pages->currentWidget() == m_charts;
}

void MainWindow::setChartsShown(bool on) {
    m_pages->setCurrentIndex(on ? 1 : 0);
    arrange();
    if (on) {
        refreshChart();
        m_charts->chart()->setFocus();
    }
}

void MainWindow::setPresenting(bool on) {
    if (on == m_look.presentation)
        return;
    m_look.presentation = on;
    if (on)
        showFullScreen();
    else
        showNormal();
    applyLook();
}

void MainWindow::refreshOffers() {
    m_offers.clear();
    m_compared = 0;
    QStringList labels{tr("compare with …")};
    const auto offer = [&](const QString& label, const std::string& stage, const kernels::ParameterValues& values) {
        m_offers.push_back({label, stage, values, {}});
        labels << label;
    };
    if (m_stage.kernel) {
        for (const kernels::ParameterValues& values : kernels::allVariants(m_stage))
            if (values != m_parameters) {
                QStringList changes;
                for (size_t i = 0; i < values.size(); ++i)
                    if (!(values[i] == m_parameters[i]))
                        changes << parameterLabel(m_stage, values[i]);
                offer(changes.join(QStringLiteral(", ")), m_stage.id, values);
            }
        for (const kernels::Stage& stage : m_session->catalogue().stages)
            if (stage.kernel && stage.track == m_stage.track && stage.id != m_stage.id) {
                const QString id = QString::fromStdString(stage.id);
                offer(id.section('/', 1).section('-', 0, 0) + ' ' + QString::fromStdString(stage.shortTitle), stage.id,
                      kernels::defaultParameters(stage));
            }
    }
    if (m_stage.kernel)
        offerArchitectures(labels);
    m_header->setComparisons(labels, 0);
}

void MainWindow::compareWith(int number) {
    m_compared = number > 0 && number <= static_cast<int>(m_offers.size()) ? number : 0;
    m_header->setComparison(m_compared);
    m_otherAwaited.clear();
    if (m_compared > 0) {
        m_otherAwaited = QString::fromStdString(otherRequest().key());
        m_session->wantScene(otherRequest());
    } else {
        m_other->setScene(nullptr, false);
    }
    arrange();
}

SceneRequest MainWindow::otherRequest() const {
    const Offer& offer = m_offers[static_cast<size_t>(m_compared - 1)];
    SceneRequest request = sceneRequest(offer.parameters);
    if (offer.stage != m_stage.id) {
        request.stage = *m_session->catalogue().find(offer.stage);
        request.file.reset();
    }
    if (!offer.architecture.empty())
        request.architecture = offer.architecture;
    return request;
}

// Lockstep: both have been given the same number of steps, so the one that needs more of them falls behind.
void MainWindow::followOther() {
    const Shown& mine = player()->shown();
    const Shown& theirs = m_other->player()->shown();
    if (m_compared > 0 && mine.scene && theirs.scene)
        m_other->player()->goTo(theirs.navigator->atTime(mine.navigator->timeOf(player()->position())));
    writeHeads();
}

// Titles and figures that stand above and below the pictures.
void MainWindow::writeHeads() {
    m_title->setText(QString::fromStdString(m_stage.title));
    const Shown& mine = player()->shown();
    QStringList where{(stageNumber(m_stage.id) + ' ' + QString::fromStdString(m_stage.shortTitle)).trimmed()};
    if (mine.scene && mine.moment.warp)
        where << tr("warp %1").arg(*mine.moment.warp);
    m_subtitle->setText(where.join(QStringLiteral(" · ")));

    const auto perRequest = [](const Shown& shown) -> std::optional<double> {
        if (!shown.state)
            return {};
        const SoFar& s = shown.state->soFar;
        if (shown.scene->shareds.empty())
            return s.globalRequests ? std::optional(double(s.sectors) / double(s.globalRequests)) : std::nullopt;
        return s.sharedRequests ? std::optional(double(s.wavefronts) / double(s.sharedRequests)) : std::nullopt;
    };
    const auto numbers = [&](const Shown& shown, const std::optional<double>& other, const std::string& stage,
                             const kernels::ParameterValues& values) {
        std::vector<BigNumber> row;
        const auto own = perRequest(shown);
        if (!shown.scene)
            return row;
        const auto kind = own && other && *own > *other * 1.001   ? BigNumber::Kind::Worse
                          : own && other && *own < *other / 1.001 ? BigNumber::Kind::Better
                                                                  : BigNumber::Kind::Plain;
        row.push_back(
            {own ? QString::number(*own, 'f', *own < 10 ? 2 : 1) : QStringLiteral("–"),
             shown.scene->shareds.empty() ? tr("sectors per request so far") : tr("wavefronts per request so far"),
             kind});
        const SoFar& s = shown.state->soFar;
        row.push_back({grouped(s.sharedRequests + s.globalRequests), tr("requests done")});
        if (recording() && !(stage == m_stage.id && isChanged()))
            if (const auto* result = recording()->find(stage, values, m_measuredSize, m_cache);
                result && result->gflops)
                row.push_back({QString::number(*result->gflops / 1000, 'f', 1),
                               tr("TFLOP/s, %1, %2")
                                   .arg(QString::fromStdString(recording()->provenance.gpu).section(' ', -1),
                                        sizeText(m_measuredSize))});
        return row;
    };
    const auto head = [&](const kernels::Stage& stage, const kernels::ParameterValues& values,
                          const kernels::ParameterValues& other, const std::string& architecture) {
        QStringList parts;
        if (!m_offers[static_cast<size_t>(m_compared - 1)].architecture.empty())
            return architectureLabel(architecture);
        if (m_compared == 0 || m_offers[static_cast<size_t>(m_compared - 1)].stage != m_stage.id)
            parts << QString::fromStdString(stage.shortTitle);
        else
            for (const kernels::ParameterValue& value : values)
                if (std::find(other.begin(), other.end(), value) == other.end())
                    parts << parameterLabel(stage, value);
        return parts.join(QStringLiteral(", "));
    };
    if (m_compared == 0) {
        m_pane->setNumbers(numbers(mine, {}, m_stage.id, m_parameters));
        return;
    }
    const Offer& offer = m_offers[static_cast<size_t>(m_compared - 1)];
    const Shown& theirs = m_other->player()->shown();
    const kernels::Stage& other = offer.stage == m_stage.id ? m_stage : *m_session->catalogue().find(offer.stage);
    const auto a = perRequest(mine), b = perRequest(theirs);
    m_pane->setNumbers(numbers(mine, b, m_stage.id, m_parameters));
    // No speed was measured on a card that is only modelled.
    m_other->setNumbers(numbers(theirs, a, offer.architecture.empty() ? offer.stage : std::string(), offer.parameters));
    m_pane->setHead(head(m_stage, m_parameters, offer.parameters, "9.0"), a && b && *a > *b * 1.001);
    m_other->setHead(head(other, offer.parameters, m_parameters, offer.architecture), a && b && *b > *a * 1.001);
}

void MainWindow::showBlock(uint32_t x, uint32_t y) {
    m_block = {x, y, 0};
    request(false);
}

void MainWindow::rememberSettings() {
    m_remembers = true;
    const QSettings settings;
    m_scale = std::clamp(settings.value("scale", 1.0).toDouble(), 0.7, 2.5);
    setReduceMotion(settings.value("reduceMotion", false).toBool());
    restoreGeometry(settings.value("geometry").toByteArray());
    if (const QByteArray sizes = settings.value("columns").toByteArray(); !sizes.isEmpty())
        m_splitByHand = m_main->restoreState(sizes);
    m_main->setHandleWidth(1);
    if (const QByteArray split = settings.value("pictures").toByteArray(); !split.isEmpty())
        m_pane->restoreSplit(split);
    m_machines = settings.value("machines").toStringList();
    for (const QString& line : settings.value("bookmarks").toStringList())
        player()->allBookmarks().addLine(line.toStdString());
    setTheme(static_cast<ThemeChoice>(settings.value("theme", static_cast<int>(ThemeChoice::Dark)).toInt()));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose())
        return event->ignore();
    if (m_remembers) {
        setPresenting(false);
        QSettings settings;
        settings.setValue("scale", m_scale);
        settings.setValue("reduceMotion", m_look.reduceMotion);
        settings.setValue("geometry", saveGeometry());
        if (m_splitByHand)
            settings.setValue("columns", m_main->saveState());
        settings.setValue("pictures", m_pane->splitState());
        settings.setValue("machines", m_machines);
        QStringList bookmarks;
        for (const std::string& line : player()->allBookmarks().lines())
            bookmarks << QString::fromStdString(line);
        settings.setValue("bookmarks", bookmarks);
        settings.setValue("theme", static_cast<int>(m_theme));
    }
    QMainWindow::closeEvent(event);
}

SceneRequest MainWindow::sceneRequest(const kernels::ParameterValues& parameters) const {
    SceneRequest request;
    request.stage = m_stage;
    request.parameters = parameters;
    request.size = {m_pictureSize, m_pictureSize, m_pictureSize};
    request.block = m_block;
    if (const auto file = m_files.find(m_stage.id); file != m_files.end()) {
        request.file = file->second;
        request.file->text = m_stage.source;
    }
    return request;
}

/// Of the whole launch: of stages the size that was counted on hardware.
SceneRequest MainWindow::countsRequest() const {
    SceneRequest request = sceneRequest(m_parameters);
    request.size = m_session->catalogue().track(m_stage.track).countedSize();
    request.block = {0, 0, 0};
    return request;
}

bool MainWindow::showStage(const QString& id) {
    const kernels::Stage* stage = stageOf(id.toStdString());
    if (!stage)
        return false;
    if (m_editTimer->isActive()) {
        m_editTimer->stop();
        compileEdited();
        stage = stageOf(id.toStdString());
    }
    m_pane->source()->setEditing(false);
    m_pane->source()->setProblems({});
    m_stage = *stage;
    if (const auto edit = m_edits.find(m_stage.id); edit != m_edits.end())
        m_stage.source = edit->second;
    m_pane->source()->setEdited(isEdited());
    m_parameters = kernels::defaultParameters(*stage);
    m_block = {0, 0, 0};
    chooseSize();
    player()->pause();
    request(false);
    return true;
}

void MainWindow::setParameter(const QString& name, qint64 value) {
    for (kernels::ParameterValue& parameter : m_parameters)
        if (parameter.name == name.toStdString())
            parameter.value = value;
    request(true);
}

// Half an expression is none: what is shown stays until it is whole.
void MainWindow::setLanes(const QString& expression) {
    const kernels::Stage* original = stageOf(m_stage.id);
    try {
        kernels::Stage typed = kernels::withLanes(m_stage, expression.trimmed().isEmpty() && original
                                                               ? kernels::typedArgument(*original)->lanes
                                                               : expression.toStdString());
        kernels::makeInstance(typed, m_parameters, sceneRequest(m_parameters).size);
        m_stage = std::move(typed);
    } catch (const kernels::InstanceError& error) {
        m_header->setLanesProblem(QString::fromUtf8(error.what()));
        m_status->setText(QString::fromUtf8(error.what()));
        return;
    }
    m_header->setLanesProblem({});
    m_status->clear();
    m_keepPlace = true;
    m_session->abandonScene(m_awaited);
    refreshOffers();
    awaitScene();
    refreshRecordings();
}

void MainWindow::request(bool keepPlace) {
    m_keepPlace = keepPlace;
    m_header->setStage(QString::fromStdString(m_session->catalogue().track(m_stage.track).title), m_stage,
                       m_parameters);
    m_header->setOwnKernel(isFileStage(m_stage.id));
    m_chart->setVisible(!isFileStage(m_stage.id)); // its speed was not measured
    m_list->setCurrent(m_stage);
    m_awaited.clear();
    const bool compared = m_compared > 0;
    refreshOffers();
    if (compared)
        compareWith(m_offers.empty() ? 0 : 1);
    if (!m_stage.kernel) {
        m_pane->setScene(nullptr, false);
        m_pane->source()->setSource(QString::fromStdString(m_stage.sourceFileName()),
                                    QString::fromStdString(m_stage.source), {});
        const char* why = m_stage.cpu
                              ? " run on one core of the CPU: there is no warp to look into, and nothing to simulate. "
                                "Their time can be measured without a GPU."
                              : " ships compiled: its time can be measured, its inside not be seen.";
        showSentence({{m_stage.title, Tone::Good}, {why, Tone::Plain}});
        refreshCounts();
        refreshChart();
        emit sceneShown();
        return;
    }
    awaitScene();
    refreshRecordings();
}

void MainWindow::showScene(const std::shared_ptr<const Scene>& scene) {
    m_pane->setScene(scene, m_keepPlace);
    showFindings(*scene);
    refreshBadge();
    followOther();
    m_header->setConflicts(sceneConflicts());
    refreshChart();
    refreshCounts();
    // The other variants are likely to be asked for next; of a long trace one is enough.
    for (const kernels::ParameterValues& values : kernels::allVariants(m_stage))
        if (values != m_parameters && !isEdited() && scene->trace.events.size() <= longTrace)
            m_session->prepareScene(sceneRequest(values));
    emit sceneShown();
}

bool MainWindow::sceneConflicts() const {
    const auto& scene = player()->shown().scene;
    if (!scene)
        return false;
    return std::any_of(scene->lines.begin(), scene->lines.end(), [](const auto& line) {
        const LineCost& cost = line.second;
        return cost.loadWavefronts > cost.loadIdeal || cost.storeWavefronts > cost.storeIdeal ||
               cost.sectors > 2 * cost.sectorsIdeal;
    });
}

void MainWindow::showMoment() {
    const Shown& shown = player()->shown();
    if (!shown.scene)
        return;
    showSentence(shown.moment.sentence);
    followOther();
    refreshAlternative();
    refreshCounts();
}

void MainWindow::showSentence(const Sentence& sentence) {
    m_sentence->setText(StagePane::html(sentence, m_look));
    const QString plain = toQString(plainText(sentence));
    if (plain == m_sentence->accessibleName())
        return;
    m_sentence->setAccessibleName(plain);
    // A screen reader says it; while it plays there would be no end of talking.
    if (!player()->isPlaying()) {
        QAccessibleEvent announcement(m_sentence, QAccessible::Alert);
        QAccessible::updateAccessibility(&announcement);
        emit announced(plain);
    }
}

void MainWindow::showMessage(const QString& text) {
    m_pane->setScene(nullptr, false);
    showSentence({{text.toStdString(), Tone::Bad}});
    refreshCounts();
    refreshChart();
    emit sceneShown();
}

// What the same line costs when the stage's switch is thrown.
void MainWindow::refreshAlternative() {
    const Shown& shown = player()->shown();
    m_pane->banks()->setAlternative({});
    if (!shown.scene || !shown.moment.shared || m_compared > 0) // what it is compared with stands beside it
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
        m_pane->banks()->setAlternative(alternative);
        return;
    }
}

const kernels::Recording* MainWindow::recording() const {
    const auto& all = m_session->recordings();
    return m_recording >= 0 && static_cast<size_t>(m_recording) < all.size() ? &all[static_cast<size_t>(m_recording)]
                                                                             : nullptr;
}

QString MainWindow::sizeText(const kernels::Size& size) const {
    return sizeLabel(size, m_session->catalogue().track(m_stage.track).dimensions);
}

void MainWindow::refreshCounts() {
    const Shown& shown = player()->shown();
    const SceneRequest request = countsRequest();
    const LaunchCounts* launch = m_stage.kernel ? m_session->knownCounts(request) : nullptr;
    // What was recorded was recorded of the source as it ships.
    const kernels::RecordedCounters* counters =
        recording() && !isChanged() ? recording()->findCounters(m_stage.id, m_parameters, request.size) : nullptr;
    CountTable table =
        countTable(shown.state ? &shown.state->soFar : nullptr, launch ? &launch->counts : nullptr, counters);
    table.launch = request.file ? tr("whole launch, grid %1").arg(QString::fromStdString(request.file->launch.grid))
                                : tr("whole launch, %1").arg(sizeText(request.size));
    if (counters) {
        const QString gpu = QString::fromStdString(recording()->provenance.gpu);
        table.hardware = gpu.section(' ', -1);
        table.origin = tr("counted on %1, %2").arg(gpu, QString::fromStdString(recording()->provenance.date).left(10));
    }
    m_counts->setTable(table);
}

// A stage that is come to is shown at a size that it was measured at; what is chosen afterwards stays.
void MainWindow::chooseSize() {
    if (recording())
        m_measuredSize = shownSize(*recording(), m_stage, {m_wantedSize, m_measuredSize}).value_or(m_wantedSize);
}

void MainWindow::refreshRecordings() {
    QStringList names;
    for (const kernels::Recording& r : m_session->recordings())
        if (!r.provenance.measuredNow)
            names << (r.provenance.quoted ? tr("quoted: %1") : tr("recording: %1"))
                         .arg(QStringLiteral("%1 · %2").arg(QString::fromStdString(r.provenance.gpu),
                                                            QString::fromStdString(r.provenance.date).left(10)));
        else
            names << QStringLiteral("%1 · %2").arg(QString::fromStdString(r.provenance.gpu), whenText(r.provenance));
    m_header->setRecordings(names, m_recording);
    QStringList sizes;
    int current = -1;
    if (recording()) {
        const auto recorded = recordedSizes(*recording(), m_stage.track);
        if (std::find(recorded.begin(), recorded.end(), m_measuredSize) == recorded.end())
            chooseSize();
        for (size_t i = 0; i < recorded.size(); ++i) {
            sizes << sizeText(recorded[i]);
            if (recorded[i] == m_measuredSize)
                current = static_cast<int>(i);
        }
    }
    m_header->setMeasuredSizes(sizes, current);
    refreshBadge();
    refreshChart();
}

void MainWindow::setCache(const std::string& cache) {
    m_cache = cache;
    m_flushed->setChecked(cache == "cold");
    refreshChart();
}

void MainWindow::refreshChart() {
    ChartRequest request;
    request.catalogue = &m_session->catalogue();
    request.recording = recording();
    request.track = m_stage.track;
    request.size = m_measuredSize;
    request.cache = m_cache;
    request.currentStage = m_stage.id;
    request.currentParameters = m_parameters;
    request.currentConflicts = sceneConflicts();
    m_chart->setData(stageChartData(request));

    m_charts->setCatalogue(&m_session->catalogue());
    m_charts->setRecordings(&m_session->recordings(), m_recording);
    m_charts->setTrack(QString::fromStdString(m_stage.track));
    m_charts->setSize(m_measuredSize);
    m_charts->setCache(m_cache);
    m_charts->setCountedSize(m_session->catalogue().track(m_stage.track).countedSize());
    m_charts->setCurrent(m_stage.id, m_parameters);
    giveChartsTheModel();
    m_charts->refresh();
    m_list->setShares(speedShares(m_charts->request()));
}

// What the model says is shown as far as it is known; the chart that is open asks for the rest.
void MainWindow::giveChartsTheModel() {
    const kernels::Catalogue& catalogue = m_session->catalogue();
    const kernels::Size size = catalogue.track(m_stage.track).countedSize();
    const PlotKind::Needs needs = chartsShown() ? m_charts->needs() : PlotKind::Needs::Recording;
    ModelCounts counted;
    for (const kernels::Stage& stage : catalogue.stages)
        if (stage.kernel && stage.track == m_stage.track)
            for (const kernels::ParameterValues& values : shownVariants(stage, m_stage.id, m_parameters)) {
                SceneRequest launch;
                launch.stage = stage;
                launch.parameters = values;
                launch.size = size;
                if (const LaunchCounts* counts = m_session->knownCounts(launch))
                    counted[{stage.id, kernels::variantText(values)}] = counts->counts;
                else if (needs == PlotKind::Needs::Counts)
                    m_session->wantCounts(launch);
            }
    m_charts->setModelCounts(counted);
    const kernels::Stage* stage = needs == PlotKind::Needs::Traffic ? trafficStage(m_charts->request()) : nullptr;
    const DramShares* traffic = stage ? m_session->knownTraffic(stage->id, size) : nullptr;
    if (stage && !traffic)
        m_session->wantTraffic(*stage, size);
    m_charts->setTraffic(traffic ? *traffic : DramShares());
}

} // namespace warplens::app
