// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons, lectures and the glossary as their files say them: resources/lessons/en/<track>/<NN-name>.md,
// resources/lectures/en/<NN-name>.md, resources/glossary/en.md. docs/lessons.md tells how one is written. No Qt.
//
// Terms
//   step     a link to what is shown, and a caption of one or two sentences whose figures are markers (docs/words.md)
//   lesson   a few steps about one stage
//   lecture  a list of lessons, whole or in part
#pragma once

#include "app/model/exhibit.h"
#include "kernels/catalogue/catalogue.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::lessons {

/// What a step asks before it shows.
enum class Asks : uint8_t {
    Nothing,
    Wavefronts, ///< of the request that it stands at
    Sectors,    ///< likewise
    Parameter,  ///< which value of a parameter serves the request best
};

struct Step {
    int line = 0; ///< of its heading, in the lesson's file
    std::string link;
    app::Exhibit shown; ///< what the link says
    std::string caption;
    std::string notes; ///< for the speaker; may be empty
    Asks asks = Asks::Nothing;
    std::string parameter; ///< that is asked for
};

struct Lesson {
    std::string id; ///< "matmul/06-tiled-conflicts": its folder and its file
    std::string title;
    std::string stage;              ///< a stage's id
    std::vector<std::string> terms; ///< that it makes use of and explains; each is in the glossary
    std::vector<Step> steps;
    std::filesystem::path file;
};

/// Steps of a lesson, counted from 0.
struct Part {
    std::string lesson;
    size_t first = 0, end = 0;
};

struct Lecture {
    std::string id; ///< "01-coalescing-and-banks"
    std::string title;
    int minutes = 0;
    std::string about;
    std::vector<Part> parts;

    size_t steps() const;
};

struct Term {
    int line = 0;
    std::string name; ///< "wavefront"
    std::vector<std::string>
        forms; ///< other words that mean it, such as its plural; '#' in them is any number, '!' before one says no
    std::string link; ///< where it can be seen; may be empty
    std::string text;
};

struct Course {
    std::vector<Lesson> lessons; ///< in the order of the catalogue's tracks, then by file
    std::vector<Lecture> lectures;
    std::vector<Term> terms; ///< by name
    std::vector<kernels::Problem> problems;

    const Lesson* lesson(std::string_view id) const;
    /// The first lesson about a stage.
    const Lesson* lessonOf(std::string_view stage) const;
    const Lecture* lecture(std::string_view id) const;
    /// By name or by another form, whatever the case. nullptr: there is none.
    const Term* term(std::string_view word) const;
};

/// Of a folder such as resourcesDir(). A mistake in a file costs that lesson, lecture or term, and is told with its place.
/// With `base` it is added to that course, before its own lessons and lectures: those and its terms can be named, and no
/// glossary is needed. A lesson or lecture, and the glossary, that is there in the language that is `spoken` is told in that.
Course loadCourse(const std::filesystem::path& folder, const kernels::Catalogue& catalogue,
                  std::string_view language = "en", const Course* base = nullptr, std::string_view spoken = {});

/// A place in a text where a term stands.
struct TermPlace {
    size_t at = 0, length = 0; ///< in bytes
    const Term* term = nullptr;
};
/// Of each term the first place where one of its forms stands as a word of its own; the longest form where several begin.
std::vector<TermPlace> termsIn(std::string_view text, const Course& course);
/// The term that the byte at that place belongs to, the longest where several do; nullptr: none.
const Term* termAt(std::string_view text, size_t at, const Course& course);

} // namespace warplens::lessons
