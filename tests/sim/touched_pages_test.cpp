// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/check/lazy_zeros.h"
#include "sim/check/touched_pages.h"

#include <gtest/gtest.h>

namespace warplens::tests {
namespace {

using sim::check::LazyZeros;
using sim::check::TouchedPages;

TEST(TouchedPages, AreThoseThatSomebodyHasWritten) {
    const size_t page = TouchedPages::pageBytes(), pages = 3 * 1024;
    const LazyZeros<char> zeros(pages * page);
    // Where the system gives large pages, it touches all of one at once.
    ASSERT_EQ(::madvise(zeros.data(), zeros.bytes(), MADV_NOHUGEPAGE), 0);
    char* const data = zeros.data();
    data[7 * page + 3] = 1;
    data[2000 * page] = 1;
    const TouchedPages touched(data, zeros.bytes());
    EXPECT_TRUE(touched.any(data + 7 * page, data + 8 * page));
    EXPECT_TRUE(touched.any(data + 7 * page + 10, data + 7 * page + 11)) << "asked by page, not by byte";
    EXPECT_TRUE(touched.any(data, data + zeros.bytes()));
    EXPECT_TRUE(touched.any(data + 1000 * page, data + 2000 * page + 1));
    EXPECT_FALSE(touched.any(data, data + 7 * page));
    EXPECT_FALSE(touched.any(data + 8 * page, data + 2000 * page));
    EXPECT_FALSE(touched.any(data + 2001 * page, data + zeros.bytes()));
}

TEST(TouchedPages, AreAllWhereTheSystemDoesNotTell) {
    const TouchedPages nothing(nullptr, 0);
    char byte = 0;
    EXPECT_TRUE(nothing.any(&byte, &byte + 1));
}

} // namespace
} // namespace warplens::tests
