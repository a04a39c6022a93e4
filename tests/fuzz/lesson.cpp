// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of lessons, lectures and the glossary, and of the markers in their texts.
#include "app/lessons/course_reader.h"
#include "app/words/text.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"
#include "tests/fuzz/scratch.h"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const app::Sources sources(kernels::loadCatalogue(kernels::stagesDir()));
    const std::string text = fuzz::textOf(data, size);
    const auto file = fuzz::fileOf("01-fuzzed.md", text);
    lessons::Course course;
    const auto attempt = [](const auto& read) {
        try {
            read();
        } catch (const lessons::CourseMistake&) {
        } catch (const kernels::FileError&) {
        }
    };
    attempt([&] { course.terms = lessons::readGlossary(file); });
    attempt([&] { course.lessons.push_back(lessons::readLesson(file, sources)); });
    attempt([&] { lessons::readLecture(file, course); });
    for (const lessons::TermPlace& place : lessons::termsIn(text, course))
        fuzz::demand(place.at + place.length <= text.size());
    words::plainFigures(words::parse(text));
    return 0;
}
