extern "C" __global__ void record(Rec r, float* out) { out[0] = r.x; }
struct Rec