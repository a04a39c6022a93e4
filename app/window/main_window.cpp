// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/charts/plot_chart.h"
#include "app/model/layout_task.h"
#include "app/pack/shelf.h"
#include "app/views/stage_pane.h"
#include "app/window/beginning.h"
#include "app/window/challenging.h"
#include "app/window/charting.h"
#include "app/window/comparing.h"
#include "app/window/constructing.h"
#include "app/window/consulting.h"
#include "app/window/diagnosing.h"
#include "app/window/editing.h"
#include "app/window/explaining.h"
#include "app/window/exporting.h"
#include "app/window/facts.h"
#include "app/window/heading.h"
#include "app/window/lecturing.h"
#include "app/window/measuring.h"
#include "app/window/pack_opening.h"
#include "app/window/page_writing.h"
#include "app/window/practising.h"
#include "app/window/programs.h"
#include "app/window/question_page.h"
#include "app/window/recordings.h"
#include "app/window/remembering.h"
#include "app/window/searching.h"
#include "app/window/session.h"
#include "app/window/session_files.h"
#include "app/window/speaking.h"
#include "app/window/stage_list.h"
#include "app/window/stage_listing.h"
#include "app/window/staging.h"
#include "app/window/step_writing.h"
#include "app/window/teaching.h"
#include "app/window/time_controls.h"
#include "app/window/transport_bar.h"
#include "app/window/viewing.h"
#include "app/window/window_layout.h"

#include <QCloseEvent>
#include <QResizeEvent>
#include <QToolTip>

#include <type_traits>

