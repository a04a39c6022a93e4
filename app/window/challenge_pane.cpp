// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/challenge_pane.h"

#include "app/challenges/goal_text.h"
#include "app/paint/drawing.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace warplens::app {

ChallengePane::ChallengePane(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
    , m_list(new QListWidget(this))
    , m_scroll(new QScrollArea(this))
    , m_place(new QLabel(this))
    , m_toList(new QToolButton(this))
    , m_close(new QToolButton(this)) {
    setObjectName("challenge");
    setAttribute(Qt::WA_StyledBackground);
    setProperty("pane", true);
    m_place->setObjectName("challengePlace");
    m_place->setWordWrap(true); // large type
    m_place->setProperty("quiet", true);
    m_toList->setText(tr("All"));
    m_toList->setToolTip(tr("All challenges (F9)"));
    m_close->setText(QStringLiteral("×"));
    m_close->setToolTip(tr("Close the challenge"));
    m_close->setAccessibleName(m_close->toolTip());
    m_list->setObjectName("challenges");
    m_list->setAccessibleName(tr("Challenges"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setWordWrap(true);
    m_scroll->setWidget(makePage());
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this](int, int end) {
        if (m_toEnd)
            m_scroll->verticalScrollBar()->setValue(end);
    });
    m_pages->addWidget(m_list);
    m_buttons = makeButtons();
    auto* whole = new QWidget(this);
    auto* wholeLayout = new QVBoxLayout(whole);
    wholeLayout->setContentsMargins(0, 0, 0, 0);
    wholeLayout->addWidget(m_scroll, 1);
    wholeLayout->addWidget(m_status);
    wholeLayout->addWidget(m_buttons);
    m_pages->addWidget(whole);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 0, 0);
    head->addWidget(m_place, 1);
    head->addWidget(m_toList);
    head->addWidget(m_close);
    m_all = new QVBoxLayout(this);
    m_all->addLayout(head);
    m_all->addWidget(m_pages, 1);
    connect(m_toList, &QToolButton::clicked, this, &ChallengePane::listWanted);
    connect(m_close, &QToolButton::clicked, this, &ChallengePane::closeWanted);
    const auto choose = [this](QListWidgetItem* item) { emit chosen(item->data(Qt::UserRole).toString()); };
    connect(m_list, &QListWidget::itemActivated, this, choose);
    connect(m_list, &QListWidget::itemClicked, this, choose);
}

