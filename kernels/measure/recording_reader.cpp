// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/files/bounded_file.h"
#include "kernels/files/json_parts.h"
#include "kernels/files/json_problem.h"
#include "kernels/measure/recording.h"
#include "kernels/measure/samples.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace warplens::kernels {

namespace {

using simdjson::dom::element;

[[noreturn]] void refuse(const std::string& message) {
    throw RecordingError(message);
}

/// Where a value is: keys and places in lists, from the document on. No text is made of it before something is wrong there.
class Path {
public:
    Path with(std::string_view key) const { return with(Step{key, 0}); }
    Path with(std::size_t index) const { return with(Step{{}, index}); }

    std::string text() const {
        std::string text;
        for (const Step& step : std::span(m_steps).first(m_depth))
            if (step.key.data() == nullptr)
                text += fmt::format("[{}]", step.index);
            else
                text += (text.empty() ? "" : ".") + std::string(step.key);
        return text.empty() ? "the document" : text;
    }

private:
    struct Step {
        std::string_view key; ///< a null one: a place in a list
        std::size_t index = 0;
    };

    Path with(const Step& step) const {
        Path longer = *this;
        longer.m_steps.at(longer.m_depth++) = step;
        return longer;
    }

    std::array<Step, 6> m_steps; // results[3].total.parts.kernel_ms has five
    std::size_t m_depth = 0;
};

/// A JSON value together with its path in the file, for messages. Texts and keys are those of the parser's document.
class Node {
public:
    Node(element value, const Path& path)
        : m_value(value)
        , m_path(path) {}

    bool has(std::string_view key) const {
        element found;
        return m_value.at_key(key).get(found) == simdjson::SUCCESS && !found.is_null();
    }

    Node at(std::string_view key) const {
        element found;
        if (m_value.at_key(key).get(found) != simdjson::SUCCESS || found.is_null())
            refuse(fmt::format("{} is missing", m_path.with(key).text()));
        return {found, m_path.with(key)};
    }

    const Node& object() const {
        if (!m_value.is_object())
            refuse(fmt::format("{} must be an object", shownPath()));
        return *this;
    }

    std::string text() const {
        std::string_view text;
        if (m_value.get(text) != simdjson::SUCCESS)
            refuse(fmt::format("{} must be a text", shownPath()));
        return std::string(text);
    }

    double number() const {
        double number = 0;
        if (m_value.get(number) != simdjson::SUCCESS)
            refuse(fmt::format("{} must be a number", shownPath()));
        return number;
    }

    std::int64_t integer() const {
        std::int64_t integer = 0;
        if (m_value.get(integer) != simdjson::SUCCESS)
            refuse(fmt::format("{} must be a whole number", shownPath()));
        return integer;
    }

    bool boolean() const {
        bool boolean = false;
        if (m_value.get(boolean) != simdjson::SUCCESS)
            refuse(fmt::format("{} must be true or false", shownPath()));
        return boolean;
    }

    std::vector<Node> list() const {
        std::vector<Node> nodes;
        for (const element each : array())
            nodes.push_back({each, m_path.with(nodes.size())});
        return nodes;
    }

