// SPDX-License-Identifier: GPL-3.0-or-later
// The window ends with the row of its struct. What lies behind the struct's last member was asked for with it.
struct Tile {
    int row[32];
    int scale[32];
};
struct Packet {
    int length;
    int data[1]; // and more, as many as there is room for
};
extern "C" __global__ void kernel(const int* in, int* out)
{
    __shared__ Tile tile;
    extern __shared__ int room[];
    Packet& packet = *reinterpret_cast<Packet*>(room);
    tile.row[threadIdx.x] = in[threadIdx.x];
    tile.scale[threadIdx.x] = 2;
    packet.data[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int sum = packet.data[31 - threadIdx.x];
    for (int k = 0; k < 3 && threadIdx.x + k < 32; ++k)
        sum += tile.row[threadIdx.x + k];
    out[threadIdx.x] = sum * tile.scale[threadIdx.x];
}
