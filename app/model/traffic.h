// SPDX-License-Identifier: GPL-3.0-or-later
// What a launch moves between L2 and DRAM, as the caches are estimated. No Qt.
#pragma once

#include "kernels/catalogue/size.h"
#include "kernels/catalogue/stage.h"
#include "kernels/images/compile_stage.h"

#include <map>
#include <stop_token>
#include <string>
#include <utility>

namespace warplens::app {

/// Bytes of DRAM read and written for each useful byte (work.h), by stage id and variantText.
using DramShares = std::map<std::pair<std::string, std::string>, double>;

/// Of every measured variant of a stage with a kernel. What was written is counted whole: in the end it leaves L2. Left
/// out are variants of which the caches say nothing, and those where it depends on the size: of a launch four times as
/// large the share must be the same, within 2 %. Throws Abandoned.
DramShares dramSharesOf(const kernels::StageCompiler& compiler, const kernels::Stage& stage, const kernels::Size& size,
                        const std::stop_token& stop = {});

} // namespace warplens::app
