// SPDX-License-Identifier: GPL-3.0-or-later
// Virtual memory by hand: addresses are reserved, memory is made, mapped there, and opened to devices. Nothing can be
// touched before it is mapped and opened, nor afterwards. What was made to be shared lies in a file of memory: whoever is given
// its descriptor, in whatever process, maps the same bytes.
#include "kernels/cudart/driver.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <map>
#include <mutex>

using namespace warplens;
using namespace warplens::cudart;

namespace {

constexpr uint64_t granularity = 2 << 20;

/// Memory that has no address of its own.
struct Physical {
    explicit Physical(uint64_t size, int shared = -1)
        : bytes(size)
        , file(shared)
        , host(mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_NORESERVE | (file >= 0 ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS), file, 0)) {
        if (host == MAP_FAILED)
            throw Failure(Error::MemoryAllocation, fmt::format("this computer has no {} bytes", size));
    }
    ~Physical() {
        munmap(host, bytes);
        if (file >= 0)
            close(file);
    }
    Physical(const Physical&) = delete;
    Physical& operator=(const Physical&) = delete;

    uint64_t bytes;
    int file; ///< -1: it cannot be shared
    void* host;
    CUmemAllocationProp properties{};
    int device = 0;
};
using PhysicalPtr = std::shared_ptr<Physical>;

struct Mapping {
    uint64_t bytes = 0, offset = 0;
    PhysicalPtr memory;
    runtime::MemoryPtr opened; ///< nullptr: no device may touch it yet
};

class VirtualMemory {
public:
    uint64_t reserve(Device& device, uint64_t bytes) {
        // Its place is that of an allocation which nobody can touch; mappings begin at whole pieces.
        const runtime::MemoryPtr place = device.allocate(bytes + granularity, "cuMemAddressReserve");
        device.platform().memory().remove(place->base);
        const uint64_t address = (place->base + granularity - 1) / granularity * granularity;
        const std::lock_guard lock(m_mutex);
        m_reserved[address] = {&device, place, bytes};
        return address;
    }
    void free(uint64_t address, uint64_t bytes) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_reserved.find(address);
        if (found == m_reserved.end() || found->second.bytes != bytes)
            throw Failure(Error::InvalidValue, fmt::format("{:#x} with {} bytes is no reservation", address, bytes));
        if (const auto mapped = m_mapped.lower_bound(address);
            mapped != m_mapped.end() && mapped->first < address + bytes)
            throw Failure(Error::InvalidValue, fmt::format("memory is mapped at {:#x}: unmap it first", mapped->first));
        found->second.device->release(found->second.place);
        m_reserved.erase(found);
    }
    CUmemGenericAllocationHandle make(PhysicalPtr memory) {
        const std::lock_guard lock(m_mutex);
        m_physical[++m_last] = std::move(memory);
        return m_last;
    }
    PhysicalPtr of(CUmemGenericAllocationHandle handle) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_physical.find(handle);
        if (found == m_physical.end())
            throw Failure(Error::InvalidValue, fmt::format("{} is no memory of cuMemCreate", handle));
        return found->second;
    }
    /// What is mapped stays until it is unmapped.
    void drop(CUmemGenericAllocationHandle handle) {
        (void)of(handle);
        const std::lock_guard lock(m_mutex);
        m_physical.erase(handle);
    }
    void map(uint64_t address, uint64_t bytes, uint64_t offset, const PhysicalPtr& memory) {
        const std::lock_guard lock(m_mutex);
        auto reserved = m_reserved.upper_bound(address);
        if (reserved == m_reserved.begin() ||
            address + bytes > std::prev(reserved)->first + std::prev(reserved)->second.bytes)
            throw Failure(Error::InvalidValue,
                          fmt::format("{:#x} with {} bytes was not reserved with cuMemAddressReserve", address, bytes));
        if (offset + bytes > memory->bytes || address % granularity != 0 || bytes % granularity != 0)
            throw Failure(Error::InvalidValue, fmt::format("{} bytes from byte {} of {}: whole pieces of {}", bytes,
                                                           offset, memory->bytes, granularity));
        if (const auto next = m_mapped.lower_bound(address);
            (next != m_mapped.end() && next->first < address + bytes) ||
            (next != m_mapped.begin() && std::prev(next)->first + std::prev(next)->second.bytes > address))
            throw Failure(Error::AlreadyMapped, fmt::format("something is mapped at {:#x} already", address));
        m_mapped[address] = {bytes, offset, memory, nullptr};
    }
    void unmap(Platform& platform, uint64_t address, uint64_t bytes) {
        platform.synchronize();
        const std::lock_guard lock(m_mutex);
        forMapped(address, bytes, [&](uint64_t base, Mapping& mapping) {
            if (mapping.opened)
                platform.memory().remove(base);
        });
        m_mapped.erase(m_mapped.lower_bound(address), m_mapped.lower_bound(address + bytes));
    }
    void open(Platform& platform, uint64_t address, uint64_t bytes, int device) {
        const std::lock_guard lock(m_mutex);
        forMapped(address, bytes, [&](uint64_t base, Mapping& mapping) {
            if (!mapping.opened) {
                auto memory = std::make_shared<runtime::Memory>();
                memory->base = base;
                memory->bytes = mapping.bytes;
                memory->host = static_cast<std::byte*>(mapping.memory->host) + mapping.offset;
                memory->device = mapping.memory->device;
                memory->call = "cuMemMap";
                mapping.opened = platform.memory().add(memory);
                if (mapping.memory->file >= 0) // another process may have
                    platform.memory().markWritten(*memory);
            }
            if (device != mapping.memory->device) // as far as devices tell each other apart here
                platform.device(device).setPeer(mapping.memory->device, true);
        });
    }

