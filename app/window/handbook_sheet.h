// SPDX-License-Identifier: GPL-3.0-or-later
// The handbook in a window of its own, beside what it speaks of: contents or what was searched for on the left, the page on
// the right.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/handbook/handbook.h"
#endif

#include <QDialog>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace warplens::app {

class HandbookText;

class HandbookSheet : public QDialog {
    Q_OBJECT
public:
    /// The handbook has to live as long as it does.
    HandbookSheet(const handbook::Handbook& book, const Look& look, QWidget* parent);

    void setLook(const Look& look);
    bool open(const QString& place);

signals:
    void linkWanted(const QString& link);

private:
    void listPages();
    void listFound(const QString& words);
    void add(const QString& text, const QString& place, bool quiet = false);
    void follow();

    const handbook::Handbook& m_book;
    QLineEdit* m_words;
    QListWidget* m_list;
    HandbookText* m_text;
};

} // namespace warplens::app
