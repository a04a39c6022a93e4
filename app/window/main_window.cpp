// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/charts/charts_page.h"
#include "app/charts/stage_chart.h"
#include "app/charts/stage_chart_data.h"
#include "app/model/place_in_scene.h"
#include "app/model/session_file.h"
#include "app/pack/shelf.h"
#include "app/paint/drawing.h"
#include "app/views/diff_view.h"
#include "app/views/source_pane.h"
#include "app/views/stage_pane.h"
#include "app/window/challenge_pane.h"
#include "app/window/challenging.h"
#include "app/window/charting.h"
#include "app/window/comparing.h"
#include "app/window/constructing.h"
#include "app/window/editing.h"
#include "app/window/explaining.h"
#include "app/window/exporting.h"
#include "app/window/facts.h"
#include "app/window/header_bar.h"
#include "app/window/layout_page.h"
#include "app/window/lecturing.h"
#include "app/window/lesson_bar.h"
#include "app/window/measuring.h"
#include "app/window/pack_opening.h"
#include "app/window/page_writing.h"
#include "app/window/practising.h"
#include "app/window/programs.h"
#include "app/window/question_page.h"
#include "app/window/recordings.h"
#include "app/window/session.h"
#include "app/window/speaking.h"
#include "app/window/stage_list.h"
#include "app/window/staging.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"
#include "app/window/transport_bar.h"

#include <QCloseEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenuBar>
#include <QSaveFile>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {

namespace {

// All mistakes of a pack are too many for a line below the pictures.
QStringList problemsOf(const Sources& sources, const packs::Pack* pack, const lessons::Course& course) {
    constexpr qsizetype most = 3;
    QStringList all;
    const auto add = [&](const std::vector<kernels::Problem>& problems) {
        for (const kernels::Problem& problem : problems)
            all << QString::fromStdString(kernels::problemText(problem));
    };
    add(sources.catalogue().problems);
    if (!pack)
        return all;
    add(course.problems);
    if (all.size() > most)
        all = all.mid(0, most) << MainWindow::tr("… `warplens-cli pack check` tells all %1.").arg(all.size());
    return all;
}

} // namespace

MainWindow::MainWindow(const std::filesystem::path& stages, std::optional<packs::Pack> pack, QWidget* parent)
    : QMainWindow(parent)
    , m_sources(std::make_unique<Sources>(packs::catalogueWith(stages, pack ? &*pack : nullptr)))
    , m_recordings(std::make_unique<Recordings>(m_sources->catalogue()))
    , m_session(std::make_unique<Session>())
    , m_store([this](const Exhibit& before, Exhibit& exhibit) { settle(before, exhibit); })
    , m_messages(new MessageBar(this))
    , m_context(std::make_unique<Context>(m_store, *m_sources, *m_session, *m_recordings, *m_messages, this))
    , m_appearance(new Appearance(this))
    , m_speaking(new Speaking(*m_messages, this)) {
    m_context->stages = stages;
    m_context->opened = std::move(pack);
    setWindowTitle(m_context->pack() ? tr("%1 – Warplens").arg(toQString(m_context->pack()->title)) : tr("Warplens"));
    build();
    connectAll();
    makeMenus();
    m_list->setCatalogue(m_sources->catalogue());
    applyLook();
    showFirst();
    m_list->view()->setFocus();
}

// Children go after members, and threads of these two use the compiler, which is the session's.
MainWindow::~MainWindow() {
    delete m_challenging;
    delete m_measuring;
}

