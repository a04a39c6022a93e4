#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Exported web pages in a real browser (browser_test.py): builds the program, and says where no Chromium is installed.
# Debian: apt-get install chromium. Arguments are passed on: tests/page/browser.sh Pages.test_keys_step
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
. cmake/setup.sh

configure release build
build build warplens
code=0
QT_QPA_PLATFORM=offscreen python3 tests/page/browser_test.py build/bin/warplens "$@" || code=$?
[ $code = 77 ] || exit $code
