// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms as a picture: each stands above all that it uses. Of what one uses, that is drawn which nothing else that it
// uses uses.
#pragma once

#include <map>
#include <set>
#include <string>

namespace warplens::structure {

/// SVG. The same rooms give the same text.
std::string roomsPicture(const std::map<std::string, std::set<std::string>>& uses);

} // namespace warplens::structure
