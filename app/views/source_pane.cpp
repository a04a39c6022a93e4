// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/source_pane.h"

#include "app/views/view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

#include <cmath>

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

/// What stands at the right of a line.
struct Badge {
    QString text;
    bool bad = false;
};

Badge badgeOf(const LineCost& cost) {
    // What is wrong goes before what is not, shared memory before global: there is room for one of them.
    const auto ratio = [](uint64_t a, uint64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
    const auto number = [](double value) {
        return std::abs(value - std::round(value)) < 0.05 ? QString::number(std::llround(value))
                                                          : QString::number(value, 'f', 1);
    };
    Badge badge;
    const bool wasteful = cost.sectors > cost.sectorsIdeal * 2;
    const bool conflicting = cost.loadWavefronts + cost.storeWavefronts > cost.loadIdeal + cost.storeIdeal;
    badge.bad = wasteful || conflicting;
    if (cost.loadRequests + cost.storeRequests != 0 && !(wasteful && !conflicting)) {
        const bool store =
            cost.loadRequests == 0 || (cost.storeRequests != 0 && ratio(cost.storeWavefronts, cost.storeRequests) >=
                                                                      ratio(cost.loadWavefronts, cost.loadRequests));
        badge.text = QObject::tr("%1 wf").arg(number(store ? ratio(cost.storeWavefronts, cost.storeRequests)
                                                           : ratio(cost.loadWavefronts, cost.loadRequests)));
    } else if (cost.globalRequests != 0) {
        badge.text = QObject::tr("%1 sectors").arg(number(ratio(cost.sectors, cost.globalRequests)));
    }
    return badge;
}

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

    void setCosts(const std::map<uint32_t, LineCost>& costs) {
        m_badges.clear();
        for (const auto& [line, cost] : costs)
            if (line != 0)
                m_badges[static_cast<int>(line) - 1] = badgeOf(cost);
        viewport()->update();
    }

    void setCurrent(int line) {
        if (line == m_current)
            return;
        markerDeleteAll(currentMarker);
        m_current = line;
        if (line >= 0) {
            markerAdd(line, currentMarker);
            const int first = firstVisibleLine();
            const auto visible = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
            if (line < first || line >= first + visible)
                setFirstVisibleLine(std::max(0, line - visible / 2));
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
        viewport()->update();
    }

    std::function<void(int)> onLine;
    std::function<void(int)> onHover; ///< -1: on none
    std::function<void()> onDone;

protected:
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
        const QFont font = m_look.ui(m_look.px(11), QFont::Medium);
        painter.setFont(font);
        const auto height = static_cast<double>(SendScintilla(SCI_TEXTHEIGHT, 0ul));
        for (const auto& [line, problem] : m_problems) {
            const auto position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
            const auto y = static_cast<double>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(position)));
            const auto end = SendScintilla(SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line));
            const auto x = static_cast<double>(SendScintilla(SCI_POINTXFROMPOSITION, 0ul, static_cast<long>(end)));
            const double most = viewport()->width() - x - m_look.px(40);
            const QString text =
                painter.fontMetrics().elidedText(problem.text, Qt::ElideRight, static_cast<int>(std::max(most, 80.0)));
            const double width = painter.fontMetrics().horizontalAdvance(text) + m_look.px(14);
            const QRectF area(viewport()->width() - width - m_look.px(10), y + 1, width, height - 2);
            const QColor fill = problem.error ? c.conflict : c.cursor;
            painter.setPen(Qt::NoPen);
            painter.setBrush(fill);
            painter.drawRoundedRect(area, 3, 3);
            painter.setPen(readableOn(fill));
            painter.drawText(area, Qt::AlignCenter, text);
        }
        for (const auto& [line, badge] : m_badges) {
            if (m_problems.contains(line))
                continue;
            const auto position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
            const auto y = static_cast<double>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(position)));
            if (y + height < 0 || y > viewport()->height())
                continue;
            const double width = painter.fontMetrics().horizontalAdvance(badge.text) + m_look.px(12);
            const QRectF area(viewport()->width() - width - m_look.px(10), y + 1, width, height - 2);
            painter.setPen(Qt::NoPen);
            painter.setBrush(badge.bad ? c.conflict : line == m_current ? mixed(c.pane, c.cursor, 0.28) : c.pane);
            painter.drawRoundedRect(area, 3, 3);
            painter.setPen(badge.bad ? readableOn(c.conflict) : c.secondary);
            painter.drawText(area, Qt::AlignCenter, badge.text);
        }
        if (m_current >= 0) { // the edge mark of the current line
            const auto position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(m_current));
            const auto y = static_cast<double>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(position)));
            painter.fillRect(QRectF(0, y, m_look.px(3), height), c.cursor);
        }
        if (m_focus >= 0 && m_focus != m_current) {
            const auto position = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(m_focus));
            const auto y = static_cast<double>(SendScintilla(SCI_POINTYFROMPOSITION, 0ul, static_cast<long>(position)));
            painter.setPen(QPen(c.text, m_look.stroke(1.5)));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(1, y, viewport()->width() - 2.0, height), 3, 3);
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
    int lineUnder(const QPoint& point) const {
        const auto position =
            SendScintilla(SCI_POSITIONFROMPOINT, static_cast<unsigned long>(point.x()), static_cast<long>(point.y()));
        return static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION, static_cast<unsigned long>(position)));
    }

    CudaLexer m_lexer;
    Look m_look;
    std::map<int, Badge> m_badges;
    std::map<int, LineProblem> m_problems; ///< by line, from 0
    int m_current = -1;
    int m_focus = -1;
};

