// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/machine_pane.h"

#include "app/paint/drawing.h"

#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {

MachineText::MachineText(QWidget* parent)
    : LineList("machine", tr("Machine code of the kernel"), parent) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

int MachineText::rows() const {
    return m_reason && m_reason->why ? static_cast<int>(m_reason->why->code.size()) : 0;
}

void MachineText::setCode(std::shared_ptr<const Reason> reason) {
    if (reason == m_reason)
        return;
    m_reason = std::move(reason);
    m_most = 1;
    if (m_reason && m_reason->why)
        for (const engine::MachineLine& line : m_reason->why->code)
            m_most = std::max(m_most, line.executions);
    forgetHovered();
    verticalScrollBar()->setValue(0);
    measure();
    reveal(m_current);
}

uint32_t MachineText::sourceLine(int row) const {
    if (row < 0 || row >= rows())
        return 0;
    const engine::MachineLine& line = m_reason->why->code[static_cast<size_t>(row)];
    return line.file == m_reason->fileName ? line.line : 0;
}

// The one of them that is executed most.
void MachineText::reveal(uint32_t source) {
    if (source == 0)
        return;
    int best = -1;
    for (int row = 0; row < rows(); ++row) {
        if (sourceLine(row) != source)
            continue;
        if (isRowVisible(row))
            return;
        const auto times = [&](int n) { return m_reason->why->code[static_cast<size_t>(n)].executions; };
        if (best < 0 || times(row) > times(best))
            best = row;
    }
    if (best >= 0)
        verticalScrollBar()->setValue(best - verticalScrollBar()->pageStep() / 3);
}

void MachineText::setCurrent(uint32_t source) {
    if (source == m_current)
        return;
    m_current = source;
    reveal(source);
    viewport()->update();
}

void MachineText::setFocusLine(uint32_t source) {
    if (source == m_focus)
        return;
    m_focus = source;
    if (hoveredRow() < 0) // what the mouse is on stays where it is
        reveal(source);
    viewport()->update();
}

void MachineText::paintText(QPainter& painter, const QRectF& area, const engine::MachineLine& line) const {
    const Palette& c = look().colours;
    const QString text = toQString(line.text);
    // Guard, opcode, operands.
    const qsizetype opcode = text.startsWith('@') ? text.indexOf(' ') + 1 : 0;
    qsizetype end = text.indexOf(' ', opcode);
    end = end < 0 ? text.size() : end;
    double left = area.left();
    const auto write = [&](const QString& part, const QColor& ink) { LineList::write(painter, area, left, part, ink); };
    const QColor other = look().dark ? QColor(0xc3a3ff) : QColor(0x6a2fd8);
    write(text.left(opcode), c.cursor);
    write(text.mid(opcode, end - opcode), line.unit == "lsu"                            ? c.a
                                          : line.unit == "fma" || line.unit == "tensor" ? c.good
                                                                                        : other);
    write(text.mid(end), c.text);
}

void MachineText::paintRow(QPainter& painter, int row, const QRectF& area) {
    const Palette& c = look().colours;
    const engine::MachineLine& line = m_reason->why->code[static_cast<size_t>(row)];
    const uint32_t source = sourceLine(row);
    const bool isCurrent = source != 0 && source == m_current, isFocus = source != 0 && source == m_focus;
    if (isCurrent)
        painter.fillRect(area, mixed(c.pane, c.cursor, look().dark ? 0.20 : 0.22));
    if (isFocus)
        painter.fillRect(area, mixed(c.pane, c.accent, row == hoveredRow() ? 0.38 : 0.24));
    if (isCurrent || isFocus)
        painter.fillRect(QRectF(0, area.top(), look().px(3), area.height()), isFocus ? c.text : c.cursor);
    paintNumber(painter, area, source != 0 ? QString::number(source) : QString(),
                isFocus || isCurrent ? c.text : mixed(c.pane, c.secondary, 0.75));
    // A bar as long as it is executed often, and the number.
    const double times = look().px(74);
    const QRectF track(gutter(), area.top() + 2, times, area.height() - 4);
    const double share = static_cast<double>(line.executions) / static_cast<double>(m_most);
    const double length = std::max(line.executions ? 2.0 : 0.0, track.width() * share);
    painter.fillRect(QRectF(track.left(), track.top(), length, track.height()), mixed(c.pane, c.a, 0.34));
    painter.setPen(line.executions ? c.text : c.secondary);
    drawKept(painter, track.adjusted(0, 0, -look().px(4), 0), Qt::AlignRight | Qt::AlignVCenter,
             toQString(scaledText(static_cast<double>(line.executions))));
    painter.setFont(codeFont());
    painter.setClipRect(viewport()->rect());
    paintText(painter, area.adjusted(gutter() + times + look().px(10), 0, 0, 0), line);
}

