// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/recording.h"

#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

using nlohmann::ordered_json;

// ---- writing ----

ordered_json parametersJson(const ParameterValues& parameters) {
    ordered_json object = ordered_json::object();
    for (const ParameterValue& parameter : parameters)
        object[parameter.name] = parameter.value;
    return object;
}

ordered_json sizeJson(const Size& size) {
    return {{"M", size.m}, {"N", size.n}, {"K", size.k}};
}

/// Leaves out what is not known.
template<typename T>
void put(ordered_json& object, const char* key, const std::optional<T>& value) {
    if (value)
        object[key] = *value;
}

void put(ordered_json& object, const char* key, const std::string& value) {
    if (!value.empty())
        object[key] = value;
}

ordered_json provenanceJson(const Provenance& provenance) {
    ordered_json object{{"gpu", provenance.gpu}};
    put(object, "compute_capability", provenance.computeCapability);
    put(object, "driver", provenance.driver);
    put(object, "cuda_driver", provenance.cudaDriver);
    put(object, "cuda_runtime", provenance.cudaRuntime);
    put(object, "nvrtc", provenance.nvrtc);
    put(object, "cublas", provenance.cublas);
    put(object, "host_cpu", provenance.hostCpu);
    put(object, "machine", provenance.machine);
    put(object, "device", provenance.device);
    put(object, "date", provenance.date);
    put(object, "commit", provenance.commit);
    put(object, "warplens", provenance.warplens);
    object["quoted"] = provenance.quoted;
    put(object, "source", provenance.source);
    return object;
}

ordered_json partsJson(const RecordedParts& parts) {
    return {{"start_ms", parts.start},
            {"allocation_ms", parts.allocation},
            {"copy_in_ms", parts.copyIn},
            {"kernel_ms", parts.kernel},
            {"copy_out_ms", parts.copyOut}};
}

ordered_json totalJson(const RecordedTotal& total) {
    ordered_json object{{"first_ms", total.first}, {"median_ms", total.median}, {"samples_ms", total.samples.values()}};
    if (total.firstParts)
        object["first_parts"] = partsJson(*total.firstParts);
    if (total.parts)
        object["parts"] = partsJson(*total.parts);
    return object;
}

ordered_json resultJson(const RecordedResult& result) {
    ordered_json object{{"stage", result.stage},
                        {"parameters", parametersJson(result.parameters)},
                        {"size", sizeJson(result.size)},
                        {"cache", result.cache},
                        {"status", result.ok ? "ok" : "error"}};
    put(object, "kind", result.kind);
    put(object, "message", result.message);
    put(object, "median_ms", result.median);
    put(object, "q1_ms", result.q1);
    put(object, "q3_ms", result.q3);
    put(object, "min_ms", result.minimum);
    put(object, "max_ms", result.maximum);
    put(object, "gflops", result.gflops);
    put(object, "gbps", result.gbps);
    if (result.total)
        object["total"] = totalJson(*result.total);
    if (result.error) {
        ordered_json error = ordered_json::object();
        put(error, "max", result.error->largest);
        put(error, "average", result.error->average);
        error["checked"] = result.error->checked;
        error["of"] = result.error->of;
        error["tolerance"] = result.error->tolerance;
        object["error"] = std::move(error);
    }
    if (result.attributes)
        object["attributes"] = {{"registers", result.attributes->registers},
                                {"static_shared_bytes", result.attributes->staticSharedBytes},
                                {"dynamic_shared_bytes", result.attributes->dynamicSharedBytes},
                                {"local_bytes", result.attributes->localBytes},
                                {"blocks_per_sm", result.attributes->blocksPerSm},
                                {"occupancy", result.attributes->occupancy}};
    put(object, "sm_clock_mhz", result.smClock);
    put(object, "throttled_samples", result.throttledSamples);
    if (!result.throttleReasons.empty())
        object["throttle_reasons"] = result.throttleReasons;
    put(object, "library_kernel", result.libraryKernel);
    put(object, "math_mode", result.mathMode);
    put(object, "processor", result.processor);
    put(object, "text_of", result.textOf);
    if (!result.samples.empty())
        object["samples_ms"] = result.samples.values();
    return object;
}

