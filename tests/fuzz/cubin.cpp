// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds bytes to the reader of machine code: whatever they are, it answers with functions, whose instructions
// have a text, or with a CubinError.
//   tests/fuzz/run.sh [SECONDS]
#include "sim/sass/cubin.h"

#include <cstddef>
#include <cstdint>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warplens::sim;
    try {
        for (const auto& function : sass::readCubin(std::as_bytes(std::span(data, size))).functions)
            for (const auto& instruction : function.instructions)
                sass::text(instruction);
    } catch (const sass::CubinError&) {
    }
    return 0;
}
