// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the reader of recordings. What it takes it writes again as it read it.
#include "kernels/measure/recording.h"

#include "tests/fuzz/scratch.h"

#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warplens::kernels;
    try {
        const Recording read = parseRecording(warplens::fuzz::textOf(data, size));
        const std::string written = recordingJson(read).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        warplens::fuzz::demand(parseRecording(written).results.size() == read.results.size());
    } catch (const RecordingError&) {
    }
    return 0;
}
