// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/source_pane.h"

#include "app/model/names.h"
#include "app/model/reason.h"
#include "app/views/heat_label.h"
#include "app/views/view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <functional>

namespace warplens::app {
namespace {

constexpr int currentMarker = 1, barMarker = 2, problemMarker = 3;

/// C++, and the words that CUDA adds.
class CudaLexer : public QsciLexerCPP {
public:
    using QsciLexerCPP::QsciLexerCPP;
    const char* keywords(int set) const override {
        if (set == 2)
            return "__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__ "
                   "__syncthreads "
                   "__syncwarp threadIdx blockIdx blockDim gridDim";
        return QsciLexerCPP::keywords(set);
    }
};

} // namespace

class SourceEditor : public QsciScintilla {
public:
    explicit SourceEditor(QWidget* parent)
        : QsciScintilla(parent)
        , m_lexer(this) {
        setReadOnly(true);
        setFocusPolicy(Qt::NoFocus); // its keys would take those of the player
        setUtf8(true);
        setLexer(&m_lexer);
        setMarginsBackgroundColor(Qt::transparent);
        setMarginType(0, NumberMargin);
        setMarginWidth(1, 0);
        setMarginType(1, SymbolMargin);
        setMarginMarkerMask(1, 0);
        setFrameShape(NoFrame);
        setCaretWidth(0);
        setMouseTracking(true);
        viewport()->setMouseTracking(true);
        setTabWidth(4);
        setFolding(NoFoldStyle);
        markerDefine(Background, currentMarker);
        markerDefine(FullRectangle, barMarker);
        markerDefine(Background, problemMarker);
        SendScintilla(SCI_SETHSCROLLBAR, 0ul);
        breakLines(true);
        setWrapIndentMode(WrapIndentIndented);
        setObjectName("source");
        setAccessibleName(QObject::tr("Source of the kernel"));
    }

    void applyLook(const Look& look) {
        m_look = look;
        const Palette& c = look.colours;
        const QFont code = scintillaFont(look, look.code());
        m_lexer.setDefaultFont(code);
        m_lexer.setFont(code);
        m_lexer.setDefaultPaper(c.pane);
        m_lexer.setPaper(c.pane);
        m_lexer.setDefaultColor(c.text);
        m_lexer.setColor(c.text);
        for (const int style : {QsciLexerCPP::Comment, QsciLexerCPP::CommentLine, QsciLexerCPP::CommentDoc,
                                QsciLexerCPP::CommentLineDoc, QsciLexerCPP::PreProcessor})
            m_lexer.setColor(c.secondary, style);
        const QColor keyword = look.dark ? QColor(0xc3a3ff) : QColor(0x6a2fd8);
        for (const int style : {QsciLexerCPP::Keyword, QsciLexerCPP::KeywordSet2})
            m_lexer.setColor(keyword, style);
        m_lexer.setColor(look.dark ? QColor(0xffb020) : QColor(0x9a5b00), QsciLexerCPP::Number);
        for (const int style : {QsciLexerCPP::DoubleQuotedString, QsciLexerCPP::SingleQuotedString})
            m_lexer.setColor(c.good, style);
        setMarginsFont(scintillaFont(look, look.px(12)));
        setMarginsForegroundColor(c.secondary);
        setMarginsBackgroundColor(c.pane);
        setMarginWidth(0, QStringLiteral("0000"));
        setMarkerBackgroundColor(mixed(c.pane, c.cursor, look.dark ? 0.28 : 0.30), currentMarker);
        setMarkerBackgroundColor(mixed(c.pane, c.conflict, look.dark ? 0.25 : 0.16), problemMarker);
        setCaretForegroundColor(isReadOnly() ? c.pane : c.cursor);
        setCaretWidth(isReadOnly() ? 0 : std::max(2, look.px(2)));
        setSelectionBackgroundColor(c.selection);
        setSelectionForegroundColor(c.text);
        setExtraAscent(look.px(2));
        setExtraDescent(look.px(1));
        setPaper(c.pane);
        viewport()->update();
    }

    /// Scintilla knows sizes in points only.
    QFont scintillaFont(const Look& look, int pixels) const {
        QFont font = look.mono(pixels);
        font.setPointSizeF(pixels * 72.0 / logicalDpiY());
        return font;
    }