void MainWindow::build() {
    m_header = new HeaderBar(this);
    m_list = new StageList(this);
    m_pane = new StagePane(this);
    m_other = new StagePane(this);
    m_other->setObjectName("other");
    m_transport = new TransportBar(player(), this);
    m_charts = new ChartsPage(this);
    m_diff = new DiffView(this);
    m_title = new QLabel(this);
    m_title->setObjectName("title");
    m_subtitle = new QLabel(this);
    m_subtitle->setObjectName("subtitle");
    m_subtitle->setProperty("quiet", true);
    m_subtitle->setAlignment(Qt::AlignRight | Qt::AlignBottom);

    m_staging = new Staging(*m_context, m_pane, m_other, this);
    m_explaining = new Explaining(*m_context, *m_staging, m_pane, m_other, this);
    m_editing = new Editing(
        *m_context, *m_staging, m_pane, [this] { return sessionNow(); }, this);
    m_programs = new Programs(*m_context, *m_editing, this);
    m_measuring = new Measuring(*m_context, this);
    m_comparing = new Comparing(*m_context, *m_staging, m_pane, m_other, m_diff, this);
    m_charting = new Charting(*m_context, m_charts, m_list, this);
    m_facts = new Facts(*m_context, *m_staging, player(), this);
    m_exporting = new Exporting(*m_context, {m_pane, m_other, m_charts, m_facts->chart()}, this);
    m_time = new TimeControls(*m_context, *m_staging, player(), m_transport, this);
    m_lecturing = new Lecturing(*m_context, *m_appearance, *m_time, player(), this, this);
    m_lesson = new LessonBar(this);
    m_question = new QuestionPage(this);
    m_teaching = new Teaching(*m_context, *m_staging, m_lesson, m_question, this);
    m_practising = new Practising(*m_context, m_lesson, m_question, this);
    m_lecturing->setTeaching(m_teaching, m_practising);
    m_challenge = new ChallengePane(this);
    m_challenging = new Challenging(*m_context, *m_editing, m_pane, m_challenge, this);
    m_constructing = new Constructing(*m_context, this);
    m_side = new QStackedWidget(this);
    m_side->addWidget(m_list);
    m_side->addWidget(m_challenge);
    m_pageWriting = new PageWriting(*m_context, *m_teaching, this);
    m_packOpening = new PackOpening(*m_context, this);
    m_stepWriting = new StepWriting(*m_context, *m_teaching, m_pane->player(), this);

    auto* panes = new QWidget(this);
    auto* panesLayout = new QHBoxLayout(panes);
    panesLayout->setContentsMargins(0, 0, 0, 0);
    panesLayout->setSpacing(1);
    panesLayout->addWidget(m_pane, 1);
    panesLayout->addWidget(m_other, 1);
    m_pages = new QStackedWidget(this);
    for (QWidget* page : {panes, static_cast<QWidget*>(m_charts), static_cast<QWidget*>(m_diff)})
        m_pages->addWidget(page); // in the order of Page
    m_pages->addWidget(m_question);
    m_pages->addWidget(m_constructing->page());
    m_main = new QSplitter(Qt::Horizontal, this);
    m_main->setHandleWidth(1);
    m_main->setChildrenCollapsible(false);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_side), static_cast<QWidget*>(m_pages), static_cast<QWidget*>(m_facts)}) {
        widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        m_main->addWidget(widget);
    }
    m_main->setStretchFactor(1, 1);
    m_list->setAttribute(Qt::WA_StyledBackground);
    m_side->setMinimumWidth(150);
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
    layout->addWidget(m_lesson);
    layout->addWidget(m_messages);
    layout->addWidget(m_transport);
    setCentralWidget(central);
    setMinimumSize(960, 600);
}

