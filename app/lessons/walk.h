// SPDX-License-Identifier: GPL-3.0-or-later
// The way through a lecture, or through the lessons of a track: steps one after the other, over the ends of lessons. A
// step that asks is come to twice: with its question first, then with what it shows. No Qt.
#pragma once

#include "app/lessons/course.h"

#include <string>
#include <vector>

namespace warplens::lessons {

class Walk {
public:
    struct Stop {
        const Lesson* lesson = nullptr;
        size_t step = 0;
        size_t first = 0, end = 0; ///< the steps of that lesson that are walked
    };

    Walk() = default;
    /// The course has to live as long as this.
    Walk(const Course& course, const Lecture& lecture);
    /// All lessons of a lesson's track; it begins with that lesson.
    Walk(const Course& course, const Lesson& lesson);

    bool empty() const { return m_stops.empty(); }
    /// Of the lecture; empty: lessons of a track.
    const std::string& lecture() const { return m_lecture; }
    const std::string& title() const { return m_title; }
    size_t size() const { return m_stops.size(); }
    size_t at() const { return m_at; }
    const Stop& stop() const { return m_stops[m_at]; }
    const Step& step() const { return stop().lesson->steps[stop().step]; }
    const Step* following() const;
    /// Whether the question of the step is to be answered before it shows.
    bool isAsking() const { return m_asking; }

    /// False: that was the last, or the first, one.
    bool forward();
    bool back();
    /// What was asked is shown.
    void answer() { m_asking = false; }
    /// To a step that was left; nothing where there is none such.
    void goTo(size_t at);

private:
    void add(const Lesson& lesson, size_t first, size_t end);

    std::string m_lecture, m_title;
    std::vector<Stop> m_stops;
    size_t m_at = 0;
    bool m_asking = false;
};

} // namespace warplens::lessons
