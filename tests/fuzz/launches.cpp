// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of what programs tell of their launches: a line on their socket, and the head of a launch that
// was kept.
#include "kernels/launches/event.h"
#include "kernels/launches/kept_launch.h"
#include "tests/fuzz/scratch.h"

#include <nlohmann/json.hpp>

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = fuzz::textOf(data, size);
    try {
        const auto json = nlohmann::ordered_json::parse(text);
        try {
            launches::launchJson(launches::launchOf(json));
        } catch (const nlohmann::json::exception&) {
        }
        launches::mistakeOf(json);
    } catch (const nlohmann::json::exception&) {
    }
    const std::filesystem::path folder = fuzz::fileOf("kept/launch.json", text).parent_path();
    fuzz::fileOf("kept/module.ptx", ".version 8.0\n.target sm_90\n.address_size 64\n");
    fuzz::fileOf("kept/memory.bin", std::string(4096, 'm'));
    try {
        const launches::KeptLaunch kept = launches::readKeptLaunch(folder);
        sim::memory::DeviceMemory memory;
        const launches::KeptMemory bytes(folder, kept);
        bytes.place(memory);
        memory.fillAll();
    } catch (const launches::KeptError&) {
    }
    return 0;
}
