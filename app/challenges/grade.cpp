// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/grade.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace warplens::challenges {

std::string csvCell(std::string text) {
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(0, "'");
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

size_t Grade::goalsMet() const {
    return static_cast<size_t>(std::count_if(goals.begin(), goals.end(), [](const Goal& goal) { return goal.met; }));
}

std::string_view stateName(Grade::State state) {
    constexpr std::string_view names[] = {"judged", "refused", "timed out", "crashed", "failed"};
    return names[static_cast<size_t>(state)];
}

void takeVerdict(Grade& grade, const nlohmann::ordered_json& verdict) {
    if (verdict.contains("problem")) {
        grade.state = Grade::State::Refused;
        grade.message = verdict.at("problem").get<std::string>();
        return;
    }
    std::vector<Grade::Goal> goals;
    for (const auto& goal : verdict.at("goals"))
        goals.push_back({goal.at("goal").get<std::string>(), goal.at("found").get<std::string>(),
                         goal.at("met").get<bool>(), goal.at("line").is_null() ? 0u : goal.at("line").get<uint32_t>()});
    if (goals.size() != grade.goals.size())
        throw nlohmann::json::other_error::create(501, "a verdict of another challenge", &verdict);
    grade.goals = std::move(goals);
}

std::vector<std::string> studentsOf(const std::vector<std::string>& files) {
    namespace fs = std::filesystem;
    std::map<std::string, int> times;
    for (const std::string& file : files)
        ++times[fs::path(file).stem().string()];
    std::vector<std::string> students;
    for (const std::string& file : files) {
        const fs::path path(file);
        const std::string stem = path.stem().string();
        students.push_back(times[stem] == 1 ? stem : (path.parent_path() / stem).string());
    }
    return students;
}

std::string gradesCsv(const Challenge& challenge, const std::vector<Grade>& grades) {
    std::string csv = "student,file,state,goals met,goals,score";
    for (const Goal& goal : challenge.goals)
        csv += "," + csvCell(goal.text);
    csv += ",message\r\n";
    for (const Grade& grade : grades) {
        const double score = static_cast<double>(grade.goalsMet()) / static_cast<double>(challenge.goals.size());
        csv += fmt::format("{},{},{},{},{},{:.4f}", csvCell(grade.student), csvCell(grade.file), stateName(grade.state),
                           grade.goalsMet(), challenge.goals.size(), score);
        for (const Grade::Goal& goal : grade.goals)
            csv += goal.met ? ",1" : ",0";
        csv += "," + csvCell(grade.message) + "\r\n";
    }
    return csv;
}

nlohmann::ordered_json gradescopeJson(const Grade& grade) {
    nlohmann::ordered_json tests = nlohmann::ordered_json::array();
    for (const Grade::Goal& goal : grade.goals) {
        std::string output = goal.found.empty() ? grade.message : goal.found;
        if (goal.line != 0)
            output += fmt::format(" (line {})", goal.line);
        tests.push_back({{"name", goal.wanted},
                         {"score", goal.met ? 1 : 0},
                         {"max_score", 1},
                         {"status", goal.met ? "passed" : "failed"},
                         {"output", std::move(output)}});
    }
    const std::string said = grade.message.empty()
                                 ? fmt::format("{} of {} goals are met", grade.goalsMet(), grade.goals.size())
                                 : fmt::format("{}: {}", stateName(grade.state), grade.message);
    return {{"output", said}, {"tests", std::move(tests)}};
}

} // namespace warplens::challenges
