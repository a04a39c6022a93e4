// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "standard.h"

#include <nlohmann/json.hpp>
