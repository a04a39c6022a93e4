// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences whose pieces have tones, in the language that is spoken: whole sentences are translated, since words stand
// elsewhere in other languages. No Qt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::app {

enum class Tone : uint8_t { Plain, Bad, Good, Merged, ArrayA, ArrayB, Result };

/// A piece of a sentence; its tone decides its colour.
struct Phrase {
    std::string text;
    Tone tone = Tone::Plain;
};
using Sentence = std::vector<Phrase>;
std::string plainText(const Sentence& sentence);

/// A text with places {0}, {1} …, which the phrases take.
Sentence sentence(std::string_view english, const std::vector<Phrase>& phrases = {});
/// In the form for that number: "{0} (reads|read) {1}."
Sentence sentenceFor(std::string_view english, uint64_t count, const std::vector<Phrase>& phrases);
/// One after the other.
Sentence joined(Sentence first, const Sentence& second);

} // namespace warplens::app
