// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds bytes to the readers of programs: as a file of ELF with its fat binaries, and as a fat binary by itself. They answer
// with code that can be unpacked, or with an error of theirs.
#include "kernels/files/bounded_file.h"
#include "kernels/program/elf_file.h"
#include "kernels/program/fat_binary.h"
#include "tests/fuzz/scratch.h"

#include <span>

using namespace warplens::kernels;

namespace {

void readCode(std::span<const std::byte> bytes) {
    try {
        const auto entries = readFatBinary(bytes);
        chooseCode(entries, 90);
        for (const FatEntry& entry : entries)
            try {
                entry.unpacked();
            } catch (const FatBinaryError&) {
            }
    } catch (const FatBinaryError&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    readCode(bytes);
    for (const auto& each : fatBinariesIn(bytes))
        readCode(each);
    try {
        const ElfFile file(warplens::fuzz::fileOf("program", warplens::fuzz::textOf(data, size)));
        runtimeLinkage(file);
        for (const auto& each : fatBinariesIn(file.section(".nv_fatbin")))
            readCode(each);
    } catch (const ElfError&) {
    } catch (const FileError&) {
    }
    return 0;
}
