// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the C library that hand the program's own memory to the operating system. Managed and pinned memory may be
// closed to the program (kernels/runtime/host_accesses.h): an access is then noticed, but the operating system refuses to
// touch it. So whoever hands over memory tells the runtime first. `warplens-cli run` has the program load this before
// everything else; without a runtime that listens it does nothing.
#include <dlfcn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdio>
#include <cstring>

extern "C" {
/// The runtime's, once it is there: so many bytes are going to be read, or written, for the program.
__attribute__((visibility("default"))) void (*warplens_calls)(const void* begin, size_t bytes, int writes) = nullptr;
}

namespace {

void reads(const void* begin, size_t bytes) {
    if (warplens_calls != nullptr)
        warplens_calls(begin, bytes, 0);
}
void writes(const void* begin, size_t bytes) {
    if (warplens_calls != nullptr)
        warplens_calls(begin, bytes, 1);
}
template<class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

// Each is the library's own with a word before: result, name, parameters, arguments, what is touched.
#define PASS_ON(result, name, parameters, arguments, touched)                                                          \
    extern "C" __attribute__((visibility("default"))) result name parameters {                                         \
        static const auto then = next<result(*) parameters>(#name);                                                    \
        touched;                                                                                                       \
        return then arguments;                                                                                         \
    }

PASS_ON(ssize_t, read, (int file, void* to, size_t bytes), (file, to, bytes), writes(to, bytes))
PASS_ON(ssize_t, __read_chk, (int file, void* to, size_t bytes, size_t room), (file, to, bytes, room),
        writes(to, bytes))
PASS_ON(ssize_t, pread, (int file, void* to, size_t bytes, off_t at), (file, to, bytes, at), writes(to, bytes))
PASS_ON(ssize_t, pread64, (int file, void* to, size_t bytes, off64_t at), (file, to, bytes, at), writes(to, bytes))
PASS_ON(ssize_t, write, (int file, const void* from, size_t bytes), (file, from, bytes), reads(from, bytes))
PASS_ON(ssize_t, pwrite, (int file, const void* from, size_t bytes, off_t at), (file, from, bytes, at),
        reads(from, bytes))
PASS_ON(ssize_t, pwrite64, (int file, const void* from, size_t bytes, off64_t at), (file, from, bytes, at),
        reads(from, bytes))
PASS_ON(ssize_t, recv, (int file, void* to, size_t bytes, int flags), (file, to, bytes, flags), writes(to, bytes))
PASS_ON(ssize_t, send, (int file, const void* from, size_t bytes, int flags), (file, from, bytes, flags),
        reads(from, bytes))
PASS_ON(ssize_t, readv, (int file, const iovec* pieces, int count), (file, pieces, count),
        for (int i = 0; i < count; ++i) writes(pieces[i].iov_base, pieces[i].iov_len))
PASS_ON(ssize_t, writev, (int file, const iovec* pieces, int count), (file, pieces, count),
        for (int i = 0; i < count; ++i) reads(pieces[i].iov_base, pieces[i].iov_len))
PASS_ON(size_t, fread, (void* to, size_t bytes, size_t count, FILE* file), (to, bytes, count, file),
        writes(to, bytes* count))
PASS_ON(size_t, __fread_chk, (void* to, size_t room, size_t bytes, size_t count, FILE* file),
        (to, room, bytes, count, file), writes(to, bytes* count))
PASS_ON(size_t, fwrite, (const void* from, size_t bytes, size_t count, FILE* file), (from, bytes, count, file),
        reads(from, bytes* count))
PASS_ON(int, fputs, (const char* text, FILE* file), (text, file), reads(text, 1))
PASS_ON(int, puts, (const char* text), (text), reads(text, 1))
