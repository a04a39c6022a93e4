// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/ptx_pane.h"

#include "app/views/view.h"

#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {

namespace {

/// Operands stand below each other, behind the mnemonic.
QString withoutTabs(const QString& line) {
    QString made;
    made.reserve(line.size() + 24);
    for (const QChar letter : line) {
        if (letter != '\t') {
            made += letter;
            continue;
        }
        const bool leading = std::all_of(made.begin(), made.end(), [](QChar c) { return c == ' '; });
        const bool directive = !leading && made.trimmed().startsWith('.');
        do
            made += ' ';
        while (leading || directive ? made.size() % 4 != 0 : made.size() < 26);
    }
    return made;
}

} // namespace

PtxText::PtxText(QWidget* parent)
    : LineList("ptx", tr("PTX of the kernel"), parent) {}

void PtxText::setText(const QString& text) {
    m_lines = text.split('\n');
    m_longest = 0;
    for (QString& line : m_lines) {
        line = withoutTabs(line);
        m_longest = std::max(m_longest, line.size());
    }
    m_longest = std::min<qsizetype>(m_longest, 400);
    m_current = m_currentSource = m_focus = 0;
    forgetHovered();
    verticalScrollBar()->setValue(0);
    measure();
}

void PtxText::setLinks(std::shared_ptr<const PtxLinks> links) {
    m_links = std::move(links);
    viewport()->update();
}

void PtxText::reveal(uint32_t line) {
    // With a few lines around it, where there is room for them.
    const uint32_t context = std::min(3, verticalScrollBar()->pageStep() / 4);
    if (line != 0 && (!isVisible(line > context ? line - context : 1) || !isVisible(line + context)))
        verticalScrollBar()->setValue(static_cast<int>(line) - 1 - verticalScrollBar()->pageStep() / 3);
}

void PtxText::setCurrent(uint32_t ptxLine, uint32_t sourceLine) {
    if (ptxLine == m_current && sourceLine == m_currentSource)
        return;
    m_current = ptxLine;
    m_currentSource = sourceLine;
    reveal(ptxLine);
    viewport()->update();
}

void PtxText::setFocusLine(uint32_t sourceLine) {
    if (sourceLine == m_focus)
        return;
    m_focus = sourceLine;
    // The other side is brought into sight; what the mouse is on stays where it is.
    if (m_links && hoveredRow() < 0 && sourceLine != 0) {
        const auto& lines = m_links->ptxLines(sourceLine);
        if (!lines.empty() && std::none_of(lines.begin(), lines.end(), [this](uint32_t l) { return isVisible(l); }))
            reveal(lines.front());
    }
    viewport()->update();
}

void PtxText::paintText(QPainter& painter, const QRectF& area, const QString& text, double left) const {
    const Palette& c = look().colours;
    const QString trimmed = text.trimmed();
    const auto write = [&](const QString& part, const QColor& ink) { LineList::write(painter, area, left, part, ink); };
    if (trimmed.startsWith('.') || trimmed.startsWith("//") || trimmed.startsWith("{") || trimmed.startsWith("}"))
        return write(text, mixed(c.pane, c.secondary, trimmed.startsWith(".loc") ? 0.6 : 1.0));
    if (trimmed.endsWith(':'))
        return write(text, c.cursor);
    // Guard, mnemonic, operands.
    qsizetype at = 0;
    while (at < text.size() && text[at] == ' ')
        ++at;
    if (at < text.size() && text[at] == '@')
        while (at < text.size() && (text[at] != ' ' || text[at - 1] == ' '))
            ++at;
    write(text.left(at), c.cursor);
    while (at < text.size() && text[at] == ' ')
        write(QStringLiteral(" "), c.text), ++at;
    const qsizetype end = std::max(at, text.indexOf(' ', at));
    const QString mnemonic = end > at ? text.mid(at, end - at) : text.mid(at);
    const bool memory = mnemonic.startsWith("ld.") || mnemonic.startsWith("st.") || mnemonic.startsWith("atom") ||
                        mnemonic.startsWith("red.") || mnemonic.startsWith("cp.");
    const bool barrier = mnemonic.startsWith("bar");
    write(mnemonic, barrier  ? c.cursor
                    : memory ? (mnemonic.contains(".shared")                                 ? c.good
                                : mnemonic.contains(".global") || mnemonic.startsWith("cp.") ? c.a
                                                                                             : c.text)
                             : (look().dark ? QColor(0xc3a3ff) : QColor(0x6a2fd8)));
    if (end > at)
        write(text.mid(end), c.text);
}

