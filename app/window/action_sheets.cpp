// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/action_sheets.h"

#include <QAction>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

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

SearchSheet::SearchSheet(QList<Found> all, const Look& look, QWidget* parent)
    : QDialog(parent)
    , m_all(std::move(all))
    , m_typed(new QLineEdit(this))
    , m_list(new QListWidget(this)) {
    setObjectName("palette");
    setAccessibleName(tr("Search"));
    setWindowTitle(tr("Search"));
    setWindowFlag(Qt::FramelessWindowHint);
    setAttribute(Qt::WA_DeleteOnClose);
    m_typed->setPlaceholderText(tr("A command, a stage, a chart …"));
    m_typed->setAccessibleName(tr("What to search for"));
    m_typed->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Found"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_typed);
    layout->addWidget(m_list);
    connect(m_typed, &QLineEdit::textChanged, this, &SearchSheet::filter);
    connect(m_list, &QListWidget::itemClicked, this, [this] { run(); });
    filter({});
    resize(look.px(640), look.px(420));
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
}

void SearchSheet::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    m_typed->setFocus(Qt::PopupFocusReason);
}

void SearchSheet::filter(const QString& typed) {
    m_list->clear();
    // What has the words in it comes first, then what has their letters.
    for (const bool whole : {true, false})
        for (qsizetype i = 0; i < m_all.size(); ++i) {
            const Found& each = m_all[i];
            const bool contains =
                each.text.contains(typed, Qt::CaseInsensitive) || each.key.contains(typed, Qt::CaseInsensitive);
            if (!each.enabled || contains != whole || !(contains || matches(each.text, typed)))
                continue;
            auto* item = new QListWidgetItem(
                each.key.isEmpty() ? each.text : each.text + QStringLiteral("    ") + each.key, m_list);
            item->setData(Qt::UserRole, static_cast<int>(i));
        }
    m_list->setCurrentRow(0);
}

bool SearchSheet::eventFilter(QObject* watched, QEvent* event) {
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

void SearchSheet::run() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item)
        return;
    const auto what = m_all[item->data(Qt::UserRole).toInt()].run;
    close();
    what();
}

KeySheet::KeySheet(const QList<NamedAction>& actions, const Look& look, QWidget* parent)
    : QDialog(parent) {
    setObjectName("keys");
    setWindowTitle(tr("Keys"));
    auto* page = new QWidget;
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(look.px(24), look.px(18), look.px(24), look.px(18));
    columns->setSpacing(look.px(28));
    const auto keyOf = [](const NamedAction& each) {
        return each.action->shortcut().toString(QKeySequence::NativeText);
    };
    const auto count =
        std::count_if(actions.begin(), actions.end(), [&](const NamedAction& each) { return !keyOf(each).isEmpty(); });
    // A menu's name stands above its first key, and above those that go on in the next column.
    constexpr int most = 3;
    QGridLayout* column = nullptr;
    QString menu;
    qsizetype placed = 0;
    for (const NamedAction& each : actions) {
        const QString key = keyOf(each);
        if (key.isEmpty())
            continue;
        const bool next = placed++ % ((count + most - 1) / most) == 0;
        if (next) {
            column = new QGridLayout;
            column->setHorizontalSpacing(look.px(16));
            column->setVerticalSpacing(look.px(3));
            columns->addLayout(column);
        }
        int row = column->rowCount();
        if (next || each.menu != menu) {
            menu = each.menu;
            auto* head = new QLabel(menu, page);
            head->setProperty("quiet", true);
            head->setContentsMargins(0, next ? 0 : look.px(10), 0, 0);
            column->addWidget(head, row++, 0, 1, 2);
        }
        auto* keyLabel = new QLabel(key, page);
        keyLabel->setFont(look.mono(look.px(13)));
        auto* name = new QLabel(each.name, page);
        name->setWordWrap(true);
        name->setMinimumWidth(look.px(230));
        column->addWidget(keyLabel, row, 0, Qt::AlignTop);
        column->addWidget(name, row, 1, Qt::AlignTop);
    }
    for (auto* each : page->findChildren<QGridLayout*>())
        each->setRowStretch(each->rowCount(), 1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins({});
    all->addWidget(scroll);
    const QSize room = (parent ? parent->size() : page->sizeHint()) * 0.94;
    const int width = std::min(room.width(), page->sizeHint().width() + look.px(20));
    resize(width, std::min(room.height(), page->heightForWidth(width) + look.px(4)));
    scroll->setFocus(); // Page Down and the arrows move it
}

} // namespace warplens::app
