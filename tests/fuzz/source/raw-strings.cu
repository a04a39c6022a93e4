const char* text = R"x(
__global__ void inText(int) {} )" "
)x"; const char c = '"', d = '\'', e = u8'x';
__global__ void k(float* a) { if (c == '{') a[0] = 1'000; }