void MainWindow::connectAll() {
    m_store.watch([this](const Exhibit&, Parts changed) { follow(changed); });
    connectHeader();
    connect(m_appearance, &Appearance::changed, this, &MainWindow::applyLook);
    connect(m_speaking, &Speaking::changed, this, &MainWindow::sayAgain);
    connect(m_list, &StageList::chosen, this, [this](const QString& id) { m_context->showSubject(id.toStdString()); });
    connect(m_main, &QSplitter::splitterMoved, this, [this] { m_splitByHand = true; });
    connect(m_facts->chart(), &StageChart::chosen, m_charting, &Charting::showVariant);
    connect(m_exporting, &Exporting::variantWanted, m_charting, &Charting::showVariant);
    connect(m_exporting, &Exporting::chartsWanted, this,
            [this] { m_context->change([](Exhibit& now) { now.page = Page::Charts; }); });
    connect(m_teaching, &Teaching::changed, this, &MainWindow::arrange);
    connect(m_practising, &Practising::changed, this, &MainWindow::arrange);
    connect(m_teaching, &Teaching::started, m_practising, &Practising::close);
    connect(m_practising, &Practising::started, m_teaching, &Teaching::close);
    connect(m_challenging, &Challenging::changed, this, [this] {
        arrange();
        setColumns();
    });
    connect(m_challenging, &Challenging::filesChanged, this, &MainWindow::refreshStageList);
    connect(m_challenging, &Challenging::started, m_teaching, &Teaching::close);
    connect(m_challenging, &Challenging::started, m_practising, &Practising::close);
    connect(m_teaching, &Teaching::started, m_challenging, &Challenging::close);
    connect(m_practising, &Practising::started, m_challenging, &Challenging::close);
    connect(m_constructing, &Constructing::changed, this, &MainWindow::arrange);
    connect(m_constructing, &Constructing::started, m_teaching, &Teaching::close);
    connect(m_constructing, &Constructing::started, m_practising, &Practising::close);
    connect(m_constructing, &Constructing::started, m_challenging, &Challenging::close);
    connect(m_teaching, &Teaching::started, m_constructing, &Constructing::close);
    connect(m_practising, &Practising::started, m_constructing, &Constructing::close);
    connect(m_challenging, &Challenging::started, m_constructing, &Constructing::close);
    connect(m_exporting, &Exporting::layoutReset, this, &MainWindow::resetLayout);
    connect(m_editing, &Editing::filesChanged, this, &MainWindow::refreshStageList);
    connect(m_programs, &Programs::sessionDropped, this, &MainWindow::openSession);
    connect(m_editing, &Editing::ended, this, [this] { m_list->view()->setFocus(); });
    connect(m_measuring, &Measuring::severalMeasured, this, [this] {
        m_context->change([](Exhibit& now) {
            now.page = Page::Charts;
            now.chart = "gpus";
        });
    });
    connect(m_recordings.get(), &Recordings::changed, this, &MainWindow::refreshHeader);
    connect(m_staging, &Staging::shown, this, [this] {
        m_challenging->lookWhereItTells();
        m_header->setConflicts(m_staging->conflicts());
        arrange();
    });
    for (StagePane* pane : {m_pane, m_other})
        connect(pane->source(), &SourcePane::heatChosen, this,
                [this](Heat heat) { m_context->change([&](Exhibit& now) { now.heat = heatWord(heat); }); });
    connect(m_pane, &StagePane::blockWanted, this, [this](quint32 x, quint32 y) {
        m_context->change([&](Exhibit& now) {
            now.block = {x, y, 0};
            now.at = {};
        });
    });
    connect(m_pane, &StagePane::focusChanged, m_transport->timeline(), &TimelineView::showFocus);
    connect(m_transport->timeline(), &TimelineView::focused, m_pane, &StagePane::setFocusShown);
}

