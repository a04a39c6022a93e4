// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/layout_picture.h"

#include "app/paint/drawing.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <set>

namespace warplens::app {

using sim::memory::banks;

QRectF LayoutGeometry::cell(unsigned row, unsigned column) const {
    const double width = grid.width() / columns, height = grid.height() / rows;
    const double gap = std::min(width, height) > 5 ? 1 : 0;
    return {grid.left() + column * width, grid.top() + row * height, width - gap, height - gap};
}

std::optional<std::pair<unsigned, unsigned>> LayoutGeometry::cellAt(const QPointF& point) const {
    if (!grid.contains(point) || point.x() >= grid.right() || point.y() >= grid.bottom())
        return std::nullopt;
    return std::pair(static_cast<unsigned>((point.y() - grid.top()) / grid.height() * rows),
                     static_cast<unsigned>((point.x() - grid.left()) / grid.width() * columns));
}

LayoutGeometry layOutLayout(const QRectF& area, double scale, unsigned rows, unsigned columns) {
    LayoutGeometry g;
    g.rows = rows;
    g.columns = columns;
    const QRectF inner = area.adjusted(14 * scale, 10 * scale, -14 * scale, -10 * scale);
    g.heading = QRectF(inner.left(), inner.top(), inner.width(), 24 * scale);
    g.verdict = QRectF(inner.left(), inner.bottom() - 40 * scale, inner.width(), 40 * scale);
    g.banks = QRectF(inner.left(), g.verdict.top() - 44 * scale, inner.width(), 36 * scale);
    g.banksTitle = QRectF(inner.left(), g.banks.top() - 18 * scale, inner.width(), 16 * scale);
    g.grid = QRectF(inner.left(), g.heading.bottom() + 4 * scale, inner.width(),
                    std::max(1.0, g.banksTitle.top() - g.heading.bottom() - 12 * scale));
    return g;
}

LayoutPicture::LayoutPicture(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LayoutPicture::setLook(const Look& look) {
    m_look = look;
    update();
}

void LayoutPicture::show(const std::optional<Shown>& shown, const QString& instead) {
    m_shown = shown;
    m_instead = instead;
    m_words.clear();
    m_cost = {};
    m_dragged.reset();
    if (m_shown)
        if (const auto access = sim::memory::placed(m_shown->tile, m_shown->layout, m_shown->request)) {
            m_words = sim::memory::bankWords(*access);
            m_cost = sim::memory::sharedCost(*access);
        }
    setAccessibleName(m_shown ? m_shown->heading + QStringLiteral(". ") + m_shown->verdict : m_instead);
    update();
}

LayoutGeometry LayoutPicture::geometryNow() const {
    return layOutLayout(rect(), m_look.scale, m_shown ? m_shown->tile.rows : 1,
                        m_shown ? m_shown->tile.columns + m_shown->layout.padding : 1);
}

std::pair<unsigned, unsigned> LayoutPicture::placeOf(int element) const {
    const auto at = static_cast<unsigned>(element);
    const unsigned row = at / m_shown->tile.columns, across = m_shown->tile.columns + m_shown->layout.padding;
    const uint64_t cell =
        m_shown->layout.address(m_shown->tile, row, at % m_shown->tile.columns) / m_shown->tile.elementBytes;
    return {static_cast<unsigned>(cell / across), static_cast<unsigned>(cell % across)};
}

QRectF LayoutPicture::cellOf(int element) const {
    const auto [row, column] = placeOf(element);
    return geometryNow().cell(row, column);
}

// XOR by the same number leads back.
int LayoutPicture::elementAt(const QPointF& point) const {
    const auto at = m_shown ? geometryNow().cellAt(point) : std::nullopt;
    if (!at || at->second >= m_shown->tile.columns)
        return -1;
    const uint64_t moved = m_shown->layout.address(m_shown->tile, at->first, at->second) / m_shown->tile.elementBytes;
    const unsigned column = static_cast<unsigned>(moved % (m_shown->tile.columns + m_shown->layout.padding));
    return static_cast<int>(at->first * m_shown->tile.columns + column);
}

unsigned LayoutPicture::bankOf(unsigned row, unsigned column) const {
    const uint64_t cell = uint64_t{row} * (m_shown->tile.columns + m_shown->layout.padding) + column;
    return static_cast<unsigned>(cell * m_shown->tile.elementBytes / sim::memory::wordBytes % banks);
}

std::optional<unsigned> LayoutPicture::laneAt(int element) const {
    const int unit = static_cast<int>(m_shown->request.bytes / m_shown->tile.elementBytes);
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
        const int first = m_shown->request.element[lane];
        if (first >= 0 && element >= first && element < first + std::max(1, unit))
            return lane;
    }
    return std::nullopt;
}

void LayoutPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_look.colours.pane);
    if (!m_shown) {
        painter.setPen(m_look.colours.secondary);
        painter.setFont(m_look.ui(m_look.px(15)));
        drawKept(painter, QRectF(rect()).adjusted(m_look.px(24), 0, -m_look.px(24), 0),
                 Qt::AlignCenter | Qt::TextWordWrap, m_instead);
        return;
    }
    const LayoutGeometry g = geometryNow();
    painter.setPen(m_look.colours.text);
    painter.setFont(m_look.ui(m_look.px(15), QFont::DemiBold));
    drawText(painter, g.heading, Qt::AlignLeft | Qt::AlignVCenter, m_shown->heading);
    paintCells(painter, g);
    paintLanes(painter, g);
    paintBanks(painter, g);
    const bool good = m_shown->possible && m_cost.wavefronts <= m_cost.wavefrontsIdeal;
    painter.setPen(good ? m_look.colours.good : m_look.colours.conflict);
    painter.setFont(m_look.ui(m_look.px(15), QFont::DemiBold));
    drawKept(painter, g.verdict, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_shown->verdict);
}

