// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/programs/program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numeric>

namespace warplens::tests {
namespace {

using std::size_t;

void vectorAdd(Data& d) {
    for (size_t i = 0; i < 5000; ++i)
        d.array<float>(2)[i] = d.array<float>(0)[i] + d.array<float>(1)[i];
}

void scan(Data& d) {
    uint32_t sum = 0;
    for (size_t i = 0; i < 2304; ++i) {
        sum = (i % 256 ? sum : 0) + d.array<uint32_t>(0)[i];
        d.array<uint32_t>(1)[i] = sum;
        if (i % 256 == 255)
            d.array<uint32_t>(2)[i / 256] = sum;
    }
}

void scanTree(Data& d) {
    uint32_t sum = 0;
    auto x = d.array<uint32_t>(0);
    for (size_t i = 0; i < x.size(); ++i) {
        const uint32_t value = x[i];
        sum = i % 256 ? sum : 0;
        x[i] = sum;
        sum += value;
    }
}

void scanWarp(Data& d) {
    uint64_t sum = 0;
    for (size_t i = 0; i < 1536; ++i)
        d.array<uint64_t>(1)[i] = sum = (i % 512 ? sum : 0) + d.array<uint64_t>(0)[i];
}

void histogram(Data& d) {
    for (const uint8_t byte : d.array<uint8_t>(0))
        ++d.array<uint32_t>(1)[byte];
}

void stencil(Data& d) {
    const int w = 100, h = 80;
    const auto in = d.array<float>(0);
    const auto at = [&](int x, int y) {
        return in[static_cast<size_t>(std::clamp(y, 0, h - 1) * w + std::clamp(x, 0, w - 1))];
    };
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            d.array<float>(1)[static_cast<size_t>(y * w + x)] =
                at(x, y) + 0.2f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y));
}

void stencil3d(Data& d) {
    const size_t n = 45, plane = n * n;
    const auto in = d.array<double>(0);
    for (size_t z = 1; z + 1 < n; ++z)
        for (size_t y = 1; y + 1 < n; ++y)
            for (size_t x = 1; x + 1 < n; ++x) {
                const size_t i = z * plane + y * n + x;
                d.array<double>(1)[i] =
                    0.5 * in[i] + (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - plane] + in[i + plane]) / 12;
            }
}

void nbody(Data& d) {
    const auto b = d.array<float>(0);
    for (size_t i = 0; i < 300; ++i) {
        double sum[3]{};
        for (size_t j = 0; j < 300; ++j) {
            double delta[3], square = 0.01f;
            for (size_t k = 0; k < 3; ++k) {
                delta[k] = double(b[4 * j + k]) - double(b[4 * i + k]);
                square += delta[k] * delta[k];
            }
            for (size_t k = 0; k < 3; ++k)
                sum[k] += delta[k] * double(b[4 * j + 3]) / (square * std::sqrt(square));
        }
        for (size_t k = 0; k < 4; ++k)
            d.array<float>(1)[4 * i + k] = k < 3 ? static_cast<float>(sum[k]) : 0.0f;
    }
}

