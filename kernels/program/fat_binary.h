// SPDX-License-Identifier: GPL-3.0-or-later
// A fat binary: what nvcc puts into a program for one source file. It holds the same kernels several times, as PTX and
// as machine code for one or more architectures, compressed or not.
//
// The format is not documented. What is used here was read off the output of nvcc 12 and 13: a header of 16 bytes
// (magic 0xba55ed50, version, size of the header, bytes that follow), then entries, each with a header of its own whose
// size it tells itself:
//   +0 kind (2 bytes)   +4 size of the header (4)   +8 bytes of the payload as they lie there (8)
//   +16 bytes of the payload when compressed (4)    +20 where in the header the options begin, 0: none (4)
//   +24 version (2, 2: of PTX minor and major)      +28 architecture, 90 for 9.0 (4)
//   +32 where the name of the source file begins (4), and its length (4)   +40 flags (8)   +56 bytes once unpacked (8)
// The program registers each through a wrapper: magic 0x466243b1, version 1, or 2 where relocatable code was linked
// (nvcc -rdc=true); then the fat binaries of the single files, whose PTX is the only one there is, follow by a list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::kernels {

/// The bytes are no fat binary, or a damaged one.
struct FatBinaryError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class CodeKind : uint8_t {
    Ptx,
    Machine,      ///< a cubin
    Intermediate, ///< of the compiler (-dlto): nothing that could run by itself
    Other,
};

struct FatEntry {
    CodeKind kind = CodeKind::Other;
    unsigned architecture = 0;         ///< 90: for 9.0
    bool specific = false;             ///< sm_90a: for this very architecture
    bool family = false;               ///< sm_100f: for those of its family
    bool debug = false;                ///< compiled with -G
    std::string file;                  ///< the source's name where the compiler told, mostly empty
    std::string options;               ///< with which it was compiled, as far as told
    std::span<const std::byte> packed; ///< as it lies there
    uint64_t bytes = 0;                ///< once unpacked
    uint64_t flags = 0;

    /// The PTX text (without zeros behind it) or the cubin. Throws FatBinaryError.
    std::string unpacked() const;
};

/// The entries of one fat binary, in its order. They point into `bytes`, which may go on behind it. Throws
/// FatBinaryError.
std::vector<FatEntry> readFatBinary(std::span<const std::byte> bytes);

/// How many bytes a fat binary at this address says that it has, header included; 0: there is none.
size_t fatBinaryBytes(const void* begin);

/// Every fat binary in a section of a program, one behind the other. What is none in between is passed over.
std::vector<std::span<const std::byte>> fatBinariesIn(std::span<const std::byte> section);

/// Which entries a device would run.
struct CodeChoice {
    const FatEntry* ptx = nullptr;     ///< the newest that the device can run; nullptr: none
    const FatEntry* machine = nullptr; ///< machine code of the same architecture as the PTX, or of the device's own
};
/// `architecture` as above. Machine code runs on later minor versions of the same major one; PTX on everything later.
CodeChoice chooseCode(std::span<const FatEntry> entries, unsigned architecture);

} // namespace warplens::kernels
