// SPDX-License-Identifier: GPL-3.0-or-later
// A widget that paints every pixel of itself: nothing is painted behind it. A style sheet takes that from each widget
// that it has a background for, be it transparent; so it is said again after the sheet.
#pragma once

#include <QEvent>
#include <QWidget>

namespace warplens::app {

template<class Base>
class Opaque : public Base {
public:
    using Base::Base;

protected:
    bool event(QEvent* event) override {
        const bool taken = Base::event(event);
        if (event->type() == QEvent::Polish || event->type() == QEvent::StyleChange)
            this->setAttribute(Qt::WA_OpaquePaintEvent);
        return taken;
    }
};

} // namespace warplens::app
