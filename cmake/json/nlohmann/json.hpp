// SPDX-License-Identifier: GPL-3.0-or-later
// The library's own header, and two things that it leaves to others.
// Whole numbers are read as what they are: where a document has 1e34, -1 or 2.5 for an unsigned, the library converts it, which
// has no defined result; here it throws, as for a text.
// And the promise that its classes are compiled elsewhere (cmake/json.cpp): a file that parses and writes takes two thirds of
// the time to compile, is an eighth as large, and runs an optimised parser in unoptimised tests.
#pragma once

#include_next <nlohmann/json.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

template<std::integral T>
requires(!std::same_as<T, bool>) struct nlohmann::adl_serializer<T> {
    template<class Json>
    static void to_json(Json& json, T value) {
        nlohmann::to_json(json, value);
    }
    template<class Json>
    static void from_json(const Json& json, T& value) {
        bool fits = true;
        if (json.is_number_unsigned())
            fits = std::in_range<T>(*json.template get_ptr<const typename Json::number_unsigned_t*>());
        else if (json.is_number_integer())
            fits = std::in_range<T>(*json.template get_ptr<const typename Json::number_integer_t*>());
        else if (json.is_number_float()) {
            const double number = *json.template get_ptr<const typename Json::number_float_t*>();
            fits = number == std::trunc(number) && number >= static_cast<double>(std::numeric_limits<T>::min()) &&
                   number < std::ldexp(1.0, std::numeric_limits<T>::digits);
        }
        if (!fits)
            throw detail::out_of_range::create(406, "no whole number of the range that is read: " + json.dump(), &json);
        nlohmann::from_json(json, value);
    }
};

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
