// SPDX-License-Identifier: GPL-3.0-or-later
// How a value is written.
#pragma once

#include "app/words/quantities.h"

#include <string>

namespace warplens::words {

/// "7.62 ms", "262 144", "1.48". Formats: "words" (two, twice as a count: half, a quarter), "Words" (at the beginning of a sentence), "%", "million", "bytes"
/// (KiB and MiB), a number of decimals; empty: as it comes. Throws BadMarker for another one.
std::string valueText(const Value& value, const std::string& format);

} // namespace warplens::words