ordered_json referenceJson(const RecordedReference& reference) {
    ordered_json object{{"track", reference.track},
                        {"label", reference.label},
                        {"size", sizeJson(reference.size)},
                        {"median_ms", reference.median}};
    put(object, "gflops", reference.gflops);
    put(object, "processor", reference.processor);
    return object;
}

/// "barrier" of the metric that counts it; empty: it is another one.
std::string_view stallReason(std::string_view metric) {
    if (metric.size() <= stallMetricBegin.size() + stallMetricEnd.size() || !metric.starts_with(stallMetricBegin) ||
        !metric.ends_with(stallMetricEnd))
        return {};
    return metric.substr(stallMetricBegin.size(), metric.size() - stallMetricBegin.size() - stallMetricEnd.size());
}

ordered_json countersJson(const RecordedCounters& row) {
    return {{"stage", row.stage},
            {"parameters", parametersJson(row.parameters)},
            {"size", sizeJson(row.size)},
            {"metrics", row.metrics.values()}};
}

ordered_json blocksJson(const RecordedBlocks& row) {
    ordered_json places = ordered_json::array(), begins = places, ends = places;
    for (const RecordedBlocks::Block& block : row.blocks) {
        places.push_back(block.multiprocessor);
        begins.push_back(block.begin);
        ends.push_back(block.end);
    }
    return {{"stage", row.stage},
            {"parameters", parametersJson(row.parameters)},
            {"size", sizeJson(row.size)},
            {"multiprocessor", std::move(places)},
            {"begin_ns", std::move(begins)},
            {"end_ns", std::move(ends)}};
}

bool hasAllOf(const ParameterValues& some, const ParameterValues& all) {
    return std::all_of(some.begin(), some.end(), [&](const ParameterValue& value) {
        return std::find(all.begin(), all.end(), value) != all.end();
    });
}

/// Parameters are an object in the file, whose order means nothing.
bool sameParameters(const ParameterValues& a, const ParameterValues& b) {
    return a.size() == b.size() && hasAllOf(a, b);
}

const RecordedCounters* findRow(const std::vector<RecordedCounters>& rows, std::string_view stage,
                                const ParameterValues& parameters, const Size& size) {
    for (const RecordedCounters& row : rows)
        if (row.stage == stage && row.size == size && sameParameters(row.parameters, parameters))
            return &row;
    return nullptr;
}

/// Rows that are older than a parameter mean the value that it had before there was a choice.
template<class Row>
void adoptRow(Row& row, const Catalogue& catalogue) {
    const Stage* stage = catalogue.findKernel(row.stage);
    if (stage == nullptr)
        return;
    row.stage = stage->id;
    ParameterValues ordered, rest = std::move(row.parameters);
    for (const Parameter& parameter : stage->parameters) {
        const auto named = [&](const ParameterValue& value) { return value.name == parameter.name; };
        if (const auto found = std::find_if(rest.begin(), rest.end(), named); found != rest.end()) {
            ordered.push_back(*found);
            rest.erase(found);
        } else if (parameter.before) {
            ordered.push_back({parameter.name, *parameter.before});
        }
    }
    ordered.insert(ordered.end(), rest.begin(), rest.end());
    row.parameters = std::move(ordered);
}

} // namespace

std::map<std::string, double> stallShares(const RecordedCounters& counters) {
    std::map<std::string, double> shares;
    double sum = 0;
    for (const auto& [name, value] : counters.metrics)
        if (const std::string_view reason = stallReason(name); !reason.empty()) {
            shares.emplace(reason, value);
            sum += value;
        }
    if (!(sum > 0))
        return {};
    for (auto& [reason, share] : shares)
        share /= sum;
    return shares;
}

std::optional<double> RecordedResult::spread() const {
    if (!median || !q1 || !q3)
        return std::nullopt;
    return (*q3 - *q1) / *median;
}

std::optional<double> RecordedResult::cycles() const {
    if (!median || !smClock || !processor.empty())
        return std::nullopt;
    return *median * 1e3 * *smClock;
}

const RecordedResult* Recording::find(std::string_view stage, const ParameterValues& parameters, const Size& size,
                                      std::string_view cache) const {
    for (const RecordedResult& result : results)
        if (result.stage == stage && result.size == size && result.cache == cache &&
            (provenance.quoted ? hasAllOf(result.parameters, parameters)
                               : sameParameters(result.parameters, parameters)))
            return &result;
    return nullptr;
}

