// SPDX-License-Identifier: GPL-3.0-or-later
// Runs texts of PTX: whatever kernels they have, a small launch of each ends, with a result or with findings, while it is
// watched for mistakes; one that takes long ends when it is asked to. Arguments are arrays of 4 KiB.
#include "sim/simt/launch.h"

#include "sim/check/launch_watch.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>

using namespace warplens::sim;

namespace {

/// Asks for an end after a while.
class Patience {
public:
    Patience()
        : m_thread([this](const std::stop_token& over) {
            std::unique_lock lock(m_mutex);
            m_changed.wait_for(lock, over, std::chrono::seconds(1), [] { return false; });
            m_end.request_stop();
        }) {}
    std::stop_token token() const { return m_end.get_token(); }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::stop_source m_end;
    std::jthread m_thread;
};

void launch(const std::shared_ptr<const ptx::Module>& module, std::string_view kernel) {
    memory::DeviceMemory memory;
    const simt::Program program = simt::lower(module, kernel, memory);
    if (program.paramBytes > 4096)
        return; // more than CUDA lets a kernel have
    simt::Launch launch{{2, 1, 1}, {48, 1, 1}};
    launch.params.resize((program.paramBytes + 7) / 8 * 8);
    for (size_t at = 0; at < launch.params.size(); at += 8) {
        const uint64_t base = memory.allocate(4096, "array").base;
        std::memcpy(launch.params.data() + at, &base, 8);
    }
    launch.params.resize(program.paramBytes);
    check::LaunchWatch watch;
    simt::RunOptions options;
    options.threads = 1;
    options.enterBudget = 500;
    options.watch = &watch;
    options.checkedBlocks = 2;
    const Patience patience;
    options.stop = patience.token();
    simt::run(program, launch, memory, options);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        const auto module =
            std::make_shared<const ptx::Module>(ptx::parse(std::string(reinterpret_cast<const char*>(data), size)));
        for (const std::string_view kernel : module->entryNames())
            try {
                launch(module, kernel);
            } catch (const ptx::PtxError&) {
            } catch (const std::invalid_argument&) { // no GPU could launch it
            }
    } catch (const ptx::PtxError&) {
    }
    return 0;
}