double normal(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

void blackScholes(Data& d) {
    for (size_t i = 0; i < 1000; ++i) {
        const double s = 5 + 25 * double(d.array<float>(0)[i]), x = 1 + 99 * double(d.array<float>(1)[i]),
                     t = 0.25 + 9.75 * double(d.array<float>(2)[i]), r = 0.02, v = 0.3;
        const double d1 = (std::log(s / x) + (r + 0.5 * v * v) * t) / (v * std::sqrt(t)), d2 = d1 - v * std::sqrt(t);
        d.array<float>(3)[i] = static_cast<float>(s * normal(d1) - x * std::exp(-r * t) * normal(d2));
        d.array<float>(4)[i] = static_cast<float>(x * std::exp(-r * t) * normal(-d2) - s * normal(-d1));
    }
}

template<size_t piece>
void sortPieces(Data& d) {
    auto x = d.array<uint32_t>(0);
    for (size_t i = 0; i < x.size(); i += piece)
        std::sort(x.begin() + static_cast<std::ptrdiff_t>(i), x.begin() + static_cast<std::ptrdiff_t>(i + piece));
}

void spmv(Data& d) {
    for (size_t row = 0; row < 128; ++row) {
        double sum = 0;
        for (size_t k = 0; k < 1 + row * 7 % 100; ++k)
            sum += double(d.array<float>(0)[row * 100 + k]) *
                   double(d.array<float>(2)[d.array<uint32_t>(1)[row * 100 + k] % 128]);
        d.array<float>(3)[row] = static_cast<float>(sum);
    }
}

void bfs(Data& d) {
    auto distance = d.array<int32_t>(1);
    std::fill(distance.begin(), distance.end(), -1);
    distance[0] = 0;
    for (std::vector<size_t> now{0}, next; !now.empty(); now = std::move(next)) {
        next.clear();
        for (const size_t v : now)
            for (size_t e = 0; e < 8; ++e) {
                const size_t to = d.array<uint32_t>(0)[8 * v + e] % 2000;
                if (distance[to] == -1) {
                    distance[to] = distance[v] + 1;
                    next.push_back(to);
                }
            }
    }
}

void softmax(Data& d) {
    for (size_t row = 0; row < 12; ++row) {
        double sum = 0;
        for (size_t c = 0; c < 300; ++c)
            sum += std::exp(double(d.array<float>(0)[row * 300 + c]));
        for (size_t c = 0; c < 300; ++c)
            d.array<float>(1)[row * 300 + c] =
                static_cast<float>(std::exp(double(d.array<float>(0)[row * 300 + c])) / sum);
    }
}

void layerNorm(Data& d) {
    for (size_t row = 0; row < 30; ++row) {
        const auto x = d.array<float>(0).subspan(row * 256, 256);
        double mean = 0, square = 0;
        for (const float v : x)
            mean += double(v) / 256;
        for (const float v : x)
            square += (double(v) - mean) * (double(v) - mean) / 256;
        for (size_t c = 0; c < 256; ++c)
            d.array<float>(3)[row * 256 + c] =
                static_cast<float>((double(x[c]) - mean) / std::sqrt(square + 1e-5) * double(d.array<float>(1)[c]) +
                                   double(d.array<float>(2)[c]));
    }
}

void flashAttention(Data& d) {
    for (size_t q = 0; q < 128; ++q) {
        std::array<double, 32> o{};
        double sum = 0;
        for (size_t k = 0; k < 128; ++k) {
            double s = 0;
            for (size_t i = 0; i < 32; ++i)
                s += double(d.array<float>(0)[q * 32 + i]) * double(d.array<float>(1)[k * 32 + i]);
            const double weight = std::exp(s / std::sqrt(32.0));
            sum += weight;
            for (size_t i = 0; i < 32; ++i)
                o[i] += weight * double(d.array<float>(2)[k * 32 + i]);
        }
        for (size_t i = 0; i < 32; ++i)
            d.array<float>(3)[q * 32 + i] = static_cast<float>(o[i] / sum);
    }
}

void monteCarlo(Data& d) {
    uint64_t inside = 0;
    for (uint32_t thread = 1; thread <= 1024; ++thread) {
        uint32_t s = 0x9e3779b9u * thread;
        for (int i = 0; i < 100; ++i) {
            double p[2];
            for (double& x : p) {
                s ^= s << 13;
                s ^= s >> 17;
                s ^= s << 5;
                x = (s >> 8) * 0x1p-24;
            }
            inside += p[0] * p[0] + p[1] * p[1] < 1;
        }
    }
    d.array<uint64_t>(0)[0] = inside;
}

void stringSearch(Data& d) {
    auto found = d.array<uint32_t>(1);
    std::fill(found.begin(), found.end(), 0u);
    for (size_t i = 0; i + 4 <= 4096; ++i) {
        const char pattern[] = "acab";
        bool same = true;
        for (size_t k = 0; k < 4; ++k)
            same &= 'a' + (d.array<uint8_t>(0)[i + k] & 3) == pattern[k];
        found[i / 32] |= uint32_t(same) << i % 32;
        d.array<uint32_t>(2)[0] += same;
    }
}

void gameOfLife(Data& d) {
    const int w = 160, h = 40;
    const auto now = d.array<uint8_t>(0);
    const auto alive = [&](int x, int y) { return now[static_cast<size_t>((y + h) % h * w + (x + w) % w)] & 1; };
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            int around = -alive(x, y);
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    around += alive(x + dx, y + dy);
            d.array<uint8_t>(1)[static_cast<size_t>(y * w + x)] = around == 3 || (around == 2 && alive(x, y));
        }
}

void transpose(Data& d) {
    for (size_t y = 0; y < 80; ++y)
        for (size_t x = 0; x < 150; ++x)
            d.array<float>(1)[x * 80 + y] = d.array<float>(0)[y * 150 + x];
}

void reduce(Data& d) {
    d.array<int64_t>(2)[0] = 0;
    for (const int32_t x : d.array<int32_t>(0))
        d.array<int64_t>(2)[0] += x;
}

