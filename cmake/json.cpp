// SPDX-License-Identifier: GPL-3.0-or-later
// nlohmann's json, compiled once: cmake/json/nlohmann/json.hpp says what.
#define WARPLENS_JSON template
#include <nlohmann/json.hpp>
