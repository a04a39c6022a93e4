// SPDX-License-Identifier: GPL-3.0-or-later
// Which operations are textures' and surfaces'.
#pragma once

#include "sim/simt/machine.h"

namespace warplens::sim::simt {

bool isTexture(const Op& op);
bool isSurface(const Op& op);

} // namespace warplens::sim::simt
