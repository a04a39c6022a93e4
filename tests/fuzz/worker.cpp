// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds lines to whoever measures, as a worker's answers: whatever they say, there is a recording, or a WorkerFailure. The
// worker is a shell that reads a request and gives the input back, line by line.
#include "kernels/catalogue/paths.h"
#include "kernels/measure/measurement.h"
#include "tests/fuzz/scratch.h"

using namespace warplens;
using namespace warplens::kernels;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const Catalogue catalogue = loadCatalogue(stagesDir());
    static const StageCompiler compiler;
    static const Stage& stage = *catalogue.find("matmul/07-tiled");
    const std::string answers = fuzz::fileOf("answers", fuzz::textOf(data, size));
    MeasurePlan plan;
    plan.variants = {{stage, completeParameters(stage, {})}};
    plan.sizes = {{64, 64, 64}};
    WorkerClient client({"sh", "-c", "read -r request; exec cat " + answers});
    try {
        recordingJson(measure(client, compiler, plan).recording);
    } catch (const WorkerFailure&) {
    }
    return 0;
}
