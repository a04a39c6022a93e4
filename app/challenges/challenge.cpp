// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/challenges/challenge.h"

#include "app/engine/cuda_text.h"
#include "app/words/headed_text.h"
#include "kernels/data/argument_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace warplens::challenges {
namespace {

namespace fs = std::filesystem;
using words::TextMistake;
using words::trimmed;

/// "--kernel copy --grid 8,8 --block 32,8 --arg f32[64]=random:1", as the command line has it.
engine::FileLaunch readLaunch(const std::string& text, int line) {
    engine::FileLaunch launch;
    std::istringstream words(text);
    for (std::string option, value; words >> option;) {
        if (!(words >> value))
            throw TextMistake(line, fmt::format("{} has no value", option));
        if (option == "--kernel") {
            launch.kernel = value;
        } else if (option == "--grid") {
            launch.grid = value;
        } else if (option == "--block") {
            launch.block = value;
        } else if (option == "--arg") {
            launch.arguments.push_back(value);
        } else if (option == "--smem") {
            const auto bytes = words::wholeNumber(value);
            if (!bytes || *bytes > UINT32_MAX)
                throw TextMistake(line, fmt::format("'--smem {}' is no number of bytes", value));
            launch.sharedBytes = static_cast<uint32_t>(*bytes);
        } else {
            throw TextMistake(
                line, fmt::format("a launch has no '{}': write --kernel, --grid, --block, --smem and --arg", option));
        }
    }
    try {
        engine::launchOfFile(launch);
    } catch (const std::exception& mistake) {
        throw TextMistake(line, mistake.what());
    }
    return launch;
}

enum class Section { Text, Goals, Hints };

struct ChallengeReader {
    words::HeadedText lines;
    Challenge made;
    Section section = Section::Text;
    bool paragraphEnds = true;

    void readLine(const std::string& line) {
        if (line.starts_with("## ")) {
            const std::string title = trimmed(line.substr(3));
            if (title != "Goals" && title != "Hints")
                throw TextMistake(lines.number(), fmt::format("there is no section '{}': write Goals or Hints", title));
            section = title == "Goals" ? Section::Goals : Section::Hints;
        } else if (line.empty()) {
            paragraphEnds = true;
            return;
        } else if (section == Section::Text) {
            if (paragraphEnds)
                made.paragraphs.emplace_back();
            words::joinLine(made.paragraphs.back(), line);
        } else if (line.starts_with("- ")) {
            const std::string item = trimmed(line.substr(2));
            if (section == Section::Goals)
                made.goals.push_back(parseGoal(item, lines.number()));
            else
                made.hints.push_back(item);
        } else if (section == Section::Hints && !made.hints.empty()) {
            words::joinLine(made.hints.back(), line); // a hint of several lines
        } else {
            throw TextMistake(lines.number(), "is neither goal nor hint: each begins with -");
        }
        paragraphEnds = false;
    }
};

/// What the header says of the launches is what the kernel takes.
void checkLaunches(Challenge& made, const words::HeadedText& lines) {
    const std::vector<engine::KernelSignature> kernels = engine::kernelsInSource(made.source);
    const auto kernel =
        std::find_if(kernels.begin(), kernels.end(), [&](const auto& each) { return each.name == made.launch.kernel; });
    if (kernel == kernels.end())
        throw TextMistake(lines.lineOf("launch"),
                          fmt::format("kernel.cu has no kernel '{}': write --kernel and its name", made.launch.kernel));
    for (const engine::KernelParameter& parameter : kernel->parameters)
        made.arguments.push_back(parameter.name);
    for (const auto& [launch, key] : {std::pair{&made.launch, "launch"}, {&made.others, "others"}})
        if (launch->arguments.size() != made.arguments.size())
            throw TextMistake(lines.lineOf(key),
                              fmt::format("the kernel takes {} arguments, and {} are given: write one --arg for each",
                                          made.arguments.size(), launch->arguments.size()));
}

void checkGoals(const Challenge& made) {
    bool result = false;
    for (const Goal& goal : made.goals) {
        result |= goal.kind == GoalKind::Result;
        if (goal.array.empty() && goal.kind != GoalKind::Result)
            continue;
        const auto at = std::find(made.arguments.begin(), made.arguments.end(), goal.array);
        const size_t number = static_cast<size_t>(at - made.arguments.begin());
        if (at == made.arguments.end() || !kernels::parseArgumentSpec(made.launch.arguments[number]).isArray)
            throw TextMistake(goal.line, fmt::format("the kernel has no array '{}'", goal.array));
    }
    if (!result)
        throw TextMistake(
            made.goals.empty() ? 1 : made.goals.front().line,
            "no goal asks for a result: a kernel that does nothing would meet the others. Write - result of "
            "ARRAY");
}

} // namespace