void convolution(Data& d) {
    const double filter[] = {0.05f, 0.09f, 0.12f, 0.15f, 0.18f, 0.15f, 0.12f, 0.09f, 0.05f};
    for (int i = 0; i < 2500; ++i) {
        double sum = 0;
        for (int k = 0; k < 9; ++k)
            if (const int from = i + k - 4; from >= 0 && from < 2500)
                sum += filter[k] * double(d.array<float>(0)[static_cast<size_t>(from)]);
        d.array<float>(1)[static_cast<size_t>(i)] = static_cast<float>(sum);
    }
}

void imageBlur(Data& d) {
    const int w = 95, h = 94;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            for (int channel = 0; channel < 4; ++channel) {
                int sum = 0, n = 0;
                for (int py = std::max(0, y - 3); py <= std::min(h - 1, y + 3); ++py)
                    for (int px = std::max(0, x - 3); px <= std::min(w - 1, x + 3); ++px, ++n)
                        sum += d.array<uint8_t>(0)[static_cast<size_t>(4 * (py * w + px) + channel)];
                d.array<uint8_t>(1)[static_cast<size_t>(4 * (y * w + x) + channel)] =
                    static_cast<uint8_t>(channel == 3 ? 255 : sum / n);
            }
}

void matmulTensor(Data& d) {
    const size_t n = 64;
    for (size_t r = 0; r < n; ++r)
        for (size_t c = 0; c < n; ++c) {
            int sum = 0;
            for (size_t k = 0; k < n; ++k)
                sum += (d.array<uint16_t>(0)[r * n + k] % 9 - 4) * (d.array<uint16_t>(1)[k * n + c] % 7 - 3);
            d.array<float>(2)[r * n + c] = 0.5f * static_cast<float>(sum);
        }
}

void matmulAsync(Data& d) {
    const size_t n = 64;
    for (size_t r = 0; r < n; ++r)
        for (size_t c = 0; c < n; ++c) {
            float sum = 0; // the kernel's own order, fused as the compiler fuses it
            for (size_t k = 0; k < n; ++k)
                sum = std::fma(d.array<float>(0)[r * n + k], d.array<float>(1)[k * n + c], sum);
            d.array<float>(2)[r * n + c] = sum;
        }
}

void scanLookback(Data& d) {
    uint32_t sum = 0;
    for (size_t i = 0; i < 6144; ++i)
        d.array<uint32_t>(1)[i] = sum += d.array<uint32_t>(0)[i] & 0xffff;
}

void crc32(Data& d) {
    for (size_t i = 0; i < 768; ++i) {
        uint32_t sum = ~0u;
        for (size_t k = 0; k < 64; ++k) {
            sum ^= d.array<uint8_t>(0)[i * 64 + k];
            for (int bit = 0; bit < 8; ++bit)
                sum = sum & 1 ? 0xedb88320u ^ sum >> 1 : sum >> 1;
        }
        d.array<uint32_t>(1)[i] = ~sum;
    }
}

void fft(Data& d) {
    using Number = std::complex<double>;
    for (size_t block = 0; block < 5; ++block)
        for (size_t k = 0; k < 512; ++k) {
            Number sum;
            for (size_t i = 0; i < 512; ++i) {
                const size_t at = 2 * (block * 512 + i);
                sum += Number(double(d.array<float>(0)[at]), double(d.array<float>(0)[at + 1])) *
                       std::polar(1.0, -2 * M_PI * static_cast<double>(i * k % 512) / 512);
            }
            d.array<float>(1)[2 * (block * 512 + k)] = static_cast<float>(sum.real());
            d.array<float>(1)[2 * (block * 512 + k) + 1] = static_cast<float>(sum.imag());
        }
}

void cholesky(Data& d) {
    for (size_t block = 0; block < 7; ++block) {
        const auto seeds = d.array<double>(0).subspan(block * 256, 256);
        auto l = d.array<double>(1).subspan(block * 256, 256);
        std::fill(l.begin(), l.end(), 0.0);
        for (size_t r = 0; r < 16; ++r)
            for (size_t c = 0; c <= r; ++c) {
                double x = seeds[c * 16 + r] + (r == c ? 16 : 0);
                for (size_t k = 0; k < c; ++k)
                    x -= l[r * 16 + k] * l[c * 16 + k];
                l[r * 16 + c] = r == c ? std::sqrt(x) : x / l[c * 16 + c];
            }
    }
}

void queens(Data& d) {
    d.array<uint32_t>(0)[0] = 40; // ways to put seven queens
}

