// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/answer_picture.h"

#include "app/paint/drawing.h"
#include "app/views/banks_geometry.h"
#include "sim/memory/global_cost.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

using lessons::Picturing;

namespace {

/// Arrays of questions that are made begin at 0, those of kernels lie beyond this.
constexpr uint64_t deviceAddresses = 1u << 20;

} // namespace

struct AnswerPicture::Rows {
    QRectF heading, picture, said;
};

AnswerPicture::AnswerPicture(QWidget* parent)
    : QWidget(parent) {
    setObjectName("answerPicture");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize AnswerPicture::minimumSizeHint() const {
    return {m_look.px(420), m_look.px(190)};
}

void AnswerPicture::setLook(const Look& look) {
    m_look = look;
    updateGeometry();
    update();
}

void AnswerPicture::show(const Picturing& picturing) {
    m_shown = picturing;
    setAccessibleName(spoken());
    update();
}

QString AnswerPicture::costText(const Picturing::Request& request) const {
    const auto count = static_cast<int>(request.cost), least = static_cast<int>(request.ideal);
    const QString text =
        request.drawn.shared ? tr("%n wavefront(s)", nullptr, count) : tr("%n sector(s)", nullptr, count);
    return count > least ? tr("%1, at best %2").arg(text).arg(least) : text;
}

QString AnswerPicture::spoken() const {
    QStringList all;
    for (const Picturing::Request& request : m_shown.requests)
        all << QStringLiteral("%1: %2").arg(toQString(request.drawn.name), costText(request));
    for (const Picturing::Bar& bar : m_shown.bars)
        all << toQString(bar.text);
    return all.join(QStringLiteral(". "));
}

void AnswerPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_look.colours.pane);
    const int margin = m_look.px(10);
    const QRectF area = QRectF(rect()).adjusted(margin, margin / 2.0, -margin, -margin / 2.0);
    if (!m_shown.bars.empty())
        return paintBars(painter, area);
    const auto count = static_cast<double>(m_shown.requests.size());
    const double gap = m_look.px(24), width = (area.width() - (count - 1) * gap) / count;
    for (size_t i = 0; i < m_shown.requests.size(); ++i)
        paintRequest(painter, {area.left() + static_cast<double>(i) * (width + gap), area.top(), width, area.height()},
                     m_shown.requests[i]);
}

AnswerPicture::Rows AnswerPicture::layOut(const QRectF& area) const {
    const double line = QFontMetricsF(m_look.ui(m_look.readable(m_look.px(14)))).height() + m_look.px(2);
    Rows rows;
    rows.heading = QRectF(area.left(), area.top(), area.width(), line);
    const double below = m_shown.said ? 2 * line : !m_shown.marked.empty() ? line + m_look.px(6) : 0;
    rows.picture = QRectF(area.left(), rows.heading.bottom(), area.width(), area.height() - line - below);
    rows.said = QRectF(area.left(), area.bottom() - below, area.width(), below);
    return rows;
}

void AnswerPicture::paintRequest(QPainter& painter, const QRectF& area, const Picturing::Request& request) const {
    const Rows rows = layOut(area);
    const bool good = request.cost <= request.ideal;
    painter.setFont(m_look.ui(m_look.readable(m_look.px(14)), QFont::DemiBold));
    const QString cost = costText(request);
    const double width = keptAdvance(painter.font(), cost) + m_look.px(4);
    painter.setPen(good ? m_look.colours.good : m_look.colours.conflict);
    drawKept(painter, rows.heading, Qt::AlignRight | Qt::AlignVCenter, cost);
    painter.setPen(m_look.colours.text);
    painter.setFont(m_look.mono(m_look.readable(m_look.px(14)), QFont::DemiBold));
    drawText(painter, rows.heading.adjusted(0, 0, -width - m_look.px(12), 0), Qt::AlignLeft | Qt::AlignVCenter,
             toQString(request.drawn.name));
    if (request.drawn.shared)
        paintBanks(painter, rows.picture, request);
    else
        paintSectors(painter, rows.picture, request);
    if (m_shown.said)
        paintStrips(painter, rows.said, request);
    else if (!m_shown.marked.empty())
        paintMarked(painter, rows.said);
}

