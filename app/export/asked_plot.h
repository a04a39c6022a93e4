// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a chart that is asked for without a window: by words, or by an exhibit.
#pragma once

#include "app/charts/plot_model.h"
#include "app/charts/plots.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/exhibit.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/measure/recording.h"
#endif

#include <QString>

#include <optional>
#include <vector>

namespace warplens::app {

struct PlotWish {
    QString stage; ///< empty: of the first track
    kernels::ParameterValues parameters;
    std::optional<kernels::Size> size; ///< nothing: one that was recorded
    bool cold = false;                 ///< times with L2 overwritten before each launch
};
PlotWish wishOf(const Exhibit& shown);

/// Throws ExportError, which tells the stages that there are.
kernels::Stage findStage(const kernels::Catalogue& catalogue, const QString& id);
/// What was measured by this program goes before what is quoted. -1: there are none.
int currentOf(const std::vector<kernels::Recording>& recordings);
/// The chart that an exhibit names. Throws ExportError.
const PlotKind& shownKind(const Exhibit& shown);
/// Without what the model says. It refers to catalogue and recordings. Throws ExportError.
PlotRequest plotRequestOf(const PlotKind& kind, const PlotWish& wish, const kernels::Catalogue& catalogue,
                          const std::vector<kernels::Recording>& recordings);
/// Throws ExportError where there is nothing to draw.
Plot plotOf(const PlotKind& kind, const PlotWish& wish, const kernels::Catalogue& catalogue,
            const std::vector<kernels::Recording>& recordings);

} // namespace warplens::app
