// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/addresses_view.h"

#include "app/paint/drawing.h"
#include "app/views/sector_rows.h"

#include <QPainter>

#include <algorithm>
#include <bit>

namespace warplens::app {

AddressesView::AddressesView(QWidget* parent)
    : View(tr("Addresses"), parent) {
    setObjectName("addresses");
}

// What happens now; at a barrier what happened last.
const Request* AddressesView::request() const {
    const Moment& moment = shown().moment;
    if (const Request* now = moment.now())
        return now;
    if (moment.shared && (!moment.global || moment.shared->event > moment.global->event))
        return &*moment.shared;
    return moment.global ? &*moment.global : nullptr;
}

void AddressesView::shownChanged() {
    m_shared.reset();
    m_global.reset();
    const Request* request = hasScene() ? this->request() : nullptr;
    if (request == nullptr)
        return;
    if (isShared(request->kind))
        m_shared = sharedMap(*shown().scene, *request);
    else if (isGlobal(request->kind))
        m_global = globalMap(*shown().scene, *request);
}

QString AddressesView::subtitle() const {
    const Request* request = hasScene() ? this->request() : nullptr;
    if (request == nullptr)
        return tr("no request yet");
    QString text = QStringLiteral("%1 · %2").arg(toQString(request->instruction), toQString(request->element));
    if (request->line)
        text += tr(" · line %1").arg(request->line);
    return (shown().moment.now() != nullptr ? QString() : tr("last: ")) + text;
}

QString AddressesView::spoken() const {
    if (m_shared)
        return toQString(plainText(m_shared->sentence) + " " + plainText(m_shared->verdict));
    return m_global ? toQString(plainText(m_global->sentence)) : subtitle();
}

double AddressesView::sentenceHeight(const QRectF& area, const Sentence& sentence) const {
    return QFontMetricsF(sentenceFont(area))
        .boundingRect(QRectF(0, 0, area.width(), 1e4), Qt::TextWordWrap, toQString(plainText(sentence)))
        .height();
}

void AddressesView::paintContent(QPainter& painter, const QRectF& area) {
    if (m_shared)
        paintShared(painter, area);
    else if (m_global && !m_global->rows.empty())
        paintGlobal(painter, area);
}

Focus AddressesView::focusAt(const QPointF& point) const {
    const Scene& scene = *shown().scene;
    if (m_shared) {
        const WordsGeometry g = wordsIn(contentNow());
        const auto at = g.cellAt(point);
        if (!at)
            return {};
        for (const SharedMap::Cell& cell : m_shared->touched)
            if (cell.row == at->first && cell.column == at->second && std::has_single_bit(cell.lanes))
                return focusOnSharedLane(scene, shown().moment, static_cast<unsigned>(std::countr_zero(cell.lanes)));
        return focusOnBank(scene, shown().moment, m_shared->bankOf(at->first, at->second));
    }
    if (!m_global || m_global->rows.empty())
        return {};
    const auto at = bytesIn(contentNow()).byteAt(point);
    if (!at)
        return {};
    for (const GlobalMap::Sector& sector : m_global->rows[at->first].sectors)
        if (at->second >= sector.offset && at->second < sector.offset + 32) {
            const bool wanted = sector.used >> (at->second - sector.offset) & 1;
            if (wanted && std::has_single_bit(sector.lanes))
                return focusOnGlobalLane(scene, shown().moment, static_cast<unsigned>(std::countr_zero(sector.lanes)));
            const int array = scene.globalElement(sector.address).array;
            unsigned moved = 0;
            if (array >= 0) {
                const auto& counts = shown().state->sectors[static_cast<size_t>(array)];
                const size_t index = (sector.address - scene.globals[static_cast<size_t>(array)].base) / 32;
                moved = index < counts.size() ? counts[index] : 0;
            }
            return focusOnSector(scene, shown().moment, sector.address, moved);
        }
    return {};
}

// ---- Shared memory ---------------------------------------------------------------------------------------------

WordsGeometry AddressesView::wordsIn(const QRectF& area) const {
    const SharedMap& map = *m_shared;
    WordsWants wants;
    wants.rows = map.rows;
    wants.columns = map.rowWords;
    wants.banks = map.banks;
    if (!map.touched.empty()) {
        wants.firstRow = wants.firstColumn = INT64_MAX;
        for (const SharedMap::Cell& cell : map.touched) {
            wants.firstRow = std::min(wants.firstRow, cell.row);
            wants.lastRow = std::max(wants.lastRow, cell.row);
            wants.firstColumn = std::min(wants.firstColumn, cell.column);
            wants.lastColumn = std::max(wants.lastColumn, cell.column);
        }
    }
    wants.rowNumberWidth =
        QFontMetricsF(look().ui(look().small())).horizontalAdvance(QString::number(map.rows)) + look().px(8);
    wants.sentenceHeight = sentenceHeight(area, map.sentence);
    return layOutWords(area, look().scale, wants);
}

/// Banks are shades: a bank that moves is seen as a slanted edge.
QColor AddressesView::bankColour(unsigned bank) const {
    const double share = static_cast<double>(bank) / std::max(1u, m_shared->banks - 1);
    return mixed(colours().pane, colours().secondary, 0.10 + 0.42 * share);
}

/// The one that is followed through the array: under the mouse, else that of the first lane's word.
unsigned AddressesView::markedBank() const {
    if (focus().bank)
        return *focus().bank;
    return m_shared->touched.empty() ? 0 : m_shared->touched.front().bank;
}

void AddressesView::paintShared(QPainter& painter, const QRectF& area) {
    const WordsGeometry g = wordsIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_shared->sentence);
    paintWords(painter, g);
    paintTouched(painter, g);
    paintWordNumbers(painter, g);
    if (!g.banks.isEmpty())
        paintBanks(painter, g);
    painter.setFont(look().ui(area.height() > look().px(300) ? look().px(16) : look().px(13), QFont::DemiBold));
    paintPhrases(painter, g.verdict, m_shared->verdict);
}

