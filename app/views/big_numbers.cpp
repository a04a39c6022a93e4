// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/views/big_numbers.h"

#include "app/views/view.h"

#include <QPainter>

#include <algorithm>

namespace warplens::app {

BigNumbers::BigNumbers(QWidget* parent)
    : QWidget(parent) {
    setObjectName("numbers");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BigNumbers::setLook(const Look& look) {
    m_look = look;
    updateGeometry();
    update();
}

void BigNumbers::setNumbers(const std::vector<BigNumber>& numbers) {
    if (numbers == m_numbers)
        return;
    m_numbers = numbers;
    QStringList words;
    for (const BigNumber& number : m_numbers)
        words << number.value + ' ' + number.label;
    setAccessibleName(words.join(QStringLiteral("; ")));
    update();
}

QSize BigNumbers::sizeHint() const {
    return {m_look.px(300), m_look.big() + m_look.px(36)};
}

void BigNumbers::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Palette& c = m_look.colours;
    painter.fillRect(rect(), c.pane);
    const QFont large = m_look.ui(m_look.big(), QFont::Bold), small = m_look.ui(m_look.px(12));
    std::vector<double> widths;
    double wanted = 2.0 * m_look.margin();
    for (const BigNumber& number : m_numbers) {
        widths.push_back(std::max(QFontMetricsF(large).horizontalAdvance(number.value),
                                  QFontMetricsF(small).horizontalAdvance(number.label)) +
                         4);
        wanted += widths.back();
    }
    // As far apart as there is room; where there is none, labels are cut.
    const auto gaps = static_cast<double>(std::max<size_t>(2, m_numbers.size()) - 1);
    const double gap = std::clamp((width() - wanted) / gaps, m_look.px(10) * 1.0, m_look.px(28) * 1.0);
    double x = m_look.margin();
    for (size_t i = 0; i < m_numbers.size(); ++i) {
        const BigNumber& number = m_numbers[i];
        painter.setFont(large);
        painter.setPen(number.kind == BigNumber::Kind::Worse    ? c.conflict
                       : number.kind == BigNumber::Kind::Better ? c.good
                                                                : c.text);
        drawKept(painter, QRectF(x, 0, widths[i], m_look.big() * 1.2), Qt::AlignLeft | Qt::AlignVCenter, number.value);
        painter.setFont(small);
        painter.setPen(c.secondary);
        drawText(painter, QRectF(x, m_look.big() * 1.2, std::min(widths[i], width() - x - 4), m_look.px(18)),
                 Qt::AlignLeft | Qt::AlignVCenter, number.label);
        x += widths[i] + gap;
    }
}

} // namespace warplens::app
