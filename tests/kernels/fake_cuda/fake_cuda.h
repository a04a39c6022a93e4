// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for the CUDA runtime, on the CPU, so that the worker's way through a measurement can be tested on a
// machine without a GPU. Streams are threads that work off a queue, events are moments, and every kernel is one of a
// few functions, by its name (see runtime.cpp). It says nothing about whether the worker uses the real runtime rightly.
//
// $FAKE_CUDA makes it misbehave: words separated by commas, of the form FAULT:KERNEL, where FAULT is
//   hang    the kernel never returns
//   fault   it destroys the context
//   crash   the process dies when it is launched
//   wrong   one element of its result is wrong
//   nan     one element of its result is not a number
// $FAKE_CUDA_DEVICES are the names of its GPUs, separated by commas (one, "Fake GPU", where it is not set; none where
// it is empty), each with $FAKE_CUDA_MIB of memory (128). Their UUIDs are made of $FAKE_CUDA_MACHINE and their number. $FAKE_CUDA_LOG is a file that gets the
// name of each kernel when it is launched, a line each.
#pragma once

#include <functional>

struct FakeStream;

/// Puts a kernel of that name into the stream. Used by the fake cuBLAS.
extern "C" void fakeLaunch(FakeStream* stream, const char* name, const std::function<void()>& work);

/// Row-major C[M×N] = A[M×K]·B[K×N].
extern "C" void fakeMatmul(const float* a, const float* b, float* c, int m, int n, int k);
