// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/data/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace warplens::kernels {

void parallelFor(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body) {
    if (count <= 0)
        return;
    grain = std::max<std::int64_t>(grain, 1);

    std::atomic<std::int64_t> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr firstError;
    std::mutex errorMutex;
    const auto work = [&] {
        while (!failed) {
            const std::int64_t begin = next.fetch_add(grain);
            if (begin >= count)
                return;
            try {
                body(begin, std::min(begin + grain, count));
            } catch (...) {
                const std::lock_guard lock(errorMutex);
                if (!firstError)
                    firstError = std::current_exception();
                failed = true;
            }
        }
    };

    const std::int64_t pieces = (count + grain - 1) / grain;
    const std::int64_t cores = std::max(1u, std::thread::hardware_concurrency());
    {
        std::vector<std::jthread> helpers;
        for (std::int64_t i = 1; i < std::min(pieces, cores); ++i)
            helpers.emplace_back(work);
        work();
    }
    if (firstError)
        std::rethrow_exception(firstError);
}

} // namespace warplens::kernels
