// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/caption_text.h"

#include "app/paint/drawing.h"

#include <vector>

namespace warplens::app {
namespace {

/// How a byte of the text is shown.
struct Style {
    bool figure = false, code = false, broken = false;
    const lessons::Term* term = nullptr;
    bool operator==(const Style&) const = default;
};

QString run(const std::string& text, const Style& style, const Look& look) {
    QString html = toQString(text).toHtmlEscaped();
    if (style.code)
        html = QStringLiteral("<span style='font-family:\"%1\"'>%2</span>").arg(look.mono(12).family(), html);
    if (style.figure)
        html = QStringLiteral("<b>%1</b>").arg(html);
    if (style.broken)
        html = QStringLiteral("<span style='color:%1'>%2</span>").arg(look.colours.conflict.name(), html);
    if (style.term)
        html = QStringLiteral("<a href='%1' style='color:%2; text-decoration: underline'>%3</a>")
                   .arg(toQString(style.term->name).toHtmlEscaped(), look.colours.text.name(), html);
    return html;
}

} // namespace

QString captionHtml(const words::Filled& filled, const lessons::Course& course, const Look& look,
                    const lessons::Term* without) {
    std::string text;
    std::vector<Style> styles;
    bool code = false;
    for (const words::Piece& piece : filled.pieces)
        for (const char c : piece.text) {
            if (c == '`') {
                code = !code;
                continue;
            }
            Style style;
            style.figure = piece.kind == words::Kind::Figure;
            style.broken = piece.state == words::State::Broken;
            style.code = code;
            text += c;
            styles.push_back(style);
        }
    for (const lessons::TermPlace& place : lessons::termsIn(text, course))
        if (place.term != without)
            for (size_t i = place.at; i < place.at + place.length; ++i)
                styles[i].term = place.term;
    QString html;
    for (size_t begin = 0, end = 0; begin < text.size(); begin = end) {
        while (end < text.size() && styles[end] == styles[begin])
            ++end;
        html += run(text.substr(begin, end - begin), styles[begin], look);
    }
    return QStringLiteral("<div style='line-height:125%'>%1</div>").arg(html);
}

QString captionText(const words::Filled& filled) {
    return toQString(filled.text()).remove('`');
}

} // namespace warplens::app