const RecordedCounters* Recording::findCounters(std::string_view stage, const ParameterValues& parameters,
                                                const Size& size) const {
    return findRow(counters, stage, parameters, size);
}

const RecordedCounters* Recording::findStalls(std::string_view stage, const ParameterValues& parameters,
                                              const Size& size) const {
    return stalls ? findRow(stalls->launches, stage, parameters, size) : nullptr;
}

const RecordedBlocks* Recording::findBlocks(std::string_view stage, const ParameterValues& parameters,
                                            const Size& size) const {
    const auto larger = [](const Size& a, const Size& b) { return std::tie(a.m, a.n, a.k) < std::tie(b.m, b.n, b.k); };
    const RecordedBlocks* found = nullptr;
    for (const RecordedBlocks& row : blocks) {
        if (row.stage != stage || !sameParameters(row.parameters, parameters))
            continue;
        if (row.size == size)
            return &row;
        if (found == nullptr || larger(found->size, row.size))
            found = &row;
    }
    return found;
}

ordered_json recordingJson(const Recording& recording) {
    ordered_json results = ordered_json::array(), counters = ordered_json::array();
    for (const RecordedResult& result : recording.results)
        results.push_back(resultJson(result));
    for (const RecordedCounters& row : recording.counters)
        counters.push_back(countersJson(row));
    ordered_json ceilings = ordered_json::object();
    put(ceilings, "copy_gbps", recording.ceilings.copyGbps);
    put(ceilings, "fp32_peak_gflops", recording.ceilings.fp32PeakGflops);
    ordered_json document{{"schema", Recording::schemaName},
                          {"version", Recording::schemaVersion},
                          {"provenance", provenanceJson(recording.provenance)}};
    if (!ceilings.empty())
        document["ceilings"] = std::move(ceilings);
    document["results"] = std::move(results);
    if (!counters.empty())
        document["counters"] = std::move(counters);
    for (const RecordedReference& reference : recording.references)
        document["references"].push_back(referenceJson(reference));
    for (const RecordedBlocks& row : recording.blocks)
        document["blocks"].push_back(blocksJson(row));
    if (recording.stalls) {
        document["stalls"] = {{"provenance", provenanceJson(recording.stalls->provenance)},
                              {"launches", ordered_json::array()}};
        for (const RecordedCounters& row : recording.stalls->launches)
            document["stalls"]["launches"].push_back(countersJson(row));
    }
    return document;
}

namespace {

std::string dumped(const ordered_json& node) {
    return node.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// A line for each row of a list: so that a recording is a few megabytes, and what changed in it can be seen.
std::string inLines(const ordered_json& document) {
    std::string text = "{";
    for (const auto& [name, value] : document.items()) {
        text += fmt::format("{}\n \"{}\": ", text.size() > 1 ? "," : "", name);
        if (!value.is_array()) {
            text += dumped(value);
            continue;
        }
        text += '[';
        for (std::size_t i = 0; i < value.size(); ++i)
            text += (i == 0 ? "\n  " : ",\n  ") + dumped(value[i]);
        text += value.empty() ? "]" : "\n ]";
    }
    return text + "\n}\n";
}

} // namespace

void saveRecording(const Recording& recording, const fs::path& file) {
    try {
        writeWhole(file, inLines(recordingJson(recording)));
    } catch (const FileError& error) {
        throw RecordingError(error.what());
    }
}

void adopt(Recording& recording, const Catalogue& catalogue) {
    for (RecordedResult& row : recording.results)
        adoptRow(row, catalogue);
    for (RecordedCounters& row : recording.counters)
        adoptRow(row, catalogue);
    for (RecordedBlocks& row : recording.blocks)
        adoptRow(row, catalogue);
    if (recording.stalls)
        for (RecordedCounters& row : recording.stalls->launches)
            adoptRow(row, catalogue);
}

Recording loadRecording(const fs::path& file, const Catalogue& catalogue) {
    Recording recording = loadRecording(file);
    adopt(recording, catalogue);
    return recording;
}

std::string presentDate() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[sizeof "2026-01-31T23:59:59Z"];
    return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc));
}

