// SPDX-License-Identifier: GPL-3.0-or-later
// The order of things: everything is compiled; each subject is run once from fresh memory for its total time, then on
// poisoned outputs and verified; the subjects that passed are timed together.
#include "kernels/worker/measure.h"

#include "kernels/protocol/protocol.h"
#include "kernels/reference/exact_reference.h"
#include "kernels/reference/statistics.h"
#include "kernels/reference/verify.h"
#include "kernels/worker/callee.h"
#include "kernels/worker/cuda_objects.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/kernel_names.h"
#include "kernels/worker/persisting_window.h"
#include "kernels/worker/problem_data.h"
#include "kernels/worker/sampler.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

namespace warplens::kernels {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

struct Subject {
    LaunchShape shape;
    std::vector<ArgumentReference> arguments;
    std::vector<std::size_t> arrays;
    std::optional<std::size_t> persisting; ///< the argument that L2 is to keep
    const ReferenceFunction* reference = nullptr;
    const ExactReference* exactReference = nullptr;
    Sizes sizes;
    double rounding = 0.0;
    std::unique_ptr<Callee> callee;
    bool failed = false;
    json row;
};

class Measurement {
public:
    Measurement(const json& request, const Toolbox& toolbox, ReferenceCache& references, const Progress& progress)
        : m_request(request)
        , m_toolbox(toolbox)
        , m_references(references)
        , m_progress(progress)
        , m_device(request.value("device", 0))
        , m_launchTimeout(parseLaunchTimeout(request))
        , m_timing(parseTiming(request))
        , m_verifyOnly(request.value("verify_only", false))
        , m_arrays(parseArrays(request.at("arrays"))) {
        for (const json& row : request.at("subjects"))
            m_subjects.push_back(parseSubject(row));
        selectDevice(m_device);
        m_stream.emplace();
    }

    json measure() {
        checkMemory();
        compileAll();
        m_progress("data", 0, 0.0, nullptr);
        fillArrays(m_arrays);
        for (std::size_t i = 0; i < m_subjects.size() && !m_verifyOnly; ++i) {
            m_progress("total", i, fraction(i), nullptr);
            attempt(i, [&] { measureTotal(m_subjects[i]); });
        }
        verifyAndTime();
        json rows = json::array();
        for (Subject& subject : m_subjects)
            rows.push_back(std::move(subject.row));
        return {{"subjects", std::move(rows)}};
    }

private:
    Subject parseSubject(const json& row) {
        Subject subject;
        subject.shape = parseShape(row);
        subject.arguments = parseReferences(row.at("arguments"), m_arrays.size());
        subject.arrays = arraysOf(subject.arguments);
        if (row.contains("persisting")) {
            subject.persisting = row.at("persisting").get<std::size_t>();
            if (*subject.persisting >= subject.arguments.size() || !subject.arguments[*subject.persisting].isArray)
                throw WorkerError(protocol::kind::badRequest,
                                  fmt::format("'persisting' is {}, and no array is the argument of that number",
                                              *subject.persisting));
        }
        if (row.contains("verify") && !row.at("verify").is_null()) {
            const json& verify = row.at("verify");
            const auto name = verify.at("computes").get<std::string>();
            subject.reference = findReference(name);
            subject.exactReference = findExactReference(name);
            if (subject.reference == nullptr && subject.exactReference == nullptr)
                throw WorkerError(protocol::kind::badRequest, fmt::format("there is no reference for '{}'", name));
            subject.sizes = verify.at("sizes").get<Sizes>();
            subject.rounding = verify.value("rounding", 0.0);
            if (subject.exactReference != nullptr && verify.contains("parameters"))
                subject.sizes.merge(verify.at("parameters").get<Sizes>());
        }
        subject.row = {{"label", row.value("label", "")}, {"status", "ok"}};
        return subject;
    }

    double fraction(std::size_t index) const {
        return static_cast<double>(index) / static_cast<double>(m_subjects.size());
    }

    /// Runs `action` for one subject. An error that leaves the device usable costs only this subject.
    template<typename Action>
    void attempt(std::size_t index, Action action) {
        Subject& subject = m_subjects[index];
        if (subject.failed)
            return;
        try {
            action();
        } catch (const WorkerError& error) {
            if (error.fatal())
                throw SubjectFailure(index, error.kind(), error.what(), true);
            fail(subject, error.kind(), error.what());
        } catch (const std::invalid_argument& error) {
            fail(subject, protocol::kind::badRequest, error.what());
        }
    }

