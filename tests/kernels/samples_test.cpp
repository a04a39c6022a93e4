// SPDX-License-Identifier: GPL-3.0-or-later
// A file's samples stay in it until they are asked for; what is read is what a JSON reader of the whole text reads.
#include "kernels/measure/recording.h"
#include "kernels/measure/samples.h"
#include "tests/kernels/support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warplens::tests {
namespace {

using namespace kernels;

/// A recording with that in place of a row's list of samples.
std::string withSamples(const std::string& list, std::size_t rows = 1) {
    std::string text =
        R"({"schema": "warplens-recording", "version": 1, "provenance": {"gpu": "Example"}, "results": [)";
    for (std::size_t i = 0; i < rows; ++i)
        text +=
            fmt::format("{}\n{{\"stage\": \"a/b{}\", \"parameters\": {{}}, \"size\": {{\"M\": 1, \"N\": 1, \"K\": 1}}, "
                        "\"status\": \"ok\", \"median_ms\": 1, {}}}",
                        i == 0 ? "" : ",", i, list);
    return text + "]}";
}

class SamplesOfAFile : public testing::Test {
protected:
    Recording load(const std::string& text) {
        writeFile(file(), text);
        return loadRecording(file());
    }
    std::filesystem::path file() const { return m_folder.path() / "recording.json"; }

private:
    TemporaryFolder m_folder;
};

TEST_F(SamplesOfAFile, AreThoseOfTheText) {
    for (const char* list :
         {R"("samples_ms": [0.5, 1, -2.25e1])", R"("samples_ms":[])", R"("samples_ms" : [ 1e-3,2E+2 ])",
          "\"samples_ms\"\n:\n[\n1\n,\n0\n]", R"("message": "\"samples_ms\": [1]", "samples_ms": [3])",
          R"("message": "samples_ms", "samples_ms": [3])", R"("samples_ms": null)", R"("kind": "")",
          R"("samples_ms": [4], "total": {"first_ms": 1, "median_ms": 1, "samples_ms": [5, 6]})",
          R"("sampl\u0065s_ms": [7])", R"("samples_ms": [1.0000000000000000000000000000000000001])",
          R"("samples_ms": [1e300])"}) {
        const std::string text = withSamples(list);
        EXPECT_EQ(load(text), parseRecording(text)) << list;
    }
    EXPECT_EQ(load(withSamples(R"("samples_ms": [0.5, 1, -2.25e1])")).results.at(0).samples.values(),
              (std::vector<double>{0.5, 1, -22.5}));
}

TEST_F(SamplesOfAFile, AreRefusedWhereTheTextIs) {
    for (const char* list :
         {R"("samples_ms": [1, "x"])", R"("samples_ms": [1,])", R"("samples_ms": [01])", R"("samples_ms": [+1])",
          R"("samples_ms": [1.])", R"("samples_ms": [.5])", R"("samples_ms": [1e])", R"("samples_ms": [1 2])",
          R"("samples_ms": [1e999])", R"("samples_ms": 0)", R"("samples_ms": {"0": 1})", R"("samples_ms": [1)",
          R"("samples_ms": [[1]])", R"("sampl\u0065s_ms": 0)", R"("sampl\u0065s_ms": 12345)",
          R"("kind": "x"samples_ms": [1])"}) {
        const std::string text = withSamples(list);
        const std::string said = messageOf<RecordingError>([&] { parseRecording(text); });
        EXPECT_NE(said, "") << list;
        EXPECT_EQ(messageOf<RecordingError>([&] { load(text); }), file().string() + ": " + said) << list;
    }
}

/// A file is read in pieces, whose borders may lie anywhere in a key or a list.
TEST_F(SamplesOfAFile, MayLieAcrossTheBordersOfPieces) {
    std::string list = "\"samples_ms\": [0";
    for (int i = 1; i < 700; ++i)
        list += fmt::format(", {}.25", i);
    list += "]";
    for (std::size_t shift = 0; shift < 40; ++shift) {
        const std::string text = std::string(shift * 97, ' ') + withSamples(list, 150); // 1.1 MB
        EXPECT_EQ(load(text), parseRecording(text)) << shift;
    }
    const Recording read = load(withSamples(list, 150));
    EXPECT_EQ(read.results.at(149).samples.size(), 700u);
    EXPECT_EQ(read.results.at(149).samples.values().back(), 699.25);
}

TEST_F(SamplesOfAFile, AreThereWhenAnotherFileHasTakenItsName) {
    const Recording read = load(withSamples(R"("samples_ms": [1, 2])"));
    Recording other = read;
    other.results[0].samples = {3.0, 4.0};
    saveRecording(other, file());
    EXPECT_EQ(read.results.at(0).samples.values(), (std::vector<double>{1, 2}));
    EXPECT_EQ(loadRecording(file()).results.at(0).samples.values(), (std::vector<double>{3, 4}));
    std::filesystem::remove(file());
    EXPECT_EQ(read.results.at(0).samples.values(), (std::vector<double>{1, 2}));
}

TEST_F(SamplesOfAFile, AreNotTakenFromAFileThatSomebodyHasWrittenInto) {
    const Recording read = load(withSamples(R"("samples_ms": [1, 2])"));
    writeFile(file(), withSamples(R"("samples_ms": [1, 2, 3])"));
    EXPECT_EQ(messageOf<RecordingError>([&] { read.results.at(0).samples.values(); }),
              file().string() + " has been written into since it was read; open it again");
}

} // namespace
} // namespace warplens::tests
