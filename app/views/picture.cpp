// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/picture.h"

#include "app/views/addresses_view.h"
#include "app/views/banks_view.h"
#include "app/views/blocks_view.h"
#include "app/views/cycles_view.h"
#include "app/views/global_view.h"
#include "app/views/host_pane.h"
#include "app/views/machine_pane.h"
#include "app/views/mistake_view.h"
#include "app/views/occupancy_view.h"
#include "app/views/ptx_pane.h"
#include "app/views/source_pane.h"
#include "app/views/tiles_view.h"
#include "app/views/warp_view.h"
#include "app/views/why_view.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warplens::app {
namespace {

template<class Widget>
Picture* make(QWidget* parent) {
    return new Widget(parent);
}

} // namespace

void Picture::renderAt(QPainter& painter, const QRectF& area, Picture& copy, const Look& look, const Shown& shown) {
    copy.setLook(look);
    copy.setAttribute(Qt::WA_DontShowOnScreen); // but laid out as if it were
    copy.resize(static_cast<int>(std::ceil(area.width())), static_cast<int>(std::ceil(area.height())));
    for (auto* scrolled : copy.findChildren<QAbstractScrollArea*>()) {
        scrolled->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    copy.QWidget::show();
    copy.show(shown); // when it knows its size: it brings the current line into sight
    painter.save();
    painter.translate(area.topLeft());
    copy.render(&painter, QPoint(), QRegion(), DrawChildren);
    painter.restore();
}

const std::vector<PictureKind>& pictureKinds() {
    using enum PictureKind::Side;
    static const std::vector<PictureKind> kinds{
        {"tiles", QT_TRANSLATE_NOOP("Pictures", "Tiles"), Qt::Key_1, make<TilesView>, Left},
        {"global", QT_TRANSLATE_NOOP("Pictures", "Global memory"), Qt::Key_2, make<GlobalView>, Left},
        {"source", QT_TRANSLATE_NOOP("Pictures", "Source"), Qt::Key_3, make<SourcePane>, Right},
        {"banks", QT_TRANSLATE_NOOP("Pictures", "Shared memory banks"), Qt::Key_4, make<BanksView>, Right, true},
        {"warp", QT_TRANSLATE_NOOP("Pictures", "Warp"), Qt::Key_5, make<WarpView>, Left, false, "global"},
        {"ptx", QT_TRANSLATE_NOOP("Pictures", "PTX"), Qt::Key_7, make<PtxPane>, Left, false, "tiles"},
        {"addresses", QT_TRANSLATE_NOOP("Pictures", "Addresses"), Qt::Key_I, make<AddressesView>, Right, false,
         "banks"},
        {"why", QT_TRANSLATE_NOOP("Pictures", "What binds it"), Qt::Key_8, make<WhyView>, Left, false, "global", true},
        {"machine", QT_TRANSLATE_NOOP("Pictures", "Machine code"), Qt::Key_J, make<MachinePane>, Left, false, "tiles",
         true},
        {"occupancy", QT_TRANSLATE_NOOP("Pictures", "Occupancy"), Qt::Key_U, make<OccupancyView>, Right, false,
         "banks"},
        {"mistakes", QT_TRANSLATE_NOOP("Pictures", "Mistakes"), Qt::Key_D, make<MistakeView>, Left, false, "global",
         false, true},
        {"blocks", QT_TRANSLATE_NOOP("Pictures", "Blocks in time"), Qt::Key_H, make<BlocksView>, Left, false, "global",
         true, false, true},
        {"waiting", QT_TRANSLATE_NOOP("Pictures", "Warps in cycles"), Qt::Key_L, make<CyclesView>, Left, false,
         "global", true},
        {"host", QT_TRANSLATE_NOOP("Pictures", "Host program"), Qt::Key_B, make<HostPane>, Left, false, "tiles"},
    };
    return kinds;
}

const PictureKind* findPicture(std::string_view name) {
    const auto& kinds = pictureKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const PictureKind& k) { return k.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

const PictureKind* pictureOf(std::string_view shown) {
    return findPicture(shown.starts_with('+') ? shown.substr(1) : shown);
}

QString pictureTitle(const PictureKind& kind) {
    return QCoreApplication::translate("Pictures", kind.title);
}

} // namespace warplens::app