void AddressesView::paintWords(QPainter& painter, const WordsGeometry& g) {
    const SharedMap& map = *m_shared;
    const std::vector<double> looks{static_cast<double>(colours().secondary.rgb()),
                                    static_cast<double>(map.firstWord),
                                    1.0 * map.rowWords,
                                    1.0 * map.usedWords,
                                    1.0 * g.firstRow,
                                    1.0 * g.firstColumn,
                                    1.0 * g.rows,
                                    1.0 * g.columns,
                                    g.cellWidth,
                                    g.cellHeight,
                                    look().scale};
    m_cells.paint(painter, g.grid, colours().pane, looks, [&](QPainter& once) {
        for (int64_t row = g.firstRow; row < g.firstRow + g.rows; ++row)
            for (int64_t column = g.firstColumn; column < g.firstColumn + g.columns; ++column) {
                const QRectF cell = g.cell(row, column);
                const bool padding = column >= map.usedWords;
                once.setPen(padding ? QPen(colours().secondary, 1, Qt::DotLine) : QPen(Qt::NoPen));
                once.setBrush(padding ? QBrush(Qt::NoBrush) : QBrush(bankColour(map.bankOf(row, column))));
                once.drawRoundedRect(padding ? cell.adjusted(0.5, 0.5, -0.5, -0.5) : cell, 1.5, 1.5);
            }
    });
    // One bank, all the way down.
    const unsigned bank = markedBank();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours().cursor, look().stroke(1.2)));
    for (int64_t row = g.firstRow; row < g.firstRow + g.rows; ++row)
        for (int64_t column = g.firstColumn; column < g.firstColumn + g.columns; ++column)
            if (map.bankOf(row, column) == bank)
                painter.drawRoundedRect(g.cell(row, column).adjusted(0.5, 0.5, -0.5, -0.5), 1.5, 1.5);
}

