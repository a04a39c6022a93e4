// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/process/behind.h"

#include <sys/resource.h>
#include <unistd.h>

namespace warplens::kernels {

void stayBehind() {
    constexpr int politeness = 10;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), politeness); // of the thread alone, on Linux
}

} // namespace warplens::kernels
