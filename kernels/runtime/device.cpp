// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/device.h"

#include "kernels/runtime/gpu_range.h"
#include "kernels/runtime/mistakes.h"
#include "kernels/runtime/platform.h"
#include "sim/simt/rules.h"

#include <fmt/format.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

namespace warplens::runtime {
namespace {

constexpr uint64_t addressBytes = 1ull << 40; ///< of each device; not to be mistaken for memory
constexpr uint64_t alignment = 512;           ///< as cudaMalloc's

uint64_t hostBytes() {
    struct sysinfo info {};
    return sysinfo(&info) == 0 ? uint64_t(info.totalram) * info.mem_unit : 8ull << 30;
}

/// What of the program's own memory lies at an address: "the host's stack"; empty: nothing.
std::string hostPlace(uint64_t address) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        unsigned long long begin = 0, end = 0;
        if (std::sscanf(line.c_str(), "%llx-%llx", &begin, &end) != 2 || address < begin || address >= end)
            continue;
        if (line.find("[stack]") != std::string::npos)
            return "on the host's stack";
        return line.find("[heap]") != std::string::npos ? "on the host's heap" : "the host's memory";
    }
    return {};
}

/// What a kernel has touched that it cannot reach.
std::string explain(Platform& platform, uint64_t address) {
    if (const MemoryPtr memory = platform.memory().find(address))
        return fmt::format("it is part of {} on device {}, which this device reaches only after "
                           "cudaDeviceEnablePeerAccess({}, 0)",
                           memoryText(*memory), memory->device, memory->device);
    if (std::string known = platform.memory().describe(address); !known.empty())
        return known;
    const std::string place = hostPlace(address);
    return place.empty() ? place
                         : fmt::format("it is {}, which a kernel cannot reach: pass it what cudaMalloc or "
                                       "cudaMallocManaged gave",
                                       place);
}

void loadOntoGpu(Gpu& gpu, const Module& module, LoadedModule& loaded) {
    try {
        loaded.onGpu = std::make_unique<Gpu::Code>(gpu, module.image());
    } catch (const Failure& failure) {
        loaded.notOnGpu = failure.what();
    }
}

} // namespace

unsigned LoadedKernel::maximumThreads() const {
    const auto& most = program.functions.front().source->maximumThreads;
    return most[0] * std::max(1u, most[1]) * std::max(1u, most[2]);
}

Device::Device(Platform& platform, int ordinal, EmulatedCard card)
    : m_platform(platform)
    , m_ordinal(ordinal)
    , m_card(card)
    , m_totalBytes(std::min<uint64_t>(uint64_t(card.model->memoryMiB) << 20, hostBytes()))
    , m_left(std::make_shared<LeftPlaces>())
    , m_defaultStream(std::make_shared<Stream>())
    , m_limits{{Limit::StackBytes, 1024},
               {Limit::PrintBytes, sim::simt::SystemState::maximumOutput},
               {Limit::HeapBytes, sim::simt::Heap::usualBytes},
               {Limit::SyncDepth, 2},
               {Limit::PendingLaunches, 2048},
               {Limit::FetchGranularity, 64},
               {Limit::PersistingBytes, 0}}
    , m_heap(std::make_unique<sim::simt::Heap>()) {
    if (Gpu* const gpu = platform.gpu())
        m_range = std::make_unique<GpuRange>(*gpu);
    else
        m_range = std::make_unique<AddressRange>(addressBytes, AddressRange::Kind::Hidden);
    m_defaultStream->device = this;
    m_defaultPool = m_pool = std::make_shared<Pool>();
    m_defaultPool->device = this;
}

// ---- memory ---------------------------------------------------------------------------------------------------------

uint64_t Device::freeBytes() const {
    const uint64_t used = m_platform.memory().bytesOf(m_ordinal);
    return used < m_totalBytes ? m_totalBytes - used : 0;
}

