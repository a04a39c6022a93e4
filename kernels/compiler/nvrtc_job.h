// SPDX-License-Identifier: GPL-3.0-or-later
// One compilation as NVRTC sees it, what comes of it, and both as bytes, for a compiler in a process of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warplens::kernels {

struct NvrtcJob {
    std::string source, name;
    std::vector<std::pair<std::string, std::string>> headers; ///< name and text
    std::string nameExpression;                               ///< empty: none
    std::vector<std::string> options;

    bool operator==(const NvrtcJob&) const = default;
};

struct NvrtcAnswer {
    int code = 0;                         ///< NVRTC's; 0 is success
    static constexpr int brokenDown = -1; ///< in its place: the compiler itself has ended
    std::string log;                      ///< of a failure never empty
    std::string ptx, cubin;
    std::string loweredName; ///< of the name expression; empty: there is none

    bool operator==(const NvrtcAnswer&) const = default;
};

std::string encoded(const NvrtcJob& job);
std::string encoded(const NvrtcAnswer& answer);
/// Nothing: the bytes are none.
std::optional<NvrtcJob> decodedJob(std::string_view bytes);
std::optional<NvrtcAnswer> decodedAnswer(std::string_view bytes);

/// In front of each message: how many bytes it has.
constexpr std::size_t lengthBytes = 8;
std::string withLength(const std::string& message);
std::size_t lengthIn(std::string_view front);

} // namespace warplens::kernels
