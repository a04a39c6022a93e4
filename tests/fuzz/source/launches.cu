#define BM 64
#define LOOP LOOP + 1
constexpr int BN = BM / 4, again{BN};
template<typename T, int M, int N = 8> __global__ void __launch_bounds__(M * N) tile(const T (&a)[4], float4 *b, int n = 3) {
    __shared__ T As[2][M][N + 1], Bs[N];
}
int main() { int n = 1 << 20, m(n / BM);
    dim3 block(16, BN), grid = dim3((n + block.x - 1) / block.x, m);
    tile<float, BM, 16> <<< grid, block, sizeof(float) * BM, 0 >>>(a, b, n);
    ns::flat<<<(m + 255) / 256, {BM}>>>();
}
