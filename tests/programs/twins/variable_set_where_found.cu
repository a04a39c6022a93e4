// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that are set where there is something to set them to, and looked at only there; and a structure that is stored
// whole, of which half was set.
struct Pair { float value, spare; };
extern "C" __global__ void kernel(const int* in, int* out, Pair* pairs, int n)
{
    int best, sum, count = 0;
    Pair pair;
    for (int i = threadIdx.x; i < n; i += 32)
        if (in[i] > 20) {
            best = count == 0 || in[i] > best ? in[i] : best;
            sum = count == 0 ? in[i] : sum + in[i];
            pair.value = in[i] * 0.5f;
            ++count;
        }
    if (count == 0) pair.value = 0;
    pairs[threadIdx.x] = pair;
    out[threadIdx.x] = count > 0 && best > 50 ? sum + best : -1;
}
