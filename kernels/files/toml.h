// SPDX-License-Identifier: GPL-3.0-or-later
// toml++, made safe for files of others. Where NDEBUG is set, its assertions tell the compiler that they hold, and one does
// not: a header such as [&] is said to begin with a letter, so that what is written for the other case is left out. Here
// they say nothing, and the parser reports such a header as the mistake that it is.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_HEADER_ONLY 1 // Debian's library would have to be carried to every machine
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
