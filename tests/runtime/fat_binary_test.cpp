// SPDX-License-Identifier: GPL-3.0-or-later
// Fat binaries as nvcc writes them, built here byte by byte; those of a real nvcc are read by the programs of this
// folder.
#include "kernels/program/fat_binary.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>

namespace warplens::kernels {
namespace {

constexpr uint64_t lz4 = 0x2000, zstd = 0x8000, plain = 0x11, specific = 0x100000;

struct Made {
    uint16_t kind;
    uint32_t architecture;
    uint64_t flags;
    std::string code;
};

template<class T>
void put(std::string& to, size_t at, T value) {
    std::memcpy(to.data() + at, &value, sizeof value);
}

std::string packed(const Made& entry) {
    std::string out(4096 + 2 * entry.code.size(), '\0');
    size_t size = entry.code.size();
    if (entry.flags & lz4)
        size = static_cast<size_t>(LZ4_compress_default(
            entry.code.data(), out.data(), static_cast<int>(entry.code.size()), static_cast<int>(out.size())));
    else if (entry.flags & zstd)
        size = ZSTD_compress(out.data(), out.size(), entry.code.data(), entry.code.size(), 3);
    else
        std::memcpy(out.data(), entry.code.data(), size);
    out.resize(size);
    return out;
}

std::string fatBinary(const std::vector<Made>& entries) {
    std::string body;
    for (const Made& entry : entries) {
        const std::string payload = packed(entry);
        const size_t padded = (payload.size() + 7) / 8 * 8;
        std::string header(72, '\0');
        put<uint16_t>(header, 0, entry.kind);
        put<uint16_t>(header, 2, 0x101);
        put<uint32_t>(header, 4, 72);
        put<uint64_t>(header, 8, padded);
        put<uint32_t>(header, 16, entry.flags & (lz4 | zstd) ? static_cast<uint32_t>(payload.size()) : 0);
        put<uint32_t>(header, 28, entry.architecture);
        put<uint32_t>(header, 32, 64);
        put<uint32_t>(header, 36, 4);
        put<uint64_t>(header, 40, entry.flags);
        put<uint64_t>(header, 56, entry.flags & (lz4 | zstd) ? entry.code.size() : 0);
        std::memcpy(header.data() + 64, "a.cu", 4);
        body += header + payload + std::string(padded - payload.size(), '\0');
    }
    std::string file(16, '\0');
    put<uint32_t>(file, 0, 0xba55ed50);
    put<uint16_t>(file, 4, 1);
    put<uint16_t>(file, 6, 16);
    put<uint64_t>(file, 8, body.size());
    return file + body;
}

std::vector<FatEntry> read(const std::string& bytes) {
    return readFatBinary(std::as_bytes(std::span(bytes)));
}

const std::string text = std::string(300, 'x') + ".version 9.0\n" + std::string(500, 'y');

TEST(FatBinary, GivesWhatIsCompressedAndWhatIsNot) {
    const std::string bytes = fatBinary(
        {{1, 75, plain, text}, {1, 80, plain | lz4, text}, {2, 90, plain | zstd, text}, {8, 90, plain, "ir"}});
    const std::vector<FatEntry> entries = read(bytes);
    ASSERT_EQ(entries.size(), 4u);
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(entries[i].unpacked(), text) << i;
        EXPECT_EQ(entries[i].file, "a.cu");
    }
    EXPECT_EQ(entries[0].kind, CodeKind::Ptx);
    EXPECT_EQ(entries[1].architecture, 80u);
    EXPECT_EQ(entries[2].kind, CodeKind::Machine);
    EXPECT_EQ(entries[3].kind, CodeKind::Intermediate);
}

TEST(FatBinary, RefusesWhatIsDamaged) {
    const std::string bytes = fatBinary({{1, 75, plain | zstd, text}});
    EXPECT_THROW(read("no fat binary at all"), FatBinaryError);
    for (const size_t length : {size_t(3), size_t(15), size_t(60), bytes.size() - 1})
        EXPECT_THROW(read(bytes.substr(0, length)), FatBinaryError) << length;
    std::string wrong = bytes;
    wrong[16 + 72 + 5] = static_cast<char>(~wrong[16 + 72 + 5]);
    EXPECT_THROW((void)read(wrong).front().unpacked(), FatBinaryError);
    wrong = bytes;
    put<uint64_t>(wrong, 16 + 8, 1ull << 60); // an entry that reaches beyond the end
    EXPECT_THROW(read(wrong), FatBinaryError);
    wrong = bytes;
    put<uint64_t>(wrong, 16 + 56, 1ull << 60); // and one that would unpack to more than there is
    EXPECT_THROW(read(wrong), FatBinaryError);
}

TEST(FatBinary, FindsAllInASection) {
    const std::string one = fatBinary({{1, 75, plain, "p"}}),
                      other = fatBinary({{2, 90, plain, "m"}, {1, 90, plain, "q"}});
    const std::string section = one + std::string(16, '\0') + other;
    const auto found = fatBinariesIn(std::as_bytes(std::span(section)));
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(readFatBinary(found[1]).size(), 2u);
}

TEST(FatBinary, ChoosesTheNewestThatTheDeviceCanRun) {
    const std::string bytes = fatBinary({{2, 75, plain, "mach75.."},
                                         {2, 86, plain, "mach86.."},
                                         {2, 90, plain | specific, "mach90a."},
                                         {1, 75, plain, "p75"},
                                         {1, 86, plain, "p86"},
                                         {1, 90, plain | specific, "p90a"}});
    const std::vector<FatEntry> entries = read(bytes);
    const auto chosen = [&](unsigned architecture) {
        const CodeChoice choice = chooseCode(entries, architecture);
        return (choice.ptx ? choice.ptx->unpacked() : "-") + " " + (choice.machine ? choice.machine->unpacked() : "-");
    };
    EXPECT_EQ(chosen(70), "- -");
    EXPECT_EQ(chosen(75), "p75 mach75..");
    EXPECT_EQ(chosen(80), "p75 -"); // machine code of 7.5 does not run on 8.0: its PTX is compiled anew there
    EXPECT_EQ(chosen(89), "p86 mach86..");
    EXPECT_EQ(chosen(90), "p90a mach90a.");
    EXPECT_EQ(chosen(100), "p86 -"); // code for 9.0 alone runs nowhere else
}

TEST(FatBinary, SaysWhereThereIsMachineCodeOnly) {
    const std::string bytes = fatBinary({{2, 86, plain, "mach86.."}});
    const std::vector<FatEntry> entries = read(bytes);
    EXPECT_EQ(chooseCode(entries, 86).ptx, nullptr);
    EXPECT_NE(chooseCode(entries, 86).machine, nullptr);
}

} // namespace
} // namespace warplens::kernels
