// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a picture that seldom changes: painted once, kept as pixels, and painted anew when it would look different.
#pragma once

#include <QColor>
#include <QPixmap>
#include <QRectF>

#include <functional>
#include <vector>

class QPainter;

namespace warplens::app {

class Layer {
public:
    /// `looks` names everything that decides how it looks but for the area. What draw() paints lies in the area, on a
    /// background of that colour. On paper and in vector files it is drawn as it is.
    void paint(QPainter& painter, const QRectF& area, const QColor& background, const std::vector<double>& looks,
               const std::function<void(QPainter&)>& draw);

private:
    QPixmap m_pixels;
    QRect m_area;
    std::vector<double> m_looks;
};

} // namespace warplens::app
