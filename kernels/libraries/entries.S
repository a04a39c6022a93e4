// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a library of CUDA's name shows to programs. Each passes its call on, with all arguments as they
// are, to where its slot in the table points: to our own function of that name, or to a few instructions that tell the
// name of one that is missing. The table can be changed while the program starts (kernels/cudart/pass_through.h).
//
// ENTRIES names the .def file, SONAME_MAJOR is the number in the library's name, MISSING what is called with the name of a missing function.
#define JOINED(a, b) a##b
#define OURS(name) JOINED(warplens_, name)

#define ENTRY(name)                                                                                                    \
    .text;                                                                                                             \
    .p2align 4;                                                                                                        \
    .globl name;                                                                                                       \
    .type name, @function;                                                                                             \
    name: endbr64;                                                                                                     \
    jmp *.Lslot_##name(%rip);                                                                                          \
    .size name, . - name;

#define NAMED(name, target)                                                                                            \
    .section .rodata.str1.1, "aMS", @progbits, 1;                                                                      \
    .Lname_##name: .asciz #name;                                                                                       \
    .section .data.rel, "aw";                                                                                          \
    .quad .Lname_##name;                                                                                               \
    .Lslot_##name: .quad target;

#define CUDART(name) ENTRY(name) NAMED(name, OURS(name))
#define CUDART_INTERNAL(name) ENTRY(name) NAMED(name, OURS(name))
#define CUDART_MISSING(name)                                                                                           \
    ENTRY(name)                                                                                                        \
    .text;                                                                                                             \
    .Lmissing_##name: leaq .Lname_##name(%rip), %rdi;                                                                  \
    jmp MISSING@PLT;                                                                                                   \
    NAMED(name, .Lmissing_##name)

// Functions of cuBLAS, cuRAND and NVRTC, and of threads with a default stream of their own: ours is where a variable points,
// since its code is made from the table.
#define ENTRY_AT(name)                                                                                                 \
    .text;                                                                                                             \
    .p2align 4;                                                                                                        \
    .globl name;                                                                                                       \
    .type name, @function;                                                                                             \
    name: endbr64;                                                                                                     \
    movq JOINED(warplens_at_, name)@GOTPCREL(%rip), %rax;                                                              \
    jmp *(%rax);                                                                                                       \
    .size name, . - name;
#define CUDART_PER_THREAD(name, of) ENTRY_AT(name)
#define ENTRY_OF(name, function)                                                                                       \
    ENTRY(name)                                                                                                        \
    NAMED(name, OURS(function))
#define ENTRY_AT_OF(name, of)                                                                                          \
    .text;                                                                                                             \
    .p2align 4;                                                                                                        \
    .globl name;                                                                                                       \
    .type name, @function;                                                                                             \
    name: endbr64;                                                                                                     \
    movq JOINED(warplens_at_, of)@GOTPCREL(%rip), %rax;                                                                \
    jmp *(%rax);                                                                                                       \
    .size name, . - name;
#define CUDART_FORMER(name, function) ENTRY_OF(name, function)
#if SONAME_MAJOR < 13
#define CUDART_CHANGED(name) ENTRY_OF(name, JOINED(before_13_, name))
#define CUDART_PER_THREAD_CHANGED(name, of) ENTRY_AT_OF(name, JOINED(before_13_, name))
#define CUDART_BEFORE_13(name, of) ENTRY_OF(name, of)
#define CUDART_MISSING_BEFORE_13(name) CUDART_MISSING(name)
#define CUDART_PER_THREAD_BEFORE_13(name, of) ENTRY_AT(name)
#define CUBLAS_HELPER_CHANGED(name, ...) ENTRY_AT_OF(name, JOINED(before_13_, name))
#define CUBLAS_PLAIN_CHANGED(name) CUDART_CHANGED(name)
#define NVRTC_MISSING_BEFORE_13(name) NVRTC_MISSING(name)
#else
#define CUDART_CHANGED(name) CUDART(name)
#define CUDART_PER_THREAD_CHANGED(name, of) CUDART_PER_THREAD(name, of)
#define CUDART_BEFORE_13(name, of)
#define CUDART_MISSING_BEFORE_13(name)
#define CUDART_PER_THREAD_BEFORE_13(name, of)
#define CUBLAS_HELPER_CHANGED(name, ...) ENTRY_AT(name)
#define CUBLAS_PLAIN_CHANGED(name) CUDART(name)
#define NVRTC_MISSING_BEFORE_13(name)
#endif
#define CUBLAS_HELPER(name, ...) ENTRY_AT(name)
#define CUBLAS_LEVEL1(name, ...) ENTRY_AT(name)
#define CUBLAS_LEVEL2(name, ...) ENTRY_AT(name)
#define CUBLAS_LEVEL3(name, ...) ENTRY_AT(name)
#define CUBLAS_GEMM(name, ...) ENTRY_AT(name)
#define CUBLAS_GEMM_EX(name, ...) ENTRY_AT(name)
#define CUBLAS_GEMM_OVERLOADED(name, ...) ENTRY_AT(name)
#define CUBLAS_LINEAR(name, ...) ENTRY_AT(name)
#define CUBLAS_PLAIN(name) CUDART(name)
#define CUBLAS_MISSING(name) CUDART_MISSING(name)
#define NVRTC(name) ENTRY_AT(name)
#define NVRTC_OURS(name) CUDART(name)
#define NVRTC_MISSING(name) CUDART_MISSING(name)
#define CURAND(name, ...) ENTRY_AT(name)
#define CURAND_MISSING(name) CUDART_MISSING(name)

    .section .data.rel, "aw"
    .p2align 3
    .globl warplens_entries_begin
warplens_entries_begin:

#include ENTRIES

    .section .data.rel, "aw"
    .globl warplens_entries_end
warplens_entries_end:

    .section .note.GNU-stack, "", @progbits
