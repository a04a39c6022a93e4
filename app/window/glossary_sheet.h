// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary: terms on the left, what one means on the right with a small live picture of it, and a way to where it is
// seen large.
#pragma once

#include "app/paint/look.h"
#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/lessons/tutor.h"
#endif

#include <QDialog>

class QListWidget;
class QPushButton;
class QTextBrowser;

namespace warplens::app {

class TermPicture;

class GlossarySheet : public QDialog {
    Q_OBJECT
public:
    /// Context, course and tutor have to live as long as this.
    GlossarySheet(Context& context, const lessons::Course& course, lessons::Tutor& tutor, QWidget* parent);

    void setLook(const Look& look);
    /// Those of the course, which may be told in another language now.
    void setTerms();
    /// By any of its forms. False: there is no such term.
    bool showTerm(const QString& word);
    /// A text has come.
    void refresh();

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void linkWanted(const QString& link);

private:
    const lessons::Term* current() const;
    /// No term is cut.
    void fitTerms();
    /// All of the definition is in sight; the picture has what is left.
    void fitText();

    const lessons::Course& m_course;
    lessons::Tutor& m_tutor;
    Look m_look;
    QListWidget* m_terms;
    QTextBrowser* m_text;
    TermPicture* m_picture;
    QPushButton* m_show;
};

} // namespace warplens::app
