// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/defining.h"

#include "app/charts/plot_chart.h"
#include "app/paint/drawing.h"
#include "app/paint/painted_texts.h"
#include "app/views/big_numbers.h"
#include "app/views/counts_view.h"
#include "app/views/layout_picture.h"
#include "app/views/line_list.h"
#include "app/views/source_pane.h"
#include "app/views/view.h"
#include "app/window/answer_picture.h"
#include "app/window/caption_text.h"
#include "app/window/glossary_sheet.h"

#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace warplens::app {
namespace {

/// Which paints itself and what is in it.
PlotChart* chartOf(QWidget* widget) {
    for (QWidget* each = widget; each != nullptr; each = each->parentWidget())
        if (auto* chart = qobject_cast<PlotChart*>(each))
            return chart;
    return nullptr;
}

/// Whether somebody who clicks there may mean the word. In a picture a word stands where a lane or a bank is, too: both are
/// shown then.
bool mayMeanWord(QWidget* widget, const QPoint& point) {
    if (PlotChart* chart = chartOf(widget)) {
        const QPoint there = widget->mapTo(chart, point);
        return chart->stageAt(there).first.isEmpty() && !chart->isNameAt(there);
    }
    return qobject_cast<QLabel*>(widget) != nullptr || qobject_cast<Picture*>(widget) != nullptr ||
           qobject_cast<CountsView*>(widget) != nullptr || qobject_cast<BigNumbers*>(widget) != nullptr ||
           qobject_cast<AnswerPicture*>(widget) != nullptr || qobject_cast<LayoutPicture*>(widget) != nullptr ||
           qobject_cast<LineList*>(widget->parentWidget()) != nullptr || // of PTX and machine code: its opcodes
           qobject_cast<QHeaderView*>(widget->parentWidget()) != nullptr;
}

/// A source: there a click places the cursor, and one with Ctrl goes to what a word means, as in other editors.
bool isEditor(const QWidget* widget) {
    return qobject_cast<SourcePane*>(widget->parentWidget() ? widget->parentWidget()->parentWidget() : nullptr) !=
               nullptr &&
           qobject_cast<QAbstractScrollArea*>(widget->parentWidget()) != nullptr;
}

/// One of the window's own dialogs, or itself.
bool isOwned(const QWidget* widget, const QWidget* window) {
    while (widget != nullptr && widget != window)
        widget = widget->parentWidget();
    return widget != nullptr;
}

} // namespace

std::vector<PaintedText> paintedTexts(QWidget* widget) {
    PaintedTexts device(widget->size());
    const QRectF area(QPointF(0, 0), widget->size());
    auto* view = qobject_cast<View*>(widget);
    auto* chart = qobject_cast<PlotChart*>(widget);
    if (view != nullptr || chart != nullptr) {
        QPainter painter(&device);
        view != nullptr ? view->paintAt(painter, area) : chart->paintInSight(painter);
    } else {
        widget->render(&device, {}, {}, QWidget::RenderFlags());
    }
    return device.all();
}

Defining::Defining(Context& context, const lessons::Course& course, lessons::Tutor& tutor, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_course(course)
    , m_tutor(tutor) {
    qApp->installEventFilter(this);
}

Defining::~Defining() = default;

void Defining::setLook(const Look& look) {
    m_look = look;
    if (m_glossary)
        m_glossary->setLook(look);
}

void Defining::setTerms() {
    if (m_glossary)
        m_glossary->setTerms();
}

void Defining::refresh() {
    if (m_glossary)
        m_glossary->refresh();
}

void Defining::show(const QString& term) {
    if (!m_glossary) {
        m_glossary = new GlossarySheet(m_context, m_course, m_tutor, m_context.window);
        m_glossary->setLook(m_look);
        connect(m_glossary, &GlossarySheet::linkWanted, this, [this](const QString& link) {
            m_context.change([&](Exhibit& now) { now = fromLink(link.toStdString()); });
        });
    }
    if (!term.isEmpty())
        m_glossary->showTerm(term);
    m_glossary->show();
    m_glossary->raise();
    m_glossary->activateWindow();
}

const lessons::Term* Defining::termAt(QWidget* widget, const QPoint& point) const {
    QWidget* painted = chartOf(widget) != nullptr ? chartOf(widget) : widget;
    const QPoint there = widget->mapTo(painted, point);
    const std::vector<PaintedText> texts = paintedTexts(painted);
    for (auto text = texts.rbegin(); text != texts.rend(); ++text)                       // what lies on top
        if (const qsizetype at = text->characterAt(there); at >= 0 && !text->underlined) // a link goes where it goes
            if (const lessons::Term* term = lessons::termAt(
                    text->text.toStdString(), static_cast<size_t>(text->text.left(at).toUtf8().size()), m_course))
                return term;
    return nullptr;
}

QString Defining::shortText(const lessons::Term& term) {
    return tr("%1: %2 (A click shows it.)").arg(toQString(term.name), captionText(m_tutor.tell(term)));
}

bool Defining::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type != QEvent::MouseButtonPress && type != QEvent::MouseButtonRelease && type != QEvent::ToolTip)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || !isOwned(widget, m_context.window) || (m_glossary && isOwned(widget, m_glossary)))
        return false;
    if (type == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const lessons::Term* term =
            widget->toolTip().isEmpty() && !qobject_cast<CountsView*>(widget) && mayMeanWord(widget, help->pos())
                ? termAt(widget, help->pos())
                : nullptr;
        if (!term)
            return false;
        const QStringList lines = brokenLines(shortText(*term), QToolTip::font(), m_look.px(420));
        QToolTip::showText(help->globalPos(), lines.join('\n'), widget);
        return true;
    }
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() != Qt::LeftButton ||
        mouse->modifiers() != (isEditor(widget) ? Qt::ControlModifier : Qt::NoModifier))
        return false;
    // Both go on to the parents of a widget that does not want them: the first to get them is the one below the mouse.
    // What is there may move by the press: a line that is clicked comes into sight.
    if (type == QEvent::MouseButtonPress) {
        const QPoint at = mouse->position().toPoint(), global = mouse->globalPosition().toPoint();
        if (m_pressed && m_pressed->at == global)
            return false;
        const lessons::Term* term = mayMeanWord(widget, at) || isEditor(widget) ? termAt(widget, at) : nullptr;
        m_pressed = Pressed{global, term ? toQString(term->name) : QString()};
        return false;
    }
    const std::optional<Pressed> pressed = std::exchange(m_pressed, std::nullopt);
    if (pressed && !pressed->term.isEmpty() && (mouse->globalPosition().toPoint() - pressed->at).manhattanLength() < 5)
        show(pressed->term);
    return false;
}

} // namespace warplens::app
