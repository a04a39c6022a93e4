// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the reader of recordings. What it takes it writes again as it read it, and a file, whose samples are left in it,
// is the same recording, or refused as well.
#include "kernels/measure/recording.h"

#include "tests/fuzz/scratch.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace {

using namespace warplens::kernels;

template<class Read>
std::optional<Recording> readBy(Read read) {
    try {
        return read();
    } catch (const RecordingError&) {
        return std::nullopt;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = warplens::fuzz::textOf(data, size);
    const auto read = readBy([&] { return parseRecording(text); });
    if (read) {
        const std::string written = recordingJson(*read).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        warplens::fuzz::demand(parseRecording(written).results.size() == read->results.size());
    }
    const bool marked = text.starts_with("\xEF\xBB\xBF"); // which is taken off a file, and no part of a text
    const auto ofFile = readBy([&] { return loadRecording(warplens::fuzz::fileOf("recording.json", text)); });
    warplens::fuzz::demand(marked || ofFile == read);
    return 0;
}
