// An unsigned counter is never less than zero.
extern "C" __global__ void kernel(int* data, unsigned n)
{
    int sum = 0;
    for (unsigned i = n - 1; i >= 0; --i) { // BUG
        sum = sum * 3 + data[i % 32]; // BUG
        data[32 + blockIdx.x * 32 + threadIdx.x] = sum; // BUG
    }
}
