// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of programs that were compiled with --default-stream per-thread: by the stream 0 they mean a stream of the thread.
#include "kernels/cudart/before_13.h"
#include "kernels/cudart/driver.h"

#include <utility>

extern "C" cudaError_t warplens___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, size_t, cudaStream_t);

namespace warplens::cudart {
namespace {

class PerThread {
public:
    PerThread() = default;
    ~PerThread() { defaultIsPerThread() = m_before; }
    PerThread(const PerThread&) = delete;
    PerThread& operator=(const PerThread&) = delete;

private:
    bool m_before = std::exchange(defaultIsPerThread(), true);
};

template<auto function>
struct Entry;
template<class Result, class... Parameters, Result (*function)(Parameters...)>
struct Entry<function> {
    static Result call(Parameters... parameters) {
        const PerThread own;
        return function(parameters...);
    }
};

} // namespace
} // namespace warplens::cudart

// The library's entry jumps to where this points.
#define CUDART(name)
#define CUDART_INTERNAL(name)
#define CUDART_CHANGED(name)
#define CUDART_FORMER(name, function)
#define CUDART_BEFORE_13(name, of)
#define CUDART_MISSING(name)
#define CUDART_MISSING_BEFORE_13(name)
#define CUDART_PER_THREAD(name, of)                                                                                    \
    extern "C" {                                                                                                       \
    extern decltype(&warplens_##of) const warplens_at_##name;                                                          \
    decltype(&warplens_##of) const warplens_at_##name = &warplens::cudart::Entry<&warplens_##of>::call;                \
    }
#define CUDART_PER_THREAD_CHANGED(name, of)                                                                            \
    CUDART_PER_THREAD(name, of)                                                                                        \
    CUDART_PER_THREAD(before_13_##name, before_13_##of)
#define CUDART_PER_THREAD_BEFORE_13(name, of) CUDART_PER_THREAD(name, of)
#include "kernels/cudart/cudart.def"
#include "kernels/cudart/driver.def"