// Columns are banks, rows wavefronts; what does not fit is told by the count above.
void AnswerPicture::paintBanks(QPainter& painter, const QRectF& area, const Picturing::Request& request) const {
    const Palette& c = m_look.colours;
    const std::vector<BankCell> cells = bankCells(sim::memory::bankWords(request.drawn.access));
    const bool conflict = request.cost > request.ideal;
    painter.setFont(m_look.ui(m_look.small()));
    const double head = painter.fontMetrics().height(), columns = sim::memory::banks;
    const QRectF grid(area.left(), area.top() + head, area.width(), area.height() - head);
    const double width = grid.width() / columns;
    const double high = std::min<double>(std::max<uint64_t>(request.cost, 4), 32);
    const double height = std::min(grid.height() / high, width * 0.8);
    const auto rows = static_cast<unsigned>(grid.height() / height + 0.001);
    const double number = keptAdvance(painter.font(), QStringLiteral("00"));
    const unsigned apart = number + 2 < width ? 1 : number + 2 < 2 * width ? 2 : 4;
    std::vector<bool> wanted(sim::memory::banks);
    for (const BankCell& cell : cells)
        wanted[cell.bank] = true;
    for (unsigned bank = 0; bank < sim::memory::banks; ++bank) {
        const QRectF column(grid.left() + bank * width, area.top(), width, head);
        painter.setPen(wanted[bank] ? (conflict ? c.conflict : c.good) : c.secondary);
        if (bank % apart == 0)
            drawKept(painter, column.adjusted(-number, 0, number, 0), Qt::AlignCenter, QString::number(bank));
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(c.pane, c.untouched, m_look.dark ? 0.42 : 0.6));
        for (unsigned row = 0; row < rows; ++row)
            painter.drawRect(QRectF(column.left(), grid.top() + row * height, width, height).adjusted(1, 1, -1, -1));
    }
    const int pixels = std::min(m_look.px(14), static_cast<int>((height - 2) / 0.8));
    painter.setFont(m_look.ui(pixels, QFont::DemiBold));
    const bool numbered =
        pixels >= m_look.smallestNumber() && keptAdvance(painter.font(), QStringLiteral("00")) <= width - 2;
    for (const BankCell& cell : cells) {
        if (cell.wavefront >= rows)
            continue;
        const QColor fill = conflict ? c.conflict : cell.lanes > 1 ? c.merged : c.good;
        const QRectF place =
            QRectF(grid.left() + cell.bank * width, grid.top() + cell.wavefront * height, width, height)
                .adjusted(1, 1, -1, -1);
        drawChip(painter, place,
                 !numbered        ? QString()
                 : cell.lanes > 1 ? QStringLiteral("×%1").arg(cell.lanes)
                                  : QString::number(cell.firstLane),
                 fill, readableOn(fill));
    }
}

// Boxes are the sectors that are touched: coloured is what lanes want, hatched what is moved for nothing.
void AnswerPicture::paintSectors(QPainter& painter, const QRectF& area, const Picturing::Request& request) const {
    constexpr unsigned across = 8, sectorBytes = 32;
    const Palette& c = m_look.colours;
    const sim::memory::Access& access = request.drawn.access;
    const std::vector<uint64_t> sectors = sim::memory::sectorsOf(access);
    painter.setFont(m_look.ui(m_look.small()));
    const double head = painter.fontMetrics().height();
    const auto rows = static_cast<double>((sectors.size() + across - 1) / across);
    const double width = area.width() / across,
                 step = std::min<double>(area.height() / std::max(rows, 1.0), m_look.px(64));
    const double high = std::max(4.0, step - head - m_look.px(4));
    const auto box = [&](size_t index) {
        return QRectF(area.left() + static_cast<double>(index % across) * width,
                      area.top() + static_cast<double>(index / across) * step + head, width - m_look.px(6), high);
    };
    // Of an array whose place nobody knows: from the line of the first one on.
    const uint64_t first = !sectors.empty() && sectors.front() >= deviceAddresses ? sectors.front() / 128 * 128 : 0;
    for (size_t i = 0; i < sectors.size(); ++i) {
        const QRectF place = box(i);
        painter.setPen(c.secondary);
        drawText(painter, place.translated(0, -head).adjusted(0, 0, 0, head - high), Qt::AlignLeft | Qt::AlignVCenter,
                 tr("byte %1").arg(sectors[i] - first));
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(c.pane, c.conflict, 0.25));
        painter.drawRect(place);
        hatch(painter, place, mixed(c.pane, c.conflict, 0.7), m_look.px(5));
    }
    const double byte = (width - m_look.px(6)) / sectorBytes;
    painter.setFont(m_look.ui(std::min(m_look.px(13), static_cast<int>(high * 0.8)), QFont::DemiBold));
    const double number = keptAdvance(painter.font(), QStringLiteral("00"));
    const bool numbered = painter.font().pixelSize() >= m_look.smallestNumber() && number <= access.bytes * byte;
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
        if (!(access.mask >> lane & 1))
            continue;
        const uint64_t at = access.address[lane];
        const auto found = std::find(sectors.begin(), sectors.end(), at / sectorBytes * sectorBytes);
        if (found == sectors.end())
            continue;
        const QRectF sector = box(static_cast<size_t>(found - sectors.begin()));
        const QRectF place(sector.left() + static_cast<double>(at % sectorBytes) * byte, sector.top(),
                           access.bytes * byte, sector.height());
        drawChip(painter, place.adjusted(0.5, 0, -0.5, 0), numbered ? QString::number(lane) : QString(), c.good,
                 readableOn(c.good));
    }
}