void editDistance(Data& d) {
    for (size_t block = 0; block < 6; ++block) {
        std::vector<int> row(65);
        std::iota(row.begin(), row.end(), 0);
        for (size_t i = 1; i <= 64; ++i) {
            int corner = row[0];
            row[0] = static_cast<int>(i);
            for (size_t j = 1; j <= 64; ++j) {
                const bool same =
                    (d.array<uint8_t>(0)[block * 64 + i - 1] & 3) == (d.array<uint8_t>(1)[block * 64 + j - 1] & 3);
                const int value = std::min({row[j] + 1, row[j - 1] + 1, corner + !same});
                corner = row[j];
                row[j] = value;
            }
        }
        d.array<int32_t>(2)[block] = row[64];
    }
}

void floydWarshall(Data& d) {
    auto x = d.array<uint32_t>(0);
    for (size_t i = 0; i < 2500; ++i)
        x[i] = i / 50 == i % 50 ? 0 : x[i] % 1000 + 1;
    for (size_t k = 0; k < 50; ++k)
        for (size_t i = 0; i < 2500; ++i)
            x[i] = std::min(x[i], x[i / 50 * 50 + k] + x[k * 50 + i % 50]);
}

void shapes(Data& d) {
    for (size_t i = 0; i < 128; ++i) {
        const double a = d.array<double>(0)[2 * i], b = d.array<double>(0)[2 * i + 1];
        d.array<double>(1)[i] = i % 3 == 0 ? a * b : i % 3 == 1 ? 0.5 * a * b : 3 * (a * a + b * b);
    }
}

void int8Product(Data& d) {
    const size_t n = 64;
    for (size_t r = 0; r < n; ++r)
        for (size_t c = 0; c < n; ++c) {
            int32_t sum = 0;
            for (size_t k = 0; k < n; ++k)
                sum += d.array<int8_t>(0)[r * n + k] * d.array<int8_t>(1)[c * n + k];
            d.array<int32_t>(2)[r * n + c] = sum;
        }
}

void compact(Data& d) {
    for (const uint32_t word : d.array<uint32_t>(0)) {
        const uint32_t x = word & 0xff;
        ++d.array<uint32_t>(3)[x & 7];
        d.array<uint32_t>(1)[x] += x % 2 == 0;
        d.array<uint32_t>(2)[0] += x % 2 == 0;
    }
}

void spinLock(Data& d) {
    d.array<uint32_t>(0)[0] = 128;
    for (uint32_t& x : d.array<uint32_t>(1))
        x = 32;
}

void heap(Data& d) {
    for (size_t i = 0; i < 128; ++i) {
        uint32_t sum = 0;
        for (size_t k = 0; k < 4; ++k)
            sum += d.array<uint32_t>(0)[4 * i + k] * 3;
        d.array<uint32_t>(1)[i] = sum;
    }
}

void fixedMath(Data& d) {
    for (size_t i = 0; i < 500; ++i) {
        const float a = std::fma(d.array<float>(0)[i], 20.0f, -10.0f);
        const double y = d.array<double>(1)[i], b = std::fma(y, 20.0, -10.0);
        auto f = d.array<float>(2);
        auto g = d.array<double>(3);
        f[4 * i] = std::cbrt(a);
        f[4 * i + 1] = std::atan2(a, 3.0f - a);
        f[4 * i + 2] = std::erf(a * 0.2f);
        f[4 * i + 3] = std::fmod(a, 0.7f);
        g[4 * i] = std::exp(b);
        g[4 * i + 1] = std::sin(b) * std::cos(b);
        g[4 * i + 2] = std::log(y + 0.1);
        g[4 * i + 3] = std::pow(y + 0.5, b);
        d.array<int64_t>(4)[i] =
            std::llrint(b * 1e9) / static_cast<int64_t>(i + 3) + static_cast<int64_t>(a * 1e6f) % 1001;
    }
}

/// Of the programs whose last threads return early: 150 of 192 go on, in blocks of 64.
void early(Data& d, const std::function<uint32_t(std::span<const uint32_t> in, uint32_t i)>& value) {
    for (uint32_t i = 0; i < 150; ++i)
        d.array<uint32_t>(1)[i] = value(d.array<uint32_t>(0), i);
}

void earlyBarrier(Data& d) {
    early(d, [](std::span<const uint32_t> in, uint32_t i) {
        const uint32_t block = i / 64 * 64, other = block + 63 - i % 64;
        uint32_t odd = 0;
        for (uint32_t k = block; k < std::min(block + 64, 150u); ++k)
            odd += in[k] & 1;
        return 3 * in[i] + (other < 150 ? in[other] : 0) + odd;
    });
}

void earlySyncwarp(Data& d) {
    early(d, [](std::span<const uint32_t> in, uint32_t i) { return 3 * in[i] + ((i ^ 31) < 150 ? in[i ^ 31] : 7); });
}

