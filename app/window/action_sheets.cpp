// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/action_sheets.h"

#include <QAction>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>

namespace warplens::app {
namespace {

QString plain(QString text) {
    return text.remove('&').remove(QStringLiteral("…")).trimmed();
}

void collect(const QMenu& menu, const QString& path, QList<NamedAction>& actions) {
    for (QAction* action : menu.actions()) {
        if (action->isSeparator())
            continue;
        if (const QMenu* inner = action->menu())
            collect(*inner, path + QStringLiteral(" › ") + plain(inner->title()), actions);
        else
            actions.push_back({action, path, plain(action->text())});
    }
}

} // namespace

QList<NamedAction> actionsOf(const QMenuBar& menus) {
    QList<NamedAction> actions;
    for (const QAction* top : menus.actions())
        if (top->menu())
            collect(*top->menu(), plain(top->menu()->title()), actions);
    return actions;
}

bool matches(const QString& text, const QString& typed) {
    qsizetype at = 0;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue;
        at = text.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

CommandPalette::CommandPalette(const QList<NamedAction>& actions, const Look& look, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_actions(actions)
    , m_typed(new QLineEdit(this))
    , m_list(new QListWidget(this)) {
    setObjectName("palette");
    setAccessibleName(tr("Commands"));
    m_typed->setPlaceholderText(tr("What do you want to do?"));
    m_typed->setAccessibleName(tr("Search for a command"));
    m_typed->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Commands"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_typed);
    layout->addWidget(m_list);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, [this] { run(); });
    filter({});
    resize(look.px(560), look.px(420));
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
}

void CommandPalette::filter(const QString& typed) {
    m_list->clear();
    // What begins with the words comes first, then what has their letters in it.
    for (const bool whole : {true, false})
        for (qsizetype i = 0; i < m_actions.size(); ++i) {
            const NamedAction& each = m_actions[i];
            const QString text = each.menu + QStringLiteral(": ") + each.name;
            const bool contains = text.contains(typed, Qt::CaseInsensitive);
            if (!each.action->isEnabled() || contains != whole || !(contains || matches(text, typed)))
                continue;
            const QString key = each.action->shortcut().toString(QKeySequence::NativeText);
            auto* item = new QListWidgetItem(key.isEmpty() ? text : text + QStringLiteral("    ") + key, m_list);
            item->setData(Qt::UserRole, static_cast<int>(i));
        }
    m_list->setCurrentRow(0);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_typed && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int rows = m_list->count();
        if (rows > 0 && (key == Qt::Key_Down || key == Qt::Key_Up)) {
            m_list->setCurrentRow((m_list->currentRow() + (key == Qt::Key_Down ? 1 : rows - 1)) % rows);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::run() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    QAction* action = m_actions[item->data(Qt::UserRole).toInt()].action;
    close();
    action->trigger();
}

KeySheet::KeySheet(const QList<NamedAction>& actions, const Look& look, QWidget* parent)
    : QDialog(parent) {
    setObjectName("keys");
    setWindowTitle(tr("Keys"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(look.px(24), look.px(18), look.px(24), look.px(18));
    layout->setHorizontalSpacing(look.px(16));
    layout->setVerticalSpacing(look.px(3));
    int rows = 0;
    for (const NamedAction& each : actions)
        rows += each.action->shortcut().isEmpty() ? 0 : 1;
    // Two columns; a menu's name stands above its first key.
    int row = 0, column = 0, placed = 0;
    QString menu;
    for (const NamedAction& each : actions) {
        const QString key = each.action->shortcut().toString(QKeySequence::NativeText);
        if (key.isEmpty())
            continue;
        if (each.menu != menu) {
            if (column == 0 && placed > rows / 2) {
                column = 3;
                row = 0;
            }
            menu = each.menu;
            auto* head = new QLabel(menu, this);
            head->setProperty("quiet", true);
            head->setContentsMargins(0, row ? look.px(10) : 0, 0, 0);
            layout->addWidget(head, row++, column, 1, 2);
        }
        auto* keyLabel = new QLabel(key, this);
        keyLabel->setFont(look.mono(look.px(13)));
        layout->addWidget(keyLabel, row, column);
        layout->addWidget(new QLabel(each.name, this), row++, column + 1);
        ++placed;
    }
    layout->setColumnMinimumWidth(2, look.px(28));
}

} // namespace warplens::app
