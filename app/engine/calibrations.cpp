// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/calibrations.h"

#include "app/engine/kernel_image.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warplens::engine {
namespace {

namespace fs = std::filesystem;
using sim::time::Calibration;
using sim::time::Device;

double numberOf(const nlohmann::json& json, const fs::path& file, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number() || !(found->get<double>() > 0))
        throw EngineError(fmt::format("{}: {} must be a number above 0", file.string(), name));
    return found->get<double>();
}

Calibration load(const fs::path& file) {
    nlohmann::json json;
    try {
        json = nlohmann::json::parse(kernels::readText(file, kernels::sourceLimit));
    } catch (const nlohmann::json::exception& problem) {
        throw EngineError(fmt::format("{} is no calibration: {}", file.string(), kernels::jsonProblem(problem.what())));
    } catch (const kernels::FileError& problem) {
        throw EngineError(problem.what());
    }
    if (!json.is_object() || !json.contains("gpu") || !json["gpu"].is_string())
        throw EngineError(fmt::format("{}: gpu must be the name of a GPU", file.string()));
    Calibration one;
    one.gpu = json["gpu"].get<std::string>();
    std::string date;
    if (const auto from = json.find("provenance"); from != json.end() && from->is_object())
        date = from->value("date", "");
    one.source = date.empty() ? one.gpu : one.gpu + ", " + date;
    one.shared = numberOf(json, file, "latency_shared");
    one.l1 = numberOf(json, file, "latency_l1");
    one.l2 = numberOf(json, file, "latency_l2_warps");
    one.dram = numberOf(json, file, "latency_dram_warps");
    one.l1BytesAClock = json.value("l1_bytes_a_clock", 0.0);
    one.l2BytesAClock = numberOf(json, file, "l2_bytes_a_clock_of_24_mb");
    one.dramGbps = numberOf(json, file, "dram_read_gbps");
    one.dramCopyGbps = numberOf(json, file, "dram_copy_gbps");
    one.dramWaitReads = json.value("dram_wait_reads", 0.0); // of GPUs where nobody has measured them: none
    one.dramWaitCopies = json.value("dram_wait_copies", 0.0);
    one.launchMicroseconds = numberOf(json, file, "launch_us");
    one.blockLaunchClocks = numberOf(json, file, "block_launch_clocks");
    one.blockRestartClocks = numberOf(json, file, "block_restart_clocks");
    one.storeDrainClocks = numberOf(json, file, "store_drain_clocks");
    one.atomicNanoseconds = numberOf(json, file, "atomic_same_address_ns");
    return one;
}

const Device* deviceOf(const Calibration& calibration) {
    return sim::time::findDevice(calibration.gpu);
}

} // namespace

Calibrations::Calibrations(const fs::path& folder) {
    for (const fs::path& file : kernels::filesIn(folder, ".json"))
        m_all.push_back(load(file));
}

ChosenCalibration Calibrations::forDevice(const Device& device) const {
    for (const Calibration& one : m_all)
        if (one.gpu == device.name)
            return {one, false};
    const Calibration* best = nullptr;
    for (const Calibration& one : m_all)
        if (const Device* from = deviceOf(one);
            from != nullptr && (best == nullptr || from->capability == device.capability))
            best = &one;
    if (best == nullptr)
        throw EngineError("no time can be estimated: no GPU is calibrated (resources/calibrations)");
    const Device& from = *deviceOf(*best);
    ChosenCalibration chosen{*best, true};
    chosen.calibration.dramGbps *= device.dramGbps / from.dramGbps;
    chosen.calibration.dramCopyGbps *= device.dramGbps / from.dramGbps;
    chosen.calibration.l2BytesAClock *= device.l2Bytes > 0 && from.l2Bytes > 0
                                            ? device.l2Bytes / from.l2Bytes
                                            : double(device.multiprocessors) / from.multiprocessors;
    return chosen;
}

} // namespace warplens::engine
