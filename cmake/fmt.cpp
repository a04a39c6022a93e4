// SPDX-License-Identifier: GPL-3.0-or-later
// {fmt}, compiled once. As headers alone it would cost every file that formats a number some five seconds, and its
// shared library would not travel with a worker or a command line tool that is copied to another machine as one file.
#include <fmt/format-inl.h>

#include <locale>

FMT_BEGIN_NAMESPACE
namespace detail {
template FMT_API auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto locale_ref::get<std::locale>() const -> std::locale;
template FMT_API auto decimal_point_impl<char>(locale_ref) -> char;
template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template FMT_API void buffer<char>::append(const char*, const char*);
template FMT_API void vformat_to(buffer<char>&, string_view, basic_format_args<FMT_BUFFER_CONTEXT(char)>, locale_ref);
} // namespace detail
FMT_END_NAMESPACE
