// SPDX-License-Identifier: GPL-3.0-or-later
// All that can be done, taken from the menus, and all that has a name: to be searched (Ctrl K), and as a sheet of keys
// (F1). An action that is in a menu is in both; there is no other list.
#pragma once

#include "app/paint/look.h"

#include <QDialog>
#include <QList>

#include <functional>

class QAction;
class QLineEdit;
class QListWidget;
class QMenuBar;

namespace warplens::app {

/// An action and where it stands: "Go: Step back".
struct NamedAction {
    QAction* action;
    QString menu, name; ///< without the marks of mnemonics
};
QList<NamedAction> actionsOf(const QMenuBar& menus);

/// Whether the letters of `typed` occur in the text, in that order.
bool matches(const QString& text, const QString& typed);

/// Something that can be searched for, and what happens then.
struct Found {
    QString text, key;
    std::function<void()> run;
    bool enabled = true;
};

class SearchSheet : public QDialog {
    Q_OBJECT
public:
    SearchSheet(QList<Found> all, const Look& look, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void filter(const QString& typed);
    void run();

    QList<Found> m_all;
    QLineEdit* m_typed;
    QListWidget* m_list;
};

class KeySheet : public QDialog {
    Q_OBJECT
public:
    KeySheet(const QList<NamedAction>& actions, const Look& look, QWidget* parent);
};

} // namespace warplens::app