    /// On paper nothing can be scrolled.
    void hideScrollBars() { SendScintilla(SCI_SETVSCROLLBAR, 0ul); }

    /// A line that is longer than the pane is broken: nothing that a kernel does may be out of sight.
    void breakLines(bool on) {
        SendScintilla(SCI_SETWRAPMODE, static_cast<unsigned long>(on ? SC_WRAP_WORD : SC_WRAP_NONE));
    }

    /// Scintilla asserts where a broken text becomes shorter, so it is replaced while no line is broken.
    void replace(const QString& text) {
        breakLines(false);
        setText(text);
        breakLines(true);
    }

    void setHeat(std::map<uint32_t, LineHeat> heat) {
        m_heat = std::move(heat);
        SendScintilla(SCI_SETMARGINRIGHT, 0ul, static_cast<long>(heatWidth()));
        viewport()->update();
    }

    QFont heatFont() const { return m_look.ui(m_look.px(11.5), QFont::DemiBold); }

    int heatWidth() const {
        const QFont font = heatFont();
        int width = m_heat.empty() ? 0 : m_look.px(84);
        for (const auto& [line, heat] : m_heat)
            width = std::max(width, keptAdvance(font, QString::fromStdString(heat.text)) + m_look.px(22));
        return width;
    }

    /// Its first row, where a line is broken.
    QRect lineArea(int line) const {
        const auto position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
        const auto y = static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(position)));
        const auto height = static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, 0ul));
        return {0, y, viewport()->width(), height};
    }

    /// All of its rows.
    QRectF wholeLineArea(int line) const {
        QRectF area = lineArea(line);
        const auto rows = SendScintilla(SCI_WRAPCOUNT, static_cast<unsigned long>(line));
        area.setHeight(area.height() * static_cast<double>(std::max(1L, static_cast<long>(rows))));
        return area;
    }

    void setCurrent(int line) {
        if (line == m_current)
            return;
        markerDeleteAll(currentMarker);
        m_current = line;
        if (line >= 0) {
            markerAdd(line, currentMarker);
            reveal(line);
        }
        viewport()->update();
    }

    void setEditing(bool on) {
        setReadOnly(!on);
        setFocusPolicy(on ? Qt::StrongFocus : Qt::NoFocus); // its keys would take those of the player
        setCaretForegroundColor(on ? m_look.colours.cursor : m_look.colours.pane);
        setCaretWidth(on ? std::max(2, m_look.px(2)) : 0);
        if (on)
            setFocus();
        else
            clearFocus();
    }

    void setProblems(const std::vector<LineProblem>& problems) {
        markerDeleteAll(problemMarker);
        m_problems.clear();
        for (const LineProblem& problem : problems)
            if (problem.line > 0 && !m_problems.contains(static_cast<int>(problem.line) - 1)) {
                m_problems[static_cast<int>(problem.line) - 1] = problem;
                markerAdd(static_cast<int>(problem.line) - 1, problemMarker);
            }
        viewport()->update();
    }

    void setFocusLine(int line) {
        if (line == m_focus)
            return;
        m_focus = line;
        if (line >= 0 && !viewport()->underMouse()) // the mouse is on what belongs to it elsewhere
            reveal(line);
        viewport()->update();
    }

    std::function<void(int)> onLine;
    std::function<void(int)> onHover; ///< -1: on none
    std::function<void()> onDone;