    /// By their names: the order in the file means nothing.
    std::vector<std::pair<std::string_view, Node>> members() const {
        object();
        std::vector<std::pair<std::string_view, Node>> nodes;
        for (const auto& [key, value] : simdjson::dom::object(m_value))
            nodes.emplace_back(key, Node(value, m_path.with(key)));
        std::stable_sort(nodes.begin(), nodes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        return nodes;
    }

    std::string textOr(std::string_view key, const std::string& otherwise) const {
        return has(key) ? at(key).text() : otherwise;
    }
    std::optional<double> optionalNumber(std::string_view key) const {
        return has(key) ? std::optional(at(key).number()) : std::nullopt;
    }
    std::vector<double> numbersOr(std::string_view key) const {
        return has(key) ? at(key).values<double>() : std::vector<double>();
    }

    /// Of a list, of which there may be very many: no Node for each.
    template<class Value>
    std::vector<Value> values() const {
        std::vector<Value> values;
        values.reserve(array().size());
        for (const element each : array())
            if (Value value = 0; each.get(value) == simdjson::SUCCESS)
                values.push_back(value);
            else if constexpr (std::is_same_v<Value, double>)
                Node(each, m_path.with(values.size())).number(); // says which it is
            else
                Node(each, m_path.with(values.size())).integer();
        return values;
    }

    /// Of an object, by their names.
    std::map<std::string, double> numbersByName() const {
        object();
        std::map<std::string, double> numbers;
        for (const auto& [key, value] : simdjson::dom::object(m_value))
            numbers.emplace(key, Node(value, m_path.with(key)).number());
        return numbers;
    }

    std::string shownPath() const { return m_path.text(); }

private:
    simdjson::dom::array array() const {
        simdjson::dom::array array;
        if (m_value.get(array) != simdjson::SUCCESS)
            refuse(fmt::format("{} must be a list", shownPath()));
        return array;
    }

    element m_value;
    Path m_path;
};

ParameterValues readParameters(const Node& node) {
    ParameterValues values;
    for (const auto& [name, value] : node.members())
        values.push_back({std::string(name), value.integer()});
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
    provenance.device = node.textOr("device", "");
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

/// The samples of rows: in the document, or the numbers of lists that were left in the file.
struct SampleSource {
    std::shared_ptr<const OpenFile> file; ///< null: in the document
    std::vector<NumberList> lists;

    Samples of(const Node& row) const {
        constexpr const char* key = "samples_ms";
        if (file == nullptr || !row.has(key))
            return row.numbersOr(key);
        const auto index = static_cast<std::size_t>(row.at(key).integer());
        if (index >= lists.size()) // the key was written with escapes
            refuse(fmt::format("{} must be a list", row.at(key).shownPath()));
        return {file, lists[index]};
    }
};

RecordedTotal readTotal(const Node& node, const SampleSource& samples) {
    node.object();
    RecordedTotal total{node.at("first_ms").number(), node.at("median_ms").number(), samples.of(node)};
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

RecordedResult readResult(const Node& node, const SampleSource& samples) {
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
    result.samples = samples.of(node);
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
        result.total = readTotal(node.at("total"), samples);
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
    counters.metrics = node.at("metrics").numbersByName();
    return counters;
}

/// Of launches that take a second, which ncu repeats for each few metrics, it was asked for those of caches alone.
constexpr std::string_view cacheMetricBegin = "lts__";

bool hasCaches(const RecordedCounters& counters) {
    return std::any_of(counters.metrics.begin(), counters.metrics.end(),
                       [](const auto& metric) { return metric.first.starts_with(cacheMetricBegin); });
}

RecordedStalls readStalls(const Node& node) {
    node.object();
    RecordedStalls stalls{readProvenance(node.at("provenance")), {}};
    for (const Node& row : node.at("launches").list()) {
        stalls.launches.push_back(readCounters(row));
        for (const auto& [name, value] : stalls.launches.back().metrics)
            if (!(value >= 0))
                refuse(fmt::format("{}.metrics.{} must not be negative", row.shownPath(), name));
        if (stallShares(stalls.launches.back()).empty() && !hasCaches(stalls.launches.back()))
            refuse(fmt::format("{}.metrics must say what warps waited for, or what L2 was asked for: {}…{}, {}…",
                               row.shownPath(), stallMetricBegin, stallMetricEnd, cacheMetricBegin));
    }
    return stalls;
}

/// Three lists of the same length, which a file holds in a line each.
RecordedBlocks readBlocks(const Node& node) {
    node.object();
    RecordedBlocks row{node.at("stage").text(), readParameters(node.at("parameters")), readSize(node.at("size")), {}};
    const auto places = node.at("multiprocessor").values<std::int64_t>(),
               begins = node.at("begin_ns").values<std::int64_t>(), ends = node.at("end_ns").values<std::int64_t>();
    if (places.empty() || begins.size() != places.size() || ends.size() != places.size())
        refuse(fmt::format("{} must have a multiprocessor, a begin_ns and an end_ns for each block", node.shownPath()));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const RecordedBlocks::Block block{places[i], begins[i], ends[i]};
        if (block.multiprocessor < 0 || block.begin < 0 || block.end < block.begin)
            refuse(fmt::format("{} has a block {} that ends before it begins, or is nowhere", node.shownPath(), i));
        row.blocks.push_back(block);
    }
    return row;
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

/// The text of a recording by its parts: rows are looked at one after the other, in the memory of one.
class Document {
public:
    /// Refers to the text, which has room for more at its end.
    explicit Document(const std::string& text)
        : m_text(text) {
        auto parts = splitJson(text);
        if (!parts)
            refuseText();
        for (JsonPart& part : *parts)
            m_parts.emplace(Node(parsed(m_row, part.key), {}).text(),
                            std::move(part)); // the first, where there are two
    }

    bool has(std::string_view key) const {
        const auto found = m_parts.find(key);
        return found != m_parts.end() && found->second.value != "null";
    }

    Node at(std::string_view key) {
        if (!has(key))
            refuse(fmt::format("{} is missing", key));
        m_read.emplace(key);
        return {parsed(m_parsers.emplace_back(), m_parts.find(key)->second.value), Path().with(key)};
    }

    /// What `read` makes of each row of a list.
    template<class Read>
    auto rows(std::string_view key, Read read) {
        std::vector<decltype(read(std::declval<Node>()))> made;
        if (!has(key))
            return made;
        const JsonPart& part = m_parts.find(key)->second;
        if (!part.isList)
            at(key).list(); // says that it is none
        m_read.emplace(key);
        made.reserve(part.items.size());
        for (const std::string_view row : part.items)
            made.push_back(read(Node(parsed(m_row, row), Path().with(key).with(made.size()))));
        return made;
    }

    /// What nobody has read means nothing here, and has to be JSON all the same.
    void readRest() {
        for (const auto& [key, part] : m_parts)
            if (!m_read.contains(key))
                parsed(m_row, part.value);
    }

private:
    element parsed(simdjson::dom::parser& parser, std::string_view text) const {
        element made;
        if (parser.parse(text.data(), text.size(), false).get(made) != simdjson::SUCCESS)
            refuseText();
        return made;
    }

    /// What is no JSON is read again by nlohmann's, which tells the place of what is wrong.
    [[noreturn]] void refuseText() const {
        try {
            if (!nlohmann::json::parse(m_text).is_object())
                refuse("the document must be an object");
        } catch (const nlohmann::json::exception& error) {
            refuse(fmt::format("this is no recording: {}", jsonProblem(error.what())));
        }
        refuse("this is no recording: a number or a text in it is none that can be read");
    }

    const std::string& m_text;
    std::map<std::string, JsonPart, std::less<>> m_parts;
    std::set<std::string, std::less<>> m_read;
    std::list<simdjson::dom::parser> m_parsers; ///< of parts that are looked at as a whole: what they made is theirs
    simdjson::dom::parser m_row;
};

Recording parse(std::string text, const SampleSource& samples) {
    text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    Document root(text);
    if (root.at("schema").text() != Recording::schemaName)
        refuse(fmt::format("schema must be \"{}\"", Recording::schemaName));
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
    if (!root.has("results"))
        root.at("results"); // says that it is missing
    recording.results = root.rows("results", [&](const Node& node) { return readResult(node, samples); });
    recording.counters = root.rows("counters", readCounters);
    recording.references = root.rows("references", readReference);
    recording.blocks = root.rows("blocks", readBlocks);
    if (root.has("stalls"))
        recording.stalls = readStalls(root.at("stalls"));
    root.readRest();
    return recording;
}

} // namespace

Recording parseRecording(const std::string& text) {
    return parse(text, {});
}

Recording loadRecording(const std::filesystem::path& path) {
    try {
        const auto file = std::make_shared<const OpenFile>(path, dataLimit);
        if (auto cut = cutSamples(*file))
            try {
                return parse(asText(path, std::move(cut->text)), {file, std::move(cut->lists)});
            } catch (const RecordingError&) { // said below, with the place in the file as it stands
            }
        return parseRecording(readText(path, dataLimit));
    } catch (const FileError& error) {
        throw RecordingError(error.what());
    } catch (const RecordingError& error) {
        throw RecordingError(fmt::format("{}: {}", path.string(), error.what()));
    }
}

} // namespace warplens::kernels
