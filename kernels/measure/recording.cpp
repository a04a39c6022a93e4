// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/recording.h"

#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"
#include "kernels/measure/without_samples.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <tuple>

namespace warplens::kernels {
namespace fs = std::filesystem;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* schemaName = "warplens-recording";

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

// ---- reading ----

[[noreturn]] void refuse(const std::string& message) {
    throw RecordingError(message);
}

/// A JSON value together with its path in the file, for messages.
class Node {
public:
    Node(const json& value, std::string path)
        : m_value(value)
        , m_path(std::move(path)) {}

    bool has(const char* key) const { return m_value.contains(key) && !m_value.at(key).is_null(); }

    Node at(const char* key) const {
        if (!has(key))
            refuse(fmt::format("{} is missing", pathOf(key)));
        return {m_value.at(key), pathOf(key)};
    }

    const Node& object() const {
        if (!m_value.is_object())
            refuse(fmt::format("{} must be an object", shownPath()));
        return *this;
    }

    std::string text() const {
        if (!m_value.is_string())
            refuse(fmt::format("{} must be a text", shownPath()));
        return m_value.get<std::string>();
    }

    double number() const {
        if (!m_value.is_number())
            refuse(fmt::format("{} must be a number", shownPath()));
        return m_value.get<double>();
    }

    std::int64_t integer() const {
        if (!m_value.is_number_integer())
            refuse(fmt::format("{} must be a whole number", shownPath()));
        return m_value.get<std::int64_t>();
    }

    bool boolean() const {
        if (!m_value.is_boolean())
            refuse(fmt::format("{} must be true or false", shownPath()));
        return m_value.get<bool>();
    }

    std::vector<Node> list() const {
        if (!m_value.is_array())
            refuse(fmt::format("{} must be a list", shownPath()));
        std::vector<Node> nodes;
        for (std::size_t i = 0; i < m_value.size(); ++i)
            nodes.emplace_back(m_value[i], fmt::format("{}[{}]", m_path, i));
        return nodes;
    }

    std::vector<std::pair<std::string, Node>> members() const {
        object();
        std::vector<std::pair<std::string, Node>> nodes;
        for (const auto& [key, value] : m_value.items())
            nodes.emplace_back(key, Node(value, pathOf(key.c_str())));
        return nodes;
    }

    std::string textOr(const char* key, const std::string& otherwise) const {
        return has(key) ? at(key).text() : otherwise;
    }
    std::optional<double> optionalNumber(const char* key) const {
        return has(key) ? std::optional(at(key).number()) : std::nullopt;
    }
    std::vector<double> numbersOr(const char* key) const {
        std::vector<double> numbers;
        if (!has(key))
            return numbers;
        const json& list = m_value.at(key);
        if (!list.is_array() ||
            !std::all_of(list.begin(), list.end(), [](const json& each) { return each.is_number(); }))
            for (const Node& node : at(key).list()) // says which it is
                node.number();
        numbers.reserve(list.size());
        for (const json& each : list) // there are some hundred thousand: no Node for each
            numbers.push_back(each.get<double>());
        return numbers;
    }

    std::string shownPath() const { return m_path.empty() ? "the document" : m_path; }

private:
    std::string pathOf(const char* key) const { return m_path.empty() ? key : m_path + "." + key; }

