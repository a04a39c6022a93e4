// SPDX-License-Identifier: GPL-3.0-or-later
// How long the tests of the window wait for what must come: until nobody would believe in a slow machine any more. Who
// breaks things on purpose says less: WARPLENS_PATIENCE, in milliseconds.
#pragma once

#include <QTest>

namespace warplens::tests {

inline int patience() {
    static const int said = qEnvironmentVariableIntValue("WARPLENS_PATIENCE");
    return said > 0 ? said : 600000;
}

} // namespace warplens::tests

#define EVENTUALLY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, warplens::tests::patience())
#define EVENTUALLY_EQUAL(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, warplens::tests::patience())
