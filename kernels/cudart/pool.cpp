// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in the order of streams, and the pools that it comes from.
#include "kernels/runtime/pool.h"

#include "kernels/cudart/api.h"

#include <fmt/format.h>

using namespace warplens;
using namespace warplens::cudart;
using runtime::Pool;
using runtime::PoolPtr;
using runtime::StreamPtr;

namespace {

/// Pools that programs ask for by device are shown to them when they do.
cudaMemPool_t shown(const PoolPtr& pool) {
    return static_cast<cudaMemPool_t>(Platform::get().pools.give(pool));
}

PoolPtr poolOf(cudaMemPool_t handle) {
    if (PoolPtr pool = Platform::get().pools.find(handle))
        return pool;
    throw Failure(Error::InvalidValue,
                  fmt::format("{} is no memory pool, or one that was destroyed", fmt::ptr(handle)));
}

cudaError_t allocate(const char* name, void** pointer, size_t bytes, cudaStream_t where, const auto& poolFor) {
    return callDevice(name, [&](Device&) {
        const StreamPtr stream = streamOf(where);
        needed(pointer, "devPtr");
        if (bytes == 0) {
            *pointer = nullptr;
            return;
        }
        if (stream->capture) {
            *pointer =
                pointerTo(runtime::captureAllocation(*poolFor(*stream->device)->device, *stream, bytes, name)->base);
            return;
        }
        const runtime::MemoryPtr memory = runtime::allocateFrom(poolFor(*stream->device), bytes, name);
        *pointer = pointerTo(memory->base);
        runtime::beginInOrder(*stream->device, *stream, *memory, name);
    });
}

template<class T>
void set(void* value, T what) {
    *static_cast<T*>(needed(value, "value")) = what;
}

} // namespace

extern "C" {

cudaError_t warplens_cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    return allocate("cudaMallocAsync", pointer, bytes, stream, [](Device& device) { return device.pool(); });
}

cudaError_t warplens_cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return allocate("cudaMallocFromPoolAsync", pointer, bytes, stream, [&](Device&) { return poolOf(pool); });
}

cudaError_t warplens_cudaFreeAsync(void* pointer, cudaStream_t where) {
    return callDevice("cudaFreeAsync", [&](Device&) {
        const StreamPtr stream = streamOf(where);
        if (pointer != nullptr && stream->capture)
            runtime::captureFree(*stream->device, *stream, addressOf(pointer), "cudaFreeAsync");
        else if (pointer != nullptr)
            runtime::freeInOrder(*stream->device, *stream, addressOf(pointer), "cudaFreeAsync");
    });
}

cudaError_t warplens_cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return call("cudaDeviceGetDefaultMemPool",
                [&] { *needed(pool, "memPool") = shown(Platform::get().device(device).defaultPool()); });
}

cudaError_t warplens_cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return call("cudaDeviceGetMemPool",
                [&] { *needed(pool, "memPool") = shown(Platform::get().device(device).pool()); });
}

cudaError_t warplens_cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
    return call("cudaDeviceSetMemPool", [&] {
        const PoolPtr pool = poolOf(handle);
        Device& owner = Platform::get().device(device);
        if (pool->device != &owner)
            throw Failure(Error::InvalidValue, "the pool belongs to another device");
        owner.setPool(pool);
    });
}

cudaError_t warplens_cudaMemPoolCreate(cudaMemPool_t* handle, const cudaMemPoolProps* properties) {
    return call("cudaMemPoolCreate", [&] {
        if (needed(properties, "poolProps")->location.type != cudaMemLocationTypeDevice)
            throw Failure(Error::NotSupported, "Warplens has pools of the memory of devices only");
        if (properties->handleTypes != cudaMemHandleTypeNone)
            throw Failure(Error::NotSupported, "Warplens does not share pools among processes");
        auto pool = std::make_shared<Pool>();
        pool->device = &Platform::get().device(properties->location.id);
        pool->limit = properties->maxSize;
        *needed(handle, "memPool") = shown(pool);
    });
}

cudaError_t warplens_cudaMemPoolDestroy(cudaMemPool_t handle) {
    return call("cudaMemPoolDestroy", [&] {
        const PoolPtr pool = poolOf(handle);
        if (pool == pool->device->defaultPool())
            throw Failure(Error::InvalidValue, "a device's default pool cannot be destroyed");
        if (pool == pool->device->pool())
            pool->device->setPool(pool->device->defaultPool());
        Platform::get().pools.take(handle);
    });
}

cudaError_t warplens_cudaMemPoolTrimTo(cudaMemPool_t pool, size_t least) {
    return call("cudaMemPoolTrimTo", [&] { poolOf(pool)->trimTo(least); });
}

cudaError_t warplens_cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, size_t count) {
    return call("cudaMemPoolSetAccess", [&] {
        const PoolPtr owned = poolOf(pool);
        for (size_t i = 0; i < count; ++i) {
            Device& other = Platform::get().device(needed(access, "descList")[i].location.id);
            if (&other != owned->device && access[i].flags != cudaMemAccessFlagsProtNone)
                other.setPeer(owned->device->ordinal(), true);
        }
    });
}

cudaError_t warplens_cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    return call("cudaMemPoolGetAccess", [&] {
        const PoolPtr owned = poolOf(pool);
        const Device& other = Platform::get().device(needed(location, "location")->id);
        const bool reached = &other == owned->device || other.reachesPeer(owned->device->ordinal());
        *needed(flags, "flags") = reached ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    });
}

cudaError_t warplens_cudaMemPoolSetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return call("cudaMemPoolSetAttribute", [&] {
        const PoolPtr pool = poolOf(handle);
        needed(value, "value");
        switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *static_cast<const int*>(value);
            return;
        case cudaMemPoolAttrReleaseThreshold:
            return pool->setThreshold(*static_cast<const uint64_t*>(value));
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemHigh:
            if (*static_cast<const uint64_t*>(value) != 0)
                throw Failure(Error::InvalidValue, "a high-water mark can be set to 0 only");
            return attribute == cudaMemPoolAttrUsedMemHigh ? pool->resetMostUsed() : pool->resetMostReserved();
        default:
            throw Failure(Error::InvalidValue,
                          fmt::format("the attribute {} cannot be set", static_cast<int>(attribute)));
        }
    });
}

cudaError_t warplens_cudaMemPoolGetAttribute(cudaMemPool_t handle, cudaMemPoolAttr attribute, void* value) {
    return call("cudaMemPoolGetAttribute", [&] {
        const PoolPtr pool = poolOf(handle);
        switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            return set<int>(value, pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies]);
        case cudaMemPoolAttrReleaseThreshold:
            return set(value, pool->amounts().threshold);
        case cudaMemPoolAttrReservedMemCurrent:
            return set(value, pool->amounts().reserved);
        case cudaMemPoolAttrUsedMemCurrent:
            return set(value, pool->amounts().used);
        case cudaMemPoolAttrReservedMemHigh:
            return set(value, pool->amounts().mostReserved);
        case cudaMemPoolAttrUsedMemHigh:
            return set(value, pool->amounts().mostUsed);
        default:
            throw Failure(Error::InvalidValue, fmt::format("there is no attribute {}", static_cast<int>(attribute)));
        }
    });
}

} // extern "C"
