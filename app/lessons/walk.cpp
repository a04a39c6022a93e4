// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/walk.h"

namespace warplens::lessons {

Walk::Walk(const Course& course, const Lecture& lecture)
    : m_lecture(lecture.id)
    , m_title(lecture.title) {
    for (const Part& part : lecture.parts)
        if (const Lesson* lesson = course.lesson(part.lesson))
            add(*lesson, part.first, part.end);
    goTo(0);
}

Walk::Walk(const Course& course, const Lesson& lesson) {
    const std::string track = lesson.id.substr(0, lesson.id.find('/') + 1);
    size_t begin = 0;
    for (const Lesson& each : course.lessons) {
        if (each.id == lesson.id)
            begin = m_stops.size();
        if (each.id.starts_with(track))
            add(each, 0, each.steps.size());
    }
    goTo(begin);
}

void Walk::add(const Lesson& lesson, size_t first, size_t end) {
    for (size_t step = first; step < end; ++step)
        m_stops.push_back({&lesson, step, first, end});
}

const Step* Walk::following() const {
    return m_at + 1 < m_stops.size() ? &m_stops[m_at + 1].lesson->steps[m_stops[m_at + 1].step] : nullptr;
}

bool Walk::forward() {
    if (m_asking) {
        m_asking = false;
        return true;
    }
    if (m_at + 1 >= m_stops.size())
        return false;
    goTo(m_at + 1);
    return true;
}

bool Walk::back() {
    if (m_at == 0)
        return false;
    --m_at;
    m_asking = false; // it was seen already
    return true;
}

void Walk::goTo(size_t at) {
    if (at >= m_stops.size())
        return;
    m_at = at;
    m_asking = step().asks != Asks::Nothing;
}

} // namespace warplens::lessons