protected:
    // What is executed stays in sight.
    void resizeEvent(QResizeEvent* event) override {
        QsciScintilla::resizeEvent(event);
        QTimer::singleShot(0, this, [this] {
            if (m_current >= 0 && isReadOnly())
                reveal(m_current);
        });
    }

    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape && !isReadOnly() && onDone)
            return onDone();
        QsciScintilla::keyPressEvent(event);
    }

    void paintEvent(QPaintEvent* event) override {
        QsciScintilla::paintEvent(event);
        QPainter painter(viewport());
        painter.setRenderHint(QPainter::Antialiasing);
        const Palette& c = m_look.colours;
        paintHeat(painter);
        painter.setFont(m_look.ui(m_look.px(11), QFont::Medium));
        for (const auto& [line, problem] : m_problems) {
            const auto end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
            const auto x = static_cast<double>(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, static_cast<long>(end)));
            // Beside the line's end, which is in its last row.
            const auto y = static_cast<double>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(end)));
            const auto height = static_cast<double>(SendScintilla(SCI_TEXTHEIGHT, 0ul));
            const double most = viewport()->width() - x - m_look.px(40);
            const QString text =
                painter.fontMetrics().elidedText(problem.text, Qt::ElideRight, static_cast<int>(std::max(most, 80.0)));
            const double width = keptAdvance(painter.font(), text) + m_look.px(14);
            const QRectF area(viewport()->width() - width - m_look.px(10), y + 1, width, height - 2);
            const QColor fill = problem.error ? c.conflict : c.cursor;
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRoundedRect(area, 3, 3);
            painter.setPen(readableOn(fill));
            drawKept(painter, area, Qt::AlignCenter, text);
        }
        // While somebody types, the text may be shorter than what the last run has said of it.
        if (m_current >= 0 && m_current < lines()) { // the edge mark of the current line
            const QRectF line = wholeLineArea(m_current);
            painter.fillRect(QRectF(0, line.top(), m_look.px(3), line.height()), c.cursor);
        }
        if (m_focus >= 0 && m_focus < lines() && m_focus != m_current) {
            const QRectF line = wholeLineArea(m_focus);
            painter.setPen(QPen(c.text, m_look.stroke(1.5)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(line.adjusted(1, 0, -1, 0), 3, 3);
        }
    }

    void mousePressEvent(QMouseEvent* event) override {
        QsciScintilla::mousePressEvent(event);
        if (onLine)
            onLine(lineUnder(event->pos()));
    }

    void mouseMoveEvent(QMouseEvent* event) override {
        QsciScintilla::mouseMoveEvent(event);
        if (onHover)
            onHover(lineUnder(event->pos()));
    }

    void leaveEvent(QEvent* event) override {
        QsciScintilla::leaveEvent(event);
        if (onHover)
            onHover(-1);
    }

private:
    // A bar that is as long as the line is hot, and its number: told by length and by figures, not by colour alone.
    void paintHeat(QPainter& painter) const {
        const Palette& c = m_look.colours;
        if (m_heat.empty())
            return;
        const double width = heatWidth();
        const QRectF margin(viewport()->width() - width, 0, width, viewport()->height());
        painter.fillRect(margin, c.pane);
        painter.fillRect(QRectF(margin.left(), 0, 1, margin.height()), c.line);
        painter.setFont(heatFont());
        for (const auto& [line, heat] : m_heat) {
            if (static_cast<int>(line) > lines())
                continue;
            const QRectF row = lineArea(static_cast<int>(line) - 1);
            if (row.bottom() < 0 || row.top() > viewport()->height())
                continue;
            const QRectF room(margin.left() + m_look.px(6), row.top() + 1, width - m_look.px(12), row.height() - 2);
            const QColor base = heat.bad ? c.conflict : c.a;
            const double length = std::max(heat.share > 0 ? 3.0 : 0.0, room.width() * heat.share);
            const QRectF bar(room.right() - length, room.top(), length, room.height());
            painter.setPen(Qt::NoPen);
            painter.setBrush(mixed(c.pane, base, heat.bad ? 0.30 + 0.35 * heat.share : 0.18 + 0.30 * heat.share));
            painter.drawRoundedRect(bar, 3, 3);
            if (heat.bad)
                hatch(painter, bar, mixed(c.pane, base, 0.9), m_look.px(6));
            const QString text = QString::fromStdString(heat.text);
            const double textWidth = keptAdvance(painter.font(), text) + m_look.px(6);
            const auto [label, ground] = heatLabel(room, length, textWidth, m_look.px(3));
            if (heat.bad && ground == HeatLabel::Ground::Bar) { // the hatching leaves the figures alone
                painter.setBrush(mixed(c.pane, base, 0.30));
                painter.drawRoundedRect(label.intersected(bar.adjusted(2, 0, -2, 0)), 2, 2);
            } else if (ground == HeatLabel::Ground::Own) {
                painter.setBrush(mixed(c.pane, base, 0.30));
                painter.drawRoundedRect(label, 2, 2);
            }
            painter.setPen(heat.share > 0 ? c.text : c.secondary);
            drawKept(painter, label, Qt::AlignCenter, text);
        }
    }

    /// All rows of a line, where it is broken.
    void reveal(int line) {
        if (line >= lines())
            return; // of a text that is shorter now: Scintilla asserts that there is such a line
        // Breaks what is new now, not when it is painted: until then rows are counted as if no line were broken.
        SendScintilla(SCI_ENSUREVISIBLE, static_cast<unsigned long>(line));
        const int first = firstVisibleLine();
        const auto visible = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
        const auto row = static_cast<int>(SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(line)));
        const auto rows = static_cast<int>(SendScintilla(SCI_WRAPCOUNT, static_cast<unsigned long>(line)));
        if (row < first || row + std::min(rows, visible) > first + visible)
            setFirstVisibleLine(std::max(0, std::min(row, row + rows - visible / 2 - 1)));
    }

    int lineUnder(const QPoint& point) const {
        const auto position =
            SendScintilla(SCI_POSITIONFROMPOINT, static_cast<unsigned long>(point.x()), static_cast<long>(point.y()));
        return static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position)));
    }

    CudaLexer m_lexer;
    Look m_look;
    std::map<uint32_t, LineHeat> m_heat;
    std::map<int, LineProblem> m_problems; ///< by line, from 0
    int m_current = -1;
    int m_focus = -1;
};

