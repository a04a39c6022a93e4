// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/memory/architecture.h"

#include <algorithm>

namespace warplens::sim::memory {
namespace {

constexpr Architecture table[] = {
// clang-format off
#include "sim/memory/architectures.def"
    // clang-format on
};

/// "sm_90a" and "9.0a" as "9.0", "compute_86" as "8.6": as compilers write architectures. Features of one
/// architecture alone ("a") or of its family ("f") there are from 9.0 on.
std::string plainCapability(const std::string_view written) {
    std::string_view text = written;
    bool joined = false;
    for (const std::string_view prefix : {"sm_", "compute_"})
        if (text.starts_with(prefix)) {
            text.remove_prefix(prefix.size());
            joined = true;
        }
    const bool featured = text.ends_with('a') || text.ends_with('f');
    std::string plain(text.substr(0, text.size() - (featured ? 1 : 0)));
    const bool digits = joined && plain.size() >= 2 && plain.size() <= 3 &&
                        std::all_of(plain.begin(), plain.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (joined && !digits)
        return std::string(written);
    if (digits)
        plain.insert(plain.size() - 1, ".");
    return featured && (plain.size() < 3 || (plain.size() == 3 && plain[0] < '9')) ? std::string(written) : plain;
}

/// "8.6" as 86; 0 where it is no compute capability.
unsigned numberOf(std::string_view text) {
    const size_t dot = text.find('.');
    if (dot == 0 || dot > 2 || dot + 2 != text.size())
        return 0;
    unsigned number = 0;
    for (const char c : text) {
        if (c == '.')
            continue;
        if (c < '0' || c > '9')
            return 0;
        number = 10 * number + static_cast<unsigned>(c - '0');
    }
    return number;
}

} // namespace

std::span<const Architecture> architectures() {
    return table;
}

const Architecture* findArchitecture(std::string_view text) {
    const std::string capability = plainCapability(text);
    for (const Architecture& a : table)
        if (a.capability == capability)
            return &a;
    const size_t slash = capability.find('/');
    const std::string_view mode =
        slash == std::string::npos ? std::string_view() : std::string_view(capability).substr(slash);
    const unsigned number = numberOf(std::string_view(capability).substr(0, slash));
    const Architecture* before = nullptr;
    for (const Architecture& a : table) {
        const size_t s = a.capability.find('/');
        const std::string_view itsMode = s == std::string_view::npos ? std::string_view() : a.capability.substr(s);
        if (itsMode == mode && a.number / 10 == number / 10 && a.number < number)
            before = &a;
    }
    return before;
}

std::string architectureNames() {
    std::string names;
    for (const Architecture& a : table)
        names += (names.empty() ? "" : ", ") + std::string(a.capability);
    return names;
}

std::string_view ruleText(GlobalRule rule) {
    switch (rule) {
    case GlobalRule::HalfWarpSegments:
        return "half-warps; lane k on word k of one aligned segment, or 16 transactions of 32 bytes";
    case GlobalRule::ShrinkingSegments:
        return "half-warps; segments of 32, 64 or 128 bytes, halved while only one half is used";
    case GlobalRule::Lines:
        return "lines of 128 bytes; words of 8 and 16 bytes by half- and quarter-warps";
    case GlobalRule::SplitSectors:
        return "sectors of 32 bytes; words of 8 and 16 bytes by half- and quarter-warps";
    case GlobalRule::Sectors:
        return "sectors of 32 bytes, each once for the whole warp";
    }
    return {};
}

std::string_view ruleText(SharedRule rule) {
    switch (rule) {
    case SharedRule::HalfWarpBroadcast:
        return "16 banks of 4 bytes, half-warps; one word is broadcast in each step";
    case SharedRule::Multicast:
        return "32 banks of 4 bytes; lanes on the same word share it; 8 bytes by half-warps, 16 by quarters and one "
               "more";
    case SharedRule::PairedBanks:
        return "32 banks of 4 bytes that deliver two words, 32 apart, at a time";
    case SharedRule::WideBanks:
        return "32 banks of 8 bytes; lanes on the same 8 bytes share them";
    case SharedRule::Phases:
        return "32 banks of 4 bytes; lanes on the same word share it; 8 and 16 bytes in phases";
    }
    return {};
}

} // namespace warplens::sim::memory
