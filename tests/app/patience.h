// SPDX-License-Identifier: GPL-3.0-or-later
// How long the tests of the window wait for what must come: until nobody would believe in a slow machine any more.
#pragma once

#include <QTest>

#define EVENTUALLY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 240000)
#define EVENTUALLY_EQUAL(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 240000)
