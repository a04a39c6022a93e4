// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_view.h"

#include "app/model/cell_states.h"
#include "app/model/tiles_picture.h"
#include "app/views/tiles_gate.h"
#include "app/views/tiles_numbers.h"
#include "app/views/tiles_tree.h"
#include "app/views/tiles_walk.h"

#include <QPainter>

#include <algorithm>
#include <bit>

namespace warplens::app {
namespace {

/// A row of numbers has a length, a matrix rows and columns.
QString extent(int64_t rows, int64_t columns) {
    return rows == 1 ? QString::number(columns) : QStringLiteral("%1×%2").arg(rows).arg(columns);
}

} // namespace

using sim::memory::lanesPerWarp;

TilesView::TilesView(QWidget* parent)
    : View(tr("Tiles"), parent) {
    setObjectName("tiles");
}

bool TilesView::isProduct() const {
    return app::isProduct(*shown().scene);
}

Touched TilesView::freshSince() const {
    return app::freshSince(*shown().scene, shown().moment);
}

void TilesView::shownChanged() {
    const Shown& s = shown();
    m_captions.take(s);
    if (!s.scene)
        return;
    if (m_regionsOf != s.scene) {
        m_regionsOf = s.scene;
        m_regions.clear();
        m_sums = RunningSums::of(*s.scene);
        m_tree = sumTree(*s.scene);
        m_tiles.clear();
        for (size_t i = 0; i < s.scene->globals.size(); ++i)
            m_regions.push_back(s.scene->globals[i].result ? s.scene->writtenRegion(static_cast<int>(i))
                                                           : std::nullopt);
    }
}

int TilesView::beginWay(const Shown& before) {
    m_from = before.moment.global;
    if (shown().moment.sharedIsNow)
        return 90;
    return shown().moment.globalIsNow && before.moment.position.event != shown().moment.position.event ? 240 : 0;
}

QString TilesView::subtitle() const {
    const Shown& s = shown();
    if (!s.scene || s.scene->trace.events.empty())
        return {};
    const auto& block = s.scene->trace.block;
    QString text = tr("block (%1, %2)").arg(block.x).arg(block.y);
    if (s.navigator->tiles() > 1)
        text += tr(" · tile %1 of %2").arg(s.navigator->tileOf(s.moment.position.event) + 1).arg(s.navigator->tiles());
    if (s.moment.warp)
        text += tr(" · warp %1").arg(*s.moment.warp);
    return text;
}

TilesGeometry TilesView::geometryIn(const QRectF& area) const {
    const Scene& scene = *shown().scene;
    std::vector<MatrixShape> matrices, shareds;
    for (const GlobalArray& array : scene.globals)
        matrices.push_back({array.rows, array.columns});
    for (const SharedArray& array : scene.shareds)
        shareds.push_back({array.rows, array.columns});
    std::optional<MatrixShape> own;
    if (const ThreadTile* tile = threadTile())
        own = MatrixShape{static_cast<int64_t>(tile->rowCount()), static_cast<int64_t>(tile->columnCount())};
    return layOutTiles(area, look().scale, matrices, isProduct(), shareds, scene.trace.warps, own);
}

const ThreadTile* TilesView::threadTile() const {
    const Shown& s = shown();
    if (s.scene->trace.events.empty() || !isProduct())
        return nullptr;
    const uint16_t acting = s.scene->trace.events[s.moment.position.event].warp;
    const uint32_t lanes = focus().sharedLanes ? focus().sharedLanes : focus().globalLanes;
    const bool one = std::has_single_bit(lanes) && focus().warp;
    const uint16_t warp = one ? *focus().warp : acting;
    const unsigned lane = one ? static_cast<unsigned>(std::countr_zero(lanes)) : 0;
    auto& known = m_tiles;
    const auto [at, isNew] = known.try_emplace({warp, lane});
    if (isNew)
        at->second = threadTileOf(*s.scene, warp, lane);
    return at->second ? &*at->second : nullptr;
}

// What the thread will write, where it will be written: hollow while it is summed up, full once it is in memory.
void TilesView::paintThreadTile(QPainter& painter, const TilesGeometry& g) const {
    const ThreadTile* tile = threadTile();
    if (!tile || g.tile.isEmpty())
        return;
    painter.setFont(look().ui(look().small()));
    painter.setPen(colours().secondary);
    drawKept(painter, g.tileTitle, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, // wider than a small tile
             tr("registers of\nthread (%1, %2)").arg(tile->thread.x).arg(tile->thread.y));
    const QColor colour = toneColour(toneOfGlobal(*shown().scene, tile->array));
    const MatrixShape shape{static_cast<int64_t>(tile->rowCount()), static_cast<int64_t>(tile->columnCount())};
    for (size_t row = 0; row < tile->rowCount(); ++row)
        for (size_t column = 0; column < tile->columnCount(); ++column) {
            const QRectF cell = elementArea(g.tile, shape, static_cast<int64_t>(row), static_cast<int64_t>(column))
                                    .adjusted(1, 1, -1, -1);
            const bool written = tile->isWritten(row, column, shown().moment.position.event);
            painter.setPen(QPen(mixed(colours().pane, colour, 0.75), 1));
            painter.setBrush(mixed(colours().pane, colour, written ? 0.85 : 0.14));
            painter.drawRoundedRect(cell, 1.5, 1.5);
            if (focus().global == tile->element(row, column))
                paintFocus(painter, cell);
        }
}

Focus TilesView::focusAt(const QPointF& point) const {
    const Scene& scene = *shown().scene;
    const TilesGeometry g = geometryIn(contentNow());
    if (const ThreadTile* tile = threadTile())
        if (const auto at = elementAt(
                g.tile, {static_cast<int64_t>(tile->rowCount()), static_cast<int64_t>(tile->columnCount())}, point))
            return focusOnTileElement(scene, shown().moment, *tile, static_cast<size_t>(at->first),
                                      static_cast<size_t>(at->second));
    for (size_t i = 0; i < g.matrices.size(); ++i) {
        const GlobalArray& array = scene.globals[i];
        if (const auto at = elementAt(g.matrices[i], {array.rows, array.columns}, point))
            return focusOnGlobalElement(
                scene, shown().moment, {static_cast<int>(i), at->first, at->second},
                eventOf(shown().state->globals[i][static_cast<size_t>(at->first * array.columns + at->second)]));
    }
    for (size_t i = 0; i < g.shareds.size(); ++i) {
        const SharedArray& array = scene.shareds[i];
        if (const auto at = elementAt(g.shareds[i], {array.rows, array.columns}, point))
            return focusOnSharedElement(
                scene, shown().moment, {static_cast<int>(i), at->first, at->second},
                eventOf(shown().state->shareds[i][static_cast<size_t>(at->first * array.columns + at->second)]));
    }
    if (shown().moment.now() != nullptr)
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            if (g.lane(lane).contains(point))
                return focusOnLane(scene, shown().moment, lane);
    return {};
}

// The elements of the lanes that belong to the one cursor, and the element itself.
void TilesView::paintFocused(QPainter& painter, const TilesGeometry& g) const {
    const Scene& scene = *shown().scene;
    const auto mark = [&](const Element& element, const std::vector<QRectF>& areas, const auto& arrays, unsigned wide) {
        if (element.array < 0)
            return;
        const auto i = static_cast<size_t>(element.array);
        const MatrixShape shape{arrays[i].rows, arrays[i].columns};
        QRectF area = elementArea(areas[i], shape, element.row, element.column)
                          .united(elementArea(areas[i], shape, element.row,
                                              std::min(shape.columns - 1, element.column + wide - 1)));
        const double grow = std::max(0.0, 5 - std::min(area.width(), area.height())) / 2; // large enough to be found
        paintFocus(painter, area.adjusted(-grow, -grow, grow, grow));
    };
    const auto markLanes = [&](uint32_t lanes, const std::optional<Request>& request, const auto& areas,
                               const auto& arrays) {
        for (unsigned lane = 0; request && lane < lanesPerWarp; ++lane)
            if (lanes >> lane & 1)
                mark(request->elements[lane], areas, arrays, request->elementsPerLane);
    };
    markLanes(focus().globalLanes, shown().moment.global, g.matrices, scene.globals);
    markLanes(focus().sharedLanes, shown().moment.shared, g.shareds, scene.shareds);
    mark(focus().global, g.matrices, scene.globals, 1);
    mark(focus().shared, g.shareds, scene.shareds, 1);
    if (shown().moment.now() != nullptr) {
        const uint32_t lanes = shown().moment.sharedIsNow ? focus().sharedLanes : focus().globalLanes;
        for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
            if (lanes >> lane & 1)
                paintFocus(painter, g.lane(lane));
    }
    if (focus().warp && *focus().warp < scene.trace.warps && scene.trace.intervals() > 1)
        paintFocus(painter, g.warp(*focus().warp));
}

QRectF TilesView::treeIn(const QRectF& area, const TilesGeometry& g) const {
    if (!m_tree || g.shareds.empty())
        return {};
    const double top = g.shareds.front().bottom() + look().px(10);
    const QRectF room(g.shareds.front().left(), top, g.sharedTitles.front().width(), area.bottom() - top);
    return room.height() < look().px(SumTreePicture::lowest) ? QRectF() : room;
}

void TilesView::paintAlone(QPainter& painter, const QRectF& area) {
    if (!m_walk)
        return;
    const Sentence sentence = m_walk->sentence();
    const QString plain = toQString(plainText(sentence));
    const QFont large = look().ui(look().px(20), QFont::DemiBold), small = look().ui(look().px(14), QFont::DemiBold);
    painter.setFont(QFontMetricsF(large).horizontalAdvance(plain) < area.width() ? large : small);
    const auto lines = static_cast<double>(brokenLines(plain, painter.font(), area.width()).size());
    const double text = painter.fontMetrics().lineSpacing() * lines + painter.fontMetrics().height() * 0.3;
    paintPhrases(painter, QRectF(area.left(), area.top(), area.width(), text), sentence);
    LoopWalkPicture{look(), *m_walk}.paint(painter, area.adjusted(0, text, 0, 0));
}

void TilesView::setWalk(const std::optional<LoopWalk>& walk) {
    m_walk = walk;
    update();
}

void TilesView::paintContent(QPainter& painter, const QRectF& area) {
    const TilesGeometry g = geometryIn(area);
    for (size_t i = 0; i < g.matrices.size(); ++i)
        paintMatrix(painter, g.matrices[i], g.titles[i], i);
    for (size_t i = 0; i < g.shareds.size(); ++i)
        paintShared(painter, g, i);
    if (m_sums)
        TileNumbers{look(), shown(), *m_sums}.paint(painter, g);
    if (const QRectF room = treeIn(area, g); !room.isEmpty())
        SumTreePicture{look(), shown(), *m_tree}.paint(painter, room);
    paintLanes(painter, g);
    GatePicture{look(), shown()}.paint(painter, g);
    paintThreadTile(painter, g);
    m_captions.paint(painter, g.captions, look());
    paintFocused(painter, g);
}

void TilesView::paintMatrix(QPainter& painter, const QRectF& area, const QRectF& title, size_t index) const {
    const Shown& s = shown();
    const GlobalArray& array = s.scene->globals[index];
    const QColor colour = toneColour(toneOfGlobal(*s.scene, static_cast<int>(index)));
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(inkOf(colour, colours()));
    const QString name = toQString(array.name);
    const QString whole = QStringLiteral("%1 %2").arg(name, extent(array.usedRows, array.usedColumns));
    const auto fits = [&](const QString& text) { return keptAdvance(painter.font(), text) < title.width(); };
    // A name that cannot be read whole stands in the tip alone.
    if (fits(name))
        drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, fits(whole) ? whole : name);

