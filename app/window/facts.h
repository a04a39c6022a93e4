// SPDX-License-Identifier: GPL-3.0-or-later
// The column on the right: what happens now in one sentence, what was counted, whether the hardware counted the same,
// and how fast the stage is among the others.
#pragma once

#include "app/window/context.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "kernels/measure/recording.h"
#include "sim/memory/moved.h"
#include "sim/trace/counts.h"
#endif

#include <QWidget>

#include <optional>

class QLabel;

namespace warplens::app {

class CountsView;
class PlotChart;
class Player;
class Staging;

class Facts : public QWidget {
    Q_OBJECT
public:
    Facts(Context& context, Staging& staging, Player* player, QWidget* parent = nullptr);

    void setLook(const Look& look);
    PlotChart* chart() const { return m_chart; }
    CountsView* counts() const { return m_counts; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

signals:
    /// A screen reader is told that sentence.
    void announced(const QString& sentence);

private:
    void refreshSentence();
    void refreshCounts(); ///< of the launch, too
    void showCounts();    ///< those up to this moment beside them
    void refreshBadge();
    void refreshChart();
    void placeChart();
    void showBadge(const QString& text, const char* tone, const QString& tip);

    Context& m_context;
    Staging& m_staging;
    Player* m_player;
    Look m_look;
    QLabel *m_sentence, *m_badge;
    /// What no step changes.
    struct OfLaunch {
        bool failed = false;
        QString name, hardware, origin; ///< as CountTable has them
        std::optional<sim::trace::Counts> counts;
        std::optional<kernels::RecordedCounters> counters;
        sim::memory::MovedIn moved = sim::memory::MovedIn::Sectors;
    };
    OfLaunch m_launch;
    CountsView* m_counts;
    PlotChart* m_chart;
};

} // namespace warplens::app
