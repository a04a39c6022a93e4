// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson, lecture, stage or link as a web page in one file, with the charts that its steps show.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/charts/plot.h"
#include "app/model/sources.h"
#include "app/page/page_data.h"
#include "kernels/measure/recording.h"
#endif

#include <QString>

#include <functional>
#include <string>
#include <vector>

namespace warplens::app {

page::Chart chartOf(const Plot& plot);

/// `plot`: the chart that an exhibit shows. The file is written as a whole or not at all. Throws page::PageError, and what
/// catalogue, engine and files throw.
void exportPage(const std::string& what, const QString& file, Sources& sources,
                const std::vector<kernels::Recording>& recordings, const std::function<Plot(const Exhibit&)>& plot,
                const lessons::Course& course);

} // namespace warplens::app
