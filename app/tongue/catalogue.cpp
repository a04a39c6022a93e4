// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tongue/catalogue.h"

#include "kernels/files/bounded_file.h"

#include <fmt/format.h>

namespace warplens::tongue {
namespace {

/// What stands between `begin` and `end` in `text`, from `at` on, which is then behind it; nothing: there is no more.
std::string_view between(std::string_view text, size_t& at, std::string_view begin, std::string_view end) {
    const size_t from = text.find(begin, at);
    if (from == std::string_view::npos)
        return {};
    const size_t to = text.find(end, from + begin.size());
    if (to == std::string_view::npos)
        return {};
    at = to + end.size();
    return text.substr(from + begin.size(), to - from - begin.size());
}

std::string_view element(std::string_view message, std::string_view name) {
    size_t at = 0;
    return between(message, at, fmt::format("<{}>", name), fmt::format("</{}>", name));
}

void append(std::string& text, unsigned long point) {
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xc0 | point >> 6);
        text += static_cast<char>(0x80 | (point & 0x3f));
    } else {
        text += static_cast<char>(0xe0 | point >> 12);
        text += static_cast<char>(0x80 | (point >> 6 & 0x3f));
        text += static_cast<char>(0x80 | (point & 0x3f));
    }
}

std::string unescaped(std::string_view xml) {
    std::string text;
    for (size_t at = 0; at < xml.size(); ++at) {
        const size_t end = xml[at] == '&' ? xml.find(';', at) : std::string_view::npos;
        if (end == std::string_view::npos) {
            text += xml[at];
            continue;
        }
        const std::string name(xml.substr(at + 1, end - at - 1));
        if (name.starts_with("#x"))
            append(text, std::stoul("0" + name.substr(2), nullptr, 16));
        else if (name.starts_with("#"))
            append(text, std::stoul("0" + name.substr(1)));
        else
            text += name == "lt" ? '<' : name == "gt" ? '>' : name == "quot" ? '"' : name == "apos" ? '\'' : '&';
        at = end;
    }
    return text;
}

Catalogue::Forms formsIn(std::string_view message) {
    Catalogue::Forms forms;
    const size_t begin = message.find("<translation");
    if (begin == std::string_view::npos)
        return forms;
    std::string_view all = message.substr(begin);
    size_t at = 0;
    if (all.find("<numerusform") == std::string_view::npos) {
        forms.push_back(unescaped(between(all, at, ">", "</translation>")));
    } else {
        while (all.find("<numerusform>", at) != std::string_view::npos)
            forms.push_back(unescaped(between(all, at, "<numerusform>", "</numerusform>")));
    }
    for (const std::string& form : forms)
        if (form.empty())
            return {};
    return forms;
}

} // namespace

Catalogue::Catalogue(const std::filesystem::path& file) {
    std::string text;
    try {
        text = kernels::readText(file, kernels::sourceLimit);
    } catch (const kernels::FileError& mistake) {
        throw CatalogueMistake(mistake.what());
    }
    size_t at = 0;
    for (std::string_view message = between(text, at, "<message", "</message>"); !message.empty();
         message = between(text, at, "<message", "</message>")) {
        Forms forms = formsIn(message);
        if (forms.empty())
            continue;
        const auto key = std::pair(unescaped(element(message, "source")), unescaped(element(message, "comment")));
        if (const auto [place, fresh] = m_texts.emplace(key, forms); !fresh && place->second != forms)
            throw CatalogueMistake(fmt::format("{}: '{}' is translated in two ways: give one of them a comment in tr()",
                                               file.string(), key.first));
    }
}

const Catalogue::Forms* Catalogue::find(std::string_view english, std::string_view comment) const {
    const auto found = m_texts.find(std::pair(std::string(english), std::string(comment)));
    return found == m_texts.end() ? nullptr : &found->second;
}

} // namespace warplens::tongue
