// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <type_traits>
#include <vector>

namespace warplens::cli {

template<class T>
void Verb::option(const std::string& name, T& value, const std::string& help, const Option& more) {
    CLI::Option* option = m_verb.add_option(name, value, help);
    if constexpr (std::is_same_v<T, std::vector<std::string>>)
        option->allow_extra_args(!name.starts_with('-'));
    option->required(more.required);
    if (more.tellsDefault)
        option->capture_default_str();
    if (more.range)
        option->check(CLI::Range(more.range->first, more.range->second));
}

template void Verb::option(const std::string&, std::string&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::vector<std::string>&, const std::string&, const Option&);
template void Verb::option(const std::string&, int&, const std::string&, const Option&);
template void Verb::option(const std::string&, unsigned&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::size_t&, const std::string&, const Option&);
template void Verb::option(const std::string&, double&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<std::string>&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<unsigned>&, const std::string&, const Option&);
template void Verb::option(const std::string&, std::optional<std::size_t>&, const std::string&, const Option&);

void Verb::flag(const std::string& name, bool& value, const std::string& help) {
    m_verb.add_flag(name, value, help);
}

void Verb::does(std::function<int()> work) {
    m_verb.callback([exitCode = &m_exitCode, work = std::move(work)] { *exitCode = work(); });
}

CommandLine::CommandLine(const std::string& help, const std::string& program)
    : m_app(std::make_unique<CLI::App>(help, program)) {
    m_app->set_version_flag("--version", WARPLENS_VERSION);
    m_app->require_subcommand(1);
}

CommandLine::~CommandLine() = default;

Verb CommandLine::verb(const std::string& name, const std::string& help) {
    return {*m_app->add_subcommand(name, help), m_exitCode};
}

int CommandLine::run(int argc, char** argv) {
    const std::string& program = m_app->get_name();
    try {
        m_app->parse(argc, argv);
    } catch (const CLI::Success& help) { // and version
        return m_app->exit(help);
    } catch (const CLI::ParseError& error) {
        std::fprintf(stderr, "%s: %s (%s --help lists what can be written)\n", program.c_str(), error.what(),
                     program.c_str());
        return 2;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", program.c_str(), error.what());
        return 2;
    }
    return m_exitCode;
}

} // namespace warplens::cli
