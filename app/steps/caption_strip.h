// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a step, below its picture: which step it is, and its caption. All steps of a range have a strip of the
// same height, so that pictures stay where they are.
#pragma once

#include "app/export/sheet.h"
#include "app/paint/look.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/steps/step_list.h"
#endif

namespace warplens::app {

class CaptionStrip {
public:
    CaptionStrip(const Look& look, const StepList& list, double width);

    double height() const { return m_height; }
    void paint(QPainter& painter, const QRectF& area, const TakenStep& step) const;
    /// The picture with the strip of its step below. The strip has to live as long as that.
    Sheet below(const Sheet& picture, const TakenStep& step) const;

private:
    Look m_look;
    double m_height = 0;
};

} // namespace warplens::app
