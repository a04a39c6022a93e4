// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/tiles_captions.h"

#include "app/model/tiles_picture.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

void TileCaptions::take(const Shown& shown) {
    m_captions.clear();
    if (!shown.scene || shown.scene->trace.events.empty() || !shown.moment.warp)
        return;
    const auto& own = shown.navigator->eventsOf(*shown.moment.warp);
    auto at = std::upper_bound(own.begin(), own.end(), shown.moment.position.event);
    std::vector<bool> told(shown.scene->shareds.size());
    for (int steps = 0; at != own.begin() && steps < 64 && m_captions.size() < told.size(); ++steps) {
        const auto& event = shown.scene->trace.events[*--at];
        if (!isShared(event.kind))
            continue;
        const Request request = lookAt(*shown.scene, *at);
        if (request.array < 0 || told[static_cast<size_t>(request.array)])
            continue;
        told[static_cast<size_t>(request.array)] = true;
        const bool conflict = request.cost.wavefronts > request.cost.wavefrontsIdeal;
        const bool one = std::count_if(request.words.begin(), request.words.end(), [](const sim::memory::BankWord& w) {
                             return !w.shared;
                         }) < static_cast<std::ptrdiff_t>(request.words.size()) / 2;
        QString text = (isLoad(request.kind) ? tr("Warp %1 read %2: ") : tr("Warp %1 wrote %2: "))
                           .arg(request.warp)
                           .arg(toQString(request.element));
        text += one && !conflict ? tr("broadcast, ") : QString();
        text += tr("%n wavefront(s)", nullptr, static_cast<int>(request.cost.wavefronts));
        if (conflict)
            text += tr(" instead of %1").arg(request.cost.wavefrontsIdeal);
        m_captions.push_back({text, conflict ? Tone::Bad : one ? Tone::Merged : Tone::Good});
    }
}

void TileCaptions::paint(QPainter& painter, const QRectF& area, const Look& look) const {
    painter.setFont(look.ui(look.px(12.5)));
    double top = area.top();
    for (const Caption& caption : m_captions) {
        painter.setPen(inkOf(toneColour(look.colours, caption.tone), look.colours));
        const QRectF room(area.left(), top, area.width(), area.bottom() - top);
        constexpr int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
        const QRectF needed = painter.boundingRect(room, flags, caption.text);
        if (needed.bottom() > area.bottom() + 1)
            break; // half a line tells nothing
        drawKept(painter, room, flags, caption.text);
        top += needed.height() + 2;
    }
}

} // namespace warplens::app
