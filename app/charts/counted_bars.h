// SPDX-License-Identifier: GPL-3.0-or-later
// What the model counts beside what ncu counted, for every variant of a track: what the charts of counters and of bytes
// have in common.
#pragma once

#include "app/charts/plots.h"
#include "app/engine/moved_bytes.h"
#include "kernels/catalogue/instance.h"

#include <array>
#include <vector>

namespace warplens::app {

class CountedBars {
public:
    /// Its title is about the counted size.
    CountedBars(const PlotRequest& request, const char* kind, const QString& title, const PlotAxis& axis);

    struct Variant {
        StagePick pick;
        const sim::trace::Counts* model = nullptr;           ///< nullptr: not known
        const kernels::RecordedCounters* hardware = nullptr; ///< likewise
    };
    /// Of every kernel's stage of the track.
    std::vector<Variant> variants() const;

    enum class Of { Model, Hardware };
    /// A category for a variant, in which bars are then placed.
    void addCategory(const StagePick& pick);
    /// Bytes at a level of memory: those of L2 and DRAM are counted by hardware.
    void addBar(const StagePick& pick, engine::Level level, double y, const QString& tip);
    /// In the last category. The tip says "Tiled, PAD on, model: " in front.
    void addBar(const StagePick& pick, Of of, double y, const QString& tip);
    /// `missing` says why there is nothing, where there is nothing.
    Plot finish(const QString& missing);

private:
    const PlotRequest& m_request;
    Plot m_plot;
    PlotSeries m_model, m_hardware;
    std::array<PlotSeries, 4> m_levels; ///< by engine::Level
};

} // namespace warplens::app