namespace warplens::app {

MainWindow::MainWindow(const std::filesystem::path& stages, std::optional<packs::Pack> pack, QWidget* parent)
    : QMainWindow(parent)
    , m_sources(std::make_unique<Sources>(packs::catalogueWith(stages, pack ? &*pack : nullptr)))
    , m_recordings(std::make_unique<Recordings>(m_sources->catalogue()))
    , m_session(std::make_unique<Session>())
    , m_store([this](const Exhibit& before, Exhibit& exhibit) { settle(before, exhibit); })
    , m_messages(new MessageBar(this))
    , m_context(std::make_unique<Context>(m_store, *m_sources, *m_session, *m_recordings, *m_messages, this))
    , m_seen(std::make_unique<WindowLayout>(this, m_messages))
    , m_appearance(new Appearance(this))
    , m_speaking(new Speaking(*m_messages, this)) {
    m_context->stages = stages;
    m_context->opened = std::move(pack);
    setWindowTitle(m_context->pack() ? tr("%1 – Warplens").arg(toQString(m_context->pack()->title)) : tr("Warplens"));
    employ();
    connectAll();
    makeMenus();
    applyLook();
    m_beginning->show();
    m_seen->focusList();
}

// Children go after members, and threads of these two use the compiler, which is the session's.
MainWindow::~MainWindow() {
    delete m_challenging;
    delete m_measuring;
}

void MainWindow::employ() {
    StagePane *pane = m_seen->pane, *other = m_seen->other;
    m_staging = new Staging(*m_context, pane, other, this);
    m_explaining = new Explaining(*m_context, *m_staging, pane, other, this);
    m_editing = new Editing(
        *m_context, pane, [this] { return m_sessions->text(); }, this);
    m_diagnosing = new Diagnosing(*m_context, *m_staging, *m_editing, pane, this);
    m_programs = new Programs(*m_context, *m_editing, this);
    m_measuring = new Measuring(*m_context, this);
    m_comparing = new Comparing(*m_context, *m_staging, pane, other, m_seen->diff, this);
    m_charting = new Charting(*m_context, m_seen->charts, m_seen->list, this);
    m_facts = new Facts(*m_context, *m_staging, player(), this);
    m_exporting = new Exporting(*m_context, {pane, other, m_seen->charts, m_facts->chart()}, this);
    m_time = new TimeControls(*m_context, *m_staging, player(), m_seen->transport, this);
    m_sessions = new SessionFiles(*m_context, *m_time, this);
    m_lecturing = new Lecturing(*m_context, *m_appearance, *m_time, player(), this, this);
    m_teaching = new Teaching(*m_context, *m_staging, m_seen->lesson, m_seen->question, this);
    m_practising = new Practising(*m_context, *m_teaching, m_seen->lesson, m_seen->question, this);
    m_lecturing->setTeaching(m_teaching, m_practising);
    m_challenging = new Challenging(*m_context, *m_editing, pane, m_seen->challenge, this);
    m_constructing = new Constructing(*m_context, m_seen->layout, this);
    m_pageWriting = new PageWriting(*m_context, *m_teaching, this);
    m_packOpening = new PackOpening(*m_context, this);
    m_stepWriting = new StepWriting(*m_context, *m_teaching, player(), this);
    m_viewing = new Viewing(*m_context, pane, other, this);
    m_listing = new StageListing(*m_context, *m_appearance, m_seen->list, this);
    m_heading = new Heading(*m_context, *m_staging, m_seen->header, m_seen->title, m_seen->subtitle, this);
    m_heading->offer(*m_measuring);
    m_heading->offer(*m_comparing);
    m_consulting = new Consulting(*m_context, *m_appearance, this);
    m_searching = new Searching(*m_context, *m_appearance, *m_time, *m_teaching, *m_challenging, *m_consulting, this);
    m_remembering = new Remembering({*m_appearance, *m_speaking, *m_seen, *m_time, *m_measuring, *m_teaching,
                                     *m_challenging, m_practising->answering()},
                                    this);
    m_beginning = new Beginning(*m_context, *m_teaching, *m_packOpening, this);
    m_seen->furnish(m_facts);
}

void MainWindow::connectAll() {
    m_store.watch([this](const Exhibit&, Parts changed) {
        if (!changed.only(Part::Place))
            arrange();
    });
    connect(m_appearance, &Appearance::changed, this, &MainWindow::applyLook);
    connect(m_speaking, &Speaking::changed, this, &MainWindow::sayAgain);
    connect(m_facts->chart(), &PlotChart::chosen, m_charting, &Charting::showVariant);
    connect(m_exporting, &Exporting::variantWanted, m_charting, &Charting::showVariant);
    connect(m_exporting, &Exporting::chartsWanted, this, [this] { m_viewing->showPage(Page::Charts); });
    connect(m_exporting, &Exporting::layoutReset, this, &MainWindow::resetLayout);
    connectLectures();
    connect(m_editing, &Editing::filesChanged, m_listing, &StageListing::refresh);
    connect(m_challenging, &Challenging::filesChanged, m_listing, &StageListing::refresh);
    connect(m_sessions, &SessionFiles::filesChanged, m_listing, &StageListing::refresh);
    connect(m_editing, &Editing::ended, this, [this] { m_seen->focusList(); });
    connect(m_programs, &Programs::sessionDropped, m_sessions, &SessionFiles::open);
    connect(m_measuring, &Measuring::severalMeasured, this, [this] {
        m_context->change([](Exhibit& now) {
            now.page = Page::Charts;
            now.chart = "gpus";
        });
    });
    connect(m_staging, &Staging::shown, this, [this] {
        m_challenging->lookWhereItTells();
        arrange();
    });
    connect(m_seen->pane, &StagePane::focusChanged, m_seen->transport->timeline(), &TimelineView::showFocus);
    connect(m_seen->transport->timeline(), &TimelineView::focused, m_seen->pane, &StagePane::setFocusShown);
}

// One at a time: a lecture, questions, a challenge, a layout.
void MainWindow::connectLectures() {
    connect(m_teaching, &Teaching::changed, this, &MainWindow::arrange);
    connect(m_practising, &Practising::changed, this, &MainWindow::arrange);
    connect(m_challenging, &Challenging::changed, this, [this] {
        arrange();
        m_seen->setColumns(m_challenging->isOn());
    });
    connect(m_constructing, &Constructing::changed, this, &MainWindow::arrange);
    const auto closes = [](auto* one, auto*... others) {
        using One = std::remove_pointer_t<decltype(one)>;
        (connect(one, &One::started, others, &std::remove_pointer_t<decltype(others)>::close), ...);
    };
    closes(m_teaching, m_practising, m_challenging, m_constructing);
    closes(m_practising, m_teaching, m_challenging, m_constructing);
    closes(m_challenging, m_teaching, m_practising, m_constructing);
    closes(m_constructing, m_teaching, m_practising, m_challenging);
}

StagePane* MainWindow::pane() const {
    return m_seen->pane;
}

StagePane* MainWindow::otherPane() const {
    return m_seen->other;
}

ChartsPage* MainWindow::charts() const {
    return m_seen->charts;
}

DiffView* MainWindow::diff() const {
    return m_seen->diff;
}

HeaderBar* MainWindow::header() const {
    return m_seen->header;
}

Player* MainWindow::player() const {
    return m_seen->pane->player();
}

void MainWindow::settle(const Exhibit& before, Exhibit& exhibit) {
    m_sources->settle(before, exhibit);
    if (differing(before, exhibit).has(Part::Subject | Part::Recording | Part::Measured))
        m_recordings->settleSize(m_sources->stage(exhibit), before, exhibit);
    Viewing::check(exhibit);
}

// What is there in which form of the window.
void MainWindow::arrange() {
    const Exhibit& now = m_store.now();
    WindowLayout::Form form;
    form.page = now.page;
    form.presenting = m_lecturing->isPresenting();
    form.comparing = now.comparison.has_value();
    form.asking = m_teaching->isAsking() || m_practising->isAsking();
    form.constructing = m_constructing->isOn();
    form.challenged = m_challenging->isOn();
    form.captioned = form.presenting && m_teaching->isWalking() && !m_teaching->isAway();
    form.runs = !now.subject.empty() && m_context->stage().kernel;
    m_seen->arrange(form);
}

void MainWindow::applyLook() {
    const Look& look = m_appearance->look();
    QToolTip::setFont(look.ui(look.px(13)));
    setStyleSheet(app::styleSheet(look));
    m_seen->setLook(look);
    m_lecturing->setLook(look);
    m_teaching->setLook(look);
    m_exporting->setLook(look);
    m_programs->setLook(look);
    m_heading->refresh();
    arrange();
    m_seen->setColumns(m_challenging->isOn());
}

// What was said once has been said again; this is for what is worked out.
void MainWindow::sayAgain() {
    m_context->tellStages();
    m_seen->list->forgetTexts();
    m_teaching->sayAgain();
    m_challenging->sayAgain();
    m_listing->refresh();
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
    arrange();
    m_seen->setColumns(m_challenging->isOn());
}

void MainWindow::resetLayout() {
    m_seen->resetColumns();
    m_context->change([](Exhibit& now) { now.pictures.clear(); });
    m_seen->setColumns(m_challenging->isOn());
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

bool MainWindow::openSession(const QString& file) {
    return m_sessions->open(file);
}

bool MainWindow::saveSession(const QString& file) {
    return m_sessions->save(file);
}

void MainWindow::rememberSettings() {
    m_remembering->read();
    m_editing->offerLeft([this](const QString& file) {
        if (m_sessions->open(file) && m_editing->autosave().keep(m_sessions->text()))
            Autosave::forget(file);
    });
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_editing->mayClose())
        return event->ignore();
    if (m_remembering->isOn()) {
        m_lecturing->setPresenting(false);
        m_remembering->write();
    }
    QMainWindow::closeEvent(event);
}

} // namespace warplens::app
