// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/cublas/typed.h"

#include "sim/simt/half.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace warplens::cublas {
namespace {

template<class T>
T valueAt(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}
template<class T>
void put(std::byte* to, T value) {
    std::memcpy(to, &value, sizeof value);
}
template<class T>
void putInteger(std::byte* to, double value) {
    put<T>(to, static_cast<T>(std::clamp(std::nearbyint(value), double(std::numeric_limits<T>::min()),
                                         double(std::numeric_limits<T>::max()))));
}

/// To 32 bits so that rounding them once more gives what rounding the double at once would: to odd.
float toOdd(double value) {
    auto narrow = static_cast<float>(value);
    if (!std::isfinite(narrow) || double(narrow) == value)
        return narrow;
    if (std::abs(double(narrow)) > std::abs(value))
        narrow = std::nextafter(narrow, 0.0f);
    auto bits = valueAt<uint32_t>(reinterpret_cast<const std::byte*>(&narrow));
    bits |= 1;
    return valueAt<float>(reinterpret_cast<const std::byte*>(&bits));
}

} // namespace

size_t bytesOf(cudaDataType type) {
    switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
        return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
        return 4;
    case CUDA_R_64F:
        return 8;
    default:
        return 0;
    }
}

std::string typeText(cudaDataType type) {
    switch (type) {
    case CUDA_R_8I:
        return "CUDA_R_8I";
    case CUDA_R_8U:
        return "CUDA_R_8U";
    case CUDA_R_16F:
        return "CUDA_R_16F";
    case CUDA_R_16BF:
        return "CUDA_R_16BF";
    case CUDA_R_32F:
        return "CUDA_R_32F";
    case CUDA_R_32I:
        return "CUDA_R_32I";
    case CUDA_R_64F:
        return "CUDA_R_64F";
    case CUDA_C_32F:
        return "CUDA_C_32F";
    case CUDA_C_64F:
        return "CUDA_C_64F";
    default:
        return fmt::format("cudaDataType {}", static_cast<int>(type));
    }
}

double load(const std::byte* from, cudaDataType type) {
    switch (type) {
    case CUDA_R_8I:
        return valueAt<int8_t>(from);
    case CUDA_R_8U:
        return valueAt<uint8_t>(from);
    case CUDA_R_16F:
        return double(sim::simt::widenHalf(valueAt<uint16_t>(from), false));
    case CUDA_R_16BF:
        return double(sim::simt::widenHalf(valueAt<uint16_t>(from), true));
    case CUDA_R_32F:
        return double(valueAt<float>(from));
    case CUDA_R_32I:
        return valueAt<int32_t>(from);
    default:
        return valueAt<double>(from);
    }
}

void store(std::byte* to, cudaDataType type, double value) {
    switch (type) {
    case CUDA_R_8I:
        return putInteger<int8_t>(to, value);
    case CUDA_R_8U:
        return putInteger<uint8_t>(to, value);
    case CUDA_R_16F:
        return put(to, sim::simt::narrowHalf(toOdd(value), false));
    case CUDA_R_16BF:
        return put(to, sim::simt::narrowHalf(toOdd(value), true));
    case CUDA_R_32F:
        return put(to, static_cast<float>(value));
    case CUDA_R_32I:
        return putInteger<int32_t>(to, value);
    default:
        return put(to, value);
    }
}

} // namespace warplens::cublas
