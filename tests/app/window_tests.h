// SPDX-License-Identifier: GPL-3.0-or-later
// The tests of the window are one program, which is linked once and called by the name of each: build/bin/keys_test.
#pragma once

#include <QTest>

#include <string_view>

namespace warplens::tests {

struct WindowTest {
    WindowTest(std::string_view name, int (*main)(int, char**));

    std::string_view name; ///< "keys_test"
    int (*main)(int, char**);
};

} // namespace warplens::tests

/// Followed by the body of the test's main(argc, argv).
#define WINDOW_TEST_MAIN(name)                                                                                         \
    static int name##_main(int argc, char** argv);                                                                     \
    static const warplens::tests::WindowTest name##_row(#name, name##_main);                                           \
    static int name##_main(int argc, char** argv)

/// As QTEST_MAIN.
#define WINDOW_TEST(name, Class)                                                                                       \
    WINDOW_TEST_MAIN(name) {                                                                                           \
        QTEST_MAIN_SETUP()                                                                                             \
        Class test;                                                                                                    \
        QTEST_SET_MAIN_SOURCE_PATH                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    }