void MainWindow::connectHeader() {
    connect(m_header, &HeaderBar::parameterChosen, this, [this](const QString& name, qint64 value) {
        m_context->change([&](Exhibit& now) {
            now.parameters = replaced(now.parameters, {{name.toStdString(), value}});
        });
    });
    // Half an expression is none: what is shown stays until it is whole.
    connect(m_header, &HeaderBar::lanesTyped, this, [this](const QString& expression) {
        const bool good = m_context->change([&](Exhibit& now) { now.lanes = expression.trimmed().toStdString(); });
        m_header->setLanesProblem(good ? QString() : m_messages->text());
        if (good)
            m_messages->clear();
    });
    connect(m_header, &HeaderBar::pictureSizeChosen, this,
            [this](int size) { m_context->change([&](Exhibit& now) { now.pictureSize = size; }); });
    connect(m_header, &HeaderBar::measuredSizeChosen, this, [this](int index) {
        if (!m_context->recording())
            return;
        const auto sizes = recordedSizes(*m_context->recording(), m_context->stage().track);
        if (index >= 0 && static_cast<size_t>(index) < sizes.size())
            m_context->change([&](Exhibit& now) { now.measured = sizes[static_cast<size_t>(index)]; });
    });
    connect(m_header, &HeaderBar::recordingChosen, this, [this](int index) {
        m_context->change([&](Exhibit& now) {
            now.recording = index > 0 ? m_recordings->name(static_cast<size_t>(index)) : std::string();
        });
    });
    connect(m_header, &HeaderBar::runClicked, m_measuring, &Measuring::run);
    connect(m_measuring, &Measuring::runningChanged, m_header, &HeaderBar::setRunning);
    connect(m_header, &HeaderBar::comparisonChosen, m_comparing, &Comparing::choose);
    connect(m_header, &HeaderBar::architectureChosen, this, [this](const QString& capability) {
        m_context->change([&](Exhibit& now) { now.architecture = capability.toStdString(); });
    });
    connect(m_comparing, &Comparing::offersChanged, this,
            [this] { m_header->setComparisons(m_comparing->offers(), m_comparing->current()); });
}

Player* MainWindow::player() const {
    return m_pane->player();
}

void MainWindow::settle(const Exhibit& before, Exhibit& exhibit) {
    m_sources->settle(before, exhibit);
    if (differing(before, exhibit).has(Part::Subject | Part::Recording | Part::Measured))
        m_recordings->settleSize(m_sources->stage(exhibit), before, exhibit);
    for (const std::string& name : exhibit.pictures)
        if (!pictureOf(name)) {
            QStringList known;
            for (const PictureKind& kind : pictureKinds())
                known << QString::fromLatin1(kind.name);
            throw ExhibitError(tr("there is no picture '%1': write %2")
                                   .arg(QString::fromStdString(name), known.join(QStringLiteral(", ")))
                                   .toStdString());
        }
    if (!exhibit.heat.empty() && !heatOf(exhibit.heat))
        throw ExhibitError(
            tr("'%1' is no number beside the lines: write request, wavefronts, sectors, excess or binding")
                .arg(QString::fromStdString(exhibit.heat))
                .toStdString());
}

// Everything that is the frame's own; the owners follow by themselves.
void MainWindow::follow(Parts changed) {
    const Exhibit& now = m_store.now();
    if (changed.only(Part::Place))
        return;
    if (changed.has(Part::Heat))
        for (StagePane* pane : {m_pane, m_other}) // two beside each other tell the same number
            pane->source()->setHeat(heatOf(now.heat).value_or(Heat::PerRequest));
    if (changed.has(Part::Pictures))
        for (StagePane* pane : {m_pane, m_other})
            pane->setPictures(now.pictures);
    if (changed.has(Part::Subject) && now.isKept())
        refreshStageList();
    if (changed.has(Part::Subject | Part::Text))
        m_list->setCurrent(m_context->stage());
    refreshHeader();
    arrange();
}

void MainWindow::refreshHeader() {
    const Exhibit& now = m_store.now();
    if (now.subject.empty())
        return;
    const kernels::Stage& stage = m_context->stage();
    const kernels::Track& track = m_sources->catalogue().track(stage.track);
    m_header->setStage(QString::fromStdString(track.title), stage, now.parameters);
    m_header->setOwnKernel(now.isFile() || now.isKept());
    m_header->setPictureSize(now.pictureSize, track.dimensions);
    m_header->setArchitecture(now.architecture);
    QStringList names;
    for (const kernels::Recording& r : m_recordings->all()) {
        const QString gpu = QString::fromStdString(r.provenance.gpu);
        const QString when =
            r.provenance.measuredNow ? whenText(r.provenance) : QString::fromStdString(kernels::daysOf(r.provenance));
        const QString name = QStringLiteral("%1 · %2").arg(gpu, when);
        names << (r.provenance.measuredNow ? name
                  : r.provenance.quoted    ? tr("quoted: %1").arg(name)
                                           : tr("recording: %1").arg(name));
    }
    m_header->setRecordings(names, m_recordings->indexOf(now.recording));
    QStringList sizes;
    int current = -1;
    if (const kernels::Recording* recording = m_context->recording())
        for (const kernels::Size& size : recordedSizes(*recording, stage.track)) {
            if (size == now.measured)
                current = static_cast<int>(sizes.size());
            sizes << sizeLabel(size, track.dimensions);
        }
    m_header->setMeasuredSizes(sizes, current);
    m_title->setText(QString::fromStdString(stage.title));
    m_subtitle->setText(stageLabel(stage));
}

