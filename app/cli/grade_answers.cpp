// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/grade_answers.h"

#include "app/challenges/grade.h"
#include "app/cli/gradescope_files.h"
#include "app/cli/subject.h"
#include "app/cli/verbs.h"
#include "app/lessons/kept_answers.h"
#include "kernels/catalogue/paths.h"
#include "kernels/files/bounded_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>

namespace warplens::cli {
namespace {

using lessons::Asked;
using lessons::AskedByStep;
using lessons::KeptAnswer;
using nlohmann::ordered_json;

/// Right ones of those that were answered: of practice by level, and of lessons.
struct Share {
    size_t right = 0, answered = 0;
};
struct StudentsAnswers {
    std::string student, file, message;
    std::array<Share, lessons::levels + 1> shares; ///< 0: lessons
    size_t other = 0;                              ///< that another version has asked

    Share all() const {
        Share sum;
        for (const Share& share : shares) {
            sum.right += share.right;
            sum.answered += share.answered;
        }
        return sum;
    }
};

/// Asks questions again.
class Asker {
public:
    Asker()
        : m_catalogue(kernels::loadCatalogue(kernels::stagesDir()))
        , m_course(lessons::loadCourse(kernels::resourcesDir(), m_catalogue)) {
        for (auto& [file, recording] : knownRecordings(&m_catalogue).recordings)
            m_recordings.push_back(std::move(recording));
    }

    /// Nothing: this version has no such question.
    std::optional<lessons::Question> ask(const lessons::AskedBy& asked) {
        try {
            if (const Asked* practice = std::get_if<Asked>(&asked))
                return generate(*practice);
            const auto& by = std::get<AskedByStep>(asked);
            const lessons::Lesson* lesson = m_course.lesson(by.lesson);
            if (!lesson || by.step >= lesson->steps.size())
                return std::nullopt;
            return lessons::questionOf(lesson->steps[by.step], m_teller);
        } catch (const std::exception&) {
            return std::nullopt;
        }
    }

private:
    lessons::Question generate(const Asked& asked) {
        std::vector<lessons::Generated>& known = m_made[{asked.seed, asked.level, asked.kind}];
        if (known.size() <= asked.number) {
            const auto kinds = lessons::questionKindsOf(asked.kind);
            if (!kinds)
                throw std::invalid_argument(asked.kind);
            known = lessons::generateQuestions(asked.seed, asked.level, asked.number + 10, *kinds,
                                               {&m_catalogue, &m_recordings});
        }
        return known[asked.number].question;
    }

    kernels::Catalogue m_catalogue;
    lessons::Course m_course;
    std::vector<kernels::Recording> m_recordings;
    kernels::StageCompiler m_compiler;
    words::Facts m_facts{m_catalogue, m_compiler, m_recordings};
    lessons::Teller m_teller{m_catalogue, m_compiler, m_facts};
    std::map<std::tuple<uint64_t, int, std::string>, std::vector<lessons::Generated>> m_made;
};

bool isPossible(const lessons::Question& question, const lessons::Answer& answer) {
    return std::all_of(answer.begin(), answer.end(), [&](size_t each) { return each < question.choices.size(); }) &&
           (question.form != lessons::Form::Choose || answer.size() == 1);
}

StudentsAnswers judged(Asker& asker, const std::string& file, const std::string& student) {
    StudentsAnswers found{student, file, {}, {}, 0};
    lessons::KeptAnswers kept;
    try {
        kept = lessons::readAnswers(file);
    } catch (const kernels::FileError& error) {
        found.message = error.what();
        return found;
    }
    for (const std::string& problem : kept.problems)
        fmt::print(stderr, "{}\n", problem);
    std::vector<lessons::AskedBy> seen; // the first answer counts
    size_t claimed = 0;
    for (const KeptAnswer& each : kept.answers) {
        if (std::find(seen.begin(), seen.end(), each.asked) != seen.end())
            continue;
        seen.push_back(each.asked);
        const std::optional<lessons::Question> question = asker.ask(each.asked);
        if (!question || lessons::questionMark(*question) != each.question || !isPossible(*question, each.answer)) {
            ++found.other;
            continue;
        }
        const Asked* practice = std::get_if<Asked>(&each.asked);
        Share& share = found.shares[practice ? static_cast<size_t>(practice->level) : 0];
        const bool right = lessons::judge(*question, each.answer).right;
        ++share.answered;
        share.right += right;
        claimed += each.right != right;
    }
    std::vector<std::string> notes;
    if (!kept.problems.empty())
        notes.push_back(fmt::format("{} of its lines cannot be read", kept.problems.size()));
    if (found.other != 0)
        notes.push_back(fmt::format("{} answers are to questions that this version, with its recordings, does not ask",
                                    found.other));
    if (claimed != 0)
        notes.push_back(fmt::format("{} answers are not what the file says of them", claimed));
    found.message = fmt::format("{}", fmt::join(notes, "; "));
    return found;
}

std::string shareName(size_t share) {
    return share == 0 ? std::string("lessons") : fmt::format("practice, level {}", share);
}

std::string tableOf(const std::vector<StudentsAnswers>& all) {
    std::string csv = "student,file,right,answered,score";
    for (size_t i = 0; i <= lessons::levels; ++i)
        csv += fmt::format(",{0}: right,{0}: answered", i == 0 ? "lessons" : fmt::format("level {}", i));
    csv += ",not counted,message\r\n";
    for (const StudentsAnswers& each : all) {
        const Share sum = each.all();
        csv += fmt::format(
            "{},{},{},{},{:.4f}", challenges::csvCell(each.student), challenges::csvCell(each.file), sum.right,
            sum.answered, sum.answered == 0 ? 0.0 : static_cast<double>(sum.right) / static_cast<double>(sum.answered));
        for (const Share& share : each.shares)
            csv += fmt::format(",{},{}", share.right, share.answered);
        csv += fmt::format(",{},{}\r\n", each.other, challenges::csvCell(each.message));
    }
    return csv;
}

ordered_json gradescopeOf(const StudentsAnswers& each) {
    ordered_json tests = ordered_json::array();
    for (size_t i = 0; i < each.shares.size(); ++i)
        if (const Share& share = each.shares[i]; share.answered != 0)
            tests.push_back({{"name", shareName(i)}, {"score", share.right}, {"max_score", share.answered}});
    const Share sum = each.all();
    return {{"output", fmt::format("{} of {} answers are right{}{}", sum.right, sum.answered,
                                   each.message.empty() ? "" : "; ", each.message)},
            {"tests", std::move(tests)}};
}

} // namespace

bool isFileOfAnswers(const std::string& file) {
    return file.ends_with(".jsonl");
}

int gradeAnswers(const AnswersGrading& grading) {
    Asker asker;
    std::vector<StudentsAnswers> all;
    std::vector<StudentResult> results;
    for (size_t i = 0; i < grading.files.size(); ++i) {
        all.push_back(judged(asker, grading.files[i], grading.students[i]));
        const Share sum = all.back().all();
        fmt::print(stderr, "{}: {} of {} right{}\n", all.back().student, sum.right, sum.answered,
                   all.back().message.empty() ? "" : fmt::format(" ({})", all.back().message));
        results.push_back({all.back().student, gradescopeOf(all.back())});
    }
    const std::string csv = tableOf(all);
    if (grading.csv.empty() || grading.csv == "-")
        fmt::print("{}", csv);
    else
        kernels::writeWhole(grading.csv, csv);
    if (!grading.gradescope.empty())
        writeGradescope(results, grading.gradescope);
    return 0;
}

} // namespace warplens::cli
