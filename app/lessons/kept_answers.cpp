// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lessons/kept_answers.h"

#include "kernels/files/bounded_file.h"
#include "kernels/files/json_problem.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

namespace warplens::lessons {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view format = "warplens answers";
constexpr int version = 1;
constexpr const char* foreign = "it is no file of answers of Warplens, and stays as it is: name another one";

std::string head() {
    return ordered_json{{"format", format}, {"version", version}}.dump() + "\n";
}

/// Nothing where the first line is what it has to be; else why not.
std::string whyForeign(std::string_view text) {
    const ordered_json first = ordered_json::parse(text.substr(0, text.find('\n')), nullptr, false);
    if (!first.is_object() || first.value("format", ordered_json()) != format)
        return foreign;
    if (first.value("version", ordered_json()) != version)
        return "a newer version of Warplens has written it: take that one";
    return {};
}

std::string lineOf(const KeptAnswer& kept) {
    ordered_json line{{"date", kept.date}};
    if (const Asked* asked = std::get_if<Asked>(&kept.asked)) {
        line["seed"] = asked->seed;
        line["level"] = asked->level;
        line["kind"] = asked->kind;
        line["number"] = asked->number;
    } else {
        const auto& step = std::get<AskedByStep>(kept.asked);
        line["lesson"] = step.lesson;
        line["step"] = step.step;
    }
    line["question"] = kept.question;
    line["answer"] = kept.answer;
    line["right"] = kept.right;
    return line.dump() + "\n";
}

KeptAnswer answerOf(const ordered_json& line) {
    constexpr size_t most = 10000; // a question has no higher number, and no more choices
    KeptAnswer kept;
    kept.date = line.at("date").get<std::string>();
    if (line.contains("lesson"))
        kept.asked = AskedByStep{line.at("lesson").get<std::string>(), line.at("step").get<size_t>()};
    else
        kept.asked = Asked{line.at("seed").get<uint64_t>(), line.at("level").get<int>(),
                           line.at("kind").get<std::string>(), line.at("number").get<size_t>()};
    if (const Asked* asked = std::get_if<Asked>(&kept.asked); asked && asked->number > most)
        throw ordered_json::other_error::create(501, "a number of a question that nobody asks", &line);
    kept.question = line.at("question").get<std::string>();
    kept.answer = line.at("answer").get<Answer>();
    kept.right = line.at("right").get<bool>();
    return kept;
}

class Descriptor {
public:
    explicit Descriptor(const std::filesystem::path& file)
        : m_number(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666)) {}
    ~Descriptor() {
        if (m_number >= 0)
            ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return m_number; }

private:
    int m_number;
};

} // namespace

// FNV-1a over what no language changes.
std::string questionMark(const Question& question) {
    std::string text = fmt::format("{} {}", static_cast<int>(question.form), question.code);
    for (const Choice& choice : question.choices) {
        text += fmt::format("\n{} {} {}", choice.right, choice.number, choice.ms);
        if (choice.drawn)
            text += fmt::format(" {}", fmt::join(choice.drawn->access.address, ","));
    }
    text += fmt::format("\n{}", fmt::join(question.order, ","));
    if (question.about)
        text += fmt::format("\n{} {} {}", question.about->access.mask, question.about->access.bytes,
                            fmt::join(question.about->access.address, ","));
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return fmt::format("{:016x}", hash);
}

KeptAnswers readAnswers(const std::filesystem::path& file) {
    const std::string text = kernels::readText(file, kernels::sourceLimit);
    if (const std::string why = whyForeign(text); !why.empty())
        throw kernels::FileError("read", file, why);
    KeptAnswers all;
    size_t number = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = std::string_view(text).substr(at, end - at);
        at = end + 1;
        if (++number == 1 || line.empty())
            continue;
        try {
            all.answers.push_back(answerOf(ordered_json::parse(line)));
        } catch (const nlohmann::json::exception& error) {
            all.problems.push_back(fmt::format("{}:{}: this line is no answer: {}", file.string(), number,
                                               kernels::jsonProblem(error.what())));
        }
    }
    return all;
}

// Of another program that adds to it at the same time, or of one that was ended in the middle of a line, nothing is lost.
void keepAnswer(const std::filesystem::path& file, const KeptAnswer& answer) {
    std::error_code error;
    std::string before;
    if (std::filesystem::exists(file, error))
        before = kernels::readBytes(file, kernels::sourceLimit);
    if (!before.empty())
        if (const std::string why = whyForeign(before); !why.empty())
            throw kernels::FileError("keep answers in", file, why);
    std::string text = before.empty() ? head() : before.back() == '\n' ? "" : "\n";
    text += lineOf(answer);
    if (file.has_parent_path())
        std::filesystem::create_directories(file.parent_path(), error);
    const Descriptor out(file);
    if (out.number() < 0)
        throw kernels::FileError("write", file, std::strerror(errno));
    const ssize_t written = ::write(out.number(), text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()))
        throw kernels::FileError("write", file, written < 0 ? std::strerror(errno) : "the disk is full");
}

} // namespace warplens::lessons