    static void fail(Subject& subject, const char* kind, const std::string& message) {
        subject.failed = true;
        subject.row["status"] = "error";
        subject.row["kind"] = kind;
        subject.row["message"] = message;
    }

    void checkMemory() {
        std::size_t free = 0, total = 0, needed = 0;
        check(cudaMemGetInfo(&free, &total), "asking for the free memory");
        for (const ProblemArray& array : m_arrays)
            needed += static_cast<std::size_t>(array.spec.byteCount());
        if (m_timing.cold)
            needed += 2 * l2Bytes();
        if (needed > free)
            throw WorkerError(protocol::kind::outOfMemory,
                              fmt::format("the arrays take {:.1f} GiB, and {:.1f} of the GPU's {:.1f} GiB are free",
                                          static_cast<double>(needed) / (1 << 30),
                                          static_cast<double>(free) / (1 << 30),
                                          static_cast<double>(total) / (1 << 30)));
    }

    std::size_t l2Bytes() const {
        int bytes = 0;
        check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, m_device), "asking for the size of L2");
        return static_cast<std::size_t>(bytes);
    }

    void compileAll() {
        const json& rows = m_request.at("subjects");
        for (std::size_t i = 0; i < m_subjects.size(); ++i) {
            m_progress("compile", i, fraction(i), nullptr);
            attempt(i, [&] {
                Subject& subject = m_subjects[i];
                MadeCallee made =
                    makeCallee(rows[i].at("code"), subject.shape, m_device, subject.arguments.size(), m_toolbox);
                subject.callee = std::move(made.callee);
                subject.row["compile_ms"] = made.compileMilliseconds;
                subject.row["attributes"] = subject.callee->attributes();
            });
        }
    }

    /// What L2 is to keep of these arrays while the subject runs.
    PersistingRange persistingRange(const Subject& subject, DeviceArrays& arrays) const {
        if (!subject.persisting)
            return {};
        const std::vector<void*> pointers = arrays.pointers(subject.arguments);
        return {*static_cast<void**>(pointers[*subject.persisting]),
                m_arrays[subject.arguments[*subject.persisting].array].bytes.size()};
    }

    struct TotalTime {
        double milliseconds = 0.0;
        json parts;
    };

    /// One product as a program would do it that does only this. The host's clock tells what the host waits for, events
    /// what the GPU's stream is busy with; what is left is the host's waking up.
    TotalTime totalTime(Subject& subject, std::vector<std::byte>& hostOutput) {
        subject.callee->shutDown();
        const std::array<Event, 4> marks; // before the copies, the call and the copies back, and after them
        const auto mark = [&](std::size_t i) {
            check(cudaEventRecord(marks[i].get(), m_stream->get()), "recording an event");
        };
        const auto begin = Clock::now();
        subject.callee->startUp(m_stream->get());
        const auto started = Clock::now();
        DeviceArrays arrays(m_arrays, subject.arrays);
        const PersistingWindow window(m_stream->get(), persistingRange(subject, arrays));
        const auto allocated = Clock::now();
        mark(0);
        arrays.copyInputs(m_stream->get());
        mark(1);
        subject.callee->call(arrays.pointers(subject.arguments), m_stream->get());
        mark(2);
        waitFor(*m_stream, m_launchTimeout);
        for (const std::size_t index : subject.arrays)
            if (m_arrays[index].isOutput)
                arrays.copyBack(index, std::span(hostOutput).first(m_arrays[index].bytes.size()), m_stream->get());
        mark(3);
        waitFor(*m_stream, m_launchTimeout);
        const auto end = Clock::now();
        const auto onHost = [](Clock::time_point from, Clock::time_point to) {
            return std::chrono::duration<double, std::milli>(to - from).count();
        };
        const auto onStream = [&](std::size_t i) { return millisecondsBetween(marks[i], marks[i + 1]); };
        return {onHost(begin, end),
                {{"start_ms", onHost(begin, started)},
                 {"allocation_ms", onHost(started, allocated)},
                 {"copy_in_ms", onStream(0)},
                 {"kernel_ms", onStream(1)},
                 {"copy_out_ms", onStream(2)}}};
    }

    void measureTotal(Subject& subject) {
        std::size_t largest = 0;
        for (const std::size_t index : subject.arrays)
            if (m_arrays[index].isOutput)
                largest = std::max(largest, m_arrays[index].bytes.size());
        std::vector<std::byte> hostOutput(largest); // its pages are touched here, not while the clock runs
        const TotalTime first = totalTime(subject, hostOutput);
        const int repeats = first.milliseconds < 500.0 ? 5 : first.milliseconds < 3000.0 ? 3 : 1;
        std::vector<TotalTime> later;
        std::vector<double> samples;
        for (int i = 0; i < repeats; ++i) {
            later.push_back(totalTime(subject, hostOutput));
            samples.push_back(later.back().milliseconds);
        }
        // Their number is odd: the median is one of them, and its parts are those of one run.
        const double median = summarise(samples).median;
        const auto middle = std::find_if(later.begin(), later.end(),
                                         [median](const TotalTime& each) { return each.milliseconds == median; });
        subject.row["total"] = {{"first_ms", first.milliseconds},
                                {"median_ms", median},
                                {"samples_ms", samples},
                                {"first_parts", first.parts},
                                {"parts", middle->parts}};
    }

    void verifyAndTime() {
        std::vector<std::size_t> all(m_arrays.size());
        std::iota(all.begin(), all.end(), 0);
        DeviceArrays arrays(m_arrays, all);
        arrays.reset(all, m_stream->get());
        waitFor(*m_stream, m_launchTimeout);
        for (std::size_t i = 0; i < m_subjects.size(); ++i) {
            m_progress("verify", i, fraction(i), nullptr);
            attempt(i, [&] { verifySubject(m_subjects[i], arrays); });
        }

        if (m_verifyOnly)
            return;
        std::vector<TimedCall> calls;
        for (std::size_t i = 0; i < m_subjects.size(); ++i)
            if (!m_subjects[i].failed)
                calls.push_back({i, m_subjects[i].callee.get(), arrays.pointers(m_subjects[i].arguments),
                                 persistingRange(m_subjects[i], arrays)});
        if (calls.empty())
            return;
        Sampler sampler(m_timing, m_stream->get(), m_launchTimeout, l2Bytes(), nvmlDevice(m_toolbox.nvml(), m_device));
        // What is done goes out with all that is known of it: who cancels the rest keeps that.
        const auto progress = [this](const char* phase, std::size_t subject, double done, json soFar) {
            for (json& each : soFar)
                if (each.at("done"))
                    each["row"] = m_subjects[each.at("subject").get<std::size_t>()].row;
            m_progress(phase, subject, done, soFar);
        };
        std::vector<json> timings = sampler.sample(calls, progress);
        for (std::size_t i = 0; i < calls.size(); ++i)
            m_subjects[calls[i].subject].row["timings"] = std::move(timings[i]);
    }

    void verifySubject(Subject& subject, DeviceArrays& arrays) {
        std::vector<std::size_t> written;
        for (const std::size_t index : subject.arrays)
            if (m_arrays[index].isOutput)
                written.push_back(index);
        arrays.reset(written, m_stream->get());
        if (m_verifyOnly) // otherwise the total time was measured before, and the library is there
            subject.callee->startUp(m_stream->get());
        const PersistingWindow window(m_stream->get(), persistingRange(subject, arrays));
        subject.callee->call(arrays.pointers(subject.arguments), m_stream->get());
        waitFor(*m_stream, m_launchTimeout);
        if (subject.reference != nullptr)
            compareWithReference(subject, arrays);
        if (subject.exactReference != nullptr)
            compareBits(subject, arrays);
        if (subject.callee->isLibrary()) {
            const auto names =
                launchedKernelNames(*subject.callee, arrays.pointers(subject.arguments), m_stream->get());
            subject.row["library_kernel"] =
                names.empty() ? json(nullptr) : json(fmt::format("{}", fmt::join(names, " + ")));
            if (const std::string mode = subject.callee->mathMode(); !mode.empty())
                subject.row["math_mode"] = mode;
        }
    }

    void compareWithReference(Subject& subject, const DeviceArrays& arrays) {
        const ProblemArray& output = arrayOf(subject, subject.reference->output);
        std::map<std::string, std::vector<std::byte>> dense; // matrices that have padding on the device
        const Inputs inputs = [&](const std::string& name) {
            const ProblemArray& array = arrayOf(subject, name);
            std::span<const std::byte> bytes = array.bytes;
            if (array.spec.fill.layout)
                bytes = dense[name] = withoutPadding(array.spec.type, array.spec.fill, bytes);
            return std::span(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
        };
        std::string key;
        for (const std::string& name : subject.reference->inputs) {
            FillSpec values = arrayOf(subject, name).spec.fill;
            values.layout.reset(); // the same numbers, wherever they lie
            key += fillText(values) + " ";
        }
        const Reference& reference = m_references.get(*subject.reference, subject.sizes, inputs, key);

        const std::vector<std::byte> bytes = resultOf(output, arrays);
        const std::span result(reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float));
        const Verification verification = verify(reference, result, subject.rounding);
        subject.row["verification"] = {{"max", verification.largestError}, {"average", verification.averageError},
                                       {"checked", verification.checked},  {"of", verification.total},
                                       {"wrong", verification.wrong},      {"tolerance", verification.tolerance}};
        if (!verification.passed())
            throw WorkerError(protocol::kind::verify, "the result is wrong: " + verification.failureText());
    }

    /// What the kernel has written, without padding.
    std::vector<std::byte> resultOf(const ProblemArray& output, const DeviceArrays& arrays) {
        std::vector<std::byte> result(output.bytes.size());
        arrays.copyBack(static_cast<std::size_t>(&output - m_arrays.data()), result, m_stream->get());
        waitFor(*m_stream, m_launchTimeout);
        if (output.spec.fill.layout)
            result = withoutPadding(output.spec.type, output.spec.fill, result);
        return result;
    }

    void compareBits(Subject& subject, const DeviceArrays& arrays) {
        const ExactReference& reference = *subject.exactReference;
        const ProblemArray& output = namedArray(subject, reference.name, reference.output);
        std::map<std::string, std::vector<std::byte>> dense;
        const RawInputs inputs = [&](const std::string& name) {
            const ProblemArray& array = namedArray(subject, reference.name, name);
            if (array.spec.fill.layout)
                return std::span<const std::byte>(dense[name] =
                                                      withoutPadding(array.spec.type, array.spec.fill, array.bytes));
            return std::span<const std::byte>(array.bytes);
        };
        const std::vector<std::byte> result = resultOf(output, arrays);
        const ExactVerification verification =
            verifyExactly(reference, subject.sizes, inputs, result, elementSize(output.spec.type));
        // Every bit is right or it is wrong: there is no error in between.
        subject.row["verification"] = {{"checked", verification.checked},
                                       {"of", verification.checked},
                                       {"wrong", verification.wrong},
                                       {"tolerance", 0.0}};
        if (!verification.passed())
            throw WorkerError(protocol::kind::verify, "the result is wrong: " + verification.failureText());
        subject.row["verification"]["max"] = 0.0;
        subject.row["verification"]["average"] = 0.0;
    }

    /// The subject's fp32 array of that name.
    const ProblemArray& arrayOf(const Subject& subject, const std::string& name) const {
        const ProblemArray& array = namedArray(subject, subject.reference->name, name);
        if (array.spec.type != ElementType::F32)
            throw WorkerError(protocol::kind::badRequest,
                              fmt::format("'{}' needs {} to be an f32 array", subject.reference->name, name));
        return array;
    }

    const ProblemArray& namedArray(const Subject& subject, std::string_view reference, const std::string& name) const {
        for (const std::size_t index : subject.arrays)
            if (m_arrays[index].name == name)
                return m_arrays[index];
        throw WorkerError(protocol::kind::badRequest,
                          fmt::format("'{}' needs an array {}, and there is none", reference, name));
    }

    const json& m_request;
    const Toolbox& m_toolbox;
    ReferenceCache& m_references;
    const Progress& m_progress;
    int m_device;
    double m_launchTimeout;
    Timing m_timing;
    bool m_verifyOnly;
    std::vector<ProblemArray> m_arrays;
    std::optional<Stream> m_stream; ///< before the subjects: their library handles refer to it
    std::vector<Subject> m_subjects;
};

} // namespace

json measure(const json& request, const Toolbox& toolbox, ReferenceCache& references, const Progress& progress) {
    return Measurement(request, toolbox, references, progress).measure();
}

} // namespace warplens::kernels
