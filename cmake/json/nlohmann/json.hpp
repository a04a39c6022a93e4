// SPDX-License-Identifier: GPL-3.0-or-later
// The library's own header, and the promise that its classes are compiled elsewhere (cmake/json.cpp): a file that parses and
// writes takes two thirds of the time to compile, is an eighth as large, and runs an optimised parser in unoptimised tests.
#pragma once

#include_next <nlohmann/json.hpp>

#include <string>
#include <string_view>

#ifndef WARPLENS_JSON
#define WARPLENS_JSON extern template
#endif

WARPLENS_JSON class nlohmann::basic_json<>;
WARPLENS_JSON class nlohmann::basic_json<nlohmann::ordered_map>;

#define WARPLENS_JSON_READ(JSON, ITERATOR)                                                                             \
    WARPLENS_JSON class nlohmann::detail::lexer<JSON, nlohmann::detail::iterator_input_adapter<ITERATOR>>;             \
    WARPLENS_JSON class nlohmann::detail::parser<JSON, nlohmann::detail::iterator_input_adapter<ITERATOR>>;
#define WARPLENS_JSON_OF(JSON)                                                                                         \
    WARPLENS_JSON class nlohmann::detail::serializer<JSON>;                                                            \
    WARPLENS_JSON class nlohmann::detail::json_sax_dom_parser<JSON>;                                                   \
    WARPLENS_JSON class nlohmann::detail::json_sax_dom_callback_parser<JSON>;                                          \
    WARPLENS_JSON_READ(JSON, std::string::const_iterator)                                                              \
    WARPLENS_JSON_READ(JSON, std::string_view::const_iterator)

WARPLENS_JSON_OF(nlohmann::json)
WARPLENS_JSON_OF(nlohmann::ordered_json)

#undef WARPLENS_JSON_OF
#undef WARPLENS_JSON_READ
#undef WARPLENS_JSON