void AnswerPicture::paintMarked(QPainter& painter, const QRectF& area) const {
    const double width = area.width() / sim::memory::banks, bar = m_look.px(5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_look.colours.accent);
    for (const size_t bank : m_shown.marked)
        painter.drawRect(QRectF(area.left() + static_cast<double>(bank) * width + 1, area.top() + 1, width - 2, bar));
    painter.setPen(m_look.colours.accent);
    painter.setFont(m_look.ui(m_look.readable(m_look.px(13))));
    drawText(painter, area.adjusted(0, bar, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
             tr("your answer: %n bank(s)", nullptr, static_cast<int>(m_shown.marked.size())));
}

void AnswerPicture::paintStrips(QPainter& painter, const QRectF& area, const Picturing::Request& request) const {
    const Palette& c = m_look.colours;
    painter.setFont(m_look.ui(m_look.readable(m_look.px(13))));
    const QString counted = tr("counted: %1").arg(request.cost), said = tr("your answer: %1").arg(*m_shown.said);
    const double words =
        std::max(keptAdvance(painter.font(), counted), keptAdvance(painter.font(), said)) + m_look.px(12);
    const double line = area.height() / 2;
    const double chip =
        (area.width() - words) / static_cast<double>(std::max<uint64_t>({32, request.cost, *m_shown.said}));
    const auto strip = [&](double top, const QString& text, uint64_t count, const QColor& colour) {
        painter.setPen(colour);
        drawKept(painter, QRectF(area.left(), top, words, line), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        for (uint64_t i = 0; i < count; ++i)
            painter.drawRect(
                QRectF(area.left() + words + static_cast<double>(i) * chip, top + line * 0.2, chip - 2, line * 0.6));
    };
    strip(area.top(), counted, request.cost, request.cost > request.ideal ? c.conflict : c.good);
    strip(area.top() + line, said, *m_shown.said, c.accent);
}

// In the order of the answer: in their places they would grow from above to below.
void AnswerPicture::paintBars(QPainter& painter, const QRectF& area) const {
    double longest = 0, words = 0;
    painter.setFont(m_look.ui(m_look.readable(m_look.px(14))));
    for (const Picturing::Bar& bar : m_shown.bars) {
        longest = std::max(longest, bar.ms);
        words = std::max<double>(words, keptAdvance(painter.font(), toQString(bar.text)));
    }
    words = std::min(words + m_look.px(16), area.width() * 0.5);
    painter.setPen(m_look.colours.accent);
    const double head = painter.fontMetrics().height();
    drawText(painter, {area.left(), area.top(), area.width(), head}, Qt::AlignLeft | Qt::AlignVCenter,
             tr("your order, each as long as it takes"));
    const double step =
        std::min<double>((area.height() - head) / static_cast<double>(m_shown.bars.size()), m_look.px(44));
    const double times = keptAdvance(painter.font(), QStringLiteral("0000.00 ms")) + m_look.px(8);
    for (size_t i = 0; i < m_shown.bars.size(); ++i) {
        const Picturing::Bar& bar = m_shown.bars[i];
        const double top = area.top() + head + static_cast<double>(i) * step;
        const QColor colour = bar.inPlace ? m_look.colours.good : m_look.colours.conflict;
        painter.setPen(m_look.colours.text);
        drawText(painter, {area.left(), top, words - m_look.px(8), step}, Qt::AlignLeft | Qt::AlignVCenter,
                 toQString(bar.text));
        const double length = std::max(2.0, (area.width() - words - times) * bar.ms / std::max(longest, 1e-12));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRect(QRectF(area.left() + words, top + step * 0.2, length, step * 0.6));
        painter.setPen(colour);
        drawKept(painter, QRectF(area.left() + words + length + m_look.px(8), top, times, step),
                 Qt::AlignLeft | Qt::AlignVCenter, toQString(bar.time));
    }
}

} // namespace warplens::app
