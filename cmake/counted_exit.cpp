// SPDX-License-Identifier: GPL-3.0-or-later
// In builds for gcov: what is linked with -Wl,--wrap=_exit writes what it counted before it ends so.
extern "C" {
void __gcov_dump();
[[noreturn]] void __real__exit(int code);
[[noreturn]] void __wrap__exit(int code);

void __wrap__exit(int code) {
    __gcov_dump();
    __real__exit(code);
}
}
