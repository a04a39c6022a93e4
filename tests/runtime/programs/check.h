// SPDX-License-Identifier: GPL-3.0-or-later
// What the programs of this folder have in common: they end with 1 and one line where something is not as it should be.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                                  \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        const cudaError_t error_ = (call);                                                                             \
        if (error_ != cudaSuccess) {                                                                                   \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_));                     \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

#define FAILS(expected, call)                                                                                          \
    do {                                                                                                               \
        const cudaError_t error_ = (call);                                                                             \
        if (error_ != (expected)) {                                                                                    \
            std::printf("%s:%d: %s: %s, expected was %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(error_),       \
                        cudaGetErrorName(expected));                                                                   \
            std::exit(1);                                                                                              \
        }                                                                                                              \
        (void)cudaGetLastError();                                                                                      \
    } while (0)
