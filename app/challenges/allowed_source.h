// SPDX-License-Identifier: GPL-3.0-or-later
// What a source that somebody hands in may include: headers of the toolkit, and no file of the machine that judges it.
#pragma once

#include "kernels/source/source_text.h"

namespace warplens::challenges {

/// Throws engine::EngineError that names the line.
void checkAllowed(const kernels::SourceText& source);

} // namespace warplens::challenges