// Places that were kept for graphs which are gone come back now.
uint64_t Device::takePlace(uint64_t bytes) {
    const std::lock_guard lock(m_mutex);
    for (const uint64_t base : m_left->take())
        m_range->giveBack(base);
    return m_range->take(bytes, alignment);
}

MemoryPtr Device::allocate(uint64_t bytes, const std::string& call, MemoryKind kind, const std::string& name,
                           bool readOnly) {
    if (bytes > freeBytes())
        throw Failure(Error::MemoryAllocation,
                      fmt::format("{} asks for {} bytes, and of the device's {} bytes {} are free (the emulated device "
                                  "has no more memory than this computer)",
                                  call, bytes == UINT64_MAX ? "more than 18446744073709551614" : std::to_string(bytes),
                                  m_totalBytes, freeBytes()));
    auto memory = std::make_shared<Memory>();
    memory->base = takePlace(bytes);
    memory->bytes = bytes;
    memory->host = m_range->host(memory->base);
    memory->onGpu = m_platform.gpu() != nullptr && kind == MemoryKind::Device;
    memory->kind = kind;
    memory->device = m_ordinal;
    memory->call = call;
    memory->name = name;
    memory->readOnly = readOnly;
    m_platform.memory().add(memory);
    if (kind == MemoryKind::Device && name.empty())
        rememberOrigin(*memory);
    return memory;
}

void Device::release(const MemoryPtr& memory) {
    const std::lock_guard lock(m_mutex);
    m_view.reset(), memory->shares.reset();
    m_viewGeneration = UINT64_MAX;
    memory->place ? m_range->clear(memory->base) : m_range->giveBack(memory->base);
}

std::shared_ptr<sim::memory::DeviceMemory> Device::view() {
    const std::lock_guard lock(m_mutex);
    const uint64_t generation = m_platform.memory().generation();
    if (!m_view || m_viewGeneration != generation) {
        m_view = m_platform.memory().view([&](const Memory& memory) {
            return memory.kind != MemoryKind::Array && (memory.kind == MemoryKind::Managed || memory.belongsToHost() ||
                                                        memory.device == m_ordinal || m_peers.contains(memory.device));
        });
        m_view->setPageBytes(2 << 20);
        m_view->setExplanation([&platform = m_platform](uint64_t address) { return explain(platform, address); });
        m_viewGeneration = generation;
    }
    return m_view;
}

void Device::setPeer(int other, bool reached) {
    const std::lock_guard lock(m_mutex);
    if (reached)
        m_peers.insert(other);
    else
        m_peers.erase(other);
    m_view.reset();
}

bool Device::reachesPeer(int other) const {
    const std::lock_guard lock(m_mutex);
    return m_peers.contains(other);
}

PoolPtr Device::pool() const {
    const std::lock_guard lock(m_mutex);
    return m_pool;
}

void Device::setPool(PoolPtr pool) {
    const std::lock_guard lock(m_mutex);
    m_pool = std::move(pool);
}

// ---- code -----------------------------------------------------------------------------------------------------------

// Where a real GPU runs the code, too, its variables lie where they lie there.
MemoryPtr Device::allocateVariable(const LoadedModule& loaded, const sim::ptx::Variable& variable, bool managed,
                                   uint64_t bytes) {
    const std::string name(variable.name);
    const auto there = loaded.onGpu ? loaded.onGpu->variable(name) : std::nullopt;
    const bool readOnly = variable.space == sim::ptx::Space::Const;
    if (!there && managed)
        return m_platform.allocateShared(bytes, MemoryKind::Managed, "__managed__", name);
    if (!there)
        return allocate(bytes, "a variable", MemoryKind::Variable, name, readOnly);
    auto memory = std::make_shared<Memory>();
    memory->base = there->first;
    memory->bytes = bytes;
    if (managed) {
        memory->host = reinterpret_cast<std::byte*>(memory->base);
        memory->gpuShares = std::shared_ptr<void>(memory->host, [](void*) {}); // for as long as the code is loaded
    } else {
        auto& range = static_cast<GpuRange&>(*m_range);
        range.adopt(memory->base, bytes);
        memory->host = range.host(memory->base);
        memory->onGpu = true;
    }
    memory->kind = managed ? MemoryKind::Managed : MemoryKind::Variable;
    memory->device = m_ordinal;
    memory->call = managed ? "__managed__" : "a variable";
    memory->name = name;
    memory->readOnly = readOnly;
    return m_platform.memory().add(memory);
}

