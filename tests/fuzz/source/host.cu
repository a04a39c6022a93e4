#include <vector>
#include "timer.h" /* of
 the host */
#define DEVICE __device__ \
    __forceinline__
namespace a::b { namespace { struct S { public: int x = {1}; bool operator==(const S&) const { return cudaFree(0) == 0; } }; } }
extern "C" { DEVICE float f(float x) { return [=] __host__ __device__ (int y) { return y; }(1) + x; } }
static std::vector<int> v{1, 2};
int main(int argc, char** argv) { k<<<1, 1>>>(); std::cout << "don't" // \
  still a comment
; }
