// SPDX-License-Identifier: GPL-3.0-or-later
// Memory and events that other processes of the same user open by a handle. What is handed over is put into a file of memory,
// where it lies, and the handle says whose descriptor that is.
#include "kernels/cudart/driver.h"
#include "kernels/runtime/shared_event.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>

using namespace warplens;
using namespace warplens::cudart;
using runtime::MemoryPtr;

namespace {

/// What is in the 64 bytes of a handle.
struct Told {
    static constexpr uint64_t memoryMark = 0x314d504957ull, eventMark = 0x3145504957ull;
    uint64_t mark = 0;
    int32_t process = 0, file = -1, device = 0;
    uint64_t bytes = 0;
};
static_assert(sizeof(Told) <= sizeof(cudaIpcMemHandle_t) && sizeof(Told) <= sizeof(cudaIpcEventHandle_t));

template<class Handle>
Told toldBy(const Handle& handle, uint64_t mark, const char* what) {
    Told told;
    std::memcpy(static_cast<void*>(&told), &handle, sizeof told);
    if (told.mark != mark)
        throw Failure(Error::InvalidValue, fmt::format("the handle is of no {} that Warplens has handed out", what));
    return told;
}

/// A descriptor of our own for what another process has open.
int openFile(const Told& told) {
    const int file = open(fmt::format("/proc/{}/fd/{}", told.process, told.file).c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0)
        throw Failure(Error::InvalidResourceHandle,
                      fmt::format("process {}, which the handle is from, has ended, has freed it, or belongs to "
                                  "another user",
                                  told.process));
    return file;
}

/// Memory whose bytes lie in a file, at the place where they lay before.
class SharedBytes {
public:
    SharedBytes(std::byte* host, uint64_t bytes)
        : m_host(host)
        , m_bytes(bytes)
        , m_file(memfd_create("warplens-ipc", MFD_CLOEXEC)) {
        if (m_file < 0 || ftruncate(m_file, static_cast<off_t>(bytes)) != 0 || !fill() ||
            mmap(host, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, m_file, 0) == MAP_FAILED) {
            if (m_file >= 0)
                close(m_file);
            throw Failure(Error::OperatingSystem, fmt::format("this computer cannot share {} bytes", bytes));
        }
    }
    /// The place is as any other again; what lay there is about to be given back.
    ~SharedBytes() {
        mmap(m_host, m_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        close(m_file);
    }
    SharedBytes(const SharedBytes&) = delete;
    SharedBytes& operator=(const SharedBytes&) = delete;
    int file() const { return m_file; }

private:
    bool fill() {
        for (uint64_t at = 0; at < m_bytes;) {
            const ssize_t some = pwrite(m_file, m_host + at, m_bytes - at, static_cast<off_t>(at));
            if (some <= 0)
                return false;
            at += static_cast<uint64_t>(some);
        }
        return true;
    }

    std::byte* m_host;
    uint64_t m_bytes;
    int m_file;
};

/// What this process has opened of others.
class Opened {
public:
    uint64_t open(const Told& told) {
        const std::lock_guard lock(m_mutex);
        for (auto& [address, each] : m_all)
            if (each.told.process == told.process && each.told.file == told.file) {
                ++each.times;
                return address;
            }
        const int file = openFile(told);
        struct stat about {};
        const uint64_t pages = (told.bytes + 4095) / 4096 * 4096;
        void* host = MAP_FAILED;
        if (fstat(file, &about) == 0 && static_cast<uint64_t>(about.st_size) == pages)
            host = mmap(nullptr, pages, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (host == MAP_FAILED)
            throw Failure(Error::MapBufferObjectFailed, "what the handle leads to cannot be mapped");
        Device& device = Platform::get().device(told.device);
        One one{told, host, pages, device.allocate(told.bytes, "cudaIpcOpenMemHandle"), 1};
        device.platform().memory().remove(one.place->base);
        auto memory = std::make_shared<runtime::Memory>();
        memory->base = one.place->base;
        memory->bytes = told.bytes;
        memory->host = static_cast<std::byte*>(host);
        memory->device = told.device;
        memory->call = "cudaIpcOpenMemHandle";
        device.platform().memory().add(memory);
        device.platform().memory().markWritten(*memory);
        m_all.emplace(memory->base, std::move(one));
        return memory->base;
    }
    void shut(uint64_t address) {
        Platform& platform = Platform::get();
        platform.synchronize();
        const std::lock_guard lock(m_mutex);
        const auto found = m_all.find(address);
        if (found == m_all.end())
            throw Failure(Error::InvalidValue,
                          fmt::format("{:#x} is nothing that cudaIpcOpenMemHandle has opened", address));
        if (--found->second.times != 0)
            return;
        platform.memory().remove(address);
        platform.device(found->second.told.device).release(found->second.place);
        munmap(found->second.host, found->second.pages);
        m_all.erase(found);
    }

private:
    struct One {
        Told told;
        void* host;
        uint64_t pages;
        MemoryPtr place;
        unsigned times;
    };
    std::mutex m_mutex;
    std::map<uint64_t, One> m_all;
};
Opened& opened() {
    static auto* const all = new Opened;
    return *all;
}

template<class Handle>
void give(Handle* handle, const Told& told) {
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &told, sizeof told);
}

} // namespace

extern "C" {

cudaError_t warplens_cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
    return callDevice("cudaIpcGetMemHandle", [&](Device&) {
        needed(handle, "handle");
        Platform& platform = Platform::get();
        const MemoryPtr memory = platform.memory().find(addressOf(pointer));
        if (!memory || memory->kind != runtime::MemoryKind::Device || memory->pool || memory->place ||
            memory->call == "cuMemMap" || memory->call == "cudaIpcOpenMemHandle")
            throw Failure(Error::InvalidValue, fmt::format("{} is no memory of cudaMalloc, and only that is handed to "
                                                           "other processes so",
                                                           pointer));
        if (memory->onGpu)
            throw Failure(Error::NotSupported, "Warplens shares no memory beside a GPU (--on-gpu)");
        platform.synchronize();
        if (!memory->shares)
            memory->shares = std::make_shared<SharedBytes>(memory->host, (memory->bytes + 4095) / 4096 * 4096);
        platform.memory().markWritten(*memory); // by whoever opens it
        give(handle, {Told::memoryMark, getpid(), std::static_pointer_cast<SharedBytes>(memory->shares)->file(),
                      memory->device, memory->bytes});
    });
}

cudaError_t warplens_cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    return callDevice("cudaIpcOpenMemHandle", [&](Device&) {
        needed(pointer, "devPtr");
        if (flags != cudaIpcMemLazyEnablePeerAccess)
            throw Failure(Error::InvalidValue, "flags have to be cudaIpcMemLazyEnablePeerAccess");
        const Told told = toldBy(handle, Told::memoryMark, "memory");
        if (told.process == getpid())
            throw Failure(Error::DeviceUninitialized,
                          "the handle is this process's own: another one opens it, and this one has the pointer");
        *pointer = pointerTo(opened().open(told));
    });
}

