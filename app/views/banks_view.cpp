// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/banks_view.h"

#include <QPainter>

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
    if (request.line)
        text += tr(" · line %1").arg(request.line);
    if (moment.sharedIsNow)
        return text + tr(" · wavefront %1 of %2").arg(moment.position.wavefront + 1).arg(request.cost.wavefronts);
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
    return layOutBanks(area, look().scale, shared ? shared->cost.wavefronts : 1, currentWavefront(),
                       hasScene() ? shown().scene->simulation->architecture().banks : 32);
}

void BanksView::paintContent(QPainter& painter, const QRectF& area) {
    const BanksGeometry g = geometryIn(area);
    const unsigned current = currentWavefront();
    paintGrid(painter, g, current);
    if (focus().bank)
        paintFocus(painter, QRectF(g.grid.left() + *focus().bank * g.columnWidth, g.header.top(), g.columnWidth,
                                   g.grid.bottom() - g.header.top()));
    if (!shown().moment.shared)
        return;
    for (const BankCell& cell : m_cells)
        if ((cell.mask & focus().sharedLanes) && g.shows(cell.wavefront))
            paintFocus(painter, g.cell(cell.bank, cell.wavefront));
    paintStrip(painter, g, current);
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
    const bool all = painter.fontMetrics().horizontalAdvance("30") + 2 < g.columnWidth;
    for (unsigned bank = 0; bank < g.columns; ++bank) {
        const bool hot = conflict && busy.size() <= 8 && busy.contains(bank);
        painter.setPen(hot ? colours().conflict : colours().secondary);
        if (all || bank % 4 == 0 || hot)
            painter.drawText(
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
    const bool numbered =
        pixels >= look().smallestNumber() &&
        painter.fontMetrics().horizontalAdvance(QStringLiteral("00")) <= g.cell(0, g.firstRow).width() + 1;
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
        const QString text = cell.lanes > 1 ? QStringLiteral("×%1").arg(cell.lanes) : QString::number(cell.firstLane);
        drawChip(painter, area, numbered ? text : QString(), fill, readableOn(fill));
        if (!numbered && now && moment.sharedIsNow && m_cells.size() <= g.wavefronts) { // there is room beside it
            painter.setPen(colours().text);
            const bool right = cell.bank < g.columns / 2;
            painter.drawText(QRectF(right ? area.right() + 4 : area.left() - 104, area.center().y() - 10, 100, 20),
                             (right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, tr("lane %1").arg(text));
            painter.setPen(Qt::NoPen);
        }
        if (cell.lanes > 1) { // merged: one word for several lanes, told by its outline too
            painter.setPen(QPen(mixed(colours().pane, colours().merged, dim), 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        }
    }
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
        note = tr("%n word(s)", nullptr, static_cast<int>(words)) +
               tr(" of %n bank(s)", nullptr, static_cast<int>(busy.size())) +
               (words < m_cells.size() ? tr(", in more than one wavefront") : QString()) +
               (numbered ? tr("; numbers are lanes") : QString());
        if (hidden)
            note += tr("; %n more wavefront(s) above or below", nullptr, static_cast<int>(hidden));
    }
    drawText(painter, g.note, Qt::AlignLeft | Qt::AlignVCenter, note);
}

void BanksView::paintStrip(QPainter& painter, const BanksGeometry& g, unsigned current) const {
    const Request& request = *shown().moment.shared;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    painter.drawText(g.stripTitle, Qt::AlignLeft | Qt::AlignVCenter,
                     tr("wavefronts of this request: %1, without conflicts %2")
                         .arg(request.cost.wavefronts)
                         .arg(request.cost.wavefrontsIdeal));
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const bool conflict = request.cost.wavefronts > request.cost.wavefrontsIdeal;
    for (unsigned w = 0; w < request.cost.wavefronts; ++w) {
        const QColor base = conflict ? colours().conflict : colours().good;
        const QColor fill = mixed(colours().pane, base, w == current ? 1.0 : w < current ? 0.62 : 0.25);
        drawChip(painter, g.chip(w), QString::number(w), fill, readableOn(fill));
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
    painter.drawText(QRectF(g.comparison.left(), g.comparison.top(), g.comparison.width(), line),
                     Qt::AlignLeft | Qt::AlignVCenter, m_alternative->label);
    const QString number = QString::number(other, 'g', 3);
    painter.setFont(look().ui(look().small(), QFont::DemiBold));
    const QRectF chip(g.comparison.left(), g.comparison.top() + line + 1,
                      std::max({g.chip(0).width(), painter.fontMetrics().horizontalAdvance(number) + 8.0,
                                painter.fontMetrics().horizontalAdvance(QStringLiteral("00")) + 2.0}),
                      line - 2);
    drawChip(painter, chip, number, colour, readableOn(colour));
    painter.setFont(look().ui(look().body(), QFont::Medium));
    painter.setPen(colour);
    drawText(painter, QRectF(chip.right() + 8, chip.top(), g.comparison.right() - chip.right() - 8, chip.height()),
             Qt::AlignLeft | Qt::AlignVCenter,
             tr("wavefront(s) for %1", nullptr, static_cast<int>(other)).arg(m_alternative->instruction));
}

} // namespace warplens::app
