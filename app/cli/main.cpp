// SPDX-License-Identifier: GPL-3.0-or-later
// warplens-cli: the program without a window. No Qt.
#include "app/cli/verbs.h"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>

namespace warplens::cli {

void writeJson(const nlohmann::ordered_json& document, const std::string& file) {
    const std::string text = document.dump(2) + "\n";
    if (file == "-") {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
        return;
    }
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out)
        throw UsageError(
            fmt::format("cannot write {}: check the folder and its rights, or write --json - for the terminal", file));
}

} // namespace warplens::cli

int main(int argc, char** argv) {
    using namespace warplens::cli;
    CLI::App app{"Warplens: what a GPU's memory system does with a CUDA kernel", "warplens-cli"};
    app.set_version_flag("--version", WARPLENS_VERSION);
    app.require_subcommand(1);

    int exitCode = 0;
    addStagesVerb(app, exitCode);
    addSimulateVerb(app, exitCode);
    addAccessVerb(app, exitCode);
    addArchsVerb(app, exitCode);
    addDevicesVerb(app, exitCode);
    addMeasureVerb(app, exitCode);
    addCheckVerb(app, exitCode);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForAllHelp& help) {
        return app.exit(help);
    } catch (const CLI::CallForVersion& version) {
        return app.exit(version);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "warplens-cli: {} (warplens-cli --help lists what can be written)\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "warplens-cli: {}\n", error.what());
        return 2;
    }
    return exitCode;
}