// What can be done stays in sight, however long the text is.
QWidget* ChallengePane::makeButtons() {
    auto* row = new QWidget(this);
    const auto button = [this, row](const QString& text, const char* name, const QString& tip) {
        auto* made = new QPushButton(text, row);
        made->setObjectName(name);
        made->setToolTip(tip);
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    m_back = button(QStringLiteral("‹"), "challengeBack", tr("The challenge before"));
    m_next = button(tr("Next ›"), "challengeNext", tr("The next challenge (Ctrl+F9)"));
    m_back->setAccessibleName(m_back->toolTip());
    m_hint = button(QString(), "challengeHint", tr("Tell one more hint (Shift+F9)"));
    m_startOver = button(tr("Start over"), "challengeStartOver",
                         tr("The kernel as it is given; Ctrl+Z brings back what you wrote"));
    m_return = button(tr("Back to the kernel"), "challengeReturn", tr("To the kernel of this challenge"));
    auto* help = new QHBoxLayout;
    for (QPushButton* each : {m_hint, m_return, m_startOver})
        help->addWidget(each);
    help->addStretch(1);
    auto* neighbours = new QHBoxLayout;
    neighbours->addStretch(1);
    neighbours->addWidget(m_back);
    neighbours->addWidget(m_next);
    m_rows = new QBoxLayout(QBoxLayout::LeftToRight, row);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addLayout(help);
    m_rows->addLayout(neighbours);
    connect(m_hint, &QPushButton::clicked, this, &ChallengePane::hintWanted);
    connect(m_return, &QPushButton::clicked, this, &ChallengePane::returnWanted);
    connect(m_startOver, &QPushButton::clicked, this, &ChallengePane::startOverWanted);
    connect(m_back, &QPushButton::clicked, this, [this] { emit neighbourWanted(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { emit neighbourWanted(1); });
    return row;
}

QWidget* ChallengePane::makePage() {
    auto* page = new QWidget(this);
    const auto label = [page](const char* name, Qt::TextFormat format) {
        auto* made = new QLabel(page);
        made->setObjectName(name);
        made->setWordWrap(true);
        made->setTextFormat(format);
        made->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        return made;
    };
    m_title = label("challengeTitle", Qt::PlainText);
    m_text = label("challengeText", Qt::RichText);
    m_status = label("challengeStatus", Qt::PlainText);
    m_hintText = label("challengeHints", Qt::RichText);
    m_goalRows = new QVBoxLayout;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(m_goalRows);
    layout->addWidget(m_hintText);
    layout->addStretch(1);
    return page;
}

// In one row, or in two where a language has longer words.
void ChallengePane::placeButtons() {
    int needed = 0, shown = 0;
    for (const QPushButton* each : {m_hint, m_return, m_startOver, m_back, m_next})
        if (!each->isHidden()) {
            needed += each->minimumSizeHint().width();
            ++shown;
        }
    needed += (shown - 1) * std::max(0, m_rows->spacing());
    const int room = width() - m_all->contentsMargins().left() - m_all->contentsMargins().right();
    m_rows->setDirection(needed <= room ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ChallengePane::resizeEvent(QResizeEvent*) {
    placeButtons();
}

void ChallengePane::setLook(const Look& look) {
    m_look = look;
    m_all->setContentsMargins(look.margin(), look.px(8), look.px(8), look.px(8));
    m_scroll->widget()->layout()->setSpacing(look.px(10));
    m_goalRows->setSpacing(look.px(7));
    style();
    showGoals();
    showHints(m_hintsShown);
    QString text;
    for (const QString& each : m_paragraphs)
        text += paragraph(each);
    m_text->setText(text);
    placeButtons();
}

void ChallengePane::style() {
    const Palette& c = m_look.colours;
    const bool solved = m_verdict && m_verdict->met() && !m_away;
    setStyleSheet(QStringLiteral("#challengeTitle { color: %1; font-size: %2px; font-weight: 700; }"
                                 "#challengeText, #challengeHints { color: %1; font-size: %3px; }"
                                 "#challengeStatus { color: %4; font-size: %3px; font-weight: 600; }"
                                 "#challenges { background: transparent; font-size: %3px; }"
                                 "#challengeNext { %5 }")
                      .arg(c.text.name())
                      .arg(m_look.px(18))
                      .arg(m_look.px(13.5))
                      .arg((solved                                     ? c.good
                            : m_verdict && !m_verdict->problem.empty() ? c.conflict
                                                                       : c.secondary)
                               .name(),
                           solved ? QStringLiteral("background: %1; color: %2; border-color: %1; font-weight: 600;")
                                        .arg(c.accent.name(), c.onColour.name())
                                  : QString()));
}

QString ChallengePane::paragraph(const QString& text) const {
    return QStringLiteral("<p style='margin:0 0 %1px 0; line-height:130%'>%2</p>")
        .arg(m_look.px(7))
        .arg(text.toHtmlEscaped());
}

void ChallengePane::showList(const challenges::Challenges& all, const QStringList& solved, const QString& current) {
    m_list->clear();
    for (const challenges::Challenge& challenge : all.all) {
        const QString id = toQString(challenge.id);
        const bool done = solved.contains(id);
        auto* item = new QListWidgetItem(
            QStringLiteral("%1  %2%3")
                .arg(toQString(challenge.number), toQString(challenge.title), done ? QStringLiteral("  ✓") : QString()),
            m_list);
        item->setData(Qt::UserRole, id);
        item->setToolTip(tr("Level %1").arg(challenge.level));
        item->setData(Qt::AccessibleTextRole,
                      done ? tr("%1, solved").arg(toQString(challenge.title)) : toQString(challenge.title));
        if (id == current || (current.isEmpty() && !done && !m_list->currentItem()))
            m_list->setCurrentItem(item);
    }
    m_place->setText(tr("Challenges · %1 of %2 solved").arg(solved.size()).arg(all.all.size()));
    m_toList->hide();
    m_pages->setCurrentWidget(m_list);
    m_list->setFocus();
}

bool ChallengePane::listsAll() const {
    return m_pages->currentWidget() == m_list;
}

void ChallengePane::showChallenge(const challenges::Challenge& challenge, size_t at, size_t count) {
    m_goals = challenge.goals;
    m_hints = challenge.hints;
    m_paragraphs.clear();
    for (const std::string& each : challenge.paragraphs)
        m_paragraphs << toQString(each);
    m_place->setText(tr("Challenge %1 of %2 · level %3").arg(at + 1).arg(count).arg(challenge.level));
    m_title->setText(toQString(challenge.title));
    m_back->setEnabled(at > 0);
    m_next->setEnabled(at + 1 < count);
    m_toList->show();
    for (QLabel* each : m_goalLabels)
        delete each;
    m_goalLabels.clear();
    for (size_t i = 0; i < m_goals.size(); ++i) {
        auto* label = new QLabel(m_scroll->widget());
        label->setObjectName(QStringLiteral("goal%1").arg(i + 1));
        label->setWordWrap(true);
        label->setTextFormat(Qt::RichText);
        label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        connect(label, &QLabel::linkActivated, this, [this](const QString& line) { emit lineWanted(line.toUInt()); });
        m_goalRows->addWidget(label);
        m_goalLabels.push_back(label);
    }
    m_hintsShown = 0;
    m_verdict.reset();
    m_pages->setCurrentIndex(1);
    setLook(m_look);
    m_toEnd = false;
    m_scroll->ensureVisible(0, 0);
    setAway(false);
}

void ChallengePane::showVerdict(const std::optional<challenges::Verdict>& verdict) {
    m_verdict = verdict;
    m_toEnd = m_toEnd && verdict; // somebody types: the goals are looked at
    showGoals();
    QString status = tr("Judging …");
    if (verdict && !verdict->problem.empty())
        status = toQString(verdict->problem);
    else if (verdict && verdict->met())
        status = tr("All goals are met.");
    else if (verdict)
        status = tr("%1 of %2 goals are met.").arg(verdict->goalsMet()).arg(verdict->goals.size());
    m_status->setText(status);
    style();
    if (!verdict)
        return;
    m_status->setAccessibleName(status);
    QAccessibleEvent announcement(m_status, QAccessible::Alert);
    QAccessible::updateAccessibility(&announcement);
}

// A mark and a word for each, never a colour alone.
void ChallengePane::showGoals() {
    const Palette& c = m_look.colours;
    for (size_t i = 0; i < m_goalLabels.size(); ++i) {
        const challenges::GoalVerdict* judged =
            m_verdict && i < m_verdict->goals.size() ? &m_verdict->goals[i] : nullptr;
        const QString wanted = toQString(challenges::goalText(m_goals[i])),
                      found = judged ? toQString(judged->found) : QString();
        QString text = QStringLiteral("<span style='color:%1; font-weight:700'>%2</span>&nbsp; "
                                      "<span style='font-weight:600'>%3</span>")
                           .arg((!judged       ? c.secondary
                                 : judged->met ? c.good
                                               : c.conflict)
                                    .name(),
                                !judged       ? m_verdict ? QStringLiteral("–") : QStringLiteral("…")
                                      : judged->met ? QStringLiteral("✓")
                                              : QStringLiteral("✗"),
                                wanted.toHtmlEscaped());
        if (judged) {
            text +=
                QStringLiteral("<br><span style='color:%1'>%2</span>").arg(c.secondary.name(), found.toHtmlEscaped());
            if (judged->line != 0)
                text += QStringLiteral(" <a style='color:%1' href='%2'>%3</a>")
                            .arg(c.accent.name())
                            .arg(judged->line)
                            .arg(tr("line %1").arg(judged->line));
        }
        m_goalLabels[i]->setText(text);
        m_goalLabels[i]->setAccessibleName(!judged
                                               ? (m_verdict ? tr("not judged: %1") : tr("being judged: %1")).arg(wanted)
                                           : judged->met ? tr("met: %1; %2").arg(wanted, found)
                                                         : tr("not met: %1; %2").arg(wanted, found));
    }
}

void ChallengePane::showHints(size_t count) {
    m_hintsShown = std::min(count, m_hints.size());
    QString text;
    for (size_t i = 0; i < m_hintsShown; ++i)
        text += paragraph(tr("Hint %1: %2").arg(i + 1).arg(toQString(m_hints[i])));
    m_hintText->setText(text);
    m_hintText->setVisible(m_hintsShown > 0);
    m_hint->setVisible(m_hintsShown < m_hints.size());
    m_toEnd = m_hintsShown > 0; // once it has its height
    m_hint->setText(tr("Hint %1 of %2").arg(m_hintsShown + 1).arg(m_hints.size()));
    placeButtons();
}

void ChallengePane::setAway(bool away) {
    m_away = away;
    m_return->setVisible(away);
    m_startOver->setVisible(!away);
    style();
    placeButtons();
}

QString ChallengePane::goalText(size_t goal) const {
    return goal < m_goalLabels.size() ? m_goalLabels[goal]->accessibleName() : QString();
}

QString ChallengePane::status() const {
    return m_status->text();
}

} // namespace warplens::app