SourcePane::SourcePane(QWidget* parent)
    : Picture(parent)
    , m_editor(new SourceEditor(this))
    , m_head(new QToolButton(this)) {
    m_head->setObjectName("heat");
    m_head->setToolTip(tr("What the numbers beside the lines are; a click takes the next one"));
    m_head->setFocusPolicy(Qt::NoFocus);
    connect(m_head, &QToolButton::clicked, this, [this] { emit heatChosen(nextHeat()); });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 34, 0, 4);
    layout->addWidget(m_editor);
    m_problem = new QLabel(this);
    m_problem->setObjectName("problems");
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem->hide();
    layout->addWidget(m_problem);
    const auto button = [this](const char* name, const QString& text, const QString& tip) {
        auto* made = new QToolButton(this);
        made->setObjectName(name);
        made->setText(text);
        made->setToolTip(tip);
        made->setAccessibleName(tip);
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    m_edit = button("editSource", tr("Edit"), tr("Edit this source; the pictures follow (F4)"));
    m_reset = button("resetSource", tr("Reset"), tr("Take back all that was changed in this source"));
    m_save = button("saveSource", tr("Save as …"), tr("Save this source in a file of your own"));
    connect(m_edit, &QToolButton::clicked, this, [this] { emit editingWanted(!m_editing); });
    connect(m_reset, &QToolButton::clicked, this, &SourcePane::resetWanted);
    connect(m_save, &QToolButton::clicked, this, &SourcePane::saveWanted);
    connect(m_editor, &QsciScintilla::textChanged, this, [this] {
        if (m_editing && !m_replacing)
            emit textEdited();
    });
    m_editor->onDone = [this] { emit editingWanted(false); };
    m_editor->onLine = [this](int line) { emit lineChosen(static_cast<uint32_t>(line + 1)); };
    m_editor->onHover = [this](int line) { focusOnLine(static_cast<uint32_t>(line + 1)); };
}

void SourcePane::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(0, look.px(34), 0, look.px(4));
    m_editor->applyLook(look);
    m_head->setFont(look.ui(look.px(12)));
    m_head->setStyleSheet(
        QStringLiteral("QToolButton { border: none; border-radius: %1px; padding: %1px %2px; font-size: %3px; "
                       "font-weight: 600; color: %4; background: transparent; } "
                       "QToolButton:hover { background: %5; }")
            .arg(look.px(3))
            .arg(look.px(6))
            .arg(look.px(12))
            .arg(look.colours.text.name(), look.colours.line.name()));
    const Palette& c = look.colours;
    const QString sheet =
        QStringLiteral("QToolButton { padding: 0px %1px; font-size: %2px; background: %3; border: 1px solid %4;"
                       " border-radius: %5px; color: %6; } QToolButton:hover, QToolButton:focus { border-color: %7; }")
            .arg(look.px(7))
            .arg(look.px(11.5))
            .arg(c.control.name(), c.line.name())
            .arg(look.px(4))
            .arg(c.text.name(), c.accent.name());
    for (QToolButton* each : {m_edit, m_reset, m_save})
        each->setStyleSheet(sheet);
    m_problem->setStyleSheet(QStringLiteral("color: %1; font-size: %2px;").arg(c.conflict.name()).arg(look.px(12)));
    m_problem->setContentsMargins(look.margin(), look.px(4), look.margin(), look.px(4));
    placeButtons();
    update();
}