void AddressesView::paintTouched(QPainter& painter, const WordsGeometry& g) const {
    const SharedMap& map = *m_shared;
    const Moment& moment = shown().moment;
    for (const SharedMap::Cell& cell : map.touched) {
        if (!g.shows(cell.row, cell.column))
            continue;
        const QColor base = map.conflicts()                 ? colours().conflict
                            : std::popcount(cell.lanes) > 1 ? colours().merged
                                                            : colours().good;
        const bool later =
            moment.sharedIsNow && moment.shared->tellsWavefronts() && cell.wavefront > moment.position.wavefront;
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(colours().pane, base, later ? 0.62 : 1));
        const QRectF area = g.cell(cell.row, cell.column);
        painter.drawRoundedRect(area, 1.5, 1.5);
        if (cell.bank == markedBank()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colours().cursor, look().stroke(1.2)));
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 1.5, 1.5);
        }
        if (cell.lanes & focus().sharedLanes)
            paintFocus(painter, area);
    }
    // The bank of each word stands in it, where there is room for two digits.
    painter.setFont(look().ui(look().small()));
    if (keptAdvance(painter.font(), QStringLiteral("00")) + 3 > g.cellWidth ||
        painter.fontMetrics().ascent() > g.cellHeight)
        return;
    for (int64_t row = g.firstRow; row < g.firstRow + g.rows; ++row)
        for (int64_t column = g.firstColumn; column < g.firstColumn + g.columns; ++column) {
            const unsigned bank = map.bankOf(row, column);
            const auto touched = std::find_if(map.touched.begin(), map.touched.end(), [&](const SharedMap::Cell& cell) {
                return cell.row == row && cell.column == column;
            });
            QColor fill = column >= map.usedWords ? colours().pane : bankColour(bank);
            if (touched != map.touched.end())
                fill = map.conflicts()                     ? colours().conflict
                       : std::popcount(touched->lanes) > 1 ? colours().merged
                                                           : colours().good;
            painter.setPen(readableOn(fill));
            drawKept(painter, g.cell(row, column), Qt::AlignCenter, QString::number(bank));
        }
}