SourcePane::SourcePane(QWidget* parent)
    : QWidget(parent)
    , m_editor(new SourceEditor(this)) {
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
    m_editor->onHover = [this](int line) { emit lineFocused(static_cast<uint32_t>(line + 1)); };
}

void SourcePane::setLook(const Look& look) {
    m_look = look;
    layout()->setContentsMargins(0, look.px(34), 0, look.px(4));
    m_editor->applyLook(look);
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
        each->setVisible(!m_look.presentation && (each == m_edit || m_editing || (each == m_reset && m_edited)));
        each->ensurePolished();
        const QSize need(each->sizeHint().width(), m_look.px(20));
        each->setGeometry(x, m_look.px(9), need.width(), need.height());
        if (!each->isHidden())
            x += need.width() + m_look.px(5);
    }
}

void SourcePane::resizeEvent(QResizeEvent*) {
    placeButtons();
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
        m_editor->setText(text);
    m_replacing = false;
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

void SourcePane::setSource(const QString& fileName, const QString& text, const std::map<uint32_t, LineCost>& costs) {
    m_fileName = fileName;
    const bool same = m_editor->text() == text;
    if (!same && !m_editing) {
        m_editor->setCurrent(-1);
        replaceText(text);
    }
    m_editor->setCosts(same || !m_editing ? costs : std::map<uint32_t, LineCost>());
    update();
}

void SourcePane::setCurrentLine(uint32_t line) {
    m_editor->setCurrent(static_cast<int>(line) - 1);
}

void SourcePane::setFocusLine(uint32_t line) {
    m_editor->setFocusLine(static_cast<int>(line) - 1);
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
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, tr("Source"));
    painter.setFont(m_look.ui(m_look.px(12)));
    painter.setPen(m_look.colours.secondary);
    if (!m_fileName.isEmpty())
        drawText(painter,
                 title.adjusted(
                     (m_edit->isHidden() ? m_look.px(62)
                      : m_save->isHidden() && m_reset->isHidden()
                          ? m_edit->geometry().right()
                          : std::max(m_save->isHidden() ? 0 : m_save->geometry().right(), m_reset->geometry().right())),
                     0, 0, 0),
                 Qt::AlignRight | Qt::AlignVCenter,
                 m_edited ? tr("%1 · changed, not saved").arg(m_fileName)
                          : tr("%1 · per request, modelled").arg(m_fileName));
}

} // namespace warplens::app
