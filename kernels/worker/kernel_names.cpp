// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/worker/kernel_names.h"

#include "kernels/worker/worker_error.h"

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cxxabi.h>

#include <cstdlib>
#include <optional>

namespace warplens::kernels {
namespace {

template<typename Function>
Function driverFunction(const char* name, unsigned cudaVersion) {
    void* pointer = nullptr;
    cudaDriverEntryPointQueryResult state{};
    if (cudaGetDriverEntryPointByVersion(name, &pointer, cudaVersion, cudaEnableDefault, &state) != cudaSuccess ||
        state != cudaDriverEntryPointSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    return reinterpret_cast<Function>(pointer);
}

std::string demangled(const char* name) {
    int status = 0;
    char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr ? text : name;
    std::free(text);
    return result;
}

/// A kernel that another copy of the CUDA runtime (cuBLAS's own) has launched is known to the driver only.
std::optional<std::string> kernelNameOf(cudaGraphNode_t node) {
    static const auto params =
        driverFunction<PFN_cuGraphKernelNodeGetParams_v12000>("cuGraphKernelNodeGetParams", 12000);
    static const auto functionName = driverFunction<PFN_cuFuncGetName_v12030>("cuFuncGetName", 12030);
    static const auto kernelName = driverFunction<PFN_cuKernelGetName_v12030>("cuKernelGetName", 12030);
    CUDA_KERNEL_NODE_PARAMS_v2 values{};
    if (params == nullptr || params(node, &values) != CUDA_SUCCESS)
        return std::nullopt;
    const char* name = nullptr;
    if (values.func != nullptr && functionName != nullptr && functionName(&name, values.func) == CUDA_SUCCESS)
        return demangled(name);
    if (values.kern != nullptr && kernelName != nullptr && kernelName(&name, values.kern) == CUDA_SUCCESS)
        return demangled(name);
    return std::nullopt;
}

class CapturedGraph {
public:
    CapturedGraph(Callee& library, const std::vector<void*>& arguments, cudaStream_t stream) {
        if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed) != cudaSuccess) {
            cudaGetLastError();
            return;
        }
        try {
            library.call(arguments, stream);
        } catch (const WorkerError&) {
            // The capture has to end in any case; without kernels in it there is nothing to name.
        }
        if (cudaStreamEndCapture(stream, &m_graph) != cudaSuccess)
            cudaGetLastError();
    }
    CapturedGraph(const CapturedGraph&) = delete;
    CapturedGraph& operator=(const CapturedGraph&) = delete;
    ~CapturedGraph() {
        if (m_graph != nullptr)
            cudaGraphDestroy(m_graph);
    }

    std::vector<cudaGraphNode_t> nodes() const {
        std::size_t count = 0;
        if (m_graph == nullptr || cudaGraphGetNodes(m_graph, nullptr, &count) != cudaSuccess)
            return {};
        std::vector<cudaGraphNode_t> all(count);
        if (count == 0 || cudaGraphGetNodes(m_graph, all.data(), &count) != cudaSuccess)
            return {};
        return all;
    }

private:
    cudaGraph_t m_graph = nullptr;
};

} // namespace

std::vector<std::string> launchedKernelNames(Callee& library, const std::vector<void*>& arguments,
                                             cudaStream_t stream) {
    const CapturedGraph graph(library, arguments, stream);
    std::vector<std::string> names;
    for (cudaGraphNode_t node : graph.nodes()) {
        cudaGraphNodeType type{};
        if (cudaGraphNodeGetType(node, &type) != cudaSuccess || type != cudaGraphNodeTypeKernel)
            continue;
        if (auto name = kernelNameOf(node))
            names.push_back(std::move(*name));
    }
    return names;
}

} // namespace warplens::kernels
