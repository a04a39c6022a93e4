// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tongue/say.h"

#include <mutex>
#include <utility>

namespace warplens::tongue {
namespace {

struct Spoken {
    Language language = Language::English;
    std::shared_ptr<const Catalogue> catalogue = std::make_shared<const Catalogue>();
};

/// Texts are said in threads, too, while somebody chooses another language.
std::mutex guard;

Spoken& now() {
    static Spoken spoken;
    return spoken;
}

Spoken current() {
    const std::lock_guard lock(guard);
    return now();
}

} // namespace

void speak(Language language, const std::filesystem::path& folder) {
    Spoken next;
    next.language = language;
    if (language != Language::English)
        next.catalogue =
            std::make_shared<const Catalogue>(folder / fmt::format("warplens_{}.ts", kindOf(language).code));
    const std::lock_guard lock(guard);
    std::swap(now(), next);
}

Language spoken() {
    return current().language;
}

std::shared_ptr<const Catalogue> catalogue() {
    return current().catalogue;
}

std::string englishForm(std::string_view text, uint64_t count) {
    std::string form;
    while (!text.empty()) {
        const size_t open = text.find('('), close = text.find(')', open);
        if (close == std::string_view::npos)
            break;
        const std::string_view inner = text.substr(open + 1, close - open - 1);
        const size_t bar = inner.find('|');
        form += text.substr(0, open);
        if (bar != std::string_view::npos)
            form += count == 1 ? inner.substr(0, bar) : inner.substr(bar + 1);
        else if (inner != "s")
            form += text.substr(open, close + 1 - open);
        else if (count != 1)
            form += inner;
        text.remove_prefix(close + 1);
    }
    return form.append(text);
}

std::string translated(std::string_view english) {
    const Spoken spoken = current();
    const Catalogue::Forms* forms = spoken.catalogue->find(english);
    return forms ? forms->front() : std::string(english);
}

std::string translated(std::string_view english, uint64_t count) {
    const Spoken spoken = current();
    const Catalogue::Forms* forms = spoken.catalogue->find(english);
    const size_t form = formOf(spoken.language, count);
    return forms && form < forms->size() ? (*forms)[form] : englishForm(english, count);
}

std::string localised(std::string digits) {
    const char point = kindOf(current().language).decimalPoint;
    if (point != '.')
        for (char& c : digits)
            if (c == '.')
                c = point;
    return digits;
}

} // namespace warplens::tongue