// What is there in which form of the window.
void MainWindow::arrange() {
    const Exhibit& now = m_store.now();
    const bool presenting = m_lecturing->isPresenting(), comparing = now.comparison.has_value();
    const bool asking = m_teaching->isAsking() || m_practising->isAsking();
    const bool constructing = m_constructing->isOn(), covered = asking || constructing;
    const bool pictures = now.page == Page::Pictures && !covered;
    const bool answering = m_question->isVisible() && !asking;
    if (covered)
        m_pages->setCurrentWidget(asking ? static_cast<QWidget*>(m_question) : m_constructing->page());
    else
        m_pages->setCurrentIndex(static_cast<int>(now.page));
    menuBar()->setVisible(!presenting);
    m_header->setVisible(!presenting && !covered); // whatever has a colour or a text there may tell the answer
    const bool challenged = m_challenging->isOn();
    m_side->setCurrentWidget(challenged ? static_cast<QWidget*>(m_challenge) : m_list);
    m_side->setVisible((challenged || !presenting) && !covered);
    m_transport->setVisible(!presenting && pictures && !now.subject.empty() && m_context->stage().kernel);
    // A challenge has its own figures, and its text wants the room.
    m_facts->setVisible(!presenting && !comparing && pictures && (!challenged || width() >= 1600));
    m_titles->setVisible(presenting && !covered);
    m_other->setVisible(comparing);
    // Where numbers are answers they go to the question, and to nothing behind it.
    if (asking)
        m_question->setFocus();
    else if (answering && presenting)
        setFocus();
    else if (answering)
        m_list->view()->setFocus();
    const auto form = comparing ? StagePane::Form::Half : StagePane::Form::Alone;
    m_pane->setForm(form);
    m_other->setForm(form);
    // In a presentation the caption says what happens.
    const bool captioned = presenting && m_teaching->isWalking() && !m_teaching->isAway();
    m_pane->setSentenceShown(!captioned);
    m_other->setSentenceShown(!captioned);
}

void MainWindow::applyLook() {
    const Look& look = m_appearance->look();
    QToolTip::setFont(look.ui(look.px(13)));
    setStyleSheet(app::styleSheet(look));
    m_header->setLook(look);
    m_list->setLook(look);
    m_challenge->setLook(look);
    m_constructing->setLook(look);
    m_pane->setLook(look);
    m_other->setLook(look);
    m_facts->setLook(look);
    m_charts->setLook(look);
    m_diff->setLook(look);
    m_messages->setLook(look);
    m_transport->setLook(look);
    m_lecturing->setLook(look);
    m_teaching->setLook(look);
    m_exporting->setLook(look);
    m_programs->setLook(look);
    m_title->setContentsMargins(look.margin(), look.px(12), 0, look.px(2));
    m_subtitle->setContentsMargins(0, 0, look.margin(), look.px(4));
    refreshHeader();
    arrange();
}

// What was said once has been said again; this is for what is worked out.
void MainWindow::sayAgain() {
    m_context->tellStages();
    m_list->forgetTexts();
    m_teaching->sayAgain();
    m_challenging->sayAgain();
    refreshStageList();
    applyLook();
    m_store.sayAgain();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange)
        m_appearance->followSystem();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_challenging->isOn())
        arrange();
    setColumns();
}

