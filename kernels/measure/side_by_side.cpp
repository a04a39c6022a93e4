// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace warplens::kernels {
namespace {

/// Whose GPUs are taken. Two runs on one GPU would take each other's time.
class TakenGpus {
public:
    void take(const nlohmann::json& device, std::size_t target, const std::string& label) {
        const std::string uuid = device.value("uuid", "");
        const std::lock_guard lock(m_mutex);
        const auto [taken, isNew] = m_takers.try_emplace(uuid, target, label);
        if (!isNew && taken->second.first != target)
            throw WorkerFailure("bad-request",
                                fmt::format("{} ({}) is measured as '{}' already: two runs on one GPU "
                                            "would disturb each other",
                                            device.value("name", "this GPU"), uuid, taken->second.second));
    }

    void giveBack(std::size_t target) {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_takers, [&](const auto& taker) { return taker.second.first == target; });
    }

private:
    std::mutex m_mutex;
    std::map<std::string, std::pair<std::size_t, std::string>> m_takers; ///< by UUID
};

} // namespace

WorkerStart startOf(const Place& place, const std::string& worker, bool mayAsk) {
    return workerStart(place, place.way == Way::Here && worker.empty() ? localWorker() : worker, mayAsk);
}

std::vector<MeasureTarget> labelTargets(const std::vector<Place>& places) {
    std::vector<MeasureTarget> targets;
    for (const Place& place : places) {
        const bool several = std::any_of(places.begin(), places.end(), [&](const Place& other) {
            return other.way == place.way && other.words == place.words && other.device != place.device;
        });
        targets.push_back(
            {place, several ? fmt::format("{}, GPU {}", place.name(), place.device) : place.name(), std::nullopt});
    }
    std::set<std::string> labels, files;
    for (MeasureTarget& target : targets) {
        const std::string plain = target.label;
        for (int number = 2; labels.contains(target.label) || files.contains(fileNameOf(target.label)); ++number)
            target.label = fmt::format("{} {}", plain, number);
        labels.insert(target.label);
        files.insert(fileNameOf(target.label));
    }
    return targets;
}

std::string fileNameOf(const std::string& label) {
    std::string name;
    for (const char c : label) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_';
        if (plain)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    return name;
}

std::vector<TargetOutcome> measureSideBySide(const std::vector<MeasureTarget>& targets, const std::string& worker,
                                             bool mayAsk, const StageCompiler& compiler, const MeasurePlan& plan,
                                             const SideBySideCallbacks& callbacks, const std::stop_token& stop) {
    std::vector<TargetOutcome> outcomes(targets.size());
    std::mutex mutex; // of the callbacks
    TakenGpus taken;
    const auto run = [&](std::size_t index) {
        const MeasureTarget& target = targets[index];
        MeasurePlan own = plan;
        own.device = target.place.device;
        own.resumed = target.resumed;
        own.elsewhere = target.place.way != Way::Here;
        // A queue's name says nothing about the machine that it leads to.
        if (target.place.way == Way::Ssh && target.place.words.find(' ') == std::string::npos)
            own.machine = target.place.words;
        if (index > 0)
            std::erase_if(own.variants, [](const MeasuredVariant& variant) { return variant.stage.cpu.has_value(); });
        MeasureCallbacks calls;
        const auto handOn = [&](const auto& callback) {
            return [&callback, &mutex, index](const auto& value) {
                const std::lock_guard lock(mutex);
                callback(index, value);
            };
        };
        if (callbacks.onProgress)
            calls.onProgress = handOn(callbacks.onProgress);
        if (callbacks.onSizeDone)
            calls.onSizeDone = handOn(callbacks.onSizeDone);
        if (callbacks.onSoFar)
            calls.onSoFar = handOn(callbacks.onSoFar);
        calls.onDevice = [&](const nlohmann::json& device) { taken.take(device, index, target.label); };
        try {
            WorkerClient client(needsWorker(own) ? startOf(target.place, worker, mayAsk) : WorkerStart{});
            outcomes[index].measured = measure(client, compiler, own, calls, stop);
        } catch (const WorkerFailure& failure) {
            outcomes[index].failure = failure;
        }
        taken.giveBack(index);
    };
    std::exception_ptr error; // of a callback: a recording that cannot be written
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < targets.size(); ++i)
            threads.emplace_back([&, i] {
                try {
                    run(i);
                } catch (...) {
                    const std::lock_guard lock(mutex);
                    error = std::current_exception();
                }
            });
    }
    if (error)
        std::rethrow_exception(error);
    return outcomes;
}

nlohmann::json devicesOf(const Place& place, const std::string& worker, bool mayAsk, const RequestOptions& options) {
    WorkerClient client(startOf(place, worker, mayAsk));
    nlohmann::json devices = client.request({{"verb", "devices"}}, options);
    devices["hello"] = client.hello();
    return devices;
}

} // namespace warplens::kernels
