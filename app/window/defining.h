// SPDX-License-Identifier: GPL-3.0-or-later
// Terms are defined wherever they stand: a click on one in a sentence, picture, table or chart opens the glossary at it, and
// resting on one says in short what it means. On a bar or a link a click goes where it went; in a source, where it places
// the cursor, it is a click with Ctrl.
#pragma once

#include "app/paint/look.h"
#include "app/paint/painted_texts.h"
#include "app/window/context.h"

#ifndef Q_MOC_RUN
#include "app/lessons/tutor.h"
#endif

#include <QObject>
#include <QPoint>

#include <optional>
#include <vector>

class QWidget;

namespace warplens::app {

class GlossarySheet;

/// What a widget paints as words; of a chart: with all that is in it.
std::vector<PaintedText> paintedTexts(QWidget* widget);

class Defining : public QObject {
    Q_OBJECT
public:
    /// Course and tutor have to live as long as this.
    Defining(Context& context, const lessons::Course& course, lessons::Tutor& tutor, QObject* parent);
    ~Defining() override;

    void setLook(const Look& look);
    /// Those of the course, which may be told in another language now.
    void setTerms();
    /// A text has come.
    void refresh();
    /// Empty: the glossary, at whatever was read last.
    void show(const QString& term);
    /// What is painted at a point of a widget; nullptr: no term.
    const lessons::Term* termAt(QWidget* widget, const QPoint& point) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString shortText(const lessons::Term& term);

    Context& m_context;
    const lessons::Course& m_course;
    lessons::Tutor& m_tutor;
    GlossarySheet* m_glossary = nullptr;
    Look m_look;
    struct Pressed {
        QPoint at; ///< on the screen
        QString term;
    };
    std::optional<Pressed> m_pressed;
};

} // namespace warplens::app
