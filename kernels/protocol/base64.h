// SPDX-License-Identifier: GPL-3.0-or-later
// Base64 (RFC 4648), for machine code inside JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warplens::kernels {

std::string base64Encoded(std::string_view bytes);

/// The bytes, or nothing where the text is not Base64 with its padding.
std::optional<std::string> base64Decoded(std::string_view text);

} // namespace warplens::kernels
