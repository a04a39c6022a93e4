// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/platform.h"

#include "kernels/runtime/mistakes.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace warplens::runtime {
namespace {

constexpr uint64_t sharedBytes = 1ull << 40; ///< of addresses, for memory that the program and devices share

thread_local int chosen = 0;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

uint64_t numberFrom(const char* name, uint64_t otherwise) {
    const std::string text = environment(name);
    return text.empty() ? otherwise : std::strtoull(text.c_str(), nullptr, 10);
}

} // namespace

Settings settingsFromEnvironment() {
    Settings settings;
    settings.architecture = environment("WARPLENS_ARCH");
    settings.devices = static_cast<unsigned>(std::clamp<uint64_t>(numberFrom("WARPLENS_DEVICES", 1), 0, 64));
    settings.sample = environment("WARPLENS_SAMPLE") == "1";
    settings.checkedBlocks = numberFrom("WARPLENS_CHECK", settings.checkedBlocks);
    settings.lines = environment("WARPLENS_LINES") == "1";
    settings.threads = static_cast<unsigned>(numberFrom("WARPLENS_THREADS", 0));
    settings.keep = environment("WARPLENS_KEEP");
    settings.keptLaunch = numberFrom("WARPLENS_KEEP_LAUNCH", 0);
    settings.keptBytes = numberFrom("WARPLENS_KEEP_BYTES", settings.keptBytes);
    settings.driver = environment("WARPLENS_ON_GPU");
    return settings;
}

Platform& Platform::get() {
    // Never taken apart: the program's own ends may still call.
    static Platform* const platform = [] {
        auto* made = new Platform;
        std::atexit([] { get().atEnd(); });
        return made;
    }();
    return *platform;
}

Platform::Platform()
    : m_settings(settingsFromEnvironment())
    , m_hostAccesses(*this)
    , m_keptBytesLeft(m_settings.keptBytes)
    , m_process(currentProcess()) {
    installFaultHandler();
}

int Platform::currentProcess() {
    return getpid();
}

// The newest architecture for which the program has machine code that can be emulated, 9.0 before all others; those are
// the counts that a run on such a card would give.
static std::string architectureOf(const std::vector<std::unique_ptr<Module>>& modules) {
    std::set<unsigned> machine, ptx;
    for (const auto& module : modules) {
        const Module::Architectures there = module->architectures();
        machine.insert(there.machine.begin(), there.machine.end());
        ptx.insert(there.ptx.begin(), there.ptx.end());
    }
    constexpr unsigned usual = 90;
    const auto text = [](unsigned number) { return fmt::format("{}.{}", number / 10, number % 10); };
    if (machine.contains(usual) || (machine.empty() && ptx.empty()))
        return text(usual);
    for (const std::set<unsigned>& list : {machine, ptx})
        for (auto each = list.rbegin(); each != list.rend(); ++each)
            if (ptx.contains(*each) && cardOf(text(*each)).model != nullptr)
                return text(*each);
    return text(usual);
}

const std::vector<std::unique_ptr<Device>>& Platform::devices() {
    const std::lock_guard lock(m_mutex);
    if (!m_devices.empty() || m_settings.devices == 0)
        return m_devices;
    if (!m_settings.driver.empty() && !m_gpu)
        m_gpu = std::make_unique<Gpu>(m_settings.driver);
    const std::string architecture = m_gpu                             ? m_gpu->capability()
                                     : m_settings.architecture.empty() ? architectureOf(m_modules)
                                                                       : m_settings.architecture;
    const EmulatedCard card = cardOf(architecture);
    if (card.model == nullptr)
        throw Failure(Error::NoDevice,
                      fmt::format("there is no device of compute capability {} to emulate; there are {}", architecture,
                                  cardNames()));
    for (unsigned i = 0; i < m_settings.devices; ++i)
        m_devices.push_back(std::make_unique<Device>(*this, static_cast<int>(i), card));
    nlohmann::ordered_json told{{"event", "program"},           {"protocol", launches::protocolVersion},
                                {"pid", currentProcess()},      {"program", program_invocation_name},
                                {"device", card.model->name},   {"architecture", card.model->capability},
                                {"devices", m_settings.devices}};
    if (m_gpu)
        told["gpu"] = m_gpu->name();
    m_session.tell(told);
    return m_devices;
}

Device& Platform::device(int ordinal) {
    const auto& list = devices();
    if (list.empty())
        throw Failure(Error::NoDevice, "there is no device: WARPLENS_DEVICES is 0");
    if (ordinal < 0 || static_cast<size_t>(ordinal) >= list.size())
        throw Failure(Error::InvalidDevice,
                      fmt::format("there is no device {}: {} emulated, from 0", ordinal,
                                  list.size() == 1 ? "one is" : fmt::format("{} are", list.size())));
    return *list[static_cast<size_t>(ordinal)];
}

Device& Platform::current() {
    return device(chosen);
}

int Platform::currentOrdinal() const {
    return chosen;
}

void Platform::setCurrent(int ordinal) {
    device(ordinal);
    chosen = ordinal;
}

MemoryPtr Platform::allocateShared(uint64_t bytes, MemoryKind kind, const std::string& call, const std::string& name) {
    auto memory = std::make_shared<Memory>();
    if (kind == MemoryKind::Managed && bytes > current().freeBytes())
        throw Failure(Error::MemoryAllocation, fmt::format("{} asks for {} bytes, and the device has {} left", call,
                                                           bytes, current().freeBytes()));
    {
        const std::lock_guard lock(m_mutex);
        if (!m_shared)
            m_shared = m_hostAccesses.makeRange(sharedBytes);
        memory->base = m_shared->take(bytes, 4096);
    }
    memory->bytes = bytes;
    memory->host = m_shared->host(memory->base);
    memory->kind = kind;
    memory->device = currentOrdinal();
    memory->call = call;
    memory->name = name;
    m_memory.add(memory);
    if (name.empty())
        rememberOrigin(*memory);
    return memory;
}