MachinePane::MachinePane(QWidget* parent)
    : Picture(parent)
    , m_text(new MachineText(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setSizeConstraint(QLayout::SetNoConstraint); // a small picture of it in a file is no larger
    layout->setContentsMargins(0, 52, 0, 4);
    layout->addWidget(m_text);
    connect(m_text, &MachineText::hovered, this, [this](int row) {
        Focus focus;
        const uint32_t line = m_text->sourceLine(row);
        if (m_shown.scene && line != 0) {
            focus = focusOnSourceLine(*m_shown.scene, m_shown.moment, *m_shown.links, line);
            focus.line = line;
            if (row >= 0 && m_shown.reasons)
                focus.text = machineTip(m_shown.reasons->own->why->code[static_cast<size_t>(row)],
                                        m_shown.reasons->own->why->work.instructions.origin);
        }
        if (!focus.empty() && m_text->viewport()->underMouse())
            QToolTip::showText(QCursor::pos(), toQString(focus.text), m_text);
        emit focused(focus);
    });
    connect(m_text, &MachineText::clicked, this, [this](int row) {
        if (const uint32_t line = m_text->sourceLine(row))
            emit lineChosen(line);
    });
}

void MachinePane::setLook(const Look& look) {
    m_look = look;
    m_text->setLook(look);
    makeHead();
    update();
}

void MachinePane::show(const Shown& shown) {
    m_shown = shown;
    m_text->setCode(shown.scene && shown.reasons ? shown.reasons->own : nullptr);
    m_text->setCurrent(shown.scene ? shown.moment.line : 0);
    setAccessibleDescription(summary());
    makeHead();
    update();
}

void MachinePane::paintAt(QPainter& painter, const QRectF& area) {
    MachinePane copy;
    renderAt(painter, area, copy, m_look, m_shown);
}

QString MachinePane::summary() const {
    if (!m_shown.reasons)
        return tr("counting what is executed …");
    return toQString(machineSummary(*m_shown.reasons->own));
}

// A share is not told apart from what it is of by the end of a line.
void MachinePane::makeHead() {
    static const QRegularExpression within(QStringLiteral(" (?=[^ ,:]+(,|$))"));
    m_head = brokenLines(summary().replace(within, QString(QChar::Nbsp)), m_look.ui(m_look.px(12)),
                         width() - 2.0 * m_look.margin());
    const int lines = std::max<int>(1, static_cast<int>(m_head.size()));
    layout()->setContentsMargins(0, m_look.px(33) + lines * m_look.px(19), 0, m_look.px(4));
    layout()->activate(); // a file is painted before the loop of events comes to it
}

void MachinePane::resizeEvent(QResizeEvent* event) {
    Picture::resizeEvent(event);
    makeHead();
}

void MachinePane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    const QRectF title(m_look.margin(), m_look.px(10), width() - 2.0 * m_look.margin(), m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(m_look.colours.text);
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, tr("Machine code"));
    if (!m_shown.scene)
        return;
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    drawText(painter, title.adjusted(m_look.px(100), 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
             tr("line of the source · executed by warps · SASS"));
    double down = 0;
    for (const QString& line : m_head)
        drawText(painter, title.translated(0, down += m_look.px(19)), Qt::AlignLeft | Qt::AlignVCenter, line);
}

} // namespace warplens::app
