// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/callee.h"

#include "kernels/protocol/base64.h"
#include "kernels/protocol/protocol.h"
#include "kernels/worker/cublas.h"
#include "kernels/worker/cuda_check.h"
#include "kernels/worker/devices.h"
#include "kernels/worker/library_function.h"
#include "kernels/worker/worker_error.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

namespace warplens::kernels {
namespace {

using nlohmann::json;

class KernelCallee : public Callee {
public:
    KernelCallee(std::string image, const std::string& name, const LaunchShape& shape, int device)
        : m_kernel(std::move(image), name)
        , m_shape(shape)
        , m_device(device) {
        m_kernel.prepare(shape, device);
    }

    void startUp(cudaStream_t) override {}
    void shutDown() override {}
    void call(const std::vector<void*>& arguments, cudaStream_t stream) override {
        m_kernel.launch(m_shape, arguments, stream);
    }
    json attributes() const override { return m_kernel.attributes(m_shape, m_device); }
    bool isLibrary() const override { return false; }

private:
    LoadedKernel m_kernel;
    LaunchShape m_shape;
    int m_device;
};

class LibraryCallee : public Callee {
public:
    explicit LibraryCallee(const LibraryFunction& function)
        : m_function(function) {}

    void startUp(cudaStream_t stream) override { m_handle = std::make_unique<CublasHandle>(stream); }
    void shutDown() override { m_handle.reset(); }
    void call(const std::vector<void*>& arguments, cudaStream_t) override {
        const cublasStatus_t status = m_function.callCublas(m_handle->get(), arguments.data());
        if (status != CUBLAS_STATUS_SUCCESS)
            throw WorkerError(protocol::kind::library,
                              fmt::format("{} failed: {}", m_function.name, cublasStatusText(status)));
    }
    json attributes() const override { return nullptr; }
    bool isLibrary() const override { return true; }
    std::string mathMode() const override { return m_handle ? m_handle->mathMode() : std::string(); }

private:
    const LibraryFunction& m_function;
    std::unique_ptr<CublasHandle> m_handle;
};

/// A library that is a part of this worker, and starts with the first call.
class StreamCallee : public Callee {
public:
    explicit StreamCallee(const LibraryFunction& function)
        : m_function(function) {}

    void startUp(cudaStream_t) override {}
    void shutDown() override {}
    void call(const std::vector<void*>& arguments, cudaStream_t stream) override {
        check(m_function.callOnStream(stream, arguments.data()), "calling the library");
    }
    json attributes() const override { return nullptr; }
    bool isLibrary() const override { return true; }

private:
    const LibraryFunction& m_function;
};

struct Image {
    std::string bytes;
    std::string kernelName;
    double milliseconds = 0.0;
};

Image compiledImage(const json& code, int device, const Toolbox& toolbox) {
    if (!toolbox.compiler().compiler)
        throw WorkerError(protocol::kind::compile, toolbox.compiler().reason);
    CompileRequest request;
    request.source = code.at("source").get<std::string>();
    request.fileName = code.value("file_name", "kernel.cu");
    request.architecture = computeCapability(device);
    request.kernelName = code.value("name", "");
    if (code.contains("defines"))
        for (const json& define : code.at("defines"))
            request.defines.push_back({define.at(0).get<std::string>(), define.at(1).get<std::string>()});
    CompileResult result = compileCached(*toolbox.compiler().compiler, toolbox.cache(), request);
    if (!result.ok)
        throw WorkerError(protocol::kind::compile, firstError(result));
    return {std::move(result.cubin), std::move(result.kernelName), result.milliseconds};
}

Image givenImage(const json& code) {
    Image image;
    image.kernelName = code.value("name", "");
    if (code.contains("cubin")) {
        auto bytes = base64Decoded(code.at("cubin").get<std::string>());
        if (!bytes || bytes->empty())
            throw WorkerError(protocol::kind::badRequest, "'cubin' is no Base64: write machine code or PTX in Base64");
        image.bytes = std::move(*bytes);
        return image;
    }
    const auto file = code.at("cubin_file").get<std::string>();
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in || text.view().empty())
        throw WorkerError(protocol::kind::badRequest, fmt::format("cannot read the machine code from {}", file));
    image.bytes = text.str();
    return image;
}

Image imageOf(const json& code, int device, const Toolbox& toolbox) {
    return code.contains("source") ? compiledImage(code, device, toolbox) : givenImage(code);
}

} // namespace

std::string imageBytes(const json& code, int device, const Toolbox& toolbox) {
    return imageOf(code, device, toolbox).bytes;
}

MadeCallee makeCallee(const json& code, const LaunchShape& shape, int device, std::size_t argumentCount,
                      const Toolbox& toolbox) {
    if (code.contains("library_function")) {
        const auto name = code.at("library_function").get<std::string>();
        const LibraryFunction* function = findLibraryFunction(name);
        if (function == nullptr)
            throw WorkerError(protocol::kind::library,
                              fmt::format("this worker was built without the library function '{}'", name));
        if (function->argumentCount != argumentCount)
            throw WorkerError(protocol::kind::badRequest, fmt::format("'{}' takes {} arguments, and {} were given",
                                                                      name, function->argumentCount, argumentCount));
        if (function->callOnStream != nullptr)
            return {std::make_unique<StreamCallee>(*function), 0.0};
        std::string reason;
        if (!findCublas(reason))
            throw WorkerError(protocol::kind::library, reason);
        return {std::make_unique<LibraryCallee>(*function), 0.0};
    }
    Image image = imageOf(code, device, toolbox);
    return {std::make_unique<KernelCallee>(std::move(image.bytes), image.kernelName, shape, device),
            image.milliseconds};
}

} // namespace warplens::kernels