    const json& m_value;
    std::string m_path;
};

ParameterValues readParameters(const Node& node) {
    ParameterValues values;
    for (const auto& [name, value] : node.members())
        values.push_back({name, value.integer()});
    return values;
}

Size readSize(const Node& node) {
    node.object();
    const Size size{node.at("M").integer(), node.at("N").integer(), node.at("K").integer()};
    if (size.m < 1 || size.n < 1 || size.k < 1)
        refuse(fmt::format("{} must be positive", node.shownPath()));
    return size;
}

Provenance readProvenance(const Node& node) {
    node.object();
    Provenance provenance;
    provenance.gpu = node.at("gpu").text();
    provenance.computeCapability = node.textOr("compute_capability", "");
    provenance.driver = node.textOr("driver", "");
    provenance.cudaDriver = node.textOr("cuda_driver", "");
    provenance.cudaRuntime = node.textOr("cuda_runtime", "");
    provenance.nvrtc = node.textOr("nvrtc", "");
    provenance.cublas = node.textOr("cublas", "");
    provenance.hostCpu = node.textOr("host_cpu", "");
    provenance.machine = node.textOr("machine", "");
    provenance.date = node.textOr("date", "");
    provenance.commit = node.textOr("commit", "");
    provenance.warplens = node.textOr("warplens", "");
    provenance.quoted = node.has("quoted") && node.at("quoted").boolean();
    provenance.source = node.textOr("source", "");
    if (provenance.quoted && provenance.source.empty())
        refuse(fmt::format("{}.source is missing: quoted figures need one", node.shownPath()));
    return provenance;
}

RecordedParts readParts(const Node& node) {
    node.object();
    const auto time = [&](const char* key) {
        const double milliseconds = node.at(key).number();
        if (!(milliseconds >= 0.0))
            refuse(fmt::format("{} must not be negative", node.at(key).shownPath()));
        return milliseconds;
    };
    return {time("start_ms"), time("allocation_ms"), time("copy_in_ms"), time("kernel_ms"), time("copy_out_ms")};
}

RecordedTotal readTotal(const Node& node) {
    node.object();
    RecordedTotal total{node.at("first_ms").number(), node.at("median_ms").number(), node.numbersOr("samples_ms")};
    if (node.has("first_parts"))
        total.firstParts = readParts(node.at("first_parts"));
    if (node.has("parts"))
        total.parts = readParts(node.at("parts"));
    return total;
}

RecordedError readError(const Node& node) {
    node.object();
    return {node.optionalNumber("max"), node.optionalNumber("average"), node.at("checked").integer(),
            node.at("of").integer(), node.at("tolerance").number()};
}

RecordedAttributes readAttributes(const Node& node) {
    node.object();
    return {node.at("registers").integer(),
            node.at("static_shared_bytes").integer(),
            node.at("dynamic_shared_bytes").integer(),
            node.at("local_bytes").integer(),
            node.at("blocks_per_sm").integer(),
            node.at("occupancy").number()};
}

RecordedResult readResult(const Node& node) {
    node.object();
    RecordedResult result;
    result.stage = node.at("stage").text();
    result.parameters = readParameters(node.at("parameters"));
    result.size = readSize(node.at("size"));
    result.cache = node.textOr("cache", "warm");
    if (result.cache != "warm" && result.cache != "cold")
        refuse(fmt::format("{} must be \"warm\" or \"cold\"", node.at("cache").shownPath()));
    const std::string status = node.at("status").text();
    if (status != "ok" && status != "error")
        refuse(fmt::format("{} must be \"ok\" or \"error\"", node.at("status").shownPath()));
    result.ok = status == "ok";
    result.kind = node.textOr("kind", "");
    result.message = node.textOr("message", "");
    result.samples = node.numbersOr("samples_ms");
    result.median = result.ok ? node.at("median_ms").number() : node.optionalNumber("median_ms");
    if (result.median && !(*result.median > 0.0))
        refuse(fmt::format("{} must be positive", node.at("median_ms").shownPath()));
    result.q1 = node.optionalNumber("q1_ms");
    result.q3 = node.optionalNumber("q3_ms");
    result.minimum = node.optionalNumber("min_ms");
    result.maximum = node.optionalNumber("max_ms");
    result.gflops = node.optionalNumber("gflops");
    result.gbps = node.optionalNumber("gbps");
    if (node.has("total"))
        result.total = readTotal(node.at("total"));
    if (node.has("error"))
        result.error = readError(node.at("error"));
    if (node.has("attributes"))
        result.attributes = readAttributes(node.at("attributes"));
    result.smClock = node.optionalNumber("sm_clock_mhz");
    if (node.has("throttled_samples"))
        result.throttledSamples = node.at("throttled_samples").integer();
    if (node.has("throttle_reasons"))
        for (const Node& reason : node.at("throttle_reasons").list())
            result.throttleReasons.push_back(reason.text());
    result.libraryKernel = node.textOr("library_kernel", "");
    result.mathMode = node.textOr("math_mode", "");
    result.processor = node.textOr("processor", "");
    result.textOf = node.textOr("text_of", "");
    return result;
}

RecordedCounters readCounters(const Node& node) {
    node.object();
    RecordedCounters counters;
    counters.stage = node.at("stage").text();
    counters.parameters = readParameters(node.at("parameters"));
    counters.size = readSize(node.at("size"));
    std::map<std::string, double> metrics;
    for (const auto& [name, value] : node.at("metrics").members())
        metrics[name] = value.number();
    counters.metrics = std::move(metrics);
    return counters;
}

constexpr std::string_view stallBegin = "smsp__average_warps_issue_stalled_", stallEnd = "_per_issue_active.ratio";

/// "barrier" of the metric that counts it; empty: it is another one.
std::string_view stallReason(std::string_view metric) {
    if (metric.size() <= stallBegin.size() + stallEnd.size() || !metric.starts_with(stallBegin) ||
        !metric.ends_with(stallEnd))
        return {};
    return metric.substr(stallBegin.size(), metric.size() - stallBegin.size() - stallEnd.size());
}

RecordedStalls readStalls(const Node& node) {
    node.object();
    RecordedStalls stalls{readProvenance(node.at("provenance")), {}};
    for (const Node& row : node.at("launches").list()) {
        stalls.launches.push_back(readCounters(row));
        for (const auto& [name, value] : stalls.launches.back().metrics)
            if (!(value >= 0))
                refuse(fmt::format("{}.metrics.{} must not be negative", row.shownPath(), name));
        if (stallShares(stalls.launches.back()).empty())
            refuse(
                fmt::format("{}.metrics must say what warps waited for: {}…{}", row.shownPath(), stallBegin, stallEnd));
    }
    return stalls;
}

/// Three lists of the same length, which a file holds in a line each.
RecordedBlocks readBlocks(const Node& node) {
    node.object();
    RecordedBlocks row{node.at("stage").text(), readParameters(node.at("parameters")), readSize(node.at("size")), {}};
    const auto places = node.at("multiprocessor").list(), begins = node.at("begin_ns").list(),
               ends = node.at("end_ns").list();
    if (places.empty() || begins.size() != places.size() || ends.size() != places.size())
        refuse(fmt::format("{} must have a multiprocessor, a begin_ns and an end_ns for each block", node.shownPath()));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const RecordedBlocks::Block block{places[i].integer(), begins[i].integer(), ends[i].integer()};
        if (block.multiprocessor < 0 || block.begin < 0 || block.end < block.begin)
            refuse(fmt::format("{} has a block {} that ends before it begins, or is nowhere", node.shownPath(), i));
        row.blocks.push_back(block);
    }
    return row;
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

RecordedReference readReference(const Node& node) {
    node.object();
    RecordedReference reference{node.at("track").text(),       node.at("label").text(),
                                readSize(node.at("size")),     node.at("median_ms").number(),
                                node.optionalNumber("gflops"), node.textOr("processor", "")};
    if (!(reference.median > 0.0))
        refuse(fmt::format("{} must be positive", node.at("median_ms").shownPath()));
    return reference;
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
    ordered_json document{{"schema", schemaName},
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

Recording parseRecording(std::string_view text) {
    json document;
    try {
        document = json::parse(text);
    } catch (const json::exception& error) {
        refuse(fmt::format("this is no recording: {}", jsonProblem(error.what())));
    }
    const Node root(document, "");
    root.object();
    if (root.at("schema").text() != schemaName)
        refuse(fmt::format("schema must be \"{}\"", schemaName));
    const std::int64_t version = root.at("version").integer();
    if (version > Recording::schemaVersion)
        refuse(fmt::format("version is {}, and this program reads up to {}: use a newer Warplens", version,
                           Recording::schemaVersion));
    if (version < 1)
        refuse("version must be at least 1");

    Recording recording;
    recording.provenance = readProvenance(root.at("provenance"));
    if (root.has("ceilings")) {
        const Node ceilings = root.at("ceilings");
        ceilings.object();
        recording.ceilings.copyGbps = ceilings.optionalNumber("copy_gbps");
        recording.ceilings.fp32PeakGflops = ceilings.optionalNumber("fp32_peak_gflops");
    }
    for (const Node& node : root.at("results").list())
        recording.results.push_back(readResult(node));
    if (root.has("counters"))
        for (const Node& node : root.at("counters").list())
            recording.counters.push_back(readCounters(node));
    if (root.has("references"))
        for (const Node& node : root.at("references").list())
            recording.references.push_back(readReference(node));
    if (root.has("blocks"))
        for (const Node& node : root.at("blocks").list())
            recording.blocks.push_back(readBlocks(node));
    if (root.has("stalls"))
        recording.stalls = readStalls(root.at("stalls"));
    return recording;
}

Recording loadRecording(const fs::path& file) {
    std::string text;
    try {
        text = readText(file, dataLimit);
    } catch (const FileError& error) {
        throw RecordingError(error.what());
    }
    try {
        return parseRecording(text);
    } catch (const RecordingError& error) {
        throw RecordingError(fmt::format("{}: {}", file.string(), error.what()));
    }
}

namespace {

std::string dumped(const ordered_json& node) {
    return node.dump(-1, ' ', false, json::error_handler_t::replace);
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
/// to read their megabytes takes a good part of a second.
std::shared_ptr<const Recording> readOnce(const fs::path& file) {
    using Stamp = std::tuple<dev_t, ino_t, off_t, time_t, long>;
    static std::mutex mutex;
    static std::map<fs::path, std::pair<Stamp, std::shared_ptr<const Recording>>> known;
    struct stat status {};
    if (stat(file.c_str(), &status) != 0)
        return std::make_shared<const Recording>(loadRecording(file)); // which says what is wrong
    const Stamp stamp{status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
    const std::lock_guard lock(mutex);
    auto& [readAt, recording] = known[file];
    if (recording == nullptr || readAt != stamp) {
        recording.reset();
        recording = std::make_shared<const Recording>(loadRecording(file));
        readAt = stamp;
    }
    return recording;
}

} // namespace

LoadedRecordings loadRecordings(const fs::path& folder) {
    LoadedRecordings loaded;
    for (const fs::path& file : filesIn(folder, ".json")) {
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
