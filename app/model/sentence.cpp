// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/sentence.h"

#include "app/tongue/say.h"

namespace warplens::app {
namespace {

Sentence filled(std::string_view text, const std::vector<Phrase>& phrases) {
    Sentence made;
    const auto add = [&](Phrase phrase) {
        if (!phrase.text.empty())
            made.push_back(std::move(phrase));
    };
    while (!text.empty()) {
        const size_t open = text.find('{');
        if (open == std::string_view::npos || open + 2 >= text.size())
            break;
        const size_t place = static_cast<size_t>(text[open + 1] - '0');
        add({std::string(text.substr(0, open)), Tone::Plain});
        if (place < phrases.size())
            add(phrases[place]);
        text.remove_prefix(open + 3);
    }
    add({std::string(text), Tone::Plain});
    return made;
}

} // namespace

std::string plainText(const Sentence& sentence) {
    std::string text;
    for (const Phrase& phrase : sentence)
        text += phrase.text;
    return text;
}

Sentence sentence(std::string_view english, const std::vector<Phrase>& phrases) {
    return filled(tongue::translated(english), phrases);
}

Sentence sentenceFor(std::string_view english, uint64_t count, const std::vector<Phrase>& phrases) {
    return filled(tongue::translated(english, count), phrases);
}

Sentence joined(Sentence first, const Sentence& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

} // namespace warplens::app
