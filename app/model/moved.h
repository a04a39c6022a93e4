// SPDX-License-Identifier: GPL-3.0-or-later
// In what it is told how much requests to global memory move. No Qt.
#pragma once

#include "sim/memory/architecture.h"

#include <cstdint>

namespace warplens::app {

/// GPUs from 6.0 on move single sectors. Those before make transactions that differ in size: there it is bytes. Counted are
/// sectors' worth of bytes everywhere, so that one rule tells what is waste.
enum class MovedIn : uint8_t { Sectors, Bytes };

inline MovedIn movedIn(const sim::memory::Architecture& architecture) {
    return architecture.global == sim::memory::GlobalRule::Sectors ? MovedIn::Sectors : MovedIn::Bytes;
}

template<class Number>
Number told(MovedIn unit, Number sectors) {
    return unit == MovedIn::Sectors ? sectors : 32 * sectors;
}

} // namespace warplens::app