void SourcePane::placeButtons() {
    int x = m_look.margin() + m_look.px(62);
    for (QToolButton* each : {m_edit, m_reset, m_save}) {
        each->setVisible(!m_look.presentation && !m_onPaper &&
                         (each == m_edit || m_editing || (each == m_reset && m_edited)));
        each->ensurePolished();
        const QSize need(each->sizeHint().width(), m_look.px(20));
        each->setGeometry(x, m_look.px(9), need.width(), need.height());
        if (!each->isHidden())
            x += need.width() + m_look.px(5);
    }
    // The head of the margin stands above it.
    m_head->adjustSize();
    m_head->move(width() - m_head->width() - m_look.px(6), m_look.px(7));
}

void SourcePane::resizeEvent(QResizeEvent*) {
    placeButtons();
    if (m_onPaper)
        keepWholeLines();
}

// In a window one scrolls on; on paper half a line tells nothing.
void SourcePane::keepWholeLines() {
    const auto line = static_cast<int>(m_editor->SendScintilla(QsciScintillaBase::SCI_TEXTHEIGHT, 0UL));
    const int room = height() - m_look.px(34) - m_look.px(4);
    if (line <= 0 || room <= line)
        return;
    layout()->setContentsMargins(0, m_look.px(34), 0, m_look.px(4) + room % line);
    layout()->activate();
}

void SourcePane::setEditing(bool on) {
    if (on == m_editing)
        return;
    m_editing = on;
    m_editor->setEditing(on);
    m_edit->setText(on ? tr("Done") : tr("Edit"));
    m_edit->setToolTip(on ? tr("Stop editing; what was changed stays (Escape)")
                          : tr("Edit this source; the pictures follow (F4)"));
    placeButtons();
    update();
}

void SourcePane::setEdited(bool edited) {
    m_edited = edited;
    placeButtons();
    update();
}

void SourcePane::replaceText(const QString& text) {
    m_replacing = true;
    if (m_editor->text() != text)
        m_editor->replace(text);
    m_replacing = false;
}

void SourcePane::insertText(qsizetype place, const QString& what) {
    const QString before = m_editor->text().left(place);
    m_editor->insertAt(what, static_cast<int>(before.count('\n')),
                       static_cast<int>(before.size() - before.lastIndexOf('\n') - 1));
}

void SourcePane::goToLine(uint32_t line) {
    if (line == 0)
        return;
    m_editor->setCursorPosition(static_cast<int>(line) - 1, 0);
    m_editor->ensureLineVisible(static_cast<int>(line) - 1);
    if (m_editing)
        m_editor->setFocus();
}

void SourcePane::setProblems(const std::vector<LineProblem>& problems) {
    m_problems = problems;
    m_editor->setProblems(problems);
    QStringList lines;
    for (const LineProblem& problem : problems) {
        if (lines.size() == 3) {
            lines << tr("… and %1 more").arg(problems.size() - 3);
            break;
        }
        lines << (problem.line ? tr("line %1: %2").arg(problem.line).arg(problem.text) : problem.text);
    }
    m_problem->setText(lines.join('\n'));
    m_problem->setVisible(!lines.isEmpty());
}

void SourcePane::show(const Shown& shown) {
    const bool other = shown.scene != m_shown.scene, explained = shown.reasons != m_shown.reasons;
    m_shown = shown;
    if (other && shown.scene)
        setSource(toQString(shown.scene->image.fileName), toQString(shown.scene->image.source), shown.scene->lines,
                  shown.scene->movedIn());
    if (explained && m_heat == Heat::Binding)
        refreshHeat();
    m_editor->setCurrent(shown.scene ? static_cast<int>(shown.moment.line) - 1 : -1);
    if (!m_onPaper)
        return;
    setProblems(std::vector<LineProblem>(m_problems)); // lines can be marked when they are there
    keepWholeLines();
}

void SourcePane::showFocus(const Focus& focus) {
    m_editor->setFocusLine(static_cast<int>(focus.line.value_or(0)) - 1);
}

