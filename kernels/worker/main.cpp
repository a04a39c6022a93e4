// SPDX-License-Identifier: GPL-3.0-or-later
// warplens-gpu: the one program that runs kernels on a GPU. It reads requests and writes answers as protocol.h says.
// It is a process of its own because a bad kernel destroys its CUDA context or never returns.
#include "kernels/build_info/build_info.h"
#include "kernels/data/fill.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/bench.h"
#include "kernels/worker/ceilings.h"
#include "kernels/worker/channel.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/hello.h"
#include "kernels/worker/measure.h"
#include "kernels/worker/run.h"
#include "kernels/worker/sampler.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace {

using namespace warplens::kernels;
using nlohmann::json;

constexpr const char* usage = "usage: warplens-gpu [--requests FILE]\n"
                              "Reads requests, one JSON object per line, from standard input or the file, and answers\n"
                              "on standard output. {\"id\":1,\"verb\":\"hello\"} is a request.\n";
constexpr int deviceLost = 4;

class Worker {
public:
    /// Answers requests until there are no more.
    void serve(std::istream& requests) {
        for (std::string line; !m_quit && std::getline(requests, line);)
            if (line.find_first_not_of(" \t\r") != std::string::npos)
                answer(line);
    }

private:
    void answer(const std::string& line) {
        m_id = nullptr;
        try {
            const json request = json::parse(line);
            if (!request.is_object() || !request.contains("id") || !request.at("id").is_number_integer())
                return fail(protocol::kind::badRequest, "a request is an object with an \"id\" that is a whole number");
            m_id = request.at("id");
            if (request.value("attended", false))
                m_channel.endWithInput();
            json result = dispatch(request);
            result["id"] = m_id;
            result["event"] = "result";
            m_channel.send(result);
        } catch (const SubjectFailure& error) {
            fail(error.kind(), error.what(), error.fatal(), error.subject());
        } catch (const WorkerError& error) {
            fail(error.kind(), error.what(), error.fatal());
        } catch (const json::exception& error) {
            fail(protocol::kind::badRequest, fmt::format("this is no request that can be read: {}", error.what()));
        } catch (const std::bad_alloc&) {
            fail(protocol::kind::outOfMemory, "the host has not enough memory for these arrays");
        } catch (const std::exception& error) {
            fail(protocol::kind::badRequest, error.what());
        }
    }

    json dispatch(const json& request) {
        const auto verb = request.at("verb").get<std::string>();
        if (verb == "hello")
            return hello(toolbox());
        if (verb == "devices")
            return devicesJson();
        if (verb == "run")
            return run(request, toolbox());
        if (verb == "measure")
            return measure(request, toolbox(), m_references, progress());
        if (verb == "bench")
            return bench(request, toolbox(), progress());
        if (verb == "ceilings")
            return ceilings(request);
        if (verb == "quit") {
            m_quit = true;
            return json::object();
        }
        throw WorkerError(
            protocol::kind::badRequest,
            fmt::format("there is no verb '{}': write hello, devices, run, measure, bench, ceilings or quit", verb));
    }

    /// Sends how far it is.
    Progress progress() {
        return [this](const char* phase, std::size_t subject, double fraction, const json& soFar) {
            json event{
                {"id", m_id}, {"event", "progress"}, {"phase", phase}, {"subject", subject}, {"fraction", fraction}};
            if (!soFar.is_null())
                event["so_far"] = soFar;
            m_channel.send(event);
        };
    }

    void fail(const char* kind, const std::string& message, bool fatal = false,
              std::optional<std::size_t> subject = std::nullopt) {
        json answer{{"id", m_id}, {"event", "error"}, {"kind", kind}, {"message", message}, {"fatal", fatal}};
        if (subject)
            answer["subject"] = *subject;
        m_channel.send(answer);
        if (fatal)
            std::_Exit(deviceLost); // tidying up could wait for the kernel for ever
    }

    /// Found when it is first needed: `devices` and `quit` do without.
    const Toolbox& toolbox() {
        if (!m_toolbox)
            m_toolbox.emplace();
        return *m_toolbox;
    }

    Channel m_channel;
    std::optional<Toolbox> m_toolbox;
    ReferenceCache m_references;
    json m_id;
    bool m_quit = false;
};

} // namespace

int main(int argc, char** argv) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    if (argc == 2 && option == "--version") {
        fmt::print("warplens-gpu {} ({})\n", buildVersion(), buildCommit());
        return 0;
    }
    if (argc == 2 && option == "--help") {
        fmt::print("{}", usage);
        return 0;
    }
    if (argc != 1 && !(argc == 3 && option == "--requests")) {
        fmt::print(stderr, "{}", usage);
        return 2;
    }
    try {
        if (argc == 1) {
            Worker().serve(std::cin);
            return 0;
        }
        std::ifstream file(argv[2]);
        if (!file) {
            fmt::print(stderr, "warplens-gpu: cannot read {}\n", argv[2]);
            return 2;
        }
        Worker().serve(file);
    } catch (const std::exception& error) {
        fmt::print(stderr, "warplens-gpu: {}\n", error.what());
        return 1;
    }
    return 0;
}
