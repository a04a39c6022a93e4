// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of a course, one at a time.
#pragma once

#include "app/lessons/course.h"
#include "app/model/sources.h"

#include <stdexcept>

namespace warplens::lessons {

/// What is wrong with a file, and at which line, from 1; 0: with the file itself.
struct CourseMistake : std::runtime_error {
    CourseMistake(int line_, const std::string& what)
        : std::runtime_error(what)
        , line(line_) {}
    int line;
};

/// Throw CourseMistake.
Lesson readLesson(const std::filesystem::path& file, const app::Sources& sources);
Lecture readLecture(const std::filesystem::path& file, const Course& course);
std::vector<Term> readGlossary(const std::filesystem::path& file);

} // namespace warplens::lessons
