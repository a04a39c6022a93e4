#if 0
__global__ void never() {
#else
#ifdef WIDE
template<class T> __global__ void k(T* a, int n) {
#else
__global__ void k(float* a, int n) {
#endif
    extern __shared__ __align__(16) float s[];
    a[threadIdx.y * n] = s[0];
}
#endif
