// SPDX-License-Identifier: GPL-3.0-or-later
// The same with few blocks watched: what was not looked at is said.
// run: --strict --check 2
// exit: 0
// tells: warplens: 76 of the 80 blocks that ran were not watched
// tells: leave out --check and --sample
#include "watched.cu"