    // One pixel of the image is one element, or several where there are more elements than pixels.
    const auto columns = static_cast<int>(std::min<int64_t>(array.columns, std::max(1.0, area.width() * 2)));
    const auto rows = static_cast<int>(std::min<int64_t>(array.rows, std::max(1.0, area.height() * 2)));
    const QRgb empty = mixed(colours().pane, colour, 0.12).rgb(), old = mixed(colours().pane, colour, 0.38).rgb(),
               fresh = mixed(colours().pane, colour, 0.85).rgb();
    QImage image(columns, rows, QImage::Format_RGB32);
    const QRgb colourOf[] = {empty, old, fresh};
    const std::vector<CellState> cells =
        cellStates(s.state->globals[index], {array.rows, array.columns, rows, columns}, freshSince());
    auto cell = cells.begin();
    for (int y = 0; y < rows; ++y)
        for (auto *pixel = reinterpret_cast<QRgb*>(image.scanLine(y)), *end = pixel + columns; pixel != end; ++pixel) {
            *pixel = colourOf[static_cast<size_t>(*cell++)];
        }
    drawCells(painter, area, image);
    const MatrixShape shape{array.rows, array.columns};
    const QColor unused = mixed(colours().pane, colours().secondary, 0.7);
    const QRectF used =
        elementArea(area, shape, 0, 0).united(elementArea(area, shape, array.usedRows - 1, array.usedColumns - 1));
    if (array.usedColumns < array.columns)
        hatch(painter, QRectF(used.topRight(), area.bottomRight()), unused, look().px(3));
    if (array.usedRows < array.rows)
        hatch(painter, QRectF(used.bottomLeft(), QPointF(used.right(), area.bottom())), unused, look().px(3));
    if (m_regions[index]) {
        const Scene::Region& r = *m_regions[index];
        const QRectF from = elementArea(area, shape, r.firstRow, r.firstColumn),
                     to = elementArea(area, shape, r.endRow - 1, r.endColumn - 1);
        painter.setPen(QPen(colour, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(from.united(to));
    }
    const auto& request = s.moment.global;
    if (!s.moment.globalIsNow || request->array != static_cast<int>(index))
        return;
    // The request of this moment, as its bounding box: a row, a column, a single element. It slides there.
    QRectF box = boxOf(*request, area);
    if (const double way = progress(); way < 1 && m_from && m_from->array == request->array) {
        const QRectF from = boxOf(*m_from, area);
        const auto between = [&](double a, double b) { return a + (b - a) * way; };
        box = QRectF(QPointF(between(from.left(), box.left()), between(from.top(), box.top())),
                     QPointF(between(from.right(), box.right()), between(from.bottom(), box.bottom())));
    }
    painter.setPen(QPen(colours().cursor, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(-1.5, -1.5, 1.5, 1.5));
}

QRectF TilesView::boxOf(const Request& request, const QRectF& area) const {
    const GlobalArray& array = shown().scene->globals[static_cast<size_t>(request.array)];
    const MatrixShape shape{array.rows, array.columns};
    QRectF box;
    for (const Element& element : request.elements)
        if (element.array == request.array)
            box = box.united(elementArea(area, shape, element.row, element.column + request.elementsPerLane - 1)
                                 .united(elementArea(area, shape, element.row, element.column)));
    return box;
}

void TilesView::paintShared(QPainter& painter, const TilesGeometry& g, size_t index) const {
    const QRectF& area = g.shareds[index];
    const Shown& s = shown();
    const SharedArray& array = s.scene->shareds[index];
    const MatrixShape shape{array.rows, array.columns};
    const QColor colour = toneColour(toneOfShared(*s.scene, static_cast<int>(index)));
    painter.setFont(look().ui(look().px(12), QFont::DemiBold));
    painter.setPen(inkOf(colour, colours()));
    QString title = QStringLiteral("%1 %2").arg(toQString(array.name), extent(array.rows, array.columns));
    if (array.usedColumns < array.columns)
        title = QStringLiteral("%1 %2×(%3 + %4)")
                    .arg(toQString(array.name))
                    .arg(array.rows)
                    .arg(array.usedColumns)
                    .arg(array.columns - array.usedColumns);
    if (!array.note.empty())
        title += QStringLiteral(", ") + toQString(array.note);
    drawText(painter, g.sharedTitles[index], Qt::AlignLeft | Qt::AlignVCenter, title);

    const QColor empty = mixed(colours().pane, colours().untouched, look().dark ? 0.42 : 0.6),
                 old = mixed(colours().pane, colour, 0.30), fresh = mixed(colours().pane, colour, 0.72);
    const double cell = area.width() / static_cast<double>(array.columns);
    const double inset = cell >= 4 ? 0.6 : 0.0;
    QList<QRectF> untouched, earlier, lately, unused;
    const PagedArray<Touched>& touched = s.state->shareds[index];
    const Touched since = freshSince();
    for (int64_t row = 0; row < array.rows; ++row)
        for (int64_t column = 0; column < array.columns; ++column) {
            const QRectF where = elementArea(area, shape, row, column).adjusted(inset, inset, -inset, -inset);
            if (row >= array.usedRows || column >= array.usedColumns) { // padding: it holds nothing, ever
                unused.push_back(where);
                continue;
            }
            const Touched last = touched[static_cast<size_t>(row * array.columns + column)];
            (last == never ? untouched : last >= since ? lately : earlier).push_back(where);
        }
    for (const QRectF& where : unused)
        hatch(painter, where, mixed(colours().pane, colours().secondary, 0.7), look().px(3));
    painter.setPen(Qt::NoPen);
    for (const auto& [areas, fill] : {std::pair(&untouched, &empty), {&earlier, &old}, {&lately, &fresh}}) {
        painter.setBrush(*fill);
        painter.drawRects(*areas);
    }
    const auto& request = s.moment.shared;
    if (!s.moment.sharedIsNow || request->array != static_cast<int>(index))
        return;
    const bool conflict = request->cost.wavefronts > request->cost.wavefrontsIdeal;
    for (const sim::memory::BankWord& word : request->words) {
        const Element element = s.scene->sharedElement(word.word * sim::memory::wordBytes);
        if (element.array != static_cast<int>(index))
            continue;
        const bool now = !request->tellsWavefronts() || word.wavefront == s.moment.position.wavefront;
        const QColor highlight = conflict      ? colours().conflict
                                 : word.shared ? colours().merged
                                               : plainMark(look(), colour, cell);
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(fresh, highlight, now ? 0.55 + 0.45 * progress() : 0.55));
        const QRectF where = elementArea(area, shape, element.row, element.column);
        painter.drawRect(where);
        if (isFramed(look(), cell))
            drawFocus(painter, where.adjusted(2, 2, -2, -2), look());
    }
}

void TilesView::paintLanes(QPainter& painter, const TilesGeometry& g) const {
    const Moment& moment = shown().moment;
    const Request* request = moment.now();
    painter.setFont(look().ui(look().px(12)));
    painter.setPen(colours().secondary);
    QString title = tr("lanes");
    if (moment.warp)
        title = tr("lanes of warp %1").arg(*moment.warp);
    drawText(painter, g.lanesTitle, Qt::AlignLeft | Qt::AlignVCenter, title);
    const int within = std::min(look().px(10), static_cast<int>(g.lane(0).height() - 2));
    painter.setFont(look().ui(std::max(look().smallestNumber(), within), QFont::DemiBold));
    for (unsigned lane = 0; lane < lanesPerWarp; ++lane) {
        const bool active = request && request->active(lane);
        const QColor fill =
            active ? toneColour(request->tone)
                   : mixed(colours().pane, moment.barrierIsNow ? colours().cursor : colours().untouched, 0.5);
        drawChip(painter, g.lane(lane), QString::number(lane), fill,
                 active || moment.barrierIsNow ? readableOn(fill) : colours().secondary);
    }
}

} // namespace warplens::app
