// SPDX-License-Identifier: GPL-3.0-or-later
// How the user's own kernels were launched last: kept from one start of the program to the next.
#pragma once

#ifndef Q_MOC_RUN
#include "app/engine/kernel_file.h"
#endif

#include <filesystem>
#include <optional>

namespace warplens::app {

std::optional<engine::FileLaunch> rememberedLaunch(const std::filesystem::path& file);
void rememberLaunch(const std::filesystem::path& file, const engine::FileLaunch& launch);

} // namespace warplens::app