void SourcePane::paintAt(QPainter& painter, const QRectF& area) {
    SourcePane copy;
    copy.m_onPaper = true;
    copy.m_editor->hideScrollBars();
    copy.m_heat = m_heat;
    copy.m_problems = m_problems;
    copy.m_editing = m_editing || !m_shown.scene; // what is typed and has not run yet, or has no kernel
    if (copy.m_editing) {
        copy.m_fileName = m_fileName;
        copy.replaceText(text());
    }
    renderAt(painter, area, copy, m_look, m_shown);
}

void SourcePane::focusOnLine(uint32_t line) {
    const Focus focus =
        m_shown.scene && line ? focusOnSourceLine(*m_shown.scene, m_shown.moment, *m_shown.links, line) : Focus();
    if (focus.empty())
        QToolTip::hideText();
    else if (underMouse())
        QToolTip::showText(QCursor::pos(), toQString(focus.text), this);
    emit focused(focus);
}

void SourcePane::setSource(const QString& fileName, const QString& text) {
    setSource(fileName, text, {}, m_unit);
}

void SourcePane::setSource(const QString& fileName, const QString& text, const std::map<uint32_t, LineCost>& costs,
                           MovedIn unit) {
    m_unit = unit;
    m_fileName = fileName;
    const bool same = m_editor->text() == text;
    if (!same && !m_editing) {
        m_editor->setCurrent(-1);
        replaceText(text);
    }
    m_costs = same || !m_editing ? costs : std::map<uint32_t, LineCost>();
    setHeat(m_heat);
}

void SourcePane::setHeat(Heat heat) {
    m_heat = heat;
    refreshHeat();
    const QString name = tr(heatName(heat, m_unit));
    m_head->setText(name + (m_onPaper ? QString() : QStringLiteral(" \u25be")));
    m_head->setAccessibleName(tr("Beside the lines: %1").arg(name));
    m_head->setVisible(!m_costs.empty());
    placeButtons();
    update();
}

// What binds it is known of the text that was asked for, which is not there while it is typed.
void SourcePane::refreshHeat() {
    if (m_heat != Heat::Binding)
        return m_editor->setHeat(lineHeat(m_costs, m_heat, m_unit));
    const bool known = !m_costs.empty() && m_shown.reasons && m_shown.reasons->own->source == text().toStdString();
    m_editor->setHeat(known ? bindingHeat(*m_shown.reasons->own) : std::map<uint32_t, LineHeat>());
    update();
}

/// What the numbers beside the lines are.
QString SourcePane::heatText() const {
    if (m_heat != Heat::Binding)
        return tr("%1 · this block, modelled:").arg(m_fileName);
    if (!m_shown.reasons)
        return tr("%1 · computing …").arg(m_fileName);
    const Reason& reason = *m_shown.reasons->own;
    if (!reason.why)
        return tr("%1 · not known").arg(m_fileName);
    return tr("%1, %2:").arg(toQString(reason.launch), toQString(boundName(*reason.why)));
}

/// Where the buttons beside the title end, in pixels.
int SourcePane::buttonsEnd() const {
    int end = m_look.px(62);
    for (const QToolButton* each : {m_edit, m_reset, m_save})
        if (!each->isHidden())
            end = std::max(end, each->geometry().right());
    return end;
}

QRect SourcePane::lineArea(uint32_t line) const {
    const QRect area = m_editor->lineArea(static_cast<int>(line) - 1);
    const QRect shown = area.intersected(m_editor->viewport()->rect());
    return shown.isEmpty() ? QRect() : shown.translated(m_editor->viewport()->mapTo(this, QPoint(0, 0)));
}

QString SourcePane::text() const {
    return m_editor->text();
}

void SourcePane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_look.colours.pane);
    const QRectF title(m_look.margin(), m_look.px(10), width() - 2.0 * m_look.margin(), m_look.px(18));
    painter.setFont(m_look.ui(m_look.paneTitle(), QFont::DemiBold));
    painter.setPen(m_look.colours.text);
    drawKept(painter, title, Qt::AlignLeft | Qt::AlignVCenter, tr("Source"));
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    if (!m_fileName.isEmpty())
        drawText(painter,
                 title.adjusted(buttonsEnd(), 0,
                                m_costs.empty() ? 0 : m_head->geometry().left() - title.right() - m_look.px(6), 0),
                 Qt::AlignRight | Qt::AlignVCenter,
                 m_edited          ? tr("%1 · changed, not saved").arg(m_fileName)
                 : m_costs.empty() ? m_fileName // nothing stands beside the lines
                                   : heatText());
}

} // namespace warplens::app
