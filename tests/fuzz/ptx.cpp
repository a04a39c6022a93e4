// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the PTX front end: whatever they are, it answers with a module and a program, or with a PtxError.
//   tests/fuzz/run.sh [SECONDS], or by hand:
//   cmake --preset fuzz && cmake --build --preset fuzz
//   build-fuzz/bin/fuzz_ptx -max_total_time=60 -dict=tests/fuzz/ptx.dict CORPUS tests/fuzz/corpus
#include "sim/simt/program.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warplens::sim;
    try {
        const auto module =
            std::make_shared<const ptx::Module>(ptx::parse(std::string(reinterpret_cast<const char*>(data), size)));
        for (const std::string_view kernel : module->entryNames()) {
            memory::DeviceMemory memory;
            try {
                simt::lower(module, kernel, memory);
            } catch (const ptx::PtxError&) {
            }
        }
    } catch (const ptx::PtxError&) {
    }
    return 0;
}
