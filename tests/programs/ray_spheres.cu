// SPDX-License-Identifier: GPL-3.0-or-later
// The nearest of some spheres that a ray of every pixel meets.
struct Sphere {
    float x, y, z, radius;
};
__constant__ Sphere spheres[4] = {{0, 0, 5, 1}, {1.5f, 0.5f, 6, 1.2f}, {-1.5f, -0.3f, 4, 0.7f}, {0, -101, 5, 100}};
extern "C" __global__ void raySpheres(float* depth, int* which, int width, int height)
{
    const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float dx = (px - width * 0.5f) / width, dy = (height * 0.5f - py) / height, dz = 1;
    const float length = sqrtf(dx * dx + dy * dy + dz * dz);
    dx /= length;
    dy /= length;
    dz /= length;
    float nearest = 1e30f;
    int hit = -1;
    for (int s = 0; s < 4; ++s) {
        const Sphere& o = spheres[s];
        const float b = dx * o.x + dy * o.y + dz * o.z;
        const float c = o.x * o.x + o.y * o.y + o.z * o.z - o.radius * o.radius;
        const float inside = b * b - c;
        if (inside < 0)
            continue;
        const float t = b - sqrtf(inside);
        if (t > 0 && t < nearest) {
            nearest = t;
            hit = s;
        }
    }
    depth[py * width + px] = nearest;
    which[py * width + px] = hit;
}
