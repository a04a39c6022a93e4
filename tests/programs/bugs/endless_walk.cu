// A walk through all numbers of 32 bits that never meets its goal: every state is a new one.
extern "C" __global__ void kernel(unsigned* out, unsigned seed)
{
    unsigned x = 2 * (seed + threadIdx.x);
    while (x != 1) // BUG
        x = x * 5 + 4; // BUG
    out[threadIdx.x] = x;
}