private:
    template<class Visit>
    void forMapped(uint64_t address, uint64_t bytes, Visit visit) {
        uint64_t at = address;
        for (auto each = m_mapped.find(address); each != m_mapped.end() && each->first == at && at < address + bytes;
             ++each) {
            at += each->second.bytes;
            visit(each->first, each->second);
        }
        if (at != address + bytes)
            throw Failure(Error::InvalidValue,
                          fmt::format("from {:#x} on {} bytes are not what was mapped", address, bytes));
    }

    std::mutex m_mutex;
    struct Reserved {
        Device* device;
        runtime::MemoryPtr place;
        uint64_t bytes;
    };
    std::map<uint64_t, Reserved> m_reserved;
    std::map<uint64_t, Mapping> m_mapped;
    std::map<CUmemGenericAllocationHandle, PhysicalPtr> m_physical;
    CUmemGenericAllocationHandle m_last = 0;
};
VirtualMemory& all() {
    static auto* const one = new VirtualMemory;
    return *one;
}

void checkProperties(const CUmemAllocationProp& p) {
    if (p.type != CU_MEM_ALLOCATION_TYPE_PINNED || p.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        throw Failure(Error::NotSupported, "Warplens makes memory of devices only (CU_MEM_LOCATION_TYPE_DEVICE)");
    if (p.requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE &&
        p.requestedHandleTypes != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        throw Failure(Error::NotSupported, "Warplens shares memory among processes by descriptors of files only "
                                           "(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)");
    (void)Platform::get().device(p.location.id);
}

constexpr std::string_view fileName = "warplens-memory-of-device-";

int makeFile(uint64_t bytes, int device) {
    const int file = memfd_create(fmt::format("{}{}", fileName, device).c_str(), MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        if (file >= 0)
            close(file);
        throw Failure(Error::MemoryAllocation, fmt::format("this computer has no {} bytes to share", bytes));
    }
    return file;
}

/// What another process, or this one, has exported.
PhysicalPtr importFile(int file) {
    std::array<char, 128> name{};
    struct stat about {};
    const std::string prefix = fmt::format("/memfd:{}", fileName);
    if (readlink(fmt::format("/proc/self/fd/{}", file).c_str(), name.data(), name.size() - 1) < 0 ||
        !std::string_view(name.data()).starts_with(prefix) || fstat(file, &about) != 0)
        throw Failure(Error::InvalidValue,
                      fmt::format("{} is no descriptor of memory that Warplens has exported", file));
    const int device = std::atoi(name.data() + prefix.size());
    (void)Platform::get().device(device);
    const int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        throw Failure(Error::OperatingSystem, "the process has no descriptor left");
    auto memory = std::make_shared<Physical>(static_cast<uint64_t>(about.st_size), own);
    memory->device = device;
    memory->properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    memory->properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    memory->properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    memory->properties.location.id = device;
    return memory;
}

} // namespace

extern "C" {

CUresult warplens_cuMemGetAllocationGranularity(size_t* bytes, const CUmemAllocationProp* properties,
                                                CUmemAllocationGranularity_flags) {
    return result(call("cuMemGetAllocationGranularity", [&] {
        checkProperties(*needed(properties, "prop"));
        *needed(bytes, "granularity") = granularity;
    }));
}

CUresult warplens_cuMemAddressReserve(CUdeviceptr* address, size_t bytes, size_t, CUdeviceptr, unsigned long long) {
    return result(call("cuMemAddressReserve", [&] {
        if (bytes == 0 || bytes % granularity != 0)
            throw Failure(Error::InvalidValue, fmt::format("{} bytes: whole pieces of {}", bytes, granularity));
        // Aligned as what is mapped there has to be.
        *needed(address, "ptr") = all().reserve(Platform::get().current(), bytes);
    }));
}

CUresult warplens_cuMemAddressFree(CUdeviceptr address, size_t bytes) {
    return result(call("cuMemAddressFree", [&] { all().free(address, bytes); }));
}

CUresult warplens_cuMemCreate(CUmemGenericAllocationHandle* handle, size_t bytes, const CUmemAllocationProp* properties,
                              unsigned long long) {
    return result(call("cuMemCreate", [&] {
        checkProperties(*needed(properties, "prop"));
        if (Platform::get().gpu() != nullptr)
            throw Failure(Error::NotSupported, "Warplens does not map memory by hand beside a GPU (--on-gpu)");
        Device& device = Platform::get().device(properties->location.id);
        if (bytes == 0 || bytes % granularity != 0)
            throw Failure(Error::InvalidValue, fmt::format("{} bytes: whole pieces of {}", bytes, granularity));
        if (bytes > device.freeBytes())
            throw Failure(Error::MemoryAllocation, fmt::format("{} bytes, and {} are free", bytes, device.freeBytes()));
        const bool shares = properties->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE;
        auto memory = std::make_shared<Physical>(bytes, shares ? makeFile(bytes, device.ordinal()) : -1);
        memory->properties = *properties;
        memory->device = device.ordinal();
        *needed(handle, "handle") = all().make(std::move(memory));
    }));
}

CUresult warplens_cuMemRelease(CUmemGenericAllocationHandle handle) {
    return result(call("cuMemRelease", [&] { all().drop(handle); }));
}

CUresult warplens_cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp* properties,
                                                         CUmemGenericAllocationHandle handle) {
    return result(call("cuMemGetAllocationPropertiesFromHandle",
                       [&] { *needed(properties, "prop") = all().of(handle)->properties; }));
}

CUresult warplens_cuMemExportToShareableHandle(void* shared, CUmemGenericAllocationHandle handle,
                                               CUmemAllocationHandleType type, unsigned long long) {
    return result(call("cuMemExportToShareableHandle", [&] {
        const PhysicalPtr memory = all().of(handle);
        if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || memory->file < 0)
            throw Failure(Error::InvalidValue, "the memory was not made to be shared so: cuMemCreate is told by "
                                               "requestedHandleTypes");
        const int file = fcntl(memory->file, F_DUPFD_CLOEXEC, 0);
        if (file < 0)
            throw Failure(Error::OperatingSystem, "the process has no descriptor left");
        *static_cast<int*>(needed(shared, "shareableHandle")) = file;
    }));
}

CUresult warplens_cuMemImportFromShareableHandle(CUmemGenericAllocationHandle* handle, void* shared,
                                                 CUmemAllocationHandleType type) {
    return result(call("cuMemImportFromShareableHandle", [&] {
        if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
            throw Failure(Error::NotSupported, "Warplens shares memory among processes by descriptors of files only");
        *needed(handle, "handle") = all().make(importFile(static_cast<int>(reinterpret_cast<intptr_t>(shared))));
    }));
}

CUresult warplens_cuMemMap(CUdeviceptr address, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                           unsigned long long) {
    return result(call("cuMemMap", [&] { all().map(address, bytes, offset, all().of(handle)); }));
}

CUresult warplens_cuMemUnmap(CUdeviceptr address, size_t bytes) {
    return result(call("cuMemUnmap", [&] { all().unmap(Platform::get(), address, bytes); }));
}

CUresult warplens_cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc* list, size_t count) {
    return result(call("cuMemSetAccess", [&] {
        for (size_t i = 0; i < count; ++i)
            if (needed(list, "desc")[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE)
                all().open(Platform::get(), address, bytes, list[i].location.id);
    }));
}

} // extern "C"
