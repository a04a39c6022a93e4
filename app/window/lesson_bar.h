// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says, below the pictures: where in the lecture one is, and the caption, large enough for a room. Terms of
// the glossary are underlined and can be clicked.
#pragma once

#include "app/paint/look.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace warplens::app {

class LessonBar : public QWidget {
    Q_OBJECT
public:
    explicit LessonBar(QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// `caption`: rich text; `plain`: the same for a screen reader.
    void tell(const QString& progress, const QString& caption, const QString& plain, const QString& origin);
    /// What one can do now: "exploring: Page Down returns to the step".
    void setHint(const QString& hint);
    QString caption() const;
    QString progress() const;
    QString hint() const;

signals:
    void termClicked(const QString& term);
    void forwardClicked();
    void backClicked();
    void closeClicked();

private:
    Look m_look;
    QLabel *m_progress, *m_caption, *m_hint;
    QToolButton *m_back, *m_forward, *m_close;
};

} // namespace warplens::app
