// SPDX-License-Identifier: GPL-3.0-or-later
// A row of controls of which some give way where it is too narrow: a button "⋯" has their choices in a menu then, so
// that nothing is cut and nothing is out of reach.
#pragma once

#include <QToolButton>

#include <vector>

class QBoxLayout;
class QMenu;

namespace warplens::app {

class YieldingRow : public QToolButton {
    Q_OBJECT
public:
    /// The button; it stands in that row, and is seen where something has given way.
    explicit YieldingRow(QBoxLayout* row, QWidget* parent);

    /// Lists, buttons and texts of the row, the first gives way first.
    void setYielding(std::vector<QWidget*> widgets);
    /// Whether there is anything to choose; where there is not it takes no room either. fit() follows it.
    void want(QWidget* widget, bool wanted);
    /// For a row of that width, in which `kept` needs so much beside what stands there anyway.
    void fit(int width, int kept);
    /// Whether something has given way.
    bool yields() const { return !isHidden(); }

private:
    int needed() const;
    void fill(QMenu* menu);

    struct Each {
        QWidget* widget;
        bool wanted = true, fits = true;
    };
    QBoxLayout* m_row;
    std::vector<Each> m_all;
};

} // namespace warplens::app
