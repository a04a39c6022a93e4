// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds bytes to the reader of the cache's entries: as they are, where damage has to be noticed, and behind a head with the
// right hash, where it cannot be.
#include "kernels/compiler/cache.h"

#include "kernels/compiler/hash.h"
#include "tests/fuzz/scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace warplens;
    const kernels::CompileCache cache(fuzz::scratch());
    const std::string bytes = fuzz::textOf(data, size);
    const std::string name = cache.fileOf("fuzzed").filename();
    fuzz::fileOf(name, bytes);
    cache.load("fuzzed");
    fuzz::fileOf(name, "warplens compile cache 1\n" + kernels::hashOf(bytes) + "\n" + bytes);
    if (const auto entry = cache.load("fuzzed")) {
        cache.store("again", *entry);
        fuzz::demand(cache.load("again").value().ptx == entry->ptx);
    }
    return 0;
}
