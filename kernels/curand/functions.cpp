// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of libcurand: generators, and arrays that they fill in the order of a stream.
#include "kernels/cudart/library.h"
#include "kernels/curand/engine.h"
#include "kernels/curand/poisson.h"
#include "kernels/curand/toolkit_engine.h"
#include "kernels/runtime/platform.h"

#include <curand.h>
#include <fmt/format.h>

#include <cmath>
#include <mutex>

namespace warplens::curand {
namespace {

using Refused = cudart::Refused<curandStatus_t>;

struct Generator {
    curandRngType type = CURAND_RNG_PSEUDO_DEFAULT;
    bool onHost = false;
    std::unique_ptr<Engine> engine;
    uint64_t seed = 0, offset = 0;
    unsigned dimensions = 1;
    int device = 0;
    cudaStream_t stream = nullptr;
    bool begun = false;
    std::mutex use; ///< two streams may fill at the same time
};

runtime::Handles<Generator>& generators() {
    static auto* const all = new runtime::Handles<Generator>;
    return *all;
}

std::shared_ptr<Generator> generatorOf(curandGenerator_t handle) {
    if (std::shared_ptr<Generator> found = generators().find(handle))
        return found;
    throw Refused(CURAND_STATUS_NOT_INITIALIZED,
                  handle == nullptr ? "the generator is a null pointer: call curandCreateGenerator first"
                                    : "the generator is none that curandCreateGenerator gave, or it was destroyed");
}

std::unique_ptr<Engine> engineOf(curandRngType type) {
    switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT:
    case CURAND_RNG_PSEUDO_XORWOW:
        return makeXorwow();
    case CURAND_RNG_PSEUDO_MRG32K3A:
        return makeMrg32k3a();
    case CURAND_RNG_PSEUDO_PHILOX4_32_10:
        return makePhilox();
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
        return makeSobol32();
    case CURAND_RNG_PSEUDO_MTGP32:
    case CURAND_RNG_PSEUDO_MT19937:
        if (auto engine = makeOfToolkit(type))
            return engine;
        throw Refused(CURAND_STATUS_TYPE_ERROR,
                      "MTGP32 and MT19937 are computed by the toolkit's own libcurand.so.10, as its generators for the "
                      "host, and no CUDA toolkit was found: set $CUDA_HOME");
    default:
        throw Refused(
            CURAND_STATUS_TYPE_ERROR,
            fmt::format("Warplens does not emulate the generator {}: XORWOW, MRG32K3A, PHILOX4_32_10, MTGP32, "
                        "MT19937 and SOBOL32 are there",
                        static_cast<int>(type)));
    }
}

template<bool onHost>
void create(const char*, curandGenerator_t* result, curandRngType type) {
    if (result == nullptr)
        throw Refused(CURAND_STATUS_OUT_OF_RANGE, "generator is a null pointer");
    auto generator = std::make_shared<Generator>();
    generator->type = type;
    generator->onHost = onHost;
    generator->engine = engineOf(type);
    (void)runtime::Platform::get().current(); // throws where there is none
    generator->device = runtime::Platform::get().currentOrdinal();
    runtime::Platform::get().session().note("cuRAND is computed on the CPU: integers and uniform numbers are the same "
                                            "bits as those of its host generators, "
                                            "normal ones but for rounding, Poisson's others of the same distribution");
    *result = static_cast<curandGenerator_t>(generators().give(std::move(generator)));
}

/// What is under way on the generator's stream is done, before something is changed.
void settle(const Generator& generator) {
    if (!generator.onHost)
        runtime::Platform::get().device(generator.device).synchronize();
}

void destroy(const char*, curandGenerator_t handle) {
    settle(*generatorOf(handle));
    generators().take(handle);
}

void version(const char*, int* result) {
    if (result == nullptr)
        throw Refused(CURAND_STATUS_OUT_OF_RANGE, "version is a null pointer");
    *result = CURAND_VERSION;
}
void property(const char*, libraryPropertyType type, int* result) {
    if (result == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
        throw Refused(CURAND_STATUS_OUT_OF_RANGE, fmt::format("there is no property {}", static_cast<int>(type)));
    *result = type == MAJOR_VERSION ? CURAND_VER_MAJOR : type == MINOR_VERSION ? CURAND_VER_MINOR : CURAND_VER_PATCH;
}

void setStream(const char*, curandGenerator_t handle, cudaStream_t stream) {
    const auto generator = generatorOf(handle);
    (void)cudart::streamOf(stream); // throws for one that is gone
    settle(*generator);
    generator->stream = stream;
}
void setSeed(const char*, curandGenerator_t handle, unsigned long long seed) {
    const auto generator = generatorOf(handle);
    if (generator->engine->isQuasi())
        throw Refused(CURAND_STATUS_TYPE_ERROR, "a quasi-random generator has no seed");
    settle(*generator);
    generator->seed = seed;
    generator->begun = false;
}
void setOffset(const char*, curandGenerator_t handle, unsigned long long offset) {
    const auto generator = generatorOf(handle);
    settle(*generator);
    generator->offset = offset;
    generator->begun = false;
}
void setOrdering(const char*, curandGenerator_t handle, curandOrdering_t order) {
    const auto generator = generatorOf(handle);
    const bool fits = generator->engine->isQuasi()
                          ? order == CURAND_ORDERING_QUASI_DEFAULT
                          : order == CURAND_ORDERING_PSEUDO_DEFAULT || order == CURAND_ORDERING_PSEUDO_BEST ||
                                order == CURAND_ORDERING_PSEUDO_LEGACY;
    if (!fits)
        throw Refused(CURAND_STATUS_OUT_OF_RANGE,
                      fmt::format("Warplens has no ordering {} for this generator: DEFAULT, BEST or LEGACY",
                                  static_cast<int>(order)));
}
void setDimensions(const char*, curandGenerator_t handle, unsigned dimensions) {
    const auto generator = generatorOf(handle);
    if (!generator->engine->isQuasi())
        throw Refused(CURAND_STATUS_TYPE_ERROR, "a pseudo-random generator has no dimensions");
    if (dimensions == 0 || dimensions > sobolDimensions)
        throw Refused(CURAND_STATUS_OUT_OF_RANGE,
                      fmt::format("{} dimensions: 1 to {} here, 1 to 20000 on a GPU", dimensions, sobolDimensions));
    settle(*generator);
    generator->dimensions = dimensions;
    generator->begun = false;
}

void begin(Generator& generator) {
    if (generator.begun)
        return;
    generator.engine->setDimensions(generator.dimensions);
    generator.engine->seed(generator.seed, generator.offset);
    generator.begun = true;
}
void generateSeeds(const char*, curandGenerator_t handle) {
    const auto generator = generatorOf(handle);
    settle(*generator);
    begin(*generator);
}

/// Fills an array, with a function of the engine and the array.
template<class T, class Fill>
void fill(const char* name, curandGenerator_t handle, T* to, size_t count, Fill how) {
    const auto generator = generatorOf(handle);
    if (generator->engine->isQuasi() && count % generator->dimensions != 0)
        throw Refused(CURAND_STATUS_LENGTH_NOT_MULTIPLE,
                      fmt::format("{} numbers are no multiple of {} dimensions", count, generator->dimensions));
    if (count == 0)
        return;
    if (generator->onHost) {
        if (to == nullptr)
            throw Refused(CURAND_STATUS_LAUNCH_FAILURE, "the array is a null pointer");
        begin(*generator);
        how(*generator->engine, to);
        return;
    }
    runtime::Device& device = runtime::Platform::get().device(generator->device);
    const runtime::StreamPtr stream =
        generator->stream == nullptr ? device.defaultStream() : cudart::streamOf(generator->stream);
    if (device.error() != runtime::Error::Success)
        throw Refused(CURAND_STATUS_PREEXISTING_FAILURE, {});
    T* const values = reinterpret_cast<T*>(cudart::deviceBytes(to, count * sizeof(T), name, "the array", true));
    cudart::putLibraryCall(stream, {name,
                                    fmt::format("{} numbers", count),
                                    0,
                                    double(count * sizeof(T)),
                                    false,
                                    [generator, values, how] {
                                        const std::lock_guard lock(generator->use);
                                        begin(*generator);
                                        how(*generator->engine, values);
                                    },
                                    {{cudart::addressOf(to), 0, count * sizeof(T), 1, true}}});
}

void generate(const char* name, curandGenerator_t handle, unsigned* to, size_t count) {
    fill(name, handle, to, count, [count](Engine& engine, unsigned* at) { engine.integers(at, count); });
}
template<class R>
void uniform(const char* name, curandGenerator_t handle, R* to, size_t count) {
    fill(name, handle, to, count, [count](Engine& engine, R* at) { engine.uniforms(at, count); });
}

template<class R, class After>
void normalThen(const char* name, curandGenerator_t handle, R* to, size_t count, R mean, R deviation, After after) {
    if (generatorOf(handle)->engine->isPaired() && count % 2 != 0)
        throw Refused(CURAND_STATUS_LENGTH_NOT_MULTIPLE,
                      fmt::format("{} numbers: this generator makes normal numbers in pairs", count));
    fill(name, handle, to, count, [=](Engine& engine, R* at) {
        engine.normals(at, count);
        for (size_t i = 0; i < count; ++i)
            at[i] = after(at[i] * deviation + mean);
    });
}
template<class R>
void normal(const char* name, curandGenerator_t handle, R* to, size_t count, R mean, R deviation) {
    normalThen(name, handle, to, count, mean, deviation, [](R x) { return x; });
}
template<class R>
void logNormal(const char* name, curandGenerator_t handle, R* to, size_t count, R mean, R deviation) {
    normalThen(name, handle, to, count, mean, deviation, [](R x) { return std::exp(x); });
}

void poisson(const char* name, curandGenerator_t handle, unsigned* to, size_t count, double mean) {
    constexpr double most = 400000; // as cuRAND has it
    if (!(mean > 0 && mean <= most))
        throw Refused(CURAND_STATUS_OUT_OF_RANGE, fmt::format("lambda is {}: above 0, to {}", mean, most));
    fill(name, handle, to, count, [=](Engine& engine, unsigned* at) {
        const Poisson distribution(mean);
        std::vector<double> values(count);
        engine.uniforms(values.data(), count);
        for (size_t i = 0; i < count; ++i)
            at[i] = distribution(values[i]);
    });
}

/// A table that the toolkit's own library has.
template<class... Parameters>
void fromToolkit(const char* name, Parameters... parameters) {
    auto* const function = reinterpret_cast<curandStatus_t (*)(Parameters...)>(toolkitFunction(name));
    if (function == nullptr)
        throw Refused(CURAND_STATUS_ARCH_MISMATCH,
                      "this table is the toolkit's own (libcurand.so.10), and no CUDA toolkit "
                      "was found: set $CUDA_HOME");
    if (const curandStatus_t status = function(parameters...); status != CURAND_STATUS_SUCCESS)
        throw Refused(status, fmt::format("the toolkit's libcurand answers {}", static_cast<int>(status)));
}

curandStatus_t statusOf(const runtime::Failure& failure) {
    if (failure.error == runtime::Error::IllegalAddress) // as a GPU's kernel would leave it behind
        runtime::Platform::get().current().fail(failure.error);
    return failure.error == runtime::Error::NoDevice ? CURAND_STATUS_INITIALIZATION_FAILED
                                                     : CURAND_STATUS_LAUNCH_FAILURE;
}

curandStatus_t refusal(const char* name) {
    return cudart::refusal<curandStatus_t>(name,
                                           {CURAND_STATUS_ALLOCATION_FAILED, CURAND_STATUS_INTERNAL_ERROR, statusOf});
}

/// The function of the library's type that calls `body(name, arguments…)`, which throws.
template<class Signature>
struct Entry;
template<class... Parameters>
struct Entry<curandStatus_t(Parameters...)> {
    template<auto body, auto name>
    static curandStatus_t call(Parameters... parameters) {
        try {
            body(name(), parameters...);
            return CURAND_STATUS_SUCCESS;
        } catch (...) {
            return refusal(name());
        }
    }
};

} // namespace

#define CURAND(name, ...)                                                                                              \
    extern "C" {                                                                                                       \
    extern decltype(&::name) const warplens_at_##name;                                                                 \
    decltype(&::name) const warplens_at_##name = &Entry<decltype(::name)>::call<&__VA_ARGS__, [] { return #name; }>;   \
    }
#define CURAND_MISSING(name)
#include "kernels/curand/curand.def"

} // namespace warplens::curand

extern "C" int warplens_missing_curand(const char* name);

/// What a function of libcurand answers that is not there.
int warplens_missing_curand(const char* name) {
    warplens::runtime::Platform::get().session().note(std::string(name) +
                                                      ": Warplens does not emulate this function of cuRAND");
    return CURAND_STATUS_ARCH_MISMATCH;
}
