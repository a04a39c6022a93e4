// SPDX-License-Identifier: GPL-3.0-or-later
// A statement is put where it changes nothing but the order: in front of whole statements, without new lines.
#include "app/engine/kernel_image.h"
#include "app/engine/what_if.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

using namespace warplens;
using namespace warplens::engine;

namespace {

std::string with(const char* text, uint32_t line, const char* statement = "SYNC;") {
    return withInsertion(kernels::SourceText(text), {line, statement}).text();
}

sim::simt::Finding race(sim::simt::MissingOrder::Kind kind, const char* file, uint32_t line) {
    sim::simt::Finding finding;
    finding.kind = sim::simt::FindingKind::Race;
    finding.missing = sim::simt::MissingOrder{kind, {file, line}};
    return finding;
}

} // namespace

TEST(WhatIf, StandsInFrontOfTheStatementOfTheLine) {
    EXPECT_EQ(with("void f() {\n  a = 1;\n  b = 2;\n}", 3), "void f() {\n  a = 1;\n  SYNC; b = 2;\n}");
    EXPECT_EQ(with("void f() {\n  a = g(1,\n        2);\n}", 3), "void f() {\n  SYNC; a = g(1,\n        2);\n}");
    EXPECT_EQ(with("void f() {\n  int a[] = {1,\n  2};\n}", 3), "void f() {\n  SYNC; int a[] = {1,\n  2};\n}");
    EXPECT_EQ(with("__global__ void __launch_bounds__(64) f()\n{\n  // not here\n  a = 1;\n}", 4),
              "__global__ void __launch_bounds__(64) f()\n{\n  // not here\n  SYNC; a = 1;\n}");
}

TEST(WhatIf, LoopsAndBranchesWithoutBracesStayWhole) {
    EXPECT_EQ(with("void f() {\n  for (int i = 0; i < 4; ++i)\n    s += t[i];\n}", 3),
              "void f() {\n  SYNC; for (int i = 0; i < 4; ++i)\n    s += t[i];\n}");
    EXPECT_EQ(with("void f() {\n  if (x)\n    a = 1;\n  else\n    a = 2;\n}", 5),
              "void f() {\n  SYNC; if (x)\n    a = 1;\n  else\n    a = 2;\n}");
    EXPECT_EQ(with("void f() {\n  if (x) {\n    a = 1;\n  } else if (y)\n    a = 2;\n}", 5),
              "void f() {\n  SYNC; if (x) {\n    a = 1;\n  } else if (y)\n    a = 2;\n}");
    EXPECT_EQ(with("void f() {\n  for (;;) {\n    a = 1;\n  }\n}", 3),
              "void f() {\n  for (;;) {\n    SYNC; a = 1;\n  }\n}");
    EXPECT_EQ(with("void f() {\n  while (g(x,\n      y))\n    ;\n}", 3),
              "void f() {\n  SYNC; while (g(x,\n      y))\n    ;\n}");
}

TEST(WhatIf, APragmaStaysWithItsLoop) {
    EXPECT_EQ(with("void f() {\n  a = 1; // so\n#pragma unroll\n  for (;;)\n    b();\n}", 4),
              "void f() {\n  a = 1; SYNC; // so\n#pragma unroll\n  for (;;)\n    b();\n}");
}

TEST(WhatIf, NoLineGetsAnotherNumber) {
    const std::string text =
        "void f()\n{\n    tile[i] = 1;\n#pragma unroll 4\n    for (int k = 0; k < 4; ++k)\n        s += tile[k];\n}\n";
    for (uint32_t line = 3; line <= 6; ++line) {
        if (line == 4)
            continue; // a directive
        const std::string changed = with(text.c_str(), line);
        EXPECT_EQ(std::count(changed.begin(), changed.end(), '\n'), std::count(text.begin(), text.end(), '\n')) << line;
        EXPECT_NE(changed.find("SYNC;"), std::string::npos) << line;
    }
}

TEST(WhatIf, WhereThereIsNoStatementItSaysSo) {
    EXPECT_THROW(with("int x;\nvoid f() {\n\n  a = 1;\n}", 1), EngineError);
    EXPECT_THROW(with("int x;\nvoid f() {\n\n  a = 1;\n}", 3), EngineError);
    EXPECT_THROW(with("int x;\nvoid f() {\n\n  a = 1;\n}", 99), EngineError);
    EXPECT_THROW(with("", 1), EngineError);
}

TEST(WhatIf, TakesWhatARaceLacks) {
    using Kind = sim::simt::MissingOrder::Kind;
    EXPECT_EQ(missingInsertion({race(Kind::Atomic, "a.cu", 3), race(Kind::WarpBarrier, "a.cu", 7)}, "a.cu"),
              (Insertion{7, "__syncwarp();"}));
    EXPECT_EQ(missingInsertion({race(Kind::BlockBarrier, "/x/a.cu", 3)}, "a.cu"), (Insertion{3, "__syncthreads();"}));
    EXPECT_EQ(missingInsertion({race(Kind::WarpBarrier, "a.cu", 7), race(Kind::BlockBarrier, "a.cu", 9)}, "a.cu"),
              (Insertion{9, "__syncthreads();"}));
    EXPECT_FALSE(missingInsertion({race(Kind::BlockBarrier, "other.cuh", 3)}, "a.cu"));
    EXPECT_FALSE(missingInsertion({sim::simt::Finding()}, "a.cu"));
}

TEST(WhatIf, ReadsWhatIsTyped) {
    EXPECT_EQ(parseInsertion("14"), (Insertion{14, "__syncthreads();"}));
    EXPECT_EQ(parseInsertion("14:__syncwarp();"), (Insertion{14, "__syncwarp();"}));
    for (const char* wrong : {"", "x", "0", "-1", "14:", "14: ", "14x", "4294967296"})
        EXPECT_THROW(parseInsertion(wrong), EngineError) << wrong;
}
