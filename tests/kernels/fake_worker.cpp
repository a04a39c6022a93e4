// SPDX-License-Identifier: GPL-3.0-or-later
// A worker for the tests of the client. It needs no GPU, and does badly whatever it is told to, by the verb.
#include "kernels/protocol/protocol.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

namespace {

using nlohmann::json;

void send(const json& answer) {
    std::cout << answer.dump() << std::endl;
}

[[noreturn]] void sleepForEver() {
    while (true)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

void answer(const json& request) {
    const json id = request.at("id");
    const auto verb = request.at("verb").get<std::string>();
    const json result{{"id", id}, {"event", "result"}, {"pid", getpid()}};
    if (verb == "hello") {
        json hello = result;
        hello["protocol"] = warplens::kernels::protocol::version;
        send(hello);
    } else if (verb == "echo") {
        json echo = result;
        echo["payload"] = request.value("payload", "");
        send(echo);
    } else if (verb == "progress") {
        for (int i = 0; i < 3; ++i)
            send({{"id", id}, {"event", "progress"}, {"step", i}});
        send(result);
    } else if (verb == "slow") { // never silent for long
        for (int i = 0; i < 10; ++i) {
            send({{"id", id}, {"event", "progress"}, {"step", i}});
            std::this_thread::sleep_for(std::chrono::milliseconds(request.value("pause", 60)));
        }
        send(result);
    } else if (verb == "crash") {
        std::cerr << "first words\nlast words" << std::endl;
        std::raise(SIGKILL);
    } else if (verb == "crash-in-progress") {
        send({{"id", id}, {"event", "progress"}, {"subject", request.value("subject", 0)}});
        std::raise(SIGABRT);
    } else if (verb == "half") {
        std::cout << R"({"id":1,"event":"res)" << std::flush;
        std::_Exit(7);
    } else if (verb == "hang") {
        sleepForEver();
    } else if (verb == "deaf") { // closes its output but lives on
        close(STDOUT_FILENO);
        sleepForEver();
    } else if (verb == "garbage") {
        std::cout << "hello there" << std::endl;
    } else if (verb == "no-event") {
        send({{"id", id}});
    } else if (verb == "odd-event") {
        send({{"id", id}, {"event", "surprise"}});
    } else if (verb == "error") {
        send({{"id", id},
              {"event", "error"},
              {"kind", "launch"},
              {"message", "it did not"},
              {"fatal", false},
              {"subject", 2}});
    } else if (verb == "null-error") {
        send({{"id", nullptr}, {"event", "error"}, {"kind", "bad-request"}, {"message", "what?"}});
    } else if (verb == "fatal") {
        send({{"id", id},
              {"event", "error"},
              {"kind", "timeout"},
              {"message", "no end"},
              {"fatal", true},
              {"subject", 1}});
        std::_Exit(4);
    } else if (verb == "stale") {
        send({{"id", id.get<int>() - 1}, {"event", "result"}, {"old", true}});
        send({{"id", id.get<int>() - 1}, {"event", "progress"}});
        send(result);
    } else if (verb == "huge") {
        json huge = result;
        huge["payload"] = std::string(5'000'000, 'x');
        send(huge);
    } else if (verb == "flood") {
        for (int i = 0; i < 20000; ++i)
            std::cerr << "a line on standard error that nobody wants\n";
        send(result);
    } else if (verb == "in-pieces") {
        for (const char c : result.dump() + "\n") {
            std::cout << c << std::flush;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

} // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);)
        answer(json::parse(line));
}
