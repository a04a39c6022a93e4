// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/paint/kept_text.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontMetrics>
#include <QGlyphRun>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QTextLayout>
#include <QThread>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace warplens::app {
namespace {

constexpr size_t mostFonts = 64;
constexpr qsizetype mostTexts = 250, longest = 200; ///< of one font, twice; characters

struct Laid {
    QTextLayout layout;
    double width = 0, advance = 0, height = 0;
    QRectF ink; ///< with a pixel around it

    Laid(const QString& text, const QFont& font)
        : layout(text, font) {
        layout.setCacheEnabled(true);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(0x1000000);
        line.setPosition({0, 0});
        layout.endLayout();
        width = line.naturalTextWidth();
        advance = line.horizontalAdvance();
        height = line.ascent() + line.descent();
        for (const QGlyphRun& run : layout.glyphRuns())
            ink |= run.boundingRect();
        ink.adjust(-1, -1, 1, 1);
    }
};

/// Those that were wanted last, and some before them.
template<class Value>
class Lately {
public:
    template<class Make>
    Value of(const QString& text, const Make& make) {
        if (const auto found = m_now.constFind(text); found != m_now.cend())
            return *found;
        if (m_now.size() >= mostTexts)
            m_before = std::exchange(m_now, {});
        const auto old = m_before.constFind(text);
        return *m_now.insert(text, old != m_before.cend() ? *old : make());
    }

private:
    QHash<QString, Value> m_now, m_before;
};

struct TextsOfFont {
    QFont font;
    Lately<std::shared_ptr<Laid>> laid;
    Lately<int> advances;
};

/// The fonts that were used last come first.
std::vector<TextsOfFont>& kept() {
    static std::vector<TextsOfFont> texts;
    return texts;
}

bool mayBeKept(const QString& text) {
    const QCoreApplication* application = QCoreApplication::instance();
    return !text.isEmpty() && text.size() <= longest && application &&
           QThread::currentThread() == application->thread();
}

TextsOfFont& textsOf(const QFont& font) {
    std::vector<TextsOfFont>& all = kept();
    // Fonts must be gone before the application is.
    static const bool cleared = (qAddPostRoutine([] { kept().clear(); }), true);
    static_cast<void>(cleared);
    auto found = std::find_if(all.begin(), all.end(), [&](const TextsOfFont& each) { return each.font == font; });
    if (found == all.end()) {
        if (all.size() >= mostFonts)
            all.pop_back();
        found = all.insert(all.begin(), {font, {}, {}});
    } else if (found - all.begin() > 3) {
        std::rotate(all.begin(), found, found + 1);
        found = all.begin();
    }
    return *found;
}

std::shared_ptr<Laid> laidOut(const QFont& font, const QString& text) {
    return textsOf(font).laid.of(text, [&] { return std::make_shared<Laid>(text, font); });
}

} // namespace

void drawKept(QPainter& painter, const QRectF& area, int flags, const QString& text) {
    constexpr int known = Qt::AlignHorizontal_Mask | Qt::AlignVertical_Mask | Qt::TextDontClip | Qt::TextSingleLine;
    const bool ofSeveralLines = std::any_of(text.begin(), text.end(), [](QChar each) {
        return each < QLatin1Char(' ') || each == QChar::LineSeparator || each == QChar::ParagraphSeparator;
    });
    const bool otherFlags = (flags & ~known) != 0 || (flags & (Qt::AlignJustify | Qt::AlignBaseline)) != 0;
    const bool fromRight = painter.layoutDirection() == Qt::RightToLeft || text.isRightToLeft();
    const bool drawn = painter.paintEngine()->type() == QPaintEngine::Raster && painter.pen().style() != Qt::NoPen;
    if (otherFlags || ofSeveralLines || fromRight || !drawn || !mayBeKept(text))
        return painter.drawText(area, flags, text);
    const std::shared_ptr<Laid> laid = laidOut(painter.font(), text);
    const auto from = [](double room, double taken, bool end, bool middle) {
        return end ? room - taken : middle ? (room - taken) / 2 : 0.0;
    };
    const bool right = flags & Qt::AlignRight, middle = flags & Qt::AlignHCenter;
    const double y = area.y() + from(area.height(), laid->height, flags & Qt::AlignBottom, flags & Qt::AlignVCenter);
    const QPointF at(area.x() + from(area.width(), laid->advance, right, middle), y);
    const bool cut =
        (flags & Qt::TextDontClip) == 0 && !area.contains(laid->ink.translated(at)) &&
        !area.contains(QRectF(area.x() + from(area.width(), laid->width, right, middle), y, laid->width, laid->height));
    if (cut) {
        painter.save();
        painter.setClipRect(area, Qt::IntersectClip);
    }
    laid->layout.lineAt(0).draw(&painter, at);
    if (cut)
        painter.restore();
}

int keptAdvance(const QFont& font, const QString& text) {
    if (!mayBeKept(text))
        return QFontMetrics(font).horizontalAdvance(text);
    return textsOf(font).advances.of(text, [&] { return QFontMetrics(font).horizontalAdvance(text); });
}

} // namespace warplens::app
