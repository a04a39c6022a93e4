// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/counts_view.h"

#include "app/paint/speech.h"
#include "app/views/view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace warplens::app {
namespace {

constexpr double headHeight = 44; ///< of the columns' names, with what is left free below the rows

QString shown(const std::optional<double>& value, int decimals) {
    if (!value)
        return QStringLiteral("–");
    if (decimals > 0)
        return decimal(*value, decimals);
    return grouped(static_cast<quint64>(std::llround(*value)));
}

/// As drawFigures has it: every digit as wide as a zero, which is asked for once.
class FigureWidths {
public:
    explicit FigureWidths(const QFont& font)
        : m_metrics(font)
        , m_digit(m_metrics.horizontalAdvance(QLatin1Char('0'))) {}

    const QFontMetricsF& metrics() const { return m_metrics; }
    double of(QChar letter) const { return letter.isDigit() ? m_digit : m_metrics.horizontalAdvance(letter); }
    double of(const QString& figures) const {
        return std::accumulate(figures.begin(), figures.end(), 0.0,
                               [&](double sum, QChar letter) { return sum + of(letter); });
    }

private:
    QFontMetricsF m_metrics;
    double m_digit;
};

} // namespace

CountsView::CountsView(QWidget* parent)
    : Opaque(parent) {
    setObjectName("counts");
    setAccessibleName(tr("Counts"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void CountsView::setLook(const Look& look) {
    m_look = look;
    updateGeometry();
    update();
}

void CountsView::setTable(const CountTable& table) {
    const bool resized = table.rows.size() != m_table.rows.size();
    m_spoken.resize(static_cast<qsizetype>(table.rows.size()));
    for (size_t i = 0; i < table.rows.size(); ++i) // a step changes few of them
        if (QString& line = m_spoken[static_cast<qsizetype>(i)];
            line.isEmpty() || i >= m_table.rows.size() || !(m_table.rows[i] == table.rows[i]))
            line = spoken(table.rows[i]);
    m_table = table;
    if (resized)
        updateGeometry();
    setAccessibleDescription(m_spoken.join(QStringLiteral("; ")));
    update();
}

QString CountsView::spoken(const CountRow& row) {
    return tr("%1: so far %2, model %3, hardware %4")
        .arg(row.name, shown(row.soFar, row.decimals), shown(row.model, row.decimals),
             shown(row.hardware, row.decimals));
}

QString CountsView::text(const QString& name, const QString& column) const {
    for (const CountRow& row : m_table.rows)
        if (row.name == name)
            return shown(column == QLatin1String("model")      ? row.model
                         : column == QLatin1String("hardware") ? row.hardware
                                                               : row.soFar,
                         row.decimals);
    return {};
}

QSize CountsView::sizeHint() const {
    return {m_look.px(300), m_look.px(headHeight) + m_look.px(24) * static_cast<int>(m_table.rows.size())};
}

// Rows move together before any of them is lost.
QSize CountsView::minimumSizeHint() const {
    return {m_look.px(200), m_look.px(headHeight) + m_look.px(16) * static_cast<int>(m_table.rows.size())};
}

int CountsView::rowHeight() const {
    const auto rows = std::max<int>(1, static_cast<int>(m_table.rows.size()));
    return std::clamp((height() - m_look.px(headHeight)) / rows, m_look.px(16), m_look.px(24));
}

int CountsView::rowsInSight() const {
    return std::clamp((height() - m_look.px(38)) / std::max(1, rowHeight()), 0, static_cast<int>(m_table.rows.size()));
}

int CountsView::rowsPainted() const {
    const auto all = static_cast<int>(m_table.rows.size());
    return rowsInSight() < all ? std::max(0, rowsInSight() - 1) : all;
}

void drawFigures(QPainter& painter, const QRectF& area, const QString& text) {
    const FigureWidths widths(painter.font());
    double x = area.right();
    for (qsizetype i = text.size(); i-- > 0;) {
        const double width = widths.of(text[i]);
        x -= width;
        drawKept(painter, QRectF(x - 2, area.top(), width + 4, area.height()), Qt::AlignCenter, text[i]);
    }
}

void CountsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& c = m_look.colours;
    painter.fillRect(rect(), c.pane);
    painter.setRenderHint(QPainter::Antialiasing);
    const double left = m_look.margin(), right = width() - m_look.margin();
    double sign = m_look.px(16);
    const bool hardware = !m_table.hardware.isEmpty();
    // Columns from the right: sign, hardware, model, so far. The last goes where the names would not fit.
    painter.setFont(m_look.ui(m_look.px(12.5)));
    struct Texts {
        QString soFar, model, hardware;
    };
    std::vector<Texts> texts; // by row, made once for their widths and to be drawn
    const FigureWidths widths(painter.font());
    const QFontMetricsF& metrics = widths.metrics();
    double names = 0, rows = 0, counted = metrics.horizontalAdvance(m_table.hardware),
           figures = metrics.horizontalAdvance(QStringLiteral("block so far")) * 0.92;
    for (const CountRow& row : m_table.rows) {
        const double name = metrics.horizontalAdvance(row.name) + (row.indented ? m_look.px(10) : 0);
        names = std::max(names, name);
        const Texts& said = texts.emplace_back(
            Texts{shown(row.soFar, row.decimals), shown(row.model, row.decimals), shown(row.hardware, row.decimals)});
        counted = std::max({counted, widths.of(said.model), widths.of(said.hardware)});
        figures = std::max({figures, counted, widths.of(said.soFar)});
        rows = std::max(rows, name + widths.of(said.model));
    }
    double gap = m_look.px(12);
    const double places = hardware ? 3 : 2;
    const bool withSoFar = right - (hardware ? sign : 0) - places * (figures + gap) - left >= names;
    if (!withSoFar) {
        figures = counted; // its heading and figures are not there
        // A name has the room that its own row's figure leaves: few of them are as wide as the widest.
        const auto isTight = [&] { return right - left - (hardware ? sign + figures + gap : 0) < rows + m_look.px(8); };
        if (isTight())
            gap = m_look.px(4);
        if (isTight())
            sign = m_look.px(10);
    }
    const double column = figures + gap;
    const double hardwareRight = right - sign;
    const double modelRight = hardware ? hardwareRight - column : right;
    const double soFarRight = modelRight - column;

    painter.setFont(m_look.ui(m_look.px(11.5)));
    painter.setPen(c.secondary);
    const double head = m_look.px(16);
    const auto heading = [&](double end, double top, const QString& text) {
        drawKept(painter, QRectF(end - column - 20, top, column + 20, head), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    if (withSoFar)
        heading(soFarRight, m_look.px(18), tr("block so far"));
    drawKept(painter, QRectF(left, m_look.px(2), (hardware ? hardwareRight : modelRight) - left, head),
             Qt::AlignRight | Qt::AlignVCenter, m_table.launch);
    heading(modelRight, m_look.px(18), tr("model"));
    if (hardware)
        heading(hardwareRight, m_look.px(18), m_table.hardware);
    double y = m_look.px(38);
    const auto rule = [&] { painter.fillRect(QRectF(left, y, right - left, 1), c.line); }; // a line costs a stroke
    rule();
    const double h = rowHeight();
    const auto painted = static_cast<size_t>(rowsPainted());
    for (size_t i = 0; i < painted; ++i) {
        const CountRow& row = m_table.rows[i];
        const double nameRight = withSoFar ? soFarRight - figures : modelRight - widths.of(texts[i].model);
        painter.setFont(m_look.ui(m_look.px(12.5)));
        painter.setPen(row.indented ? c.secondary : c.text);
        drawText(painter, QRectF(left + (row.indented ? m_look.px(10) : 0), y, nameRight - left, h),
                 Qt::AlignLeft | Qt::AlignVCenter, row.name);
        const auto figure = [&](double end, const QString& text, const QColor& colour) {
            painter.setPen(colour);
            drawFigures(painter, QRectF(end - column, y, column, h), text);
        };
        if (withSoFar)
            figure(soFarRight, texts[i].soFar, c.secondary);
        figure(modelRight, texts[i].model, row.model ? c.text : c.secondary);
        if (hardware) {
            figure(hardwareRight, texts[i].hardware, row.hardware ? c.text : c.secondary);
            if (row.model && row.hardware) {
                const bool same = std::abs(*row.model - *row.hardware) < 0.5 * std::pow(10, -row.decimals);
                painter.setFont(m_look.ui(m_look.px(13), QFont::Bold));
                painter.setPen(same ? c.good : c.conflict);
                drawKept(painter, QRectF(right - sign, y, sign, h), Qt::AlignRight | Qt::AlignVCenter,
                         same ? QStringLiteral("=") : QStringLiteral("≠"));
            }
        }
        y += h;
        rule();
    }
    if (painted < m_table.rows.size()) {
        painter.setFont(m_look.ui(m_look.px(12.5)));
        painter.setPen(c.secondary);
        drawText(painter, QRectF(left, y, right - left, h), Qt::AlignLeft | Qt::AlignVCenter,
                 tr("and %n more row(s), for which there is no room", nullptr,
                    static_cast<int>(m_table.rows.size() - painted)));
    }
}

bool CountsView::event(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        m_spoken.clear();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = (help->pos().y() - m_look.px(38)) / std::max(1, rowHeight());
        if (row == rowsPainted() && row < static_cast<int>(m_table.rows.size())) { // of those that have no room
            QStringList lines;
            for (size_t i = static_cast<size_t>(row); i < m_table.rows.size(); ++i)
                lines << spoken(m_table.rows[i]);
            QToolTip::showText(help->globalPos(), lines.join('\n'), this);
        } else if (row >= 0 && row < rowsPainted() && help->pos().y() >= m_look.px(38)) {
            const CountRow& r = m_table.rows[static_cast<size_t>(row)];
            QString text = r.name;
            if (!r.help.isEmpty())
                text += QStringLiteral("\n") + r.help;
            if (!r.metric.isEmpty())
                text += tr("\nncu: %1").arg(r.metric);
            if (r.hardware)
                text += QStringLiteral("\n") + m_table.origin;
            QToolTip::showText(help->globalPos(), text, this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return Opaque::event(event);
}

} // namespace warplens::app
