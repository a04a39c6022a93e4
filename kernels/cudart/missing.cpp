// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cudart/api.h"

extern "C" int warplens_missing_cudart(const char* name);

/// What a function of libcudart answers that is not there.
int warplens_missing_cudart(const char* name) {
    using namespace warplens::cudart;
    return fail(name, Failure(Error::NotSupported, "Warplens does not emulate this function"));
}
