// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them: without exponents, their digits in groups of three. No Qt.
#pragma once

#include <string>

namespace warplens::tongue {

/// With so many digits that say something, and never with an exponent: 12345.6 is "12346", 0.0000123 is itself. Zeros at
/// the end are left out. English: the decimal point is a point.
std::string plain(double number, int digits = 3);

/// Written digits, a sign and a decimal point perhaps, with thin spaces between the thousands, and the decimal point of the
/// language. Polish leaves numbers of four digits whole.
std::string grouped(const std::string& digits);

/// "38 %" of a share of 0.38.
std::string percent(double share);

} // namespace warplens::tongue
