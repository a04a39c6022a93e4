// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/course.h"

#include "app/lessons/course_reader.h"
#include "kernels/catalogue/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace warplens::lessons {
namespace {

namespace fs = std::filesystem;

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

bool isWordLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

/// Of a script that puts no spaces between words: Chinese characters and their punctuation, U+3000 to U+FFFF.
bool isIdeographAt(std::string_view text, size_t at) {
    while (at > 0 && (text[at] & 0xc0) == 0x80)
        --at;
    return static_cast<unsigned char>(text[at]) >= 0xe3 && static_cast<unsigned char>(text[at]) < 0xf0;
}

/// Whether the letters at `at - 1` and `at` belong to one word.
bool isWithinWord(std::string_view text, size_t at) {
    return at > 0 && at < text.size() && isWordLetter(text[at - 1]) && isWordLetter(text[at]) &&
           !isIdeographAt(text, at - 1) && !isIdeographAt(text, at);
}

/// The files of a folder, and of its folders where there are such, sorted by name.
std::vector<fs::path> markdownIn(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code missing;
    for (const auto& entry : fs::recursive_directory_iterator(folder, missing))
        if (entry.is_regular_file() && entry.path().extension() == ".md")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// How many bytes a form takes that stands at that place as a word of its own; 0: it does not. Both in small letters; '#' in
/// a form is any number, as in "line #".
size_t lengthAt(std::string_view text, std::string_view form, size_t at) {
    size_t end = at;
    for (const char wanted : form)
        if (wanted == '#') {
            const size_t digits = end;
            while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
                ++end;
            if (end == digits)
                return 0;
        } else if (end == text.size() || text[end++] != wanted) {
            return 0;
        }
    return isWithinWord(text, at) || isWithinWord(text, end) ? 0 : end - at;
}

struct TermForm {
    std::string text;           ///< in small letters
    const Term* term = nullptr; ///< nullptr: what looks like one, and is none
};

/// Of all terms their names and other forms; "!number" is no form of "number", but another word that has it within.
std::vector<TermForm> formsOf(const Course& course) {
    std::vector<TermForm> forms;
    for (const Term& term : course.terms) {
        forms.push_back({lowered(term.name), &term});
        for (const std::string& form : term.forms)
            forms.push_back(form.starts_with('!') ? TermForm{lowered(form.substr(1)), nullptr}
                                                  : TermForm{lowered(form), &term});
    }
    return forms;
}

/// The longest that begins there; none: its length is 0.
TermPlace longestAt(std::string_view text, const std::vector<TermForm>& forms, size_t at) {
    TermPlace longest{at, 0, nullptr};
    for (const TermForm& form : forms)
        if (const size_t length = lengthAt(text, form.text, at); length > longest.length)
            longest = {at, length, form.term};
    return longest;
}

/// Terms that a lesson names have to be in the glossary.
void checkTerms(Course& course) {
    std::vector<std::string> known;
    for (const Term& term : course.terms)
        known.push_back(term.name);
    for (const Lesson& lesson : course.lessons)
        for (const std::string& term : lesson.terms)
            if (!course.term(term))
                course.problems.push_back(
                    {lesson.file.string(), 1, 0,
                     fmt::format("the glossary has no term '{}'{}", term, kernels::suggestion(term, known))});
}

/// Those of the base that have no other definition.
void addTerms(Course& course, const Course& base) {
    for (const Term& term : base.terms)
        if (!course.term(term.name))
            course.terms.push_back(term);
    std::stable_sort(course.terms.begin(), course.terms.end(),
                     [](const Term& a, const Term& b) { return lowered(a.name) < lowered(b.name); });
}

/// Those whose id is not taken: what is added to a course goes before what it has.
template<class Each>
void addAll(std::vector<Each>& own, const std::vector<Each>& base) {
    const size_t count = own.size();
    for (const Each& each : base)
        if (std::none_of(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(count),
                         [&](const Each& mine) { return mine.id == each.id; }))
            own.push_back(each);
}

} // namespace

size_t Lecture::steps() const {
    size_t all = 0;
    for (const Part& part : parts)
        all += part.end - part.first;
    return all;
}

const Lesson* Course::lesson(std::string_view id) const {
    const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& each) { return each.id == id; });
    return found == lessons.end() ? nullptr : &*found;
}

