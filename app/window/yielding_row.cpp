// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/yielding_row.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>

namespace warplens::app {

YieldingRow::YieldingRow(QBoxLayout* row, QWidget* parent)
    : QToolButton(parent)
    , m_row(row) {
    setObjectName("more");
    setText(QStringLiteral("⋯"));
    setToolTip(tr("More choices, for which the row has no room"));
    setAccessibleName(tr("More choices"));
    setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(menu); });
    hide();
}

void YieldingRow::setYielding(std::vector<QWidget*> widgets) {
    m_all.clear();
    for (QWidget* each : widgets)
        m_all.push_back({each});
}

void YieldingRow::want(QWidget* widget, bool wanted) {
    for (Each& each : m_all)
        if (each.widget == widget)
            each.wanted = wanted;
}

/// At least, of all that is seen now.
int YieldingRow::needed() const {
    m_row->invalidate();
    return m_row->minimumSize().width();
}

void YieldingRow::fit(int width, int kept) {
    for (Each& each : m_all) {
        each.fits = true;
        each.widget->setVisible(each.wanted);
    }
    hide();
    for (Each& each : m_all) {
        if (needed() + kept <= width)
            return;
        each.fits = false;
        each.widget->hide();
        if (each.wanted && !qobject_cast<QLabel*>(each.widget)) // a text has nothing to choose
            show();
    }
}

void YieldingRow::fill(QMenu* menu) {
    menu->clear();
    for (const Each& each : m_all) {
        if (!each.wanted || each.fits)
            continue;
        if (auto* list = qobject_cast<QComboBox*>(each.widget)) {
            QMenu* choices = menu->addMenu(list->accessibleName());
            for (int index = 0; index < list->count(); ++index) {
                QAction* choice = choices->addAction(list->itemText(index), list, [list, index] {
                    list->setCurrentIndex(index);
                    emit list->activated(index);
                });
                choice->setCheckable(true);
                choice->setChecked(index == list->currentIndex());
            }
        } else if (auto* button = qobject_cast<QAbstractButton*>(each.widget)) {
            menu->addAction(button->text(), button, &QAbstractButton::click)->setEnabled(button->isEnabled());
        }
    }
}

} // namespace warplens::app
