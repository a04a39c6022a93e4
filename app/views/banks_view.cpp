// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/banks_view.h"

#include <QPainter>

#include <algorithm>
#include <set>

namespace warplens::app {
BanksView::BanksView(QWidget* parent)
    : View(tr("Shared memory banks"), parent) {
    setObjectName("banks");
}

void BanksView::setAlternative(std::optional<Alternative> alternative) {
    m_alternative = std::move(alternative);
    update();
}

void BanksView::shownChanged() {
    const auto& shared = shown().moment.shared;
    m_cells = shared ? bankCells(shared->words) : std::vector<BankCell>();
    m_halves.clear();
    if (shared && shown().scene->simulation->architecture().shared == sim::memory::SharedRule::HalfWarpBroadcast)
        m_halves = halfWarps(shared->words, shared->cost.wavefronts);
}

// The words of the wavefront that is served fall into their columns.
int BanksView::beginWay(const Shown&) {
    return shown().moment.sharedIsNow ? 90 : 0;
}

QString BanksView::subtitle() const {
    const Moment& moment = shown().moment;
    if (!moment.shared)
        return tr("no request to shared memory yet");
    const Request& request = *moment.shared;
    QString text = QStringLiteral("%1 · %2").arg(toQString(request.instruction), toQString(request.element));
    if (moment.sharedIsNow) {
        text += tr(" · wavefront %1 of %2").arg(moment.position.wavefront + 1).arg(request.cost.wavefronts);
        if (moment.position.wavefront < m_halves.size())
            text += tr(", half-warp %1").arg(m_halves[moment.position.wavefront]);
        return text;
    }
    return tr("last: ") + text;
}

unsigned BanksView::currentWavefront() const {
    const Moment& moment = shown().moment;
    if (moment.sharedIsNow)
        return moment.position.wavefront;
    return moment.shared && moment.shared->cost.wavefronts ? moment.shared->cost.wavefronts - 1u : 0;
}

BanksGeometry BanksView::geometryIn(const QRectF& area) const {
    const auto& shared = shown().moment.shared;
    const double halves =
        m_halves.empty()
            ? 0
            : QFontMetricsF(look().ui(look().small(), QFont::DemiBold)).horizontalAdvance(tr("half-warp %1").arg(0)) +
                  look().px(8);
    BanksGeometry g = layOutBanks(area, look().scale, shared ? shared->bankRows() : 1, currentWavefront(),
                                  hasScene() ? shown().scene->simulation->architecture().banks : 32, halves);
    g.chips = shared ? shared->cost.wavefronts : 1;
    return g;
}

void BanksView::paintContent(QPainter& painter, const QRectF& area) {
    const BanksGeometry g = geometryIn(area);
    const unsigned current = currentWavefront();
    // Of a copy none is the row that is served.
    paintGrid(painter, g, shown().moment.shared && !shown().moment.shared->tellsWavefronts() ? g.wavefronts : current);
    paintHalves(painter, g);
    if (focus().bank)
        paintFocus(painter, QRectF(g.grid.left() + *focus().bank * g.columnWidth, g.header.top(), g.columnWidth,
                                   g.grid.bottom() - g.header.top()));
    if (!shown().moment.shared)
        return;
    for (const BankCell& cell : m_cells)
        if ((cell.mask & focus().sharedLanes) && g.shows(cell.wavefront))
            paintFocus(painter, g.cell(cell.bank, cell.wavefront));
    const double end = area.bottom() + look().px(10); // half a line tells nothing
    if (g.strip.bottom() <= end)
        paintStrip(painter, g, current);
    if (g.comparison.bottom() <= end)
        paintComparison(painter, g);
}

Focus BanksView::focusAt(const QPointF& point) const {
    const BanksGeometry g = geometryIn(contentNow());
    for (const BankCell& cell : m_cells)
        if (g.shows(cell.wavefront) && g.cell(cell.bank, cell.wavefront).contains(point) && cell.lanes == 1)
            return focusOnSharedLane(*shown().scene, shown().moment, cell.firstLane);
    const auto bank = g.bankAt(point);
    return bank ? focusOnBank(*shown().scene, shown().moment, *bank) : Focus();
}

void BanksView::paintGrid(QPainter& painter, const BanksGeometry& g, unsigned current) const {
    const Moment& moment = shown().moment;
    const bool conflict = moment.shared && moment.shared->cost.wavefronts > moment.shared->cost.wavefrontsIdeal;
    const double dim = moment.sharedIsNow ? 1.0 : 0.45; // quiet when nothing happens here
    std::set<unsigned> busy;
    for (const BankCell& cell : m_cells)
        busy.insert(cell.bank);

    painter.setFont(look().ui(look().small(), QFont::Medium));
    const bool all = keptAdvance(painter.font(), "30") + 2 < g.columnWidth;
    for (unsigned bank = 0; bank < g.columns; ++bank) {
        const bool hot = conflict && busy.size() <= 8 && busy.contains(bank);
        painter.setPen(hot ? colours().conflict : colours().secondary);
        if (all || bank % 4 == 0 || hot)
            drawKept(
                painter,
                QRectF(g.grid.left() + bank * g.columnWidth - 4, g.header.top(), g.columnWidth + 8, g.header.height()),
                Qt::AlignCenter, QString::number(bank));
    }
    const QColor empty = mixed(colours().pane, colours().untouched, look().dark ? 0.42 : 0.6);
    const std::vector<double> looks{static_cast<double>(empty.rgb()), 1.0 * g.rows, 1.0 * g.columns, g.rowHeight,
                                    g.columnWidth};
    m_empty.paint(painter, g.grid, colours().pane, looks, [&](QPainter& once) {
        once.setPen(Qt::NoPen);
        once.setBrush(empty);
        for (unsigned row = 0; row < g.rows; ++row)
            for (unsigned bank = 0; bank < g.columns; ++bank)
                once.drawRoundedRect(g.cell(bank, g.firstRow + row), 2, 2);
    });

    // Digits are as high as three quarters of their font, and stay within their cell.
    const int pixels = std::min(look().small(), static_cast<int>((g.cell(0, g.firstRow).height() - 1) / 0.75));
    painter.setFont(look().ui(pixels, QFont::DemiBold));
    const bool numbered = pixels >= look().smallestNumber() &&
                          keptAdvance(painter.font(), QStringLiteral("00")) <= g.cell(0, g.firstRow).width() + 1;
    // How many share a word is told where it fits whole: ×16 without its × would be a lane.
    const bool counted = keptAdvance(painter.font(), QStringLiteral("×00")) < g.cell(0, g.firstRow).width();
    for (const BankCell& cell : m_cells) {
        if (!g.shows(cell.wavefront))
            continue;
        const QColor base = conflict ? colours().conflict : cell.lanes > 1 ? colours().merged : colours().good;
        const bool now = cell.wavefront == current, done = cell.wavefront < current;
        const double strength = now ? 1.0 : done ? 0.62 : 0.28;
        const QColor fill = mixed(colours().pane, base, strength * dim);
        QRectF area = g.cell(cell.bank, cell.wavefront);
        if (now)
            area.translate(0, (progress() - 1) * (area.top() - g.header.bottom()));
        const QString text = cell.lanes <= 1 ? QString::number(cell.firstLane)
                             : counted       ? QStringLiteral("×%1").arg(cell.lanes)
                                             : QString();
        drawChip(painter, area, numbered ? text : QString(), fill, readableOn(fill));
        if (!numbered && now && moment.sharedIsNow && m_cells.size() <= g.wavefronts) { // there is room beside it
            painter.setPen(colours().text);
            painter.setFont(look().ui(look().small(), QFont::DemiBold));
            const bool right = cell.bank < g.columns / 2;
            drawKept(painter, QRectF(right ? area.right() + 4 : area.left() - 104, area.center().y() - 10, 100, 20),
                     (right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                     cell.lanes > 1 ? tr("%n lane(s)", nullptr, static_cast<int>(cell.lanes))
                                    : tr("lane %1").arg(cell.firstLane));
            painter.setFont(look().ui(pixels, QFont::DemiBold));
            painter.setPen(Qt::NoPen);
        }
        if (cell.lanes > 1) { // merged: one word for several lanes, told by its outline too
            painter.setPen(QPen(mixed(colours().pane, colours().merged, dim), 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        }
    }
    paintNote(painter, g, numbered);
}

void BanksView::paintNote(QPainter& painter, const BanksGeometry& g, bool numbered) const {
    const Moment& moment = shown().moment;
    std::set<unsigned> busy;
    for (const BankCell& cell : m_cells)
        busy.insert(cell.bank);
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    QString note;
    if (!moment.shared) {
        note = tr("one column for each bank; the first request will fall in here");
    } else {
        const unsigned hidden = g.wavefronts > g.rows ? g.wavefronts - g.rows : 0;
        std::set<uint64_t> different;
        for (const BankCell& cell : m_cells)
            different.insert(cell.word);
        const size_t words = different.size();
        const bool alone = std::any_of(m_cells.begin(), m_cells.end(), [](const BankCell& c) { return c.lanes <= 1; });
        note = tr("%n word(s)", nullptr, static_cast<int>(words)) +
               tr(" of %n bank(s)", nullptr, static_cast<int>(busy.size())) +
               (words < m_cells.size() ? tr(", in more than one wavefront") : QString()) +
               (numbered && alone ? tr("; numbers are lanes") : QString());
        if (!moment.shared->tellsWavefronts())
            note += tr("; which wavefront brings which is not known");
        if (hidden && g.firstRow == 0)
            note += tr("; %n more wavefront(s) below", nullptr, static_cast<int>(hidden));
        else if (hidden && g.firstRow == hidden)
            note += tr("; %n more wavefront(s) above", nullptr, static_cast<int>(hidden));
        else if (hidden)
            note += tr("; %n more wavefront(s) above or below", nullptr, static_cast<int>(hidden));
    }
    drawText(painter, g.note, Qt::AlignLeft | Qt::AlignVCenter, note);
}

// Which half of the warp the wavefronts beside it are of, and a line where the other one begins.
void BanksView::paintHalves(QPainter& painter, const BanksGeometry& g) const {
    if (g.halves.isEmpty())
        return;
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const unsigned end = std::min(g.firstRow + g.rows, static_cast<unsigned>(m_halves.size()));
    const double text = painter.fontMetrics().height();
    for (unsigned first = g.firstRow; first < end;) {
        unsigned next = first;
        while (next < end && m_halves[next] == m_halves[first])
            ++next;
        const QRectF from = g.cell(0, first), to = g.cell(0, next - 1);
        const bool served = currentWavefront() >= first && currentWavefront() < next;
        painter.setPen(served && shown().moment.sharedIsNow ? colours().text : colours().secondary);
        if (first == g.firstRow || to.bottom() - from.top() >= text * 0.8)
            drawKept(painter, QRectF(g.halves.left(), (from.top() + to.bottom() - text) / 2, g.halves.width(), text),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("half-warp %1").arg(m_halves[first]));
        if (first > g.firstRow) {
            painter.setPen(QPen(colours().secondary, look().stroke(1)));
            painter.drawLine(QPointF(g.halves.left(), from.top() - 1), QPointF(g.grid.right(), from.top() - 1));
        }
        first = next;
    }
}

void BanksView::paintStrip(QPainter& painter, const BanksGeometry& g, unsigned current) const {
    const Request& request = *shown().moment.shared;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    const QString title = m_halves.empty()
                              ? tr("wavefronts of this request: %1, without conflicts %2")
                                    .arg(request.cost.wavefronts)
                                    .arg(request.cost.wavefrontsIdeal)
                              : tr("wavefronts of half-warp 0: %1, of half-warp 1: %2; together without conflicts %3")
                                    .arg(std::count(m_halves.begin(), m_halves.end(), 0u))
                                    .arg(std::count(m_halves.begin(), m_halves.end(), 1u))
                                    .arg(request.cost.wavefrontsIdeal);
    drawText(painter, g.stripTitle, Qt::AlignLeft | Qt::AlignVCenter, title);
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const bool conflict = request.cost.wavefronts > request.cost.wavefrontsIdeal;
    for (unsigned w = 0; w < request.cost.wavefronts; ++w) {
        const QColor base = conflict ? colours().conflict : colours().good;
        const QColor fill = mixed(colours().pane, base, w == current ? 1.0 : w < current ? 0.62 : 0.25);
        drawChip(painter, g.chip(w), QString::number(w), fill, readableOn(fill));
        if (w > 0 && w < m_halves.size() && m_halves[w] != m_halves[w - 1]) {
            painter.setPen(QPen(colours().text, look().stroke(1.5)));
            const double between = (g.chip(w - 1).right() + g.chip(w).left()) / 2;
            painter.drawLine(QPointF(between, g.strip.top() - 2), QPointF(between, g.strip.bottom() + 2));
        }
    }
}

void BanksView::paintComparison(QPainter& painter, const BanksGeometry& g) const {
    if (!m_alternative)
        return;
    const Request& request = *shown().moment.shared;
    const double mine = request.cost.wavefronts;
    const double other = m_alternative->wavefrontsPerRequest;
    const QColor colour = other < mine ? colours().good : other > mine ? colours().conflict : colours().secondary;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    const double line = g.comparison.height() / 2;
    drawKept(painter, QRectF(g.comparison.left(), g.comparison.top(), g.comparison.width(), line),
             Qt::AlignLeft | Qt::AlignVCenter, m_alternative->label);
    const QString number = QString::number(other, 'g', 3);
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const QRectF chip(g.comparison.left(), g.comparison.top() + line + 1,
                      std::max({g.chip(0).width(), keptAdvance(painter.font(), number) + 8 * look().scale,
                                keptAdvance(painter.font(), QStringLiteral("00")) + 2 * look().scale}),
                      line - 2);
    drawChip(painter, chip, number, colour, readableOn(colour));
    painter.setFont(look().ui(look().body(), QFont::Medium));
    painter.setPen(colour);
    drawText(painter,
             QRectF(chip.right() + look().px(8), chip.top(), g.comparison.right() - chip.right() - look().px(8),
                    chip.height()),
             Qt::AlignLeft | Qt::AlignVCenter,
             tr("wavefront(s) for %1", nullptr, static_cast<int>(other)).arg(m_alternative->instruction));
}

} // namespace warplens::app
