// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/glossary_sheet.h"

#include "app/paint/drawing.h"
#include "app/window/caption_text.h"
#include "app/window/term_picture.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTextBrowser>
#include <QTextDocument>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>

namespace warplens::app {

GlossarySheet::GlossarySheet(Context& context, const lessons::Course& course, lessons::Tutor& tutor, QWidget* parent)
    : QDialog(parent)
    , m_course(course)
    , m_tutor(tutor)
    , m_terms(new QListWidget(this))
    , m_text(new QTextBrowser(this))
    , m_picture(new TermPicture(context, this))
    , m_show(new QPushButton(tr("Show it"), this)) {
    setObjectName("glossary");
    setWindowTitle(tr("Glossary"));
    m_terms->setObjectName("terms");
    m_terms->setAccessibleName(tr("Terms"));
    m_text->setObjectName("definition");
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_show->setObjectName("showTerm");
    m_show->setAutoDefault(false);
    auto* right = new QVBoxLayout;
    right->addWidget(m_text);
    right->addWidget(m_picture, 1);
    right->addWidget(m_show, 0, Qt::AlignLeft);
    auto* all = new QHBoxLayout(this);
    all->setSizeConstraint(QLayout::SetNoConstraint); // a chart in large type would make it larger than the screen
    all->addWidget(m_terms);
    all->addLayout(right, 1);
    connect(m_terms, &QListWidget::currentRowChanged, this, &GlossarySheet::refresh);
    connect(m_text, &QTextBrowser::anchorClicked, this,
            [this](const QUrl& url) { showTerm(url.toString(QUrl::FullyDecoded)); });
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const lessons::Term* term = current())
            emit linkWanted(toQString(term->link));
    });
    setTerms();
}

void GlossarySheet::setTerms() {
    const QSignalBlocker quiet(m_terms);
    const int row = std::max(0, m_terms->currentRow());
    m_terms->clear();
    for (const lessons::Term& term : m_course.terms)
        m_terms->addItem(toQString(term.name));
    m_terms->setCurrentRow(std::min(row, m_terms->count() - 1));
    fitTerms();
    refresh();
}

void GlossarySheet::setLook(const Look& look) {
    m_look = look;
    resize(QSize(look.px(760), look.px(620)).boundedTo(parentWidget()->size() * 0.95));
    fitTerms();
    m_picture->setLook(look);
    refresh();
}

void GlossarySheet::fitTerms() {
    const int beside = m_terms->verticalScrollBar()->sizeHint().width() + 2 * m_terms->frameWidth() + m_look.px(6);
    m_terms->setFixedWidth(std::max(m_look.px(190), m_terms->sizeHintForColumn(0) + beside));
}

const lessons::Term* GlossarySheet::current() const {
    const int row = m_terms->currentRow();
    return row < 0 ? nullptr : &m_course.terms[static_cast<size_t>(row)];
}

bool GlossarySheet::showTerm(const QString& word) {
    const lessons::Term* term = m_course.term(word.toStdString());
    if (!term)
        return false;
    m_terms->setCurrentRow(static_cast<int>(term - m_course.terms.data()));
    return true;
}

void GlossarySheet::refresh() {
    const lessons::Term* term = current();
    if (!term)
        return;
    m_text->setHtml(QStringLiteral("<div style='font-size:%1px; font-weight:700'>%2</div><div "
                                   "style='font-size:%3px'>%4</div>")
                        .arg(m_look.px(24))
                        .arg(toQString(term->name).toHtmlEscaped())
                        .arg(m_look.px(18))
                        .arg(captionHtml(m_tutor.tell(*term), m_course, m_look, term)));
    fitText();
    m_picture->showLink(term->link);
    m_show->setVisible(!term->link.empty());
}

void GlossarySheet::fitText() {
    // Asked before it is laid out, too: the width is what the list leaves.
    const QMargins around = layout()->contentsMargins();
    const int wide = width() - m_terms->width() - around.left() - around.right() - layout()->spacing();
    const std::unique_ptr<QTextDocument> text(m_text->document()->clone());
    text->setTextWidth(wide);
    m_text->setFixedHeight(std::min(static_cast<int>(std::ceil(text->size().height())) + m_look.px(2), height() / 2));
}

void GlossarySheet::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    fitText();
}

} // namespace warplens::app
