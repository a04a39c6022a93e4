// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/steps/caption_strip.h"

#include "app/paint/drawing.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace warplens::app {
namespace {

QColor colourOf(Tone tone, const Palette& c) {
    switch (tone) {
    case Tone::Bad:
        return c.conflict;
    case Tone::Good:
    case Tone::Result:
        return c.good;
    case Tone::Merged:
        return c.merged;
    case Tone::ArrayA:
        return c.a;
    case Tone::ArrayB:
        return c.b;
    case Tone::Plain:
        break;
    }
    return c.text;
}

/// The caption in lines of that width, from y = 0 on.
struct Laid {
    QTextLayout layout;
    double height = 0;

    Laid(const std::vector<CaptionPiece>& caption, const Look& look, double width) {
        QString text;
        QList<QTextLayout::FormatRange> formats;
        for (const CaptionPiece& piece : caption) {
            QTextLayout::FormatRange range;
            range.start = static_cast<int>(text.size());
            range.length = static_cast<int>(piece.text.size());
            range.format.setForeground(colourOf(piece.tone, look.colours));
            if (piece.code)
                range.format.setFontFamilies({look.mono(12).family()});
            if (piece.strong)
                range.format.setFontWeight(QFont::Bold);
            formats << range;
            text += piece.text;
        }
        layout.setText(text);
        layout.setFont(look.ui(look.px(14)));
        layout.setFormats(formats);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(width);
            line.setPosition({0, height});
            height += line.height() * 1.15;
        }
        layout.endLayout();
    }
};

double top(const Look& look) {
    return look.px(10);
}
double headingHeight(const Look& look) {
    return look.px(22);
}
double inner(const Look& look, double width) {
    return width - 2.0 * look.margin();
}

} // namespace

CaptionStrip::CaptionStrip(const Look& look, const StepList& list, double width)
    : m_look(look) {
    double tallest = 0;
    for (const TakenStep& step : list.steps)
        tallest = std::max(tallest, Laid(step.caption, look, inner(look, width)).height);
    m_height = top(look) + headingHeight(look) + tallest + look.px(8);
}

void CaptionStrip::paint(QPainter& painter, const QRectF& area, const TakenStep& step) const {
    const Palette& c = m_look.colours;
    painter.fillRect(area, c.pane);
    painter.fillRect(QRectF(area.left(), area.top(), area.width(), m_look.px(2)), c.accent);
    const double left = area.left() + m_look.margin(), width = inner(m_look, area.width());
    painter.setFont(m_look.ui(m_look.px(12.6)));
    painter.setPen(c.secondary);
    drawText(painter, QRectF(left, area.top() + top(m_look), width, headingHeight(m_look)),
             Qt::AlignLeft | Qt::AlignTop, step.heading);
    painter.setPen(c.text);
    const Laid laid(step.caption, m_look, width);
    laid.layout.draw(&painter, {left, area.top() + top(m_look) + headingHeight(m_look)});
}

Sheet CaptionStrip::below(const Sheet& picture, const TakenStep& step) const {
    Sheet sheet = picture;
    for (const CaptionPiece& piece : step.caption)
        sheet.words += piece.text;
    sheet.paint = [this, paintPicture = picture.paint, step](QPainter& painter, const QRectF& area) {
        const QRectF rest = area.adjusted(0, 0, 0, -m_height);
        painter.save();
        painter.setClipRect(rest, Qt::IntersectClip);
        paintPicture(painter, rest);
        painter.restore();
        paint(painter, QRectF(area.left(), rest.bottom(), area.width(), m_height), step);
    };
    return sheet;
}

} // namespace warplens::app
