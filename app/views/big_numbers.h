// SPDX-License-Identifier: GPL-3.0-or-later
// A row of figures to be read from the last row of a room: the number large, what it is below it.
#pragma once

#include "app/paint/look.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace warplens::app {

struct BigNumber {
    QString value;
    QString label; ///< with the unit, and where it is from
    enum class Kind { Plain, Worse, Better } kind = Kind::Plain;
    bool operator==(const BigNumber&) const = default;
};

class BigNumbers : public QWidget {
    Q_OBJECT
public:
    explicit BigNumbers(QWidget* parent = nullptr);
    void setLook(const Look& look);
    void setNumbers(const std::vector<BigNumber>& numbers);
    const std::vector<BigNumber>& numbers() const { return m_numbers; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Look m_look;
    std::vector<BigNumber> m_numbers;
};

} // namespace warplens::app
