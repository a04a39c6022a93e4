// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_layout.h"

#include "app/charts/charts_page.h"
#include "app/views/diff_view.h"
#include "app/views/stage_pane.h"
#include "app/window/challenge_pane.h"
#include "app/window/facts.h"
#include "app/window/header_bar.h"
#include "app/window/layout_page.h"
#include "app/window/lesson_bar.h"
#include "app/window/message_bar.h"
#include "app/window/question_page.h"
#include "app/window/stage_list.h"
#include "app/window/transport_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMainWindow>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {
namespace {

// What is shown from which size of the window on, in pixels at normal size of type.
constexpr double withList = 950, withFacts = 760, withSettings = 480;

} // namespace

WindowLayout::WindowLayout(QMainWindow* window, MessageBar* messages)
    : header(new HeaderBar(window))
    , list(new StageList(window))
    , pane(new StagePane(window))
    , other(new StagePane(window))
    , transport(new TransportBar(pane->player(), window))
    , charts(new ChartsPage(window))
    , diff(new DiffView(window))
    , title(new QLabel(window))
    , subtitle(new QLabel(window))
    , lesson(new LessonBar(window))
    , question(new QuestionPage(window))
    , challenge(new ChallengePane(window))
    , layout(new LayoutPage(window))
    , m_window(window)
    , m_messages(messages) {
    other->setObjectName("other");
    title->setObjectName("title");
    subtitle->setObjectName("subtitle");
    subtitle->setProperty("quiet", true);
    subtitle->setAlignment(Qt::AlignRight | Qt::AlignBottom);
}

void WindowLayout::furnish(Facts* facts) {
    m_facts = facts;
    m_side = new QStackedWidget(m_window);
    m_side->addWidget(list);
    m_side->addWidget(challenge);
    m_columns = new QSplitter(Qt::Horizontal, m_window);
    m_columns->setHandleWidth(1);
    m_columns->setChildrenCollapsible(false);
    for (QWidget* widget : {static_cast<QWidget*>(m_side), makePages(), static_cast<QWidget*>(m_facts)}) {
        widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
        m_columns->addWidget(widget);
    }
    m_columns->setStretchFactor(1, 1);
    QObject::connect(m_columns, &QSplitter::splitterMoved, m_window, [this] { m_movedByHand = true; });
    list->setAttribute(Qt::WA_StyledBackground);
    m_side->setMinimumWidth(150);
    m_titles = makeTitles();
    auto* central = new QWidget(m_window);
    central->setObjectName("central");
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(1);
    rows->addWidget(header);
    rows->addWidget(m_titles);
    rows->addWidget(m_columns, 1);
    rows->addWidget(lesson);
    rows->addWidget(m_messages);
    rows->addWidget(transport);
    m_window->setCentralWidget(central);
    m_window->setMinimumSize(960, 600);
}

QWidget* WindowLayout::makePages() {
    auto* panes = new QWidget(m_window);
    auto* row = new QHBoxLayout(panes);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    row->addWidget(pane, 1);
    row->addWidget(other, 1);
    m_pages = new QStackedWidget(m_window);
    for (QWidget* page : {panes, static_cast<QWidget*>(charts), static_cast<QWidget*>(diff)})
        m_pages->addWidget(page); // in the order of Page
    m_pages->addWidget(question);
    m_pages->addWidget(layout);
    return m_pages;
}

QWidget* WindowLayout::makeTitles() {
    auto* titles = new QWidget(m_window);
    titles->setProperty("pane", true);
    titles->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(titles);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(title);
    row->addWidget(subtitle, 1);
    return titles;
}

void WindowLayout::arrange(const Form& form) {
    const bool covered = form.asking || form.constructing;
    const bool pictures = form.page == Page::Pictures && !covered;
    const bool answering = question->isVisible() && !form.asking;
    if (covered)
        m_pages->setCurrentWidget(form.asking ? static_cast<QWidget*>(question) : layout);
    else
        m_pages->setCurrentIndex(static_cast<int>(form.page));
    m_window->menuBar()->setVisible(!form.presenting);
    header->setVisible(!form.presenting && !covered); // whatever has a colour or a text there may tell the answer
    m_side->setCurrentWidget(form.challenged ? static_cast<QWidget*>(challenge) : list);
    // Large type, or a small window: what can be had with a key gives way to the pictures, the list of stages first.
    const double wide = m_window->width() / m_scale, high = m_window->height() / m_scale;
    const bool told = wide >= withFacts;
    const bool listed = (form.challenged || (!form.presenting && wide >= withList)) && !covered;
    if (!listed && m_side->isAncestorOf(m_window->focusWidget()))
        m_window->setFocus(); // else the next in line has its frame, as if somebody had chosen it
    m_side->setVisible(listed);
    transport->setVisible(!form.presenting && pictures && form.runs);
    transport->setLow(high < withSettings);
    // A challenge has its own figures, and its text wants the room.
    m_facts->setVisible(!form.presenting && !form.comparing && pictures && told && (!form.challenged || wide >= 1600));
    m_titles->setVisible(form.presenting && !covered);
    other->setVisible(form.comparing);
    // Where numbers are answers they go to the question, and to nothing behind it.
    if (form.asking)
        question->setFocus();
    else if (answering && form.presenting)
        m_window->setFocus();
    else if (answering)
        focusList();
    for (StagePane* each : {pane, other}) {
        each->setForm(form.comparing ? StagePane::Form::Half : StagePane::Form::Alone);
        each->setSentenceShown(!form.captioned);
        each->setTold(told);
    }
}

void WindowLayout::setLook(const Look& look) {
    m_scale = look.presentation ? 1 : look.scale;
    header->setLook(look);
    list->setLook(look);
    challenge->setLook(look);
    layout->setLook(look);
    pane->setLook(look);
    other->setLook(look);
    m_facts->setLook(look);
    charts->setLook(look);
    diff->setLook(look);
    m_messages->setLook(look);
    transport->setLook(look);
    title->setContentsMargins(look.margin(), look.px(12), 0, look.px(2));
    subtitle->setContentsMargins(0, 0, look.margin(), look.px(4));
}

void WindowLayout::focusList() {
    list->view()->setFocus();
}

void WindowLayout::setColumns(bool challenged) {
    if (m_movedByHand)
        return;
    const int width = m_window->width();
    const auto share = [&](int percent, int least, int most) {
        return std::clamp(width * percent / 100, static_cast<int>(least * m_scale), static_cast<int>(most * m_scale));
    };
    const int side = challenged ? share(28, 330, 440) : share(13, 176, 250), facts = share(21, 300, 390);
    m_columns->setSizes({side, std::max(300, width - side - facts), facts});
}

void WindowLayout::resetColumns() {
    m_movedByHand = false;
    for (StagePane* each : {pane, other})
        each->resetSplit();
}

QByteArray WindowLayout::columns() const {
    return m_movedByHand ? m_columns->saveState() : QByteArray();
}

void WindowLayout::restoreColumns(const QByteArray& columns) {
    m_movedByHand = m_columns->restoreState(columns);
    m_columns->setHandleWidth(1);
}

} // namespace warplens::app