void MainWindow::setColumns() {
    if (m_splitByHand)
        return;
    const bool challenged = m_challenging->isOn();
    const int list = challenged ? std::clamp(width() * 28 / 100, 330, 440) : std::clamp(width() * 13 / 100, 176, 250),
              facts = std::clamp(width() * 21 / 100, 300, 390);
    m_main->setSizes({list, std::max(300, width() - list - facts), facts});
}

void MainWindow::resetLayout() {
    m_splitByHand = false;
    for (StagePane* pane : {m_pane, m_other})
        pane->resetSplit();
    m_context->change([](Exhibit& now) { now.pictures.clear(); });
    QResizeEvent event(size(), size());
    resizeEvent(&event);
}

// The catalogue, and above it the kernels that the user has opened: that is what the user works on.
void MainWindow::refreshStageList() {
    kernels::Catalogue all = m_sources->catalogue();
    if (!m_sources->files().empty()) {
        kernels::Track own;
        own.id = "file:";
        own.title = tr("Your kernels").toStdString();
        all.tracks.insert(all.tracks.begin(), own);
        for (const std::string& subject : m_sources->files()) {
            kernels::Stage stage = *m_sources->saved(subject);
            stage.track = own.id;
            all.stages.push_back(std::move(stage));
        }
    }
    if (!m_sources->keptLaunches().empty()) {
        kernels::Track own;
        own.id = "kept:";
        own.title = tr("Launches of programs").toStdString();
        all.tracks.insert(all.tracks.begin(), own);
        for (const std::string& subject : m_sources->keptLaunches()) {
            kernels::Stage stage = *m_sources->saved(subject);
            stage.track = own.id;
            all.stages.push_back(std::move(stage));
        }
    }
    m_list->setCatalogue(all);
    m_list->setLook(m_appearance->look());
    m_list->setCurrent(m_context->stage());
}

void MainWindow::showFirst() {
    // A pack begins with its own; else what says most at first sight; of another folder of stages the first that has something to show.
    const auto& stages = m_sources->catalogue().stages;
    const auto telling = std::find_if(stages.begin(), stages.end(), [&](const auto& stage) {
        return m_context->pack() ? stage.kernel && m_packOpening->isOwn(stage)
                                 : stage.id == "matmul/06-tiled-conflicts";
    });
    const auto any = std::find_if(stages.begin(), stages.end(), [](const auto& stage) { return stage.kernel; });
    const auto first = telling != stages.end() ? telling : any;
    if (first != stages.end())
        m_store.adjust([&](Exhibit& now) {
            now = m_sources->of(first->id, now);
            now.measured = {4096, 4096, 4096};
        });
    // A complaint would go with the first picture, and mistakes of a pack are not of that.
    if (const QStringList all = problemsOf(*m_sources, m_context->pack(), m_teaching->course());
        !all.isEmpty() && m_context->pack())
        m_messages->say(all.join('\n'));
    else if (!all.isEmpty())
        m_messages->complain(all.join('\n'));
    else if (!m_session->compiler().compiler())
        m_messages->say(tr("No CUDA compiler was found: the stages that come with Warplens are shown as they were "
                           "compiled for compute capability 9.0."));
}

bool MainWindow::show(const QString& what) {
    const std::string text = what.toStdString();
    if (what.startsWith("challenge:"))
        return m_challenging->open(what.mid(10));
    if (isLayoutLink(text))
        return m_constructing->open(what);
    try {
        m_store.show(isLink(text) ? fromLink(text) : m_sources->of(text, m_store.now()));
        return true;
    } catch (const ExhibitError& error) {
        m_messages->complain(QString::fromUtf8(error.what()));
        return false;
    }
}

QString MainWindow::sessionNow() const {
    return QString::fromStdString(sessionText(sessionOf(m_store.now(), *m_sources, m_time->bookmarks())));
}