void AddressesView::paintWordNumbers(QPainter& painter, const WordsGeometry& g) const {
    painter.setFont(look().ui(look().small()));
    painter.setPen(colours().secondary);
    const int64_t step = g.cellWidth > look().px(20) ? 4 : g.cellWidth > look().px(9) ? 8 : 16;
    for (int64_t column = (g.firstColumn + step - 1) / step * step; column < g.firstColumn + g.columns;
         column += step) {
        const QRectF cell = g.cell(g.firstRow, column);
        drawKept(painter, QRectF(cell.center().x() - 20, g.columnNumbers.top(), 40, g.columnNumbers.height()),
                 Qt::AlignCenter, QString::number(column));
    }
    const int64_t every = std::max<int64_t>(1, static_cast<int64_t>(look().px(14) / g.cellHeight + 0.999));
    const int64_t rows = every > 4 ? 8 : every > 1 ? 4 : 1;
    for (int64_t row = (g.firstRow + rows - 1) / rows * rows; row < g.firstRow + g.rows; row += rows) {
        const QRectF cell = g.cell(row, g.firstColumn);
        drawKept(painter, QRectF(g.rowNumbers.left(), cell.center().y() - 10, g.rowNumbers.width(), 20),
                 Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    }
}

void AddressesView::paintBanks(QPainter& painter, const WordsGeometry& g) const {
    const SharedMap& map = *m_shared;
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    drawText(painter, g.banksTitle, Qt::AlignLeft | Qt::AlignVCenter,
             tr("%1; below: how many words this request wants from each bank").arg(toQString(map.title)));
    const unsigned most = map.most();
    for (unsigned bank = 0; bank < map.banks; ++bank) {
        const unsigned words = bank < map.wanted.size() ? map.wanted[bank] : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(words == 0                     ? colours().untouched
                         : map.conflicts() && words > 1 ? colours().conflict
                                                        : colours().good);
        const QRectF bar = g.bank(bank, words, most);
        painter.drawRect(bar);
        painter.setFont(look().ui(look().small()));
        if (words > 1 && words == most && bar.width() > 5 && (bank == 0 || map.wanted[bank - 1] < most)) {
            painter.setPen(map.conflicts() ? colours().conflict : colours().text);
            painter.setFont(look().ui(look().px(12), QFont::DemiBold));
            const QString text = map.conflicts()
                                     ? tr("%n word(s), one after the other", nullptr, static_cast<int>(words))
                                     : tr("%n word(s)", nullptr, static_cast<int>(words));
            // On its right where that fits, or has more room: the banks may be a few in a wide picture.
            const QRectF& whole = g.verdict;
            const double gap = look().px(4), right = whole.right() - bar.right() - gap,
                         left = bar.left() - gap - whole.left();
            const bool onRight = keptAdvance(painter.font(), text) <= right || right > left;
            drawText(painter,
                     QRectF(onRight ? bar.right() + gap : whole.left(), g.banks.top() - 2, onRight ? right : left,
                            look().px(16)),
                     onRight ? Qt::AlignLeft : Qt::AlignRight, text);
            painter.setFont(look().ui(look().small()));
        }
        painter.setPen(colours().secondary);
        if (bank % 4 == 0)
            drawKept(painter, QRectF(bar.center().x() - 20, g.banks.bottom() + 1, 40, look().px(13)), Qt::AlignCenter,
                     QString::number(bank));
    }
}

// ---- Global memory ---------------------------------------------------------------------------------------------

QColor AddressesView::requestColour() const {
    const Request* request = this->request();
    return request != nullptr && request->array >= 0 && request->tone != Tone::Plain ? toneColour(request->tone)
                                                                                     : colours().a;
}

BytesGeometry AddressesView::bytesIn(const QRectF& area) const {
    const GlobalMap& map = *m_global;
    BytesWants wants;
    wants.rows = map.rows.size();
    wants.first = map.first;
    wants.end = map.end;
    const QFontMetricsF metrics(map.byRow ? look().ui(look().small()) : look().mono(look().small()));
    for (const GlobalMap::Row& row : map.rows)
        wants.rowNumberWidth = std::max(wants.rowNumberWidth, metrics.horizontalAdvance(toQString(row.label)));
    wants.rowNumberWidth += look().px(8);
    wants.sentenceHeight = sentenceHeight(area, map.sentence);
    return layOutBytes(area, look().scale, wants);
}

void AddressesView::paintGlobal(QPainter& painter, const QRectF& area) const {
    const BytesGeometry g = bytesIn(area);
    painter.setFont(sentenceFont(area));
    paintPhrases(painter, g.sentence, m_global->sentence);
    SectorRows{look(), focus(), *m_global, requestColour()}.paint(painter, g);
    paintMoved(painter, g);
    if (!g.facts.isEmpty())
        paintFacts(painter, g);
}

void AddressesView::paintMoved(QPainter& painter, const BytesGeometry& g) const {
    const GlobalMap& map = *m_global;
    const double used = map.moved == 0 ? 0
                                       : g.moved.width() * static_cast<double>(map.moved - map.wasted()) /
                                             static_cast<double>(map.moved);
    painter.setPen(Qt::NoPen);
    painter.setBrush(requestColour());
    painter.drawRoundedRect(QRectF(g.moved.left(), g.moved.top(), used, g.moved.height()), 2, 2);
    painter.setFont(look().ui(look().px(13), QFont::DemiBold));
    painter.setPen(colours().text);
    drawText(painter, g.movedText, Qt::AlignLeft | Qt::AlignVCenter,
             (map.load ? tr("bytes used: %1") : tr("bytes written: %1")).arg(grouped(map.moved - map.wasted())));
    if (map.wasted() == 0)
        return;
    const QRectF waste = g.moved.adjusted(used + 1, 0, 0, 0);
    painter.setPen(Qt::NoPen);
    if (!map.wasteful()) { // it could not be less
        painter.setBrush(mixed(colours().pane, requestColour(), 0.3));
        painter.drawRoundedRect(waste, 2, 2);
        painter.setPen(colours().secondary);
        drawKept(painter, g.movedText, Qt::AlignRight | Qt::AlignVCenter,
                 (map.load ? tr("%1 not asked for") : tr("%1 not written")).arg(grouped(map.wasted())));
        return;
    }
    painter.setBrush(mixed(colours().pane, colours().conflict, look().dark ? 0.42 : 0.34));
    painter.drawRoundedRect(waste, 2, 2);
    hatch(painter, waste, colours().conflict, look().px(6));
    painter.setPen(colours().conflict);
    drawKept(painter, g.movedText, Qt::AlignRight | Qt::AlignVCenter, tr("%1 wasted").arg(grouped(map.wasted())));
}

void AddressesView::paintFacts(QPainter& painter, const BytesGeometry& g) const {
    const GlobalMap& map = *m_global;
    const bool bad = map.wasteful();
    const auto figure = [&](double top, uint64_t value, uint64_t ideal, const QString& unit) {
        const QRectF area(g.facts.left(), top, g.facts.width(), look().px(48));
        painter.setFont(look().ui(look().px(40), QFont::Bold));
        painter.setPen(value > ideal ? colours().conflict : colours().good);
        const QString text = QString::number(value);
        drawKept(painter, area, Qt::AlignLeft | Qt::AlignBottom, text);
        const double wide = keptAdvance(painter.font(), text) + look().px(8);
        painter.setFont(look().ui(look().px(14)));
        painter.setPen(colours().text);
        drawText(painter, area.adjusted(wide, 0, 0, -look().px(8)), Qt::AlignLeft | Qt::AlignBottom,
                 unit + (value > ideal ? tr(" instead of %1").arg(ideal) : QString()));
    };
    if (g.moved.top() - g.facts.top() > look().px(110)) {
        if (map.transactions) { // which differ in size: whether it could be less is told by the bytes
            const unsigned made = *map.transactions;
            figure(g.facts.top(), map.moved, told(MovedIn::Bytes, uint64_t{map.sectorsIdeal}), tr("bytes moved"));
            figure(g.facts.top() + look().px(60), made, made, tr("transaction(s)", nullptr, static_cast<int>(made)));
        } else {
            figure(g.facts.top(), map.sectors, map.sectorsIdeal,
                   tr("sector(s)", nullptr, static_cast<int>(map.sectors)));
            figure(g.facts.top() + look().px(60), map.lines, bad ? map.linesIdeal : map.lines,
                   tr("line(s)", nullptr, static_cast<int>(map.lines)));
        }
        painter.setFont(look().ui(look().px(12)));
        painter.setPen(colours().secondary);
        drawText(painter, QRectF(g.moved.left(), g.moved.top() - look().px(20), g.moved.width(), look().px(18)),
                 Qt::AlignLeft | Qt::AlignVCenter, tr("bytes moved"));
    }
    QString text = toQString(map.title) + QStringLiteral(".");
    if (!map.cost.empty())
        text = toQString(map.cost) + QStringLiteral("\n\n") + text;
    if (!map.drawsAll)
        text +=
            QStringLiteral("\n\n") + tr("This GPU moves more than the sectors that are drawn: the figures count all.");
    painter.setFont(look().ui(look().px(13)));
    painter.setPen(colours().text);
    const QRectF area(g.facts.left(), g.movedText.bottom() + look().px(14), g.facts.width(),
                      g.facts.bottom() - g.movedText.bottom() - look().px(14));
    drawKept(painter, area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
}

} // namespace warplens::app
