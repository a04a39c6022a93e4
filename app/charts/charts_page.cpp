// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/charts_page.h"

#include <QButtonGroup>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

namespace warplens::app {

ChartsPage::ChartsPage(QWidget* parent)
    : QWidget(parent)
    , m_flushed(new QToolButton(this))
    , m_chart(new PlotChart(this)) {
    setObjectName("charts");
    setAccessibleName(tr("Charts"));
    auto* group = new QButtonGroup(this);
    for (const PlotKind& kind : plotKinds()) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("chart-") + kind.name);
        button->setText(QCoreApplication::translate("Charts", kind.label));
        button->setAccessibleName(tr("Chart: %1").arg(button->text()));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->installEventFilter(this);
        group->addButton(button);
        connect(button, &QToolButton::clicked, this,
                [this, name = QString::fromLatin1(kind.name)] { emit kindChosen(name); });
        m_buttons.push_back(button);
    }
    m_buttons.front()->setChecked(true);
    m_flushed->setObjectName("flushed");
    m_flushed->setText(tr("L2 flushed"));
    m_flushed->setAccessibleName(tr("Times with L2 overwritten before each launch"));
    m_flushed->setToolTip(
        tr("Times of launches before which L2 was overwritten; otherwise L2 has what the launch before "
           "left there (Shift+L)"));
    m_flushed->setCheckable(true);
    m_flushed->setFocusPolicy(Qt::StrongFocus);
    connect(m_flushed, &QToolButton::clicked, this, &ChartsPage::cacheChosen);
    setTabOrder(m_buttons.back(), m_flushed);
    setTabOrder(m_flushed, m_chart);
    connect(m_chart, &PlotChart::chosen, this, &ChartsPage::chosen);
}

void ChartsPage::setLook(const Look& look) {
    m_look = look;
    const Palette& c = look.colours;
    const QString sheet =
        QStringLiteral("QToolButton { background: %1; color: %2; border: 1px solid %3; border-radius: %4px;"
                       " padding: %5px %6px; font-family: Inter; font-size: %7px; }"
                       "QToolButton:hover { border-color: %8; } QToolButton:focus { border-color: %9; }"
                       "QToolButton:checked { background: %10; font-weight: 600; border-color: %9; }")
            .arg(c.control.name(), c.text.name(), c.line.name())
            .arg(look.px(4))
            .arg(look.px(4))
            .arg(look.px(10))
            .arg(look.px(13))
            .arg(c.secondary.name(), c.accent.name(), c.selection.name());
    for (QToolButton* button : m_buttons)
        button->setStyleSheet(sheet);
    m_flushed->setStyleSheet(sheet);
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
    if (m_request.catalogue)
        m_chart->setPlot(plotKinds()[m_kind].make(m_request));
}

bool ChartsPage::setKind(const QString& name) {
    for (size_t i = 0; i < plotKinds().size(); ++i)
        if (name == QLatin1String(plotKinds()[i].name)) {
            const bool other = i != m_kind;
            m_kind = i;
            m_buttons[i]->setChecked(true);
            if (other)
                refresh();
            return true;
        }
    return false;
}

QString ChartsPage::kind() const {
    return QString::fromLatin1(plotKinds()[m_kind].name);
}

void ChartsPage::placeButtons() {
    // A row, or as many as it takes: a page is never so narrow that a name is cut.
    const int margin = m_look.margin(), gap = m_look.px(6);
    int x = margin, y = m_look.px(10), tall = 0;
    for (QToolButton* button : m_buttons) {
        button->ensurePolished();
        const QSize need = button->sizeHint() + QSize(m_look.px(6), 0); // the chosen name is bolder
        if (x > margin && x + need.width() > width() - margin) {
            x = margin;
            y += tall + gap;
        }
        button->setGeometry(x, y, need.width(), need.height());
        x += need.width() + gap;
        tall = need.height();
    }
    const int top = y + tall + m_look.px(6);
    m_chart->setGeometry(0, top, width(), std::max(0, height() - top));
    // Beside the chart's title, whose figures it changes.
    m_flushed->ensurePolished();
    const QSize need = m_flushed->sizeHint() + QSize(m_look.px(6), 0);
    m_flushed->setGeometry(width() - margin - need.width(), top + m_look.px(8), need.width(), need.height());
    m_flushed->raise();
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
            const size_t count = m_buttons.size();
            const size_t next = (m_kind + (key == Qt::Key_Right ? 1 : count - 1)) % count;
            emit kindChosen(QString::fromLatin1(plotKinds()[next].name));
            m_buttons[next]->setFocus(Qt::TabFocusReason);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace warplens::app