cudaError_t warplens_cudaIpcCloseMemHandle(void* pointer) {
    return callDevice("cudaIpcCloseMemHandle", [&](Device&) { opened().shut(addressOf(pointer)); });
}

cudaError_t warplens_cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t handleOfEvent) {
    return callDevice("cudaIpcGetEventHandle", [&](Device&) {
        needed(handle, "handle");
        const runtime::EventPtr event = eventOf(handleOfEvent);
        if (!event->shared)
            throw Failure(Error::InvalidResourceHandle,
                          "the event was made without cudaEventInterprocess | cudaEventDisableTiming");
        give(handle, {Told::eventMark, getpid(), event->shared->file(), event->device->ordinal(), 0});
    });
}

cudaError_t warplens_cudaIpcOpenEventHandle(cudaEvent_t* result, cudaIpcEventHandle_t handle) {
    return callDevice("cudaIpcOpenEventHandle", [&](Device&) {
        needed(result, "event");
        const Told told = toldBy(handle, Told::eventMark, "event");
        auto event = std::make_shared<runtime::Event>();
        event->device = &Platform::get().device(told.device);
        event->flags = cudaEventInterprocess | cudaEventDisableTiming;
        event->shared = runtime::SharedEvent::open(openFile(told));
        *result = static_cast<cudaEvent_t>(Platform::get().events.give(std::move(event)));
    });
}

CUresult warplens_cuIpcGetMemHandle(CUipcMemHandle* handle, CUdeviceptr address) {
    return result(warplens_cudaIpcGetMemHandle(reinterpret_cast<cudaIpcMemHandle_t*>(handle), pointerTo(address)));
}

CUresult warplens_cuIpcOpenMemHandle_v2(CUdeviceptr* address, CUipcMemHandle handle, unsigned flags) {
    cudaIpcMemHandle_t same;
    std::memcpy(&same, &handle, sizeof same);
    return result(warplens_cudaIpcOpenMemHandle(reinterpret_cast<void**>(address), same, flags));
}

CUresult warplens_cuIpcCloseMemHandle(CUdeviceptr address) {
    return result(warplens_cudaIpcCloseMemHandle(pointerTo(address)));
}

CUresult warplens_cuIpcGetEventHandle(CUipcEventHandle* handle, CUevent event) {
    return result(warplens_cudaIpcGetEventHandle(reinterpret_cast<cudaIpcEventHandle_t*>(handle), event));
}

CUresult warplens_cuIpcOpenEventHandle(CUevent* event, CUipcEventHandle handle) {
    cudaIpcEventHandle_t same;
    std::memcpy(&same, &handle, sizeof same);
    return result(warplens_cudaIpcOpenEventHandle(event, same));
}

} // extern "C"
