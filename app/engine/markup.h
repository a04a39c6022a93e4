// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as they have to be written in other programs' forms.
#pragma once

#include <string>

namespace warplens::engine {

/// RFC 3986: what is no plain character of a path is written as %XX.
std::string uriOf(const std::string& path);
/// Between tags or in an attribute of XML. Bytes that XML does not know are left out.
std::string xmlText(const std::string& text);

} // namespace warplens::engine
