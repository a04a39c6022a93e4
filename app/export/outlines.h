// SPDX-License-Identifier: GPL-3.0-or-later
// A device that passes everything on to another painter, text as outlines and with clipping worked out: for files that
// are opened where our fonts are not installed, and in a format that knows no clipping.
#pragma once

#include <QPaintDevice>
#include <QSize>
#include <QStringList>

#include <memory>

class QPainter;

namespace warplens::app {

class Outlines : public QPaintDevice {
public:
    /// `target` is active for as long as something is painted here.
    Outlines(QPainter& target, const QSize& size, int dotsPerInch);
    ~Outlines() override;
    QPaintEngine* paintEngine() const override;
    /// What was written, piece by piece: outlines cannot be read back.
    const QStringList& texts() const { return *m_texts; }

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    std::unique_ptr<QStringList> m_texts;
    std::unique_ptr<QPaintEngine> m_engine;
    QSize m_size;
    int m_dpi;
};

} // namespace warplens::app