const Lesson* Course::lessonOf(std::string_view stage) const {
    const auto found =
        std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& each) { return each.stage == stage; });
    return found == lessons.end() ? nullptr : &*found;
}

const Lecture* Course::lecture(std::string_view id) const {
    const auto found =
        std::find_if(lectures.begin(), lectures.end(), [&](const Lecture& each) { return each.id == id; });
    return found == lectures.end() ? nullptr : &*found;
}

const Term* Course::term(std::string_view word) const {
    const std::string wanted = lowered(word);
    for (const Term& term : terms) {
        if (lowered(term.name) == wanted)
            return &term;
        for (const std::string& form : term.forms)
            if (lowered(form) == wanted)
                return &term;
    }
    return nullptr;
}

Course loadCourse(const fs::path& folder, const kernels::Catalogue& catalogue, std::string_view language,
                  const Course* base, std::string_view spoken) {
    Course course;
    const auto attempt = [&](const fs::path& file, const auto& read) {
        try {
            read(file);
        } catch (const CourseMistake& mistake) {
            course.problems.push_back({file.string(), mistake.line, 0, mistake.what()});
        }
    };
    std::error_code missing;
    // The file itself, or its translation where there is one.
    const auto told = [&](const fs::path& part, const fs::path& file) {
        const fs::path other = folder / part / spoken / file.lexically_relative(folder / part / language);
        return !spoken.empty() && fs::exists(other, missing) ? other : file;
    };
    const fs::path inItsOwn = folder / "glossary" / (std::string(language) + ".md"),
                   translated = folder / "glossary" / (std::string(spoken) + ".md"),
                   glossary = !spoken.empty() && fs::exists(translated, missing) ? translated : inItsOwn;
    if (!base || fs::exists(glossary, missing))
        attempt(glossary, [&](const fs::path& file) { course.terms = readGlossary(file); });
    if (base)
        addTerms(course, *base);
    const app::Sources sources(catalogue);
    for (const fs::path& file : markdownIn(folder / "lessons" / language))
        attempt(told("lessons", file),
                [&](const fs::path& each) { course.lessons.push_back(readLesson(each, sources)); });
    std::vector<std::string> tracks;
    for (const kernels::Track& track : catalogue.tracks)
        tracks.push_back(track.id);
    const auto order = [&](const Lesson& lesson) {
        const std::string track = lesson.id.substr(0, lesson.id.find('/'));
        return std::find(tracks.begin(), tracks.end(), track) - tracks.begin();
    };
    std::stable_sort(course.lessons.begin(), course.lessons.end(),
                     [&](const Lesson& a, const Lesson& b) { return order(a) < order(b); });
    if (base)
        addAll(course.lessons, base->lessons);
    for (const fs::path& file : markdownIn(folder / "lectures" / language))
        attempt(told("lectures", file),
                [&](const fs::path& each) { course.lectures.push_back(readLecture(each, course)); });
    if (base)
        addAll(course.lectures, base->lectures);
    checkTerms(course);
    return course;
}

// "bank conflict" is one term, not two.
std::vector<TermPlace> termsIn(std::string_view text, const Course& course) {
    const std::string lower = lowered(text);
    const std::vector<TermForm> forms = formsOf(course);
    std::vector<TermPlace> places;
    for (size_t at = 0; at < lower.size();) {
        const TermPlace place = longestAt(lower, forms, at);
        const auto same = [&](const TermPlace& each) { return each.term == place.term; };
        if (place.term && std::none_of(places.begin(), places.end(), same))
            places.push_back(place);
        at += std::max<size_t>(1, place.length);
    }
    return places;
}

const Term* termAt(std::string_view text, size_t at, const Course& course) {
    const std::string lower = lowered(text);
    const std::vector<TermForm> forms = formsOf(course);
    TermPlace longest;
    for (size_t begin = 0; begin <= at && begin < lower.size(); ++begin)
        if (const TermPlace place = longestAt(lower, forms, begin);
            at < begin + place.length && place.length > longest.length)
            longest = place;
    return longest.term;
}

} // namespace warplens::lessons