LoadedModule& Device::load(Module& module) {
    // Only whoever loads code waits here: what is placed takes the lock of memory.
    static std::recursive_mutex loading;
    const std::lock_guard lock(loading);
    std::unique_ptr<LoadedModule>& known = m_modules[&module];
    if (known)
        return *known;
    auto loaded = std::make_unique<LoadedModule>();
    loaded->code = &module.code(architecture().number);
    if (m_platform.gpu() != nullptr)
        loadOntoGpu(*m_platform.gpu(), module, *loaded);
    loaded->placement = sim::simt::place(*loaded->code->ptx, [&](const sim::ptx::Variable* variable, uint64_t bytes) {
        MemoryPtr memory;
        if (variable == nullptr)
            memory = allocate(limit(Limit::HeapBytes), "the heap of malloc in kernels", MemoryKind::Heap,
                              "the heap of malloc in kernels");
        else
            memory = allocateVariable(
                *loaded, *variable, variable->isManaged || module.managed.contains(std::string(variable->name)), bytes);
        loaded->memory.push_back(memory);
        return sim::memory::Allocation{memory->base, memory->bytes, memory->host, memory->name, memory->readOnly, true};
    });
    known = std::move(loaded);
    return *known;
}

LoadedKernel& Device::load(Kernel& kernel) {
    static std::mutex loading;
    const std::lock_guard lock(loading);
    LoadedModule& module = load(*kernel.module);
    std::unique_ptr<LoadedKernel>& known = module.kernels[kernel.name];
    if (known)
        return *known;
    auto loaded = std::make_unique<LoadedKernel>();
    loaded->code = module.code;
    loaded->placement = &module.placement;
    try {
        loaded->program = sim::simt::lower(module.code->ptx, kernel.name, module.placement);
    } catch (const sim::ptx::PtxError& error) {
        const bool there = module.code->ptx->find(kernel.name) != nullptr;
        throw Failure(
            there ? Error::NotSupported : Error::InvalidDeviceFunction,
            fmt::format("the kernel {} cannot be emulated: {}", launches::demangled(kernel.name), error.what()));
    }
    loaded->machine = module.code->machineOf(kernel.name);
    if (module.code->hasMachine)
        loaded->unmatched = sim::sass::applyIssue(loaded->program, module.code->machine);
    sim::simt::useRules(loaded->program, architecture());
    uint64_t offset = 0;
    for (const sim::ptx::Variable& parameter : loaded->program.functions.front().source->params) {
        offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
        loaded->parameters.push_back({offset, parameter.bytes});
        offset += parameter.bytes;
    }
    known = std::move(loaded);
    return *known;
}

MemoryPtr Device::variable(Module& module, const std::string& name) {
    const LoadedModule& loaded = load(module);
    const auto found = loaded.placement.variables.find(name);
    return found == loaded.placement.variables.end() ? nullptr : m_platform.memory().find(found->second);
}

void Device::unload(Module& module) {
    const auto found = m_modules.find(&module);
    if (found == m_modules.end())
        return;
    for (const MemoryPtr& memory : found->second->memory)
        if (const MemoryPtr removed = m_platform.memory().remove(memory->base); removed && owns(memory->base))
            release(removed);
    m_modules.erase(found);
}

// ---- order ----------------------------------------------------------------------------------------------------------

StreamPtr Device::makeStream(unsigned flags, int priority) {
    auto stream = std::make_shared<Stream>();
    stream->device = this;
    stream->flags = flags;
    stream->blocking = (flags & 1) == 0;
    stream->priority = priority;
    const std::lock_guard lock(m_orderMutex);
    stream->number = ++m_streamCount;
    m_streams.insert(stream);
    return stream;
}

