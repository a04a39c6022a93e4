// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the files of a course, one at a time.
#pragma once

#include "app/lessons/course.h"
#include "app/model/sources.h"
#include "app/words/headed_text.h"

namespace warplens::lessons {

using CourseMistake = words::TextMistake;

/// Throw CourseMistake.
Lesson readLesson(const std::filesystem::path& file, const app::Sources& sources);
Lecture readLecture(const std::filesystem::path& file, const Course& course);
std::vector<Term> readGlossary(const std::filesystem::path& file);

} // namespace warplens::lessons
