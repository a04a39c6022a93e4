// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of libraries that a program calls beside its kernels: they are computed on the CPU, in the order of their
// stream, on the device's memory.
#pragma once

#include "kernels/cudart/api.h"

#include <functional>
#include <string>

namespace warplens::cudart {

struct LibraryCall {
    std::string name;             ///< "cublasSgemm"
    std::string what;             ///< "64 x 64 x 32", for the list of launches
    double operations = 0;        ///< multiplications and additions, for the estimate of the device's time
    double bytes = 0;             ///< that go through its memory
    bool doublePrecision = false; ///< the operations are of double precision
    std::function<void()> run;    ///< may throw Failure
};

/// Puts it into the stream; with `wait` it is done when this returns. Throws Failure.
void putLibraryCall(const runtime::StreamPtr& stream, LibraryCall call, bool wait = false);

/// Where so many bytes of memory lie that the device can reach; `what` names them for the sentence. Throws Failure where
/// a GPU would fault.
std::byte* deviceBytes(const void* pointer, uint64_t bytes, const std::string& call, const char* what, bool written);

} // namespace warplens::cudart
