// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/error.h"

#include <algorithm>
#include <iterator>

namespace warplens::runtime {
namespace {

struct Row {
    int number;
    std::string_view name, driver, text;
};
constexpr Row rows[] = {
    {0, "cudaSuccess", "CUDA_SUCCESS", "no error"},
#define RUNTIME_ERROR(number, name, driver, text) {number, "cudaError" #name, driver, text},
#include "kernels/runtime/errors.def"
#undef RUNTIME_ERROR
};

const Row* find(Error error) {
    const auto* row = std::find_if(std::begin(rows), std::end(rows),
                                   [&](const Row& each) { return each.number == static_cast<int>(error); });
    return row == std::end(rows) ? nullptr : row;
}

} // namespace

std::string_view errorName(Error error) {
    const Row* row = find(error);
    return row ? row->name : std::string_view();
}

std::string_view errorText(Error error) {
    const Row* row = find(error);
    return row ? row->text : std::string_view();
}

std::string_view driverErrorName(Error error) {
    const Row* row = find(error);
    return row ? row->driver : std::string_view();
}

} // namespace warplens::runtime
