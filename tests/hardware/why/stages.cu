// SPDX-License-Identifier: GPL-3.0-or-later
// Launches machine code of stages as recordings do, by a list of lines
//   label;file.cubin;kernel;grid x,y;block x,y;bytes of shared memory;arguments
// where an argument is b0 to b3 (256 MiB of floats between 0 and 1), z (zeros) or a number; prints label and milliseconds,
// the median of 21 (or of REPEATS), each behind one like it. The last launch of each line is the one that a profiler sees.
//   nvcc -O2 -std=c++17 -o stages stages.cu -lcuda && ./stages stages.txt > stages.csv
#include "frame.h"

#include <cuda.h>
#include <cuda_profiler_api.h>

#include <fstream>
#include <sstream>
#include <string>

#define DRIVER(call)                                                                                                   \
    do {                                                                                                               \
        if (CUresult e = (call); e != CUDA_SUCCESS) {                                                                  \
            std::fprintf(stderr, "%s:%d: error %d\n", __FILE__, __LINE__, int(e));                                     \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

__global__ void fill(float* to, size_t count) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        to[i] = float((i * 2654435761u >> 8) & 0xffff) / 65536;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);)
        parts.push_back(part);
    return parts;
}

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: %s LIST [REPEATS]\n", argv[0]);
        return 2;
    }
    const int repeats = argc == 3 ? std::stoi(argv[2]) : 21;
    constexpr size_t bytes = size_t(256) << 20;
    CHECK(cudaFree(nullptr));
    std::vector<CUdeviceptr> buffers(5);
    for (size_t n = 0; n < buffers.size(); ++n) {
        DRIVER(cuMemAlloc(&buffers[n], bytes));
        DRIVER(cuMemsetD8(buffers[n], 0, bytes));
        if (n < 4)
            fill<<<1024, 256>>>(reinterpret_cast<float*>(buffers[n]), bytes / 4);
    }
    CHECK(cudaDeviceSynchronize());
    std::ifstream list(argv[1]);
    for (std::string line; std::getline(list, line);) {
        if (line.empty() || line[0] == '#')
            continue;
        const std::vector<std::string> parts = split(line, ';');
        if (parts.size() != 7) {
            std::fprintf(stderr, "seven parts are wanted: %s\n", line.c_str());
            return 2;
        }
        CUmodule module = nullptr;
        CUfunction function = nullptr;
        DRIVER(cuModuleLoad(&module, parts[1].c_str()));
        DRIVER(cuModuleGetFunction(&function, module, parts[2].c_str()));
        const auto extent = [](const std::string& text) {
            dim3 of(1, 1, 1);
            const std::vector<std::string> words = split(text, ',');
            for (size_t i = 0; i < words.size() && i < 3; ++i)
                (i == 0 ? of.x : i == 1 ? of.y : of.z) = unsigned(std::stoul(words[i]));
            return of;
        };
        const dim3 grid = extent(parts[3]), block = extent(parts[4]);
        const auto shared = unsigned(std::stoul(parts[5]));
        if (shared > 48 * 1024)
            DRIVER(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, int(shared)));
        std::vector<CUdeviceptr> pointers(16);
        std::vector<int> numbers(16);
        std::vector<void*> arguments;
        for (const std::string& word : split(parts[6], ' '))
            if (word[0] == 'b' || word[0] == 'z') {
                pointers[arguments.size()] = word[0] == 'z' ? buffers[4] : buffers[size_t(word[1] - '0')];
                arguments.push_back(&pointers[arguments.size()]);
            } else {
                numbers[arguments.size()] = std::stoi(word);
                arguments.push_back(&numbers[arguments.size()]);
            }
        const auto launch = [&] {
            DRIVER(cuLaunchKernel(function, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, nullptr, arguments.data(), nullptr));
        };
        const std::vector<float> times = timesOf(launch, repeats);
        std::printf("%s;%.6f\n", parts[0].c_str(), times[times.size() / 2]);
        std::fflush(stdout);
        CHECK(cudaProfilerStart());
        launch();
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaProfilerStop());
        DRIVER(cuModuleUnload(module));
    }
    return 0;
}
