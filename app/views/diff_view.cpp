// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/diff_view.h"

#include "app/views/view.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QVBoxLayout>

namespace warplens::app {

DiffView::DiffView(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_text(new QPlainTextEdit(this)) {
    setObjectName("diff");
    setProperty("pane", true);
    setAttribute(Qt::WA_StyledBackground);
    m_title->setTextFormat(Qt::RichText);
    m_text->setObjectName("diffText");
    m_text->setAccessibleName(tr("Difference of two sources"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_text, 1);
    setFocusProxy(m_text);
}

void DiffView::setLook(const Look& look) {
    m_look = look;
    m_title->setContentsMargins(look.margin(), look.px(10), look.margin(), look.px(10));
    m_title->setFont(look.ui(look.px(14)));
    retell();
}

void DiffView::setSources(const QString& beforeName, const std::string& before, const QString& afterName,
                          const std::string& after) {
    m_before = beforeName;
    m_after = afterName;
    m_lines = lineDiff(before, after);
    retell();
}

void DiffView::retell() {
    const Palette& c = m_look.colours;
    const QFont code = m_look.mono(m_look.code());
    // The sheet of the window would take the font and its colours away.
    m_text->setStyleSheet(QStringLiteral("QPlainTextEdit { background: %1; color: %2; font-family: 'JetBrains Mono'; "
                                         "font-size: %3px; border: none; selection-background-color: %4; "
                                         "selection-color: %2; padding: 0 %5px; }")
                              .arg(c.pane.name(), c.text.name())
                              .arg(m_look.code())
                              .arg(c.selection.name())
                              .arg(m_look.px(8)));
    size_t removed = 0, added = 0;
    QStringList text;
    for (const DiffLine& line : m_lines) {
        removed += line.kind == DiffLine::Kind::Removed;
        added += line.kind == DiffLine::Kind::Added;
        text << QStringLiteral("%1 %2 %3 %4")
                    .arg(line.before ? QString::number(line.before) : QString(), 4)
                    .arg(line.after ? QString::number(line.after) : QString(), 4)
                    .arg(line.kind == DiffLine::Kind::Removed ? QChar(0x2212)
                         : line.kind == DiffLine::Kind::Added ? QChar('+')
                                                              : QChar(' '))
                    .arg(toQString(line.text));
    }
    m_text->setPlainText(text.join('\n'));
    QList<QTextEdit::ExtraSelection> marks;
    QTextCursor cursor(m_text->document());
    for (const DiffLine& line : m_lines) {
        if (line.kind != DiffLine::Kind::Same) {
            const QColor colour = line.kind == DiffLine::Kind::Added ? c.good : c.conflict;
            QTextEdit::ExtraSelection mark;
            mark.cursor = cursor;
            mark.format.setBackground(mixed(c.pane, colour, m_look.dark ? 0.26 : 0.16));
            mark.format.setProperty(QTextFormat::FullWidthSelection, true);
            marks << mark;
            QTextEdit::ExtraSelection sign;
            sign.cursor = cursor;
            sign.cursor.movePosition(QTextCursor::StartOfBlock);
            sign.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, 11);
            sign.format.setForeground(colour);
            sign.format.setFontWeight(QFont::Bold);
            marks << sign;
        }
        cursor.movePosition(QTextCursor::NextBlock);
    }
    m_text->setExtraSelections(marks);
    const auto coloured = [](const QColor& colour, const QString& what) {
        return QStringLiteral("<span style='color:%1; font-weight:700'>%2</span>").arg(colour.name(), what);
    };
    m_title->setText(
        m_before.isEmpty()
            ? QString()
            : QStringLiteral("<b>%1</b> &rarr; <b>%2</b> &nbsp;&nbsp; %3 &nbsp; %4")
                  .arg(m_before.toHtmlEscaped(), m_after.toHtmlEscaped(),
                       coloured(c.conflict, tr("\u2212 %n line(s) gone", nullptr, static_cast<int>(removed))
                                                .replace("line(s)", removed == 1 ? "line" : "lines")),
                       coloured(c.good, tr("+ %n line(s) new", nullptr, static_cast<int>(added))
                                            .replace("line(s)", added == 1 ? "line" : "lines"))));
}

} // namespace warplens::app
