// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/curand/toolkit_engine.h"

#include "kernels/compiler/toolkit.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

namespace warplens::curand {
namespace {

/// By its path: the loader knows ours by that name.
const kernels::DynamicLibrary* library() {
    static const std::optional<kernels::DynamicLibrary> found = [] {
        std::string reason;
        for (const std::filesystem::path& folder : kernels::toolkitLibraryDirs())
            if (std::error_code error; std::filesystem::exists(folder / "libcurand.so.10", error))
                if (auto opened = kernels::DynamicLibrary::open(folder / "libcurand.so.10", reason))
                    return opened;
        return std::optional<kernels::DynamicLibrary>();
    }();
    return found ? &*found : nullptr;
}

template<class Function>
Function* theirs(const char* name) {
    return reinterpret_cast<Function*>(toolkitFunction(name));
}

#define THEIRS(name) theirs<decltype(::name)>(#name)

void check(curandStatus_t status) {
    if (status != CURAND_STATUS_SUCCESS)
        throw std::runtime_error(fmt::format("the toolkit's libcurand answers {}", static_cast<int>(status)));
}

class ToolkitEngine final : public Engine {
public:
    ToolkitEngine(curandRngType type, curandGenerator_t generator)
        : m_type(type)
        , m_generator(generator) {}
    ~ToolkitEngine() override { THEIRS(curandDestroyGenerator)(m_generator); }

    void seed(uint64_t seed, uint64_t offset) override {
        curandGenerator_t fresh = nullptr;
        check(THEIRS(curandCreateGeneratorHost)(&fresh, m_type));
        THEIRS(curandDestroyGenerator)(std::exchange(m_generator, fresh));
        check(THEIRS(curandSetPseudoRandomGeneratorSeed)(m_generator, seed));
        if (offset != 0)
            check(THEIRS(curandSetGeneratorOffset)(m_generator, offset));
    }
    bool isPaired() const override { return true; }
    void integers(uint32_t* to, size_t count) override { check(THEIRS(curandGenerate)(m_generator, to, count)); }
    void uniforms(float* to, size_t count) override { check(THEIRS(curandGenerateUniform)(m_generator, to, count)); }
    void uniforms(double* to, size_t count) override {
        check(THEIRS(curandGenerateUniformDouble)(m_generator, to, count));
    }
    void normals(float* to, size_t count) override {
        check(THEIRS(curandGenerateNormal)(m_generator, to, count, 0, 1));
    }
    void normals(double* to, size_t count) override {
        check(THEIRS(curandGenerateNormalDouble)(m_generator, to, count, 0, 1));
    }

private:
    curandRngType m_type;
    curandGenerator_t m_generator;
};

} // namespace

void* toolkitFunction(const char* name) {
    return library() == nullptr ? nullptr : library()->symbol(name);
}

std::unique_ptr<Engine> makeOfToolkit(curandRngType type) {
    auto* const create = THEIRS(curandCreateGeneratorHost);
    curandGenerator_t generator = nullptr;
    if (create == nullptr || create(&generator, type) != CURAND_STATUS_SUCCESS)
        return nullptr;
    return std::make_unique<ToolkitEngine>(type, generator);
}

} // namespace warplens::curand