bool MainWindow::saveSession(const QString& file) {
    QSaveFile out(file);
    const QByteArray bytes = sessionNow().toUtf8();
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        m_messages->complain(tr("Cannot write %1: %2").arg(file, out.errorString()));
        return false;
    }
    m_messages->say(tr("Saved %1.").arg(file));
    return true;
}

bool MainWindow::openSession(const QString& file) {
    try {
        SessionFile session = readSession(engine::readTextFile(file.toStdString()));
        for (engine::KernelFile& each : session.files) {
            const std::string subject = fileSubject(each.path);
            engine::KernelFile saved = each;
            std::error_code missing;
            if (std::filesystem::is_regular_file(each.path, missing))
                saved.text = engine::readTextFile(each.path);
            m_sources->addFile(saved);
            // What the session shows is shown here, too, whatever the file holds now.
            if (saved.text != each.text && !session.drafts.contains(subject))
                session.drafts[subject] = each.text;
        }
        for (const auto& [subject, text] : session.drafts)
            m_sources->setDraft(subject, text);
        refreshStageList();
        m_store.show(session.shown);
        m_time->setBookmarks(session.bookmarks);
        m_messages->say(tr("Opened %1.").arg(file));
        return true;
    } catch (const std::exception& error) {
        m_messages->complain(tr("Cannot open %1: %2").arg(file, QString::fromUtf8(error.what())));
        return false;
    }
}

void MainWindow::restoreFrom(const QString& file) {
    if (openSession(file) && m_editing->autosave().keep(sessionNow()))
        Autosave::forget(file);
}

void MainWindow::rememberSettings() {
    m_remembers = true;
    const QSettings settings;
    m_appearance->read(settings);
    if (!restoreGeometry(settings.value("geometry").toByteArray()))
        if (const QScreen* screen = QGuiApplication::primaryScreen()) {
            // As large as it likes to be, and no larger than the screen.
            const QSize room = screen->availableGeometry().size();
            if (room.width() < 1600 || room.height() < 950)
                setWindowState(windowState() | Qt::WindowMaximized);
            resize(QSize(1600, 950).boundedTo(room));
        }
    if (const QByteArray sizes = settings.value("columns").toByteArray(); !sizes.isEmpty())
        m_splitByHand = m_main->restoreState(sizes);
    m_main->setHandleWidth(1);
    if (const QByteArray split = settings.value("pictures").toByteArray(); !split.isEmpty())
        m_pane->restoreSplit(split);
    m_measuring->setMachines(settings.value("machines").toStringList());
    m_teaching->setPlace(settings.value("lesson").toString());
    m_challenging->setSolved(settings.value("challenges").toStringList());
    std::vector<Bookmark> bookmarks;
    for (const QString& line : settings.value("bookmarks").toStringList())
        try { // a link and what it is called
            bookmarks.push_back(
                {fromLink(line.section('\t', 0, 0).toStdString()), line.section('\t', 1).toStdString()});
        } catch (const ExhibitError&) {
            // of another version: it cannot be shown any more
        }
    m_time->setBookmarks(std::move(bookmarks));
    if (!settings.contains("geometry"))
        m_teaching->invite();
    m_editing->offerLeft([this](const QString& file) { restoreFrom(file); });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_editing->mayClose())
        return event->ignore();
    if (m_remembers) {
        m_lecturing->setPresenting(false);
        QSettings settings;
        m_appearance->write(settings);
        m_speaking->write(settings);
        settings.setValue("geometry", saveGeometry());
        if (m_splitByHand)
            settings.setValue("columns", m_main->saveState());
        settings.setValue("pictures", m_pane->splitState());
        settings.setValue("machines", m_measuring->machines());
        settings.setValue("lesson", m_teaching->place());
        settings.setValue("challenges", m_challenging->solved());
        QStringList bookmarks;
        for (const Bookmark& bookmark : m_time->bookmarks())
            bookmarks << QString::fromStdString(toLink(bookmark.exhibit) + '\t' + bookmark.label);
        settings.setValue("bookmarks", bookmarks);
    }
    QMainWindow::closeEvent(event);
}

} // namespace warplens::app
