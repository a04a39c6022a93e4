// SPDX-License-Identifier: GPL-3.0-or-later
// What a page itself says, its buttons and notes, in the language that is spoken. No Qt.
#pragma once

#include <nlohmann/json.hpp>

namespace warplens::page {

/// By its English, which page.js has; empty in English.
nlohmann::ordered_json pageWords();

} // namespace warplens::page
