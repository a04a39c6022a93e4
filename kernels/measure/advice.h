// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody can do who is told that a measurement failed.
#pragma once

#include <string>
#include <string_view>

namespace warplens::kernels {

/// A sentence for the kind of a WorkerFailure or of a row that is not ok (protocol.h); empty where the message itself says
/// what to do, or nothing is known to help.
std::string adviceOn(std::string_view kind);

} // namespace warplens::kernels