void earlyBallot(Data& d) {
    early(d, [](std::span<const uint32_t> in, uint32_t i) {
        uint32_t odd = 0;
        for (uint32_t k = i / 32 * 32; k < std::min(i / 32 * 32 + 32, 150u); ++k)
            odd |= (in[k] & 1) << k % 32;
        return odd + 2;
    });
}

void earlyShuffle(Data& d) {
    early(d, [](std::span<const uint32_t> in, uint32_t i) {
        const uint32_t first = i / 32 * 32;
        return 3 * in[first + i % 32 / 2] + (i + 1 < 150 && i % 32 != 31 ? in[i + 1] : 0);
    });
}

uint32_t withNeighbour(std::span<const uint32_t> in, uint32_t i) {
    return 3 * in[i] + ((i ^ 1) < 150 ? in[i ^ 1] : 0);
}

void earlyCopyWait(Data& d) {
    early(d, withNeighbour);
}

void earlyGroup(Data& d) {
    early(d, [](std::span<const uint32_t> in, uint32_t i) {
        return withNeighbour(in, i) + std::min(32u, 150 - i / 32 * 32);
    });
}

void gridBarrier(Data& d) {
    for (int round = 0; round < 5; ++round) {
        const auto a = d.array<uint32_t>(0);
        const std::vector<uint32_t> before(a.begin(), a.end());
        for (size_t i = 0; i < a.size(); ++i)
            a[i] = before[(i + 97) % a.size()] + 1;
    }
}

} // namespace

const std::vector<Reference>& references() {
    static const std::vector<Reference> list{
        {"vector_add", {{2, 0}}, vectorAdd},
        {"scan", {{1, 0}, {2, 0}}, scan},
        {"scan_tree", {{0, 0}}, scanTree},
        {"scan_warp", {{1, 0}}, scanWarp},
        {"histogram", {{1, 0}}, histogram},
        {"stencil", {{1, 1e-6}}, stencil},
        {"stencil3d", {{1, 1e-14}}, stencil3d},
        {"nbody", {{1, 2e-4}}, nbody},
        {"black_scholes", {{3, 1e-3}, {4, 1e-3}}, blackScholes},
        {"bitonic_sort", {{0, 0}}, sortPieces<1024>},
        {"spmv", {{3, 1e-5}}, spmv},
        {"bfs", {{1, 0}}, bfs},
        {"softmax", {{1, 1e-6}}, softmax},
        {"layer_norm", {{3, 1e-4}}, layerNorm},
        {"flash_attention", {{3, 1e-5}}, flashAttention},
        {"monte_carlo", {{0, 0}}, monteCarlo},
        {"string_search", {{1, 0}, {2, 0}}, stringSearch},
        {"game_of_life", {{1, 0}}, gameOfLife},
        {"transpose", {{1, 0}}, transpose},
        {"reduce", {{2, 0}}, reduce},
        {"radix_sort", {{0, 0}}, sortPieces<256>},
        {"convolution", {{1, 1e-6}}, convolution},
        {"image_blur", {{1, 0}}, imageBlur},
        {"matmul_tensor", {{2, 0}}, matmulTensor},
        {"matmul_async", {{2, 0}}, matmulAsync},
        {"scan_lookback", {{1, 0}}, scanLookback},
        {"crc32", {{1, 0}}, crc32},
        {"fft", {{1, 1e-4}}, fft},
        {"cholesky", {{1, 1e-12}}, cholesky},
        {"queens", {{0, 0}}, queens},
        {"edit_distance", {{2, 0}}, editDistance},
        {"floyd_warshall", {{0, 0}}, floydWarshall},
        {"shapes", {{1, 1e-15}}, shapes},
        {"int8_product", {{2, 0}}, int8Product},
        {"compact", {{1, 0}, {2, 0}, {3, 0}}, compact},
        {"spin_lock", {{0, 0}, {1, 0}}, spinLock},
        {"heap", {{1, 0}}, heap},
        {"fixed_math", {{2, 2e-6}, {3, 1e-14}, {4, 0}}, fixedMath},
        {"early_barrier", {{1, 0}}, earlyBarrier},
        {"early_syncwarp", {{1, 0}}, earlySyncwarp},
        {"early_ballot", {{1, 0}}, earlyBallot},
        {"early_shuffle", {{1, 0}}, earlyShuffle},
        {"early_copy_wait", {{1, 0}}, earlyCopyWait},
        {"early_group", {{1, 0}}, earlyGroup},
        {"grid_barrier", {{0, 0}}, gridBarrier},
    };
    return list;
}

} // namespace warplens::tests