void Device::forget(const StreamPtr& stream) {
    const std::lock_guard lock(m_orderMutex);
    // What is in it is done all the same; the default stream goes on waiting for it.
    m_leftBehind.push_back(stream->last);
    if (stream->blocking && stream->last) {
        auto mark = std::make_shared<Work>();
        mark->stream = uint64_t(m_ordinal) << 32;
        m_platform.scheduler().submit(mark, std::vector<WorkPtr>{m_defaultStream->last, stream->last});
        m_defaultStream->last = mark;
    }
    m_streams.erase(stream);
}

// With the lock of streams held: what work that is put into the stream now has to wait for.
std::vector<WorkPtr> Device::before(const Stream& stream) const {
    std::vector<WorkPtr> list{stream.last};
    if (&stream == m_defaultStream.get()) {
        for (const StreamPtr& other : m_streams)
            if (other->blocking)
                list.push_back(other->last);
    } else if (stream.blocking) {
        list.push_back(m_defaultStream->last);
    }
    return list;
}

void Device::submit(Stream& stream, const WorkPtr& work, std::vector<WorkPtr> more) {
    const std::lock_guard lock(m_orderMutex);
    const std::vector<WorkPtr> list = before(stream);
    more.insert(more.end(), list.begin(), list.end());
    work->stream = uint64_t(m_ordinal) << 32 | stream.number;
    m_platform.scheduler().submit(work, more);
    stream.last = work;
}

WorkPtr Device::mark(Stream& stream, std::vector<WorkPtr> more) {
    auto work = std::make_shared<Work>();
    submit(stream, work, std::move(more));
    return work;
}

void Device::synchronize() {
    std::vector<WorkPtr> all;
    {
        const std::lock_guard lock(m_orderMutex);
        all.swap(m_leftBehind);
        all.push_back(m_defaultStream->last);
        for (const StreamPtr& stream : m_streams)
            all.push_back(stream->last);
    }
    for (const WorkPtr& work : all)
        m_platform.await(work);
    flushOutput();
}

// ---- what is left behind --------------------------------------------------------------------------------------------

void Device::fail(Error error) {
    int none = 0;
    m_error.compare_exchange_strong(none, static_cast<int>(error));
}

void Device::print(const std::string& text) {
    if (text.empty())
        return;
    const std::lock_guard lock(m_outputMutex);
    m_output += text;
}

bool Device::hasOutput() {
    const std::lock_guard lock(m_outputMutex);
    return !m_output.empty();
}

void Device::flushOutput() {
    std::string text;
    {
        const std::lock_guard lock(m_outputMutex);
        text.swap(m_output);
    }
    if (!text.empty())
        std::fwrite(text.data(), 1, text.size(), stdout);
}

void Device::setLimit(Limit which, uint64_t value) {
    m_limits[which] = value;
    if (which == Limit::StackBytes && m_platform.gpu() != nullptr)
        m_platform.gpu()->setStackBytes(value);
    if (which == Limit::HeapBytes)
        m_heap = std::make_unique<sim::simt::Heap>(value);
}

void Device::reset() {
    synchronize();
    std::vector<MemoryPtr> own;
    m_platform.memory().forEach([&](const MemoryPtr& memory) {
        if (memory->device == m_ordinal && owns(memory->base))
            own.push_back(memory);
    });
    for (const MemoryPtr& memory : own)
        if (const MemoryPtr removed = m_platform.memory().remove(memory->base)) {
            removed->freeing = true;
            release(removed);
        }
    m_graphFootprint.reset();
    m_modules.clear();
    m_peers.clear();
    m_heap = std::make_unique<sim::simt::Heap>(limit(Limit::HeapBytes));
    m_error = 0;
    const std::lock_guard lock(m_orderMutex);
    m_streams.clear();
}

} // namespace warplens::runtime
