// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/charts_page.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <string_view>

namespace warplens::app {

ChartsPage::ChartsPage(QWidget* parent)
    : QWidget(parent)
    , m_every(new QToolButton(this))
    , m_flushed(new QToolButton(this))
    , m_chart(new PlotChart(this)) {
    setObjectName("charts");
    setAccessibleName(tr("Charts"));
    auto* topics = new QButtonGroup(this);
    for (const PlotTopic& topic : plotTopics()) {
        const QString text = QCoreApplication::translate("Charts", topic.label);
        QToolButton* button = addButton(QStringLiteral("topic-") + topic.name, text);
        button->setAccessibleName(tr("Charts: %1").arg(text));
        topics->addButton(button);
        connect(button, &QToolButton::clicked, this, [this, name = topic.name] {
            for (const PlotKind& kind : plotKinds())
                if (std::string_view(kind.topic) == name)
                    return emit kindChosen(QString::fromLatin1(kind.name));
        });
        m_topics.push_back(button);
    }
    auto* group = new QButtonGroup(this);
    for (const PlotKind& kind : plotKinds()) {
        const QString text = QCoreApplication::translate("Charts", kind.label);
        QToolButton* button = addButton(QStringLiteral("chart-") + kind.name, text);
        button->setAccessibleName(tr("Chart: %1").arg(text));
        button->installEventFilter(this);
        group->addButton(button);
        connect(button, &QToolButton::clicked, this,
                [this, name = QString::fromLatin1(kind.name)] { emit kindChosen(name); });
        m_buttons.push_back(button);
    }
    m_every->setObjectName("every-variant");
    m_every->setText(tr("All variants"));
    m_every->setToolTip(
        tr("Every variant of every stage; otherwise the standard one of each, and all of the shown stage"));
    m_every->setCheckable(true);
    m_every->setFocusPolicy(Qt::StrongFocus);
    connect(m_every, &QToolButton::clicked, m_chart, &PlotChart::setEveryVariant);
    m_flushed->setObjectName("flushed");
    m_flushed->setText(tr("L2 flushed"));
    m_flushed->setAccessibleName(tr("Times with L2 overwritten before each launch"));
    m_flushed->setToolTip(
        tr("Times of launches before which L2 was overwritten; otherwise L2 has what the launch before "
           "left there (Shift+L)"));
    m_flushed->setCheckable(true);
    m_flushed->setFocusPolicy(Qt::StrongFocus);
    connect(m_flushed, &QToolButton::clicked, this, &ChartsPage::cacheChosen);
    setTabOrder(m_buttons.back(), m_every);
    setTabOrder(m_every, m_flushed);
    setTabOrder(m_flushed, m_chart);
    connect(m_chart, &PlotChart::chosen, this, &ChartsPage::chosen);
    open(0);
}

QToolButton* ChartsPage::addButton(const QString& name, const QString& text) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

bool ChartsPage::isOpen(size_t kind) const {
    return std::string_view(plotKinds()[kind].topic) == plotKinds()[m_kind].topic;
}

void ChartsPage::open(size_t kind) {
    m_kind = kind;
    m_buttons[kind]->setChecked(true);
    for (size_t i = 0; i < m_topics.size(); ++i)
        if (std::string_view(plotTopics()[i].name) == plotKinds()[kind].topic)
            m_topics[i]->setChecked(true);
    for (size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setVisible(isOpen(i));
    placeButtons();
}

void ChartsPage::setLook(const Look& look) {
    m_look = look;
    const Palette& c = look.colours;
    const QString base =
        QStringLiteral("QToolButton { background: %1; color: %2; border: 1px solid %3; border-radius: %4px;"
                       " padding: %5px %6px; font-family: Inter; font-size: %7px; }"
                       "QToolButton:hover { border-color: %8; } QToolButton:focus { border-color: %9; }")
            .arg(c.control.name(), c.text.name(), c.line.name())
            .arg(look.px(4))
            .arg(look.px(4))
            .arg(look.px(10))
            .arg(look.px(13))
            .arg(c.secondary.name(), c.accent.name());
    const QString chosen = QStringLiteral("QToolButton:checked { background: %1; font-weight: 600; border-color: %2; }")
                               .arg(c.selection.name(), c.accent.name());
    for (QToolButton* button : m_buttons)
        button->setStyleSheet(base + chosen);
    for (QToolButton* button : {m_every, m_flushed})
        button->setStyleSheet(base + chosen);
    // Topics are headings that can be pressed: without a frame, the open one underlined.
    for (QToolButton* button : m_topics)
        button->setStyleSheet(base + QStringLiteral("QToolButton { background: transparent; border-color: transparent;"
                                                    " border-radius: 0px; padding: %3px %4px; color: %1; }"
                                                    "QToolButton:checked { color: %5; font-weight: 600;"
                                                    " border-bottom: 2px solid %2; }"
                                                    "QToolButton:focus { border-color: %2; }")
                                         .arg(c.secondary.name(), c.accent.name())
                                         .arg(look.px(4))
                                         .arg(look.px(7))
                                         .arg(c.text.name()));
    m_chart->setLook(look);
    placeButtons();
    update();
}

void ChartsPage::setRecordings(const std::vector<kernels::Recording>* recordings, int current) {
    m_request.recordings = recordings;
    m_request.current = current;
}

void ChartsPage::setCurrent(const std::string& stage, const kernels::ParameterValues& parameters) {
    m_request.currentStage = stage;
    m_request.currentParameters = parameters;
}

void ChartsPage::setCache(const std::string& cache) {
    m_request.cache = cache;
    m_flushed->setChecked(cache == "cold");
}

void ChartsPage::refresh() {
    if (!m_request.catalogue)
        return;
    m_chart->setPlot(makePlot(kindShown(), m_request));
    m_every->setVisible(m_chart->hasOtherVariants());
    placeButtons();
}

bool ChartsPage::setKind(const QString& name) {
    for (size_t i = 0; i < plotKinds().size(); ++i)
        if (name == QLatin1String(plotKinds()[i].name)) {
            const bool other = i != m_kind;
            if (other) {
                open(i);
                refresh();
            }
            return true;
        }
    return false;
}

QString ChartsPage::kind() const {
    return QString::fromLatin1(plotKinds()[m_kind].name);
}

void ChartsPage::placeButtons() {
    // One row, and where the page is too narrow for it as many as it takes: no name is cut.
    const int margin = m_look.margin(), gap = m_look.px(6);
    int x = margin, y = m_look.px(10), tall = 0;
    const auto place = [&](QToolButton* button, int space) {
        button->ensurePolished();
        const QSize need = button->sizeHint() + QSize(m_look.px(6), 0); // the chosen name is bolder
        if (x > margin && x + need.width() > width() - margin) {
            x = margin;
            y += tall + gap;
        }
        button->setGeometry(x, y, need.width(), need.height());
        x += need.width() + space;
        tall = std::max(tall, need.height());
    };
    for (QToolButton* topic : m_topics)
        place(topic, 0);
    x += m_look.px(16);
    for (size_t i = 0; i < m_buttons.size(); ++i)
        if (isOpen(i))
            place(m_buttons[i], gap);
    const int top = y + tall + m_look.px(6);
    // Beside the chart's title, whose figures they change.
    int right = width() - margin;
    for (QToolButton* button : {m_flushed, m_every}) {
        button->ensurePolished();
        const QSize need = button->sizeHint() + QSize(m_look.px(6), 0);
        button->setGeometry(right - need.width(), top + m_look.px(8), need.width(), need.height());
        button->raise();
        if (button == m_flushed || !button->isHidden())
            right -= need.width() + gap;
    }
    m_chart->head().keepFree(QSizeF(width() - right, m_flushed->geometry().bottom() + 1 - top));
    m_chart->setGeometry(0, top, width(), std::max(0, height() - top));
}

void ChartsPage::resizeEvent(QResizeEvent*) {
    placeButtons();
}

void ChartsPage::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), m_look.colours.pane);
}

bool ChartsPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            const size_t count = m_buttons.size(); // on into the next topic
            const size_t next = (m_kind + (key == Qt::Key_Right ? 1 : count - 1)) % count;
            emit kindChosen(QString::fromLatin1(plotKinds()[next].name)); // which shows its button
            m_buttons[next]->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warplens::app