std::string daysOf(const Provenance& provenance) {
    const size_t slash = provenance.date.find('/');
    const std::string first = provenance.date.substr(0, 10);
    const std::string last = slash == std::string::npos ? first : provenance.date.substr(slash + 1, 10);
    if (first == last)
        return first;
    return first + " – " + last; // the same in every language
}

LoadedRecordings loadRecordings(const fs::path& folder, const Catalogue& catalogue) {
    LoadedRecordings loaded = loadRecordings(folder);
    for (auto& [file, recording] : loaded.recordings)
        adopt(recording, catalogue);
    return loaded;
}

std::vector<Recording> shippedRecordings(const Catalogue& catalogue) {
    std::vector<Recording> all;
    for (auto& [file, recording] : loadRecordings(resourcesDir() / "recordings", catalogue).recordings)
        all.push_back(std::move(recording));
    return all;
}

std::vector<Uncounted> notCountedYet(const Catalogue& catalogue,
                                     const std::vector<std::pair<fs::path, Recording>>& recordings) {
    std::vector<Uncounted> missing;
    for (const Stage& stage : catalogue.stages) {
        if (!stage.kernel)
            continue;
        const Size size = catalogue.track(stage.track).countedSize();
        for (ParameterValues& variant : measuredVariants(stage))
            if (std::none_of(recordings.begin(), recordings.end(), [&](const auto& file) {
                    return file.second.findCounters(stage.id, variant, size) != nullptr;
                }))
                missing.push_back({&stage, std::move(variant)});
    }
    return missing;
}

namespace {

/// What a file says, read once for as long as it is the same file: several parts of the program want the shipped ones, and
/// to read their megabytes takes a good part of a second. Whoever wants another file does not wait for it.
std::shared_ptr<const Recording> readOnce(const fs::path& file) {
    using Stamp = std::tuple<dev_t, ino_t, off_t, time_t, long>;
    struct Read {
        std::mutex mutex;
        Stamp stamp;
        std::shared_ptr<const Recording> recording;
    };
    struct Known {
        std::mutex mutex;
        std::map<fs::path, Read> files;
        Read& operator[](const fs::path& name) {
            const std::lock_guard lock(mutex);
            return files[name]; // which stays where it is
        }
    };
    static Known& known = *new Known; // for good: another thread may still read when the program ends
    struct stat status {};
    if (stat(file.c_str(), &status) != 0)
        return std::make_shared<const Recording>(loadRecording(file)); // which says what is wrong
    const Stamp stamp{status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    Read& read = known[file];
    const std::lock_guard lock(read.mutex);
    if (read.recording == nullptr || read.stamp != stamp) {
        read.recording.reset();
        read.recording = std::make_shared<const Recording>(loadRecording(file));
        read.stamp = stamp;
    }
    return read.recording;
}

void sortRecordings(LoadedRecordings& loaded) {
    std::stable_sort(loaded.recordings.begin(), loaded.recordings.end(), [](const auto& a, const auto& b) {
        const auto rank = [](const Recording& each) {
            return std::pair(each.provenance.quoted, -static_cast<std::ptrdiff_t>(each.results.size()));
        };
        return rank(a.second) < rank(b.second);
    });
}

bool mayBeOf(const fs::path& file, std::string_view gpu) {
    if (gpu.empty())
        return true;
    std::string beginning(4096, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<size_t>(in.gcount()));
    return beginning.find("\"gpu\"") == std::string::npos ||
           beginning.find(fmt::format("\"{}\"", gpu)) != std::string::npos;
}

} // namespace

void readRecordings(const fs::path& folder) {
    std::vector<std::jthread> readers;
    for (const fs::path& file : filesIn(folder, ".json"))
        readers.emplace_back([file] {
            try {
                readOnce(file);
            } catch (const std::exception&) { // whoever wants it is told
            }
        });
}

LoadedRecordings loadRecordings(const fs::path& folder, std::string_view gpu) {
    LoadedRecordings loaded;
    for (const fs::path& file : filesIn(folder, ".json")) {
        if (!mayBeOf(file, gpu))
            continue;
        try {
            loaded.recordings.emplace_back(file, *readOnce(file));
        } catch (const RecordingError& problem) {
            loaded.problems.emplace_back(problem.what());
        }
    }
    sortRecordings(loaded);
    return loaded;
}

} // namespace warplens::kernels