Challenge readChallenge(const fs::path& folder, const fs::path& text) {
    ChallengeReader reader{words::HeadedText(text, {"title", "level", "launch", "others"}), {}, Section::Text, true};
    words::HeadedText& lines = reader.lines;
    Challenge& made = reader.made;
    const std::string name = folder.filename().string();
    const size_t dash = name.find('-');
    made.number = name.substr(0, dash);
    if (dash == std::string::npos || dash + 1 == name.size() || !words::wholeNumber(made.number))
        throw TextMistake(0, fmt::format("the folder '{}' has no number: call it 07-name", name));
    made.id = name.substr(dash + 1);
    made.folder = folder;
    made.fileName = made.id + ".cu";
    made.title = lines.required("title");
    const auto level = words::wholeNumber(lines.required("level"));
    if (!level || *level < 1 || *level > levels)
        throw TextMistake(lines.lineOf("level"), fmt::format("'level' is a whole number from 1 to {}", levels));
    made.level = static_cast<int>(*level);
    made.launch = readLaunch(lines.required("launch"), lines.lineOf("launch"));
    made.others = made.launch;
    if (lines.header.contains("others")) {
        made.others = readLaunch(lines.required("others"), lines.lineOf("others"));
        if (made.others.kernel.empty())
            made.others.kernel = made.launch.kernel;
    }
    for (; lines.next < lines.all.size(); ++lines.next)
        reader.readLine(lines.all[lines.next]);
    if (made.paragraphs.empty())
        throw TextMistake(lines.number(), "a challenge without a text");
    if (made.hints.empty())
        throw TextMistake(lines.number(), "a challenge without a hint: write ## Hints, and - before each");
    made.source = engine::readTextFile(folder / "kernel.cu");
    if (fs::exists(folder / "reference.cu"))
        made.reference = engine::readTextFile(folder / "reference.cu");
    checkLaunches(made, lines);
    checkGoals(made);
    return std::move(made);
}

const Challenge* Challenges::find(std::string_view name) const {
    for (const Challenge& challenge : all)
        if (challenge.id == name || challenge.number + "-" + challenge.id == name)
            return &challenge;
    return nullptr;
}

std::vector<std::string> Challenges::ids() const {
    std::vector<std::string> ids;
    for (const Challenge& challenge : all)
        ids.push_back(challenge.id);
    return ids;
}

Challenges loadChallenges(const fs::path& folder, std::string_view language, std::string_view spoken) {
    std::vector<fs::path> folders;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(folder / "challenges" / language, missing))
        if (entry.is_directory())
            folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    Challenges challenges;
    for (const fs::path& each : folders) {
        const fs::path translated = folder / "challenges" / spoken / each.filename() / "challenge.md";
        const fs::path text = !spoken.empty() && fs::exists(translated, missing) ? translated : each / "challenge.md";
        try {
            Challenge made = readChallenge(each, text);
            if (challenges.find(made.id))
                throw TextMistake(0, fmt::format("there is another challenge '{}'", made.id));
            challenges.all.push_back(std::move(made));
        } catch (const TextMistake& mistake) {
            challenges.problems.push_back({text.string(), mistake.line, 0, mistake.what()});
        } catch (const std::exception& mistake) {
            challenges.problems.push_back({each.string(), 0, 0, mistake.what()});
        }
    }
    return challenges;
}

} // namespace warplens::challenges
