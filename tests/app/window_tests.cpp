// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_tests.h"

#include <cstdio>
#include <cstring>
#include <vector>

namespace warplens::tests {
namespace {

std::vector<const WindowTest*>& all() {
    static std::vector<const WindowTest*> tests;
    return tests;
}

} // namespace

WindowTest::WindowTest(std::string_view test, int (*run)(int, char**))
    : name(test)
    , main(run) {
    all().push_back(this);
}

} // namespace warplens::tests

int main(int argc, char** argv) {
    const char* slash = std::strrchr(argv[0], '/');
    const std::string_view called = slash == nullptr ? argv[0] : slash + 1;
    for (const auto* test : warplens::tests::all())
        if (test->name == called)
            return test->main(argc, argv);
    std::fprintf(stderr, "This program is called by the name of a test:");
    for (const auto* test : warplens::tests::all())
        std::fprintf(stderr, " %s", test->name.data());
    std::fprintf(stderr, "\n");
    return 2;
}
