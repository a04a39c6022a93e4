// SPDX-License-Identifier: GPL-3.0-or-later
// Questions for the systems that courses are given with: a content package of QTI 2.1, and a question set of H5P. No Qt.
//
// QTI: imsmanifest.xml, assessment.xml (a test of all items) and an item for each question: one choice, several choices
// (banks) or an order. Feedback names the mistake.
// H5P: QuestionSet 1.20 of MultiChoice 1.16, without the libraries themselves: a site accepts it that has them installed.
// Orders are a choice among orders there, since a question set has no question to be put in order.
#pragma once

#include "app/exchange/zip_file.h"
#include "app/lessons/telling.h"

#include <string>
#include <vector>

namespace warplens::exchange {

struct Pack {
    std::string title;    ///< "Warplens: practice, level 2"
    std::string language; ///< "en"
    std::vector<lessons::Question> questions;
};

ZipParts qtiPackage(const Pack& pack);
ZipParts h5pPackage(const Pack& pack);

/// By the name's end: .zip is QTI, .h5p is H5P. False: it is neither, and nothing is written. Throws ZipError.
bool writePackage(const Pack& pack, const std::filesystem::path& file);

/// The right answer and why, for whoever gave another: "The answer is: 0, 8. ..."
std::string keyTold(const lessons::Question& question);

/// A question to be put in order as one to choose from: the right order, and wrong ones with what was thought.
lessons::Question asChoice(const lessons::Question& order);

} // namespace warplens::exchange
