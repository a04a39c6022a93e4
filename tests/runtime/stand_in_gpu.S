// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's functions, as the emulated libcuda shows them.
#define ENTRIES "kernels/cudart/driver.def"
#define MISSING warplens_missing_cudart
#include "kernels/libraries/entries.S"