MemoryPtr Platform::freeable(uint64_t address, const std::string& call, bool hostMemory) {
    const MemoryPtr memory = m_memory.find(address);
    const auto refuse = [&](const std::string& why) {
        const std::string sentence = fmt::format("{} of {:#x}: {}", call, address, why);
        tellMistake(*this, "double-free", sentence);
        throw Failure(Error::InvalidValue, sentence);
    };
    if (!memory || memory->base != address || memory->kind == MemoryKind::Registered ||
        memory->kind == MemoryKind::Variable || memory->kind == MemoryKind::Heap || memory->kind == MemoryKind::Array) {
        const std::string what = m_memory.describe(address);
        refuse(what.empty() ? "the runtime did not give this address" : what);
    }
    if (hostMemory && memory->kind != MemoryKind::Pinned)
        refuse(fmt::format("it is {}: free it with cudaFree", memoryText(*memory)));
    if (!hostMemory && memory->kind == MemoryKind::Pinned)
        refuse(fmt::format("it is {}: free it with cudaFreeHost", memoryText(*memory)));
    return memory;
}

void Platform::free(uint64_t address, const std::string& call, bool hostMemory) {
    const auto synchronizeAll = [&] {
        for (const auto& device : devices())
            device->synchronize();
    };
    if (m_memory.expected(address)) // the launch of a graph that takes it may be under way
        synchronizeAll();
    const MemoryPtr memory = freeable(address, call, hostMemory);
    // CUDA's manual: cudaFree does not wait for memory of cudaMallocAsync, and may wait for all other; of pinned memory it
    // says nothing.
    if (memory->kind == MemoryKind::Pinned || memory->pool)
        m_meetings.noteFree(*this, memory, call);
    // As on a GPU, memory is given back when everything that may use it is done.
    synchronizeAll();
    if (!m_memory.remove(address))
        return;
    if (memory->place) {
        memory->freeing = true;
        device(memory->device).graphFootprint().give(memory->bytes, 0, nullptr);
    }
    textures.forget(memory.get());
    if (memory->pool)
        memory->pool->giveBack(memory->base, memory->bytes);
    if (memory->kind == MemoryKind::Device) {
        device(memory->device).release(memory);
    } else {
        const std::lock_guard lock(m_mutex);
        m_shared->giveBack(address);
    }
}

bool Platform::isDeviceAddress(uint64_t address) {
    for (const auto& device : devices())
        if (device->owns(address))
            return true;
    return false;
}

void Platform::refusePastEnd(const Memory& memory, uint64_t address, uint64_t bytes, const std::string& call) {
    const std::string sentence =
        bytes == UINT64_MAX
            ? fmt::format("{}: more bytes than there are addresses, from byte {}, go past the end of {}", call,
                          address - memory.base, memoryText(memory))
            : fmt::format("{}: {} bytes from byte {} go past the end of {}", call, bytes, address - memory.base,
                          memoryText(memory));
    tellMistake(*this, "out-of-bounds", sentence);
    throw Failure(Error::InvalidValue, sentence);
}

std::byte* Platform::bytesAt(uint64_t address, uint64_t bytes, const std::string& call, bool written) {
    const MemoryPtr memory = m_memory.find(address);
    if (memory) {
        if (bytes > memory->end() - address)
            refusePastEnd(*memory, address, bytes, call);
        if (written)
            m_memory.markWritten(*memory, address, bytes);
        return memory->host + (address - memory->base);
    }
    if (address == 0 && bytes != 0)
        throw Failure(Error::InvalidValue, fmt::format("{}: a null pointer", call));
    if (isDeviceAddress(address)) {
        const std::string what = m_memory.describe(address);
        const std::string sentence =
            fmt::format("{}: no memory of the device begins before {:#x} and reaches to it{}{}", call, address,
                        what.empty() ? "" : ": ", what);
        if (m_memory.wasFreed(address))
            tellMistake(*this, "use-after-free", sentence);
        throw Failure(Error::InvalidValue, sentence);
    }
    return reinterpret_cast<std::byte*>(address);
}

Module& Platform::addModule(std::unique_ptr<Module> module) {
    const std::lock_guard lock(m_mutex);
    return *m_modules.emplace_back(std::move(module));
}

void Platform::removeModule(Module& module) {
    for (const auto& device : m_devices)
        device->unload(module);
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_modules, [&](const auto& each) { return each.get() == &module; });
}

void Platform::await(const WorkPtr& work) {
    m_scheduler.wait(work);
    tellProgram({});
}

void Platform::tellProgram(const Past& over) {
    m_scheduler.noteOver(over);
    const Past awaited = m_scheduler.awaited();
    m_hostAccesses.open(awaited);
    m_meetings.forget(awaited);
}

void Platform::synchronize() {
    for (const auto& device : m_devices)
        device->synchronize();
}

// The program is over. What it has launched is done nevertheless; what its kernels printed after it has last waited for
// them is lost on a GPU, too.
void Platform::atEnd() {
    if (!isUsable())
        return;
    m_scheduler.waitForAll();
    for (const auto& device : m_devices)
        if (device->hasOutput())
            m_session.note("what kernels have printed with printf was not shown, since the program did not wait for "
                           "them: call cudaDeviceSynchronize() before it ends");
    std::fflush(stdout);
}

} // namespace warplens::runtime
