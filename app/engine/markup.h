// SPDX-License-Identifier: GPL-3.0-or-later
// Texts as they have to be written in other programs' forms.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace warplens::engine {

/// With a line for each value. Names of files need not be UTF-8: what is none is written as U+FFFD.
std::string jsonText(const nlohmann::ordered_json& document);
/// RFC 3986: what is no plain character of a path is written as %XX; a path from the root has a scheme, file:.
std::string uriOf(const std::string& path);
/// Between tags or in an attribute of XML. What XML does not know is a blank, and what is no UTF-8 U+FFFD.
std::string xmlText(const std::string& text);

} // namespace warplens::engine
