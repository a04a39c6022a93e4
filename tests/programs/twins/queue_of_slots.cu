// SPDX-License-Identifier: GPL-3.0-or-later
// A bounded queue (Vyukov): a number for each slot says whose turn it is.
#include <cuda/atomic>
extern "C" __global__ void kernel(const int* in, int* items, unsigned* sequence, unsigned* ends, int* out)
{
    if (threadIdx.x != 0) return;
    using Ref = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
    if (blockIdx.x < 4) {
        Ref tail(ends[1]);
        unsigned place = tail.load(cuda::memory_order_relaxed);
        for (;;) {
            Ref seq(sequence[place & 3]);
            const int d = (int)(seq.load(cuda::memory_order_acquire) - place);
            if (d == 0) {
                if (tail.compare_exchange_weak(place, place + 1, cuda::memory_order_relaxed)) {
                    items[place & 3] = in[blockIdx.x];
                    seq.store(place + 1, cuda::memory_order_release);
                    return;
                }
            } else if (d < 0) return;
            else place = tail.load(cuda::memory_order_relaxed);
        }
    } else {
        Ref head(ends[0]);
        unsigned place = head.load(cuda::memory_order_relaxed);
        for (;;) {
            Ref seq(sequence[place & 3]);
            const int d = (int)(seq.load(cuda::memory_order_acquire) - (place + 1));
            if (d == 0) {
                if (head.compare_exchange_weak(place, place + 1, cuda::memory_order_relaxed)) {
                    out[place] = items[place & 3];
                    seq.store(place + 4, cuda::memory_order_release);
                    return;
                }
            } else if (d > 0) place = head.load(cuda::memory_order_relaxed);
        }
    }
}