/// Banks are shades: a bank that moves is seen as a slanted edge.
void LayoutPicture::paintCells(QPainter& painter, const LayoutGeometry& g) const {
    const bool wide = g.cell(0, 0).width() > 4;
    for (unsigned row = 0; row < g.rows; ++row)
        for (unsigned column = 0; column < g.columns; ++column) {
            const bool padding = column >= m_shown->tile.columns;
            painter.setPen(padding && wide ? QPen(m_look.colours.secondary, 1, Qt::DotLine) : QPen(Qt::NoPen));
            painter.setBrush(padding ? QBrush(Qt::NoBrush)
                                     : QBrush(mixed(m_look.colours.pane, m_look.colours.secondary,
                                                    0.10 + 0.42 * bankOf(row, column) / (banks - 1))));
            painter.drawRect(g.cell(row, column));
        }
}

void LayoutPicture::paintLanes(QPainter& painter, const LayoutGeometry& g) const {
    const bool good = m_shown->possible && m_cost.wavefronts <= m_cost.wavefrontsIdeal;
    const QColor fill = good ? m_look.colours.good : m_look.colours.conflict;
    const unsigned unit = std::max(1u, m_shown->request.bytes / m_shown->tile.elementBytes);
    painter.setFont(m_look.ui(m_look.small()));
    const bool numbered = g.cell(0, 0).width() > keptAdvance(painter.font(), QStringLiteral("00")) + 2 &&
                          g.cell(0, 0).height() > painter.fontMetrics().ascent();
    for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
        if (m_shown->request.element[lane] < 0)
            continue;
        for (unsigned i = 0; i < unit; ++i) {
            const bool moving = m_dragged == lane && m_over >= 0;
            const auto [row, column] = placeOf(moving ? m_over : m_shown->request.element[lane] + static_cast<int>(i));
            const QRectF cell = g.cell(row, column);
            painter.setPen(Qt::NoPen);
            painter.setBrush(moving ? m_look.colours.cursor : fill);
            painter.drawRect(cell);
            if (!numbered || i > 0)
                continue;
            painter.setPen(readableOn(moving ? m_look.colours.cursor : fill));
            drawKept(painter, cell, Qt::AlignCenter, QString::number(lane));
        }
    }
}

void LayoutPicture::paintBanks(QPainter& painter, const LayoutGeometry& g) const {
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    drawText(painter, g.banksTitle, Qt::AlignLeft | Qt::AlignVCenter, tr("words that these lanes want from each bank"));
    std::array<std::set<uint64_t>, banks> wanted;
    for (const sim::memory::BankWord& word : m_words)
        wanted[word.bank].insert(word.word);
    size_t most = 1;
    for (const auto& words : wanted)
        most = std::max(most, words.size());
    const bool good = m_cost.wavefronts <= m_cost.wavefrontsIdeal;
    const double width = g.banks.width() / banks, full = g.banks.height() - m_look.px(12);
    painter.setFont(m_look.ui(m_look.small()));
    for (unsigned bank = 0; bank < banks; ++bank) {
        const double height =
            wanted[bank].empty()
                ? 2
                : std::max(3.0, full * static_cast<double>(wanted[bank].size()) / static_cast<double>(most));
        painter.setPen(Qt::NoPen);
        painter.setBrush(wanted[bank].empty() ? m_look.colours.untouched
                         : good               ? m_look.colours.good
                                              : m_look.colours.conflict);
        painter.drawRect(QRectF(g.banks.left() + bank * width, g.banks.top() + full - height, width - 1, height));
        if (bank % 4 == 0) {
            painter.setPen(m_look.colours.secondary);
            drawKept(painter,
                     QRectF(g.banks.left() + bank * width - 10, g.banks.top() + full, width + 20, m_look.px(13)),
                     Qt::AlignCenter, QString::number(bank));
        }
    }
}

void LayoutPicture::mousePressEvent(QMouseEvent* event) {
    const int element = m_shown && m_shown->draggable ? elementAt(event->position()) : -1;
    m_dragged = element >= 0 ? laneAt(element) : std::nullopt;
    m_over = element;
}

void LayoutPicture::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragged)
        return;
    m_over = elementAt(event->position());
    update();
}

void LayoutPicture::mouseReleaseEvent(QMouseEvent* event) {
    const auto lane = std::exchange(m_dragged, std::nullopt);
    const int element = lane ? elementAt(event->position()) : -1;
    update();
    if (lane && element >= 0 && laneAt(element) != lane)
        emit dragged(*lane, element);
}

} // namespace warplens::app