void PtxText::paintRow(QPainter& painter, int row, const QRectF& area) {
    const Palette& c = look().colours;
    const auto line = static_cast<uint32_t>(row) + 1;
    const uint32_t source = m_links ? m_links->sourceLine(line) : 0;
    const QRectF edge(0, area.top(), look().px(3), area.height());
    const bool isFocus = source != 0 && source == m_focus;
    if (line == m_current)
        painter.fillRect(area, mixed(c.pane, c.cursor, look().dark ? 0.28 : 0.30));
    else if (source != 0 && source == m_currentSource)
        painter.fillRect(edge, mixed(c.pane, c.cursor, 0.5));
    if (isFocus)
        painter.fillRect(area, mixed(c.pane, c.accent, row == hoveredRow() ? 0.38 : 0.24));
    if (line == m_current)
        painter.fillRect(edge, c.cursor);
    else if (isFocus)
        painter.fillRect(edge, c.text);
    painter.setFont(codeFont());
    painter.save();
    painter.setClipRect(area.adjusted(gutter(), 0, 0, 0));
    paintText(painter, area, m_lines[row], gutter() - horizontalScrollBar()->value());
    painter.restore();
    // The line of the source, where there is one: that is what the two texts are linked by.
    paintNumber(painter, area, source != 0 ? QString::number(source) : QString(),
                isFocus || line == m_current ? c.text : mixed(c.pane, c.secondary, 0.75));
}

void PtxText::resizeEvent(QResizeEvent* event) {
    LineList::resizeEvent(event);
    reveal(m_current);
}

PtxPane::PtxPane(QWidget* parent)
    : Picture(parent)
    , m_text(new PtxText(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 34, 0, 4);
    layout->addWidget(m_text);
    connect(m_text, &PtxText::hovered, this, [this](int row) {
        const Focus focus = m_shown.scene && row >= 0 ? focusOnPtxLine(*m_shown.scene, m_shown.moment, *m_shown.links,
                                                                       static_cast<uint32_t>(row) + 1)
                                                      : Focus();
        if (!focus.empty() && m_text->viewport()->underMouse())
            QToolTip::showText(QCursor::pos(), toQString(focus.text), m_text);
        emit focused(focus);
    });
    connect(m_text, &PtxText::clicked, this, [this](int row) {
        const auto line = static_cast<uint32_t>(row) + 1;
        if (m_shown.links && !m_shown.links->mnemonic(line).empty())
            emit lineChosen(line);
    });
}

void PtxPane::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(0, look.px(34), 0, look.px(4));
    m_text->setLook(look);
    update();
}

void PtxPane::show(const Shown& shown) {
    const Scene* scene = shown.scene.get();
    if (shown.scene != m_shown.scene) {
        m_text->setLinks(nullptr);
        m_text->setText(scene ? QString::fromStdString(scene->image.ptx) : QString());
        m_text->setLinks(shown.links);
    }
    m_shown = shown;
    m_current = scene && !scene->trace.events.empty()
                    ? PtxLinks::ptxLineOf(*scene, scene->trace.events[shown.moment.position.event].op)
                    : 0;
    m_text->setCurrent(m_current, shown.moment.line);
    update();
}

void PtxPane::paintAt(QPainter& painter, const QRectF& area) {
    PtxPane copy;
    renderAt(painter, area, copy, m_look, m_shown);
}

void PtxPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    const QRectF title(m_look.margin(), m_look.px(10), width() - 2.0 * m_look.margin(), m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(m_look.colours.text);
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, tr("PTX"));
    if (!m_shown.scene)
        return;
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    QString text = tr("in front: the line of the source");
    if (m_current)
        text = tr("line %1 of %2 · ").arg(m_current).arg(m_text->lines().size()) + text;
    drawText(painter, title.adjusted(m_look.px(50), 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter, text);
}

} // namespace warplens::app
