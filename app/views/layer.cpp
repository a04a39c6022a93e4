// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/layer.h"

#include <QPaintEngine>
#include <QPainter>

namespace warplens::app {

void Layer::paint(QPainter& painter, const QRectF& area, const QColor& background, const std::vector<double>& looks,
                  const std::function<void(QPainter&)>& draw) {
    if (area.isEmpty())
        return;
    const double ratio = painter.device()->devicePixelRatioF();
    if (painter.paintEngine()->type() != QPaintEngine::Raster ||
        painter.worldTransform().type() > QTransform::TxTranslate)
        return draw(painter);
    std::vector<double> now = looks;
    now.insert(now.end(),
               {static_cast<double>(background.rgb()), ratio, area.x(), area.y(), area.width(), area.height()});
    if (now != m_looks) {
        m_looks = std::move(now);
        m_area = area.toAlignedRect();
        m_pixels = QPixmap(m_area.size() * ratio);
        m_pixels.setDevicePixelRatio(ratio);
        m_pixels.fill(background);
        QPainter once(&m_pixels);
        once.setRenderHints(painter.renderHints());
        once.translate(-m_area.topLeft());
        draw(once);
    }
    painter.drawPixmap(m_area.topLeft(), m_pixels);
}

} // namespace warplens::app
