// SPDX-License-Identifier: GPL-3.0-or-later
// A mistake that a program's host code makes with the runtime, told as
//   {"event":"mistake", "kind", "text", "note", "frames":[{"module", "offset"} …]}
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::launches {

struct HostMistake {
    std::string kind;  ///< "double-free", "use-after-free", "overlapping-copy", "unchecked-launch", "stream-race",
                       ///< "host-race", "deadlock", "endless-loop", "wrong-direction", "leak"
    std::string text;  ///< one sentence
    bool note = false; ///< no mistake as such, but worth knowing
    struct Frame {
        std::string module;  ///< file of the code
        uint64_t offset = 0; ///< in it
    };
    std::vector<Frame> frames; ///< of the program's own code that led to it, the innermost first

    // Whoever listens finds these out from the frames.
    std::string file; ///< empty: the program was compiled without -g, or nobody can tell
    uint32_t line = 0;
};

nlohmann::ordered_json mistakeJson(const HostMistake& mistake);
/// Throws nlohmann::json::exception where the document is no mistake.
HostMistake mistakeOf(const nlohmann::ordered_json& json);

} // namespace warplens::launches
