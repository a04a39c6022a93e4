// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb.h"

#include "app/cli/version.h"
#include "app/tongue/say.h"
#include "kernels/catalogue/paths.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <type_traits>
#include <utility>
#include <vector>

namespace warplens::cli {

namespace {

/// "nan" lies in every range.
const CLI::Validator number(
    [](const std::string& text) {
        return text.find_first_of("0123456789") == std::string::npos ? text + " is no number" : "";
    },
    "");

/// CLI11's own says "Value 4 not in range 1.000000 to 3.000000".
CLI::Validator within(const std::pair<double, double>& range) {
    const std::string told = fmt::format("{} to {}", range.first, range.second);
    return {[range, told](const std::string& text) {
                const double value = std::strtod(text.c_str(), nullptr);
                return value >= range.first && value <= range.second ? std::string() : text + " is not from " + told;
            },
            told};
}

} // namespace

template<class T>
void Verb::option(const std::string& name, T& value, const std::string& help, const Option& more) {
    CLI::Option* option = m_verb.add_option(name, value, help);
    if constexpr (std::is_same_v<T, std::vector<std::string>>)
        option->allow_extra_args(!name.starts_with('-'));
    option->required(more.required);
    if (more.tellsDefault)
        option->capture_default_str();
    if (more.range)
        option->check(number)->check(within(*more.range));
}

template void Verb::option(const std::string&, std::string&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::vector<std::string>&, const std::string&, const Option&);
template void Verb::option(const std::string&, int&, const std::string&, const Option&);
template void Verb::option(const std::string&, unsigned&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::size_t&, const std::string&, const Option&);
template void Verb::option(const std::string&, double&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<double>&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<std::string>&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<unsigned>&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<std::size_t>&, const std::string&, const Option&);

void Verb::flag(const std::string& name, bool& value, const std::string& help) {
    m_verb.add_flag(name, value, help);
}

void Verb::does(std::function<int()> work) {
    m_verb.callback([exitCode = &m_exitCode, work = std::move(work)] { *exitCode = work(); });
}

namespace {

/// A full disk or a closed output loses what was printed: that is no success.
bool allWasSaid(const std::string& program) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return true;
    std::fprintf(stderr, "%s: what was printed could not be written (%s): nothing that follows may rely on it\n",
                 program.c_str(), std::strerror(errno));
    return false;
}

} // namespace

CommandLine::CommandLine(const std::string& help, const std::string& program)
    : m_app(std::make_unique<CLI::App>(help, program)) {
    m_app->set_version_flag(
        "--version", [] { return versionText(); }, "Print version, commit and parts");
    m_app->require_subcommand(1);
    m_app->add_option_function<std::string>(
        "--language",
        [](const std::string& code) {
            const auto language = tongue::languageOf(code);
            if (!language)
                throw UsageError(fmt::format("there is no language '{}': write en, zh or pl", code));
            tongue::speak(*language, kernels::resourcesDir() / "translations");
        },
        "Of lessons, challenges and sentences: en, zh or pl");
}

CommandLine::~CommandLine() = default;

Verb CommandLine::verb(const std::string& name, const std::string& help) {
    CLI::App* made = m_app->add_subcommand(name, help);
    made->fallthrough(); // --language may stand behind it, too
    return {*made, m_exitCode};
}

int CommandLine::run(int argc, char** argv) {
    const std::string& program = m_app->get_name();
    try {
        m_app->parse(argc, argv);
    } catch (const CLI::Success& help) { // and version
        const int code = m_app->exit(help);
        std::cout.flush();
        return allWasSaid(program) ? code : 2;
    } catch (const CLI::ParseError& error) {
        std::fprintf(stderr, "%s: %s (%s --help lists what can be written)\n", program.c_str(), error.what(),
                     program.c_str());
        return 2;
    } catch (const std::exception& error) {
        if (!allWasSaid(program)) // which is what it complains of
            return 2;
        std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
        return 2;
    }
    return allWasSaid(program) ? m_exitCode : 2;
}

} // namespace warplens::cli
