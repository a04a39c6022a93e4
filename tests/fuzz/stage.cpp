// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the reader of stages: whatever a .toml says, it is a stage or a list of problems, and a stage has an
// instance of any size, or a reason why not.
#include "kernels/catalogue/instance.h"
#include "kernels/catalogue/stage_reader.h"
#include "tests/fuzz/scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warplens::kernels;
    using warplens::fuzz::fileOf;
    static const auto source =
        fileOf("01-fuzzed.cu", "extern \"C\" __global__ void k(float* p) { p[threadIdx.x] = 1; }\n");
    const auto toml = fileOf("01-fuzzed.toml", warplens::fuzz::textOf(data, size));
    std::vector<Problem> problems;
    readTrack(toml, "track", problems);
    problems.clear();
    const auto stage = readStage(toml, source, "track", problems);
    warplens::fuzz::demand(stage.has_value() != !problems.empty());
    if (!stage)
        return 0;
    for (const std::int64_t edge : {std::int64_t{1}, std::int64_t{64}, std::int64_t{1} << 31, std::int64_t{1} << 62})
        try {
            const auto instance = makeInstance(*stage, {}, {edge, edge, edge});
            for (const ArgumentInstance& argument : instance.arguments)
                argument.spec();
        } catch (const InstanceError&) {
        }
    return 0;
}
