// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sim/memory/moved.h"

namespace warplens::app {

using sim::memory::MovedIn;
using sim::memory::movedIn;
using sim::memory::told;

} // namespace warplens::app
