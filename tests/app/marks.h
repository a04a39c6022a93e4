// SPDX-License-Identifier: GPL-3.0-or-later
// All that something paints, as a list: areas, lines, images and texts, with their places and colours. Nothing is drawn. So what a
// picture shows can be counted, and held against another painting of it.
#pragma once

#include "app/paint/look.h"

#include <QColor>
#include <QFont>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRectF>
#include <QString>

#include <cmath>
#include <ostream>
#include <vector>

namespace warplens::tests {

struct Mark {
    enum class Kind : uint8_t { Area, Line, Text, Image } kind = Kind::Area;
    QRectF box;       ///< in the device's pixels, within what it is clipped to
    QRectF whole;     ///< as if nothing were clipped
    QColor fill, ink; ///< invalid: none
    double width = 0; ///< of its line, there
    QString text;
    double pixels = 0; ///< of its font, there
    QSize image;

    /// The same but for place, size and colours.
    bool isAlike(const Mark& other) const { return kind == other.kind && text == other.text && image == other.image; }
};

inline std::ostream& operator<<(std::ostream& out, const Mark& mark) {
    static constexpr const char* kinds[] = {"area", "line", "text", "image"};
    out << kinds[static_cast<int>(mark.kind)] << " (" << mark.whole.left() << ", " << mark.whole.top() << ", "
        << mark.whole.width() << " x " << mark.whole.height() << ")";
    if (!mark.text.isEmpty())
        out << " '" << mark.text.toStdString() << "' of " << mark.pixels;
    if (mark.fill.isValid())
        out << " filled with " << mark.fill.name().toStdString();
    return out;
}

class Marks : public QPaintDevice {
public:
    explicit Marks(const QSize& size)
        : m_size(size)
        , m_engine(*this) {}
    const std::vector<Mark>& all() const { return m_all; }
    QPaintEngine* paintEngine() const override { return const_cast<Engine*>(&m_engine); }

protected:
    int metric(PaintDeviceMetric which) const override {
        switch (which) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmWidthMM:
            return static_cast<int>(m_size.width() * 25.4 / 96);
        case PdmHeightMM:
            return static_cast<int>(m_size.height() * 25.4 / 96);
        case PdmNumColors:
            return INT_MAX;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 96;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(Marks& marks)
            : QPaintEngine(AllFeatures)
            , m_marks(marks) {}
        Type type() const override { return User; }
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState&) override {}
        void drawPath(const QPainterPath& path) override { note(path.boundingRect(), true); }
        void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
            note(QPolygonF(QList<QPointF>(points, points + count)).boundingRect(), mode != PolylineMode);
        }
        void drawPolygon(const QPoint* points, int count, PolygonDrawMode mode) override {
            QPolygonF polygon;
            for (int i = 0; i < count; ++i)
                polygon << points[i];
            note(polygon.boundingRect(), mode != PolylineMode);
        }
        void drawPixmap(const QRectF& area, const QPixmap& pixmap, const QRectF&) override {
            noteImage(area, pixmap.size());
        }
        void drawImage(const QRectF& area, const QImage& image, const QRectF&, Qt::ImageConversionFlags) override {
            noteImage(area, image.size());
        }
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            if (item.text().trimmed().isEmpty())
                return;
            Mark mark = placed(QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent()));
            mark.kind = Mark::Kind::Text;
            mark.text = item.text();
            mark.pixels = item.font().pixelSize() * scale();
            mark.ink = faded(painter()->pen().color());
            m_marks.m_all.push_back(mark);
        }

    private:
        double scale() const { return std::sqrt(std::abs(painter()->deviceTransform().determinant())); }
        QColor faded(QColor colour) const {
            colour.setAlphaF(static_cast<float>(colour.alphaF() * painter()->opacity()));
            return colour;
        }
        Mark placed(const QRectF& area) const {
            const QTransform there = painter()->deviceTransform();
            Mark mark;
            mark.box = mark.whole = there.mapRect(area);
            clipTo(mark, systemClip().isEmpty() ? mark.box : QRectF(systemClip().boundingRect()));
            if (painter()->hasClipping())
                clipTo(mark, there.mapRect(painter()->clipBoundingRect()));
            return mark;
        }
        /// What lies outside has no width or height left.
        static void clipTo(Mark& mark, const QRectF& clip) {
            const QPointF upper(std::max(clip.left(), mark.box.left()), std::max(clip.top(), mark.box.top()));
            const QPointF lower(std::min(clip.right(), mark.box.right()), std::min(clip.bottom(), mark.box.bottom()));
            mark.box = QRectF(upper, lower);
        }
        void note(const QRectF& area, bool closed) {
            const QPainter& by = *painter();
            const bool filled = closed && by.brush().style() != Qt::NoBrush, drawn = by.pen().style() != Qt::NoPen;
            if (!filled && !drawn)
                return;
            Mark mark = placed(area);
            mark.kind = filled ? Mark::Kind::Area : Mark::Kind::Line;
            if (filled)
                mark.fill = faded(by.brush().color());
            if (drawn) {
                mark.ink = faded(by.pen().color());
                mark.width = by.pen().widthF() * (by.pen().isCosmetic() ? 1 : scale());
            }
            m_marks.m_all.push_back(mark);
        }
        void noteImage(const QRectF& area, const QSize& size) {
            Mark mark = placed(area);
            mark.kind = Mark::Kind::Image;
            mark.image = size;
            m_marks.m_all.push_back(mark);
        }
        Marks& m_marks;
    };

    QSize m_size;
    std::vector<Mark> m_all;
    Engine m_engine;
};

inline app::Look lookOf(double scale, bool dark = true) {
    app::Look look;
    look.colours = dark ? app::darkPalette() : app::lightPalette();
    look.dark = dark;
    look.scale = scale;
    return look;
}

/// What `paint` paints on a device of that size.
template<class Paint>
std::vector<Mark> marksOf(const QSize& size, Paint paint) {
    Marks device(size);
    QPainter painter(&device);
    paint(painter);
    painter.end();
    return device.all();
}

} // namespace warplens::tests
