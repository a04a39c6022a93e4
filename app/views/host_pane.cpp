// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/host_pane.h"

#include "app/paint/drawing.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace warplens::app {

HostLines::HostLines(QWidget* parent)
    : LineList("host", tr("Host program of the stage"), parent) {}

void HostLines::setHost(std::shared_ptr<const HostText> host) {
    m_host = std::move(host);
    m_lines = m_host ? QString::fromStdString(m_host->program.text).split('\n') : QStringList();
    cut();
    m_longest = 0;
    for (const QString& line : m_lines)
        m_longest = std::max(m_longest, line.size());
    measure();
    // What comes before are helpers that are alike in all of them.
    verticalScrollBar()->setValue(m_host && !m_host->program.parts.empty() ? m_host->program.parts.front().line - 1
                                                                           : 0);
    horizontalScrollBar()->setValue(0);
}

// The text's marks, line by line.
void HostLines::cut() {
    m_pieces.assign(static_cast<size_t>(m_lines.size()), {});
    m_heads.clear();
    if (!m_host)
        return;
    for (const kernels::HostPart& part : m_host->program.parts)
        m_heads.insert(part.line - 1);
    const std::string_view text = m_host->program.text;
    size_t at = 0, row = 0;
    const auto add = [&](size_t end, const std::optional<kernels::HostMark>& mark) {
        while (at < end) {
            const size_t line = std::min(text.find('\n', at), end);
            if (line > at)
                m_pieces[row].push_back({toQString(std::string(text.substr(at, line - at))), mark});
            at = line;
            if (at < end) { // the end of the line
                ++at;
                ++row;
            }
        }
    };
    for (const kernels::HostSpan& span : m_host->marks) {
        add(span.begin, std::nullopt);
        add(span.end, span.mark);
    }
    add(text.size(), std::nullopt);
}

// Comments step back, calls of the runtime and the launch stand out.
void HostLines::paintText(QPainter& painter, const QRectF& area, int row, double left) const {
    const Palette& c = look().colours;
    const auto ink = [&](const std::optional<kernels::HostMark>& mark) {
        if (!mark)
            return c.text;
        switch (*mark) {
        case kernels::HostMark::Call:
            return c.a;
        case kernels::HostMark::Launch:
            return c.good;
        case kernels::HostMark::Literal:
        case kernels::HostMark::Directive:
            return look().dark ? QColor(0xc3a3ff) : QColor(0x6a2fd8);
        case kernels::HostMark::Comment:
            break;
        }
        return c.secondary;
    };
    for (const Piece& piece : m_pieces[static_cast<size_t>(row)]) {
        const bool head = piece.mark == kernels::HostMark::Comment && m_heads.contains(row);
        if (head) {
            QFont bold = painter.font();
            bold.setWeight(QFont::DemiBold);
            painter.setFont(bold);
        }
        LineList::write(painter, area, left, piece.text, head ? c.cursor : ink(piece.mark));
    }
}

void HostLines::paintRow(QPainter& painter, int row, const QRectF& area) {
    const Palette& c = look().colours;
    paintNumber(painter, area, QString::number(row + 1), mixed(c.pane, c.secondary, 0.75));
    painter.setFont(codeFont());
    painter.save();
    painter.setClipRect(area.adjusted(gutter(), 0, 0, 0), Qt::IntersectClip);
    paintText(painter, area, row, gutter() - horizontalScrollBar()->value());
    painter.restore();
}

HostPane::HostPane(QWidget* parent)
    : Picture(parent)
    , m_text(new HostLines(this))
    , m_copy(new QToolButton(this))
    , m_save(new QToolButton(this))
    , m_buttons(new QHBoxLayout) {
    m_copy->setText(tr("Copy"));
    m_copy->setObjectName("copyHost");
    m_copy->setToolTip(tr("Copy the program"));
    m_save->setText(tr("Save as project …"));
    m_save->setObjectName("saveHost");
    m_save->setToolTip(tr("A folder with the program, the kernel, CMakeLists.txt and a Makefile"));
    m_buttons->addStretch(1);
    for (QToolButton* button : {m_copy, m_save}) {
        button->setFocusPolicy(Qt::TabFocus); // a click leaves the keys where they are
        button->setAutoRaise(true);
        m_buttons->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(0);
    layout->addLayout(m_buttons);
    layout->addWidget(m_text, 1);
    connect(m_copy, &QToolButton::clicked, this, &HostPane::copyWanted);
    connect(m_save, &QToolButton::clicked, this, &HostPane::projectWanted);
}

void HostPane::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(0, look.px(4), 0, look.px(4));
    m_buttons->setContentsMargins(0, 0, look.px(8), 0);
    m_buttons->setSpacing(look.px(6));
    for (QToolButton* button : {m_copy, m_save}) {
        button->setFont(look.ui(look.px(12)));
        button->setFixedHeight(static_cast<int>(look.px(26)));
    }
    m_text->setLook(look);
    update();
}

void HostPane::show(const Shown& shown) {
    const bool other = shown.scene != m_shown.scene;
    m_shown = shown;
    if (other || !m_host || m_host->empty()) // which may be told in another language
        take(shown.scene ? hostText(*shown.scene) : m_alone);
}

void HostPane::setAlone(std::shared_ptr<const HostText> host) {
    m_alone = std::move(host);
    if (!m_shown.scene)
        take(m_alone);
}

void HostPane::take(std::shared_ptr<const HostText> host) {
    m_host = std::move(host);
    const bool there = m_host && !m_host->empty();
    m_copy->setEnabled(there);
    m_save->setEnabled(there);
    m_text->setVisible(there);
    m_text->setHost(m_host);
    update();
}

void HostPane::paintAt(QPainter& painter, const QRectF& area) {
    HostPane copy;
    copy.m_copy->hide();
    copy.m_save->hide();
    copy.setAlone(m_alone);
    renderAt(painter, area, copy, m_look, m_shown);
}

QString HostPane::head() const {
    return m_host && !m_host->empty()
               ? toQString(m_host->program.fileName) + QStringLiteral(" · ") + toQString(m_host->launch)
               : QString();
}

void HostPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    const double right = m_copy->isVisible() ? m_copy->x() - m_look.px(8) : width() - m_look.margin();
    const QRectF title(m_look.margin(), m_look.px(8), right - m_look.margin(), m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(m_look.colours.text);
    const QString name = tr("Host program");
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, name);
    const double wide = keptAdvance(painter.font(), name) + m_look.px(12);
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    drawText(painter, title.adjusted(wide, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, head());
    if (m_host && m_host->empty())
        drawKept(painter,
                 QRectF(m_look.margin(), m_look.px(40), width() - 2 * m_look.margin(), height() - m_look.px(50)),
                 Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, toQString(m_host->untold));
}

} // namespace warplens::app
