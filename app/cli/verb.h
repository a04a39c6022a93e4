// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: verbs and their options. Only verb.cpp knows CLI11, whose headers take longer to compile than any
// file of ours.
//
// A verb does its work in the function given to `does`. It reports
//   - wrong use by throwing UsageError (one line that says what to write instead; exit code 2),
//   - a kernel that failed by returning 1 after printing its result.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace CLI {
class App;
}

namespace warplens::cli {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// What else is to be said of an option.
struct Option {
    bool required = false;
    bool tellsDefault = false;                                     ///< in the help
    std::optional<std::pair<double, double>> range = std::nullopt; ///< of a number
};

class Verb {
public:
    Verb(CLI::App& verb, int& exitCode)
        : m_verb(verb)
        , m_exitCode(exitCode) {}

    /// Without dashes in its name it is positional; a list with dashes takes one value each time it is written.
    /// For strings, numbers, optional ones, and lists of strings.
    template<class T>
    void option(const std::string& name, T& value, const std::string& help, const Option& more = {});
    void flag(const std::string& name, bool& value, const std::string& help);
    void does(std::function<int()> work);

private:
    CLI::App& m_verb;
    int& m_exitCode;
};

class CommandLine {
public:
    CommandLine(const std::string& help, const std::string& program);
    ~CommandLine();
    Verb verb(const std::string& name, const std::string& help);
    /// Returns the program's exit code.
    int run(int argc, char** argv);

private:
    std::unique_ptr<CLI::App> m_app;
    int m_exitCode = 0;
};

} // namespace warplens::cli
