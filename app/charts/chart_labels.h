// SPDX-License-Identifier: GPL-3.0-or-later
// The words of charts: what variants, sizes, days and origins are called, and which sizes and variants there are.
#pragma once

#include "kernels/catalogue/catalogue.h"
#include "kernels/measure/recording.h"

#include <QString>

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace warplens::app {

/// Whether a chart of stages of one arithmetic has this one: plain FP32 has its own roof, and stays alone under it.
bool isComparedWith(const kernels::Stage& stage, std::string_view arithmetic);
/// "FP32", "TF32 beside FP32".
QString arithmeticLabel(std::string_view arithmetic);

/// All variants of a stage that a chart tells apart, and the shown one where it is none of them: a value of a range.
std::vector<kernels::ParameterValues> shownVariants(const kernels::Stage& stage, std::string_view shownStage,
                                                    const kernels::ParameterValues& shownParameters);

/// "PAD on" or "TILE 16".
QString parameterLabel(const kernels::Stage& stage, const kernels::ParameterValue& value);

/// "…, PAD on": the variant's parameters that differ from the stage's defaults.
QString variantLabel(const kernels::Stage& stage, const kernels::ParameterValues& parameters);

/// "recorded 2026-11-21"; of what this program has measured since it was started "measured here 2026-11-21" or
/// "measured on gpu-server 2026-11-21".
QString whenText(const kernels::Provenance& provenance);
/// Behind the text which of its machine's GPUs it was, where that has several.
QString withDevice(const QString& text, const kernels::Provenance& provenance);

/// Whose figures are quoted, in the language that is spoken where the recording comes with Warplens; and what has to be
/// known of them. In the file both are the source, with a colon between them.
QString quotedSource(const kernels::Provenance& provenance);
QString quotedNotes(const kernels::Provenance& provenance);

/// "median, NVIDIA H200, recorded 2026-11-21", with "L2 flushed" for cold ones; "NVIDIA H200, quoted from …".
QString originText(const kernels::Recording& recording, std::string_view cache = "warm");

/// A size as its track has it: "512³", "509×487×501"; "8192²", "4099×1021"; "2²⁸", "1000003".
QString sizeLabel(const kernels::Size& size, int dimensions);

/// "%1 has no measurement at this size" and the like, or that L2 was not flushed for it.
QString nothingMeasured(const kernels::Recording& recording, const QString& size, std::string_view cache);

/// The sizes that a recording has results for.
std::vector<kernels::Size> recordedSizes(const kernels::Recording& recording, const std::string& track);

/// The size to show for a stage: the first of the wanted ones that it was measured at, else the largest. Where it was
/// measured at none, likewise of its track; nothing where there is none either.
std::optional<kernels::Size> shownSize(const kernels::Recording& recording, const kernels::Stage& stage,
                                       std::initializer_list<kernels::Size> wanted);

} // namespace warplens::app
