// SPDX-License-Identifier: GPL-3.0-or-later
// A question of a web page as JSON: with each wrong answer the picture of what is so, as the window has it. docs/page.md
// lists the members. No Qt.
#pragma once

#include "app/lessons/telling.h"

#include <nlohmann/json_fwd.hpp>

namespace warplens::page {

nlohmann::ordered_json questionData(const lessons::Question& question);

} // namespace warplens::page
