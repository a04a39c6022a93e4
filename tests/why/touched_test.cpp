// SPDX-License-Identifier: GPL-3.0-or-later
// What a kernel touches, of which nobody has told anything, as of a file: against the bytes of DRAM that ncu has counted with caches
// that were emptied before each launch.
#include "app/engine/why.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/catalogue/paths.h"
#include "kernels/measure/recording.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

namespace warplens::engine {
namespace {

struct Compared {
    size_t launches = 0;
    double worst = 0, sum = 0;
    void add(double error) {
        ++launches;
        sum += std::abs(error);
        worst = std::abs(error) > std::abs(worst) ? error : worst;
    }
};

/// What is read beside the data, of the kernel's code and its parameters, is some 3 to 100 KB, which is not told.
constexpr double large = 1e6;
/// Of more than that the summit's blocks get what others of the launch have written back from DRAM.
constexpr double keptForSure = 30e6;

class OfGpu : public testing::TestWithParam<const char*> {
protected:
    std::map<std::string, Compared> compare() const {
        const kernels::Catalogue catalogue = kernels::loadCatalogue(kernels::stagesDir());
        const kernels::StageCompiler compiler;
        const kernels::Recording recording =
            kernels::loadRecording(kernels::resourcesDir() / "recordings" / (std::string(GetParam()) + ".json"));
        std::map<std::string, Compared> found;
        for (const kernels::RecordedCounters& counted : recording.counters) {
            const auto read = counted.metrics.find("dram__bytes_read.sum");
            const kernels::Stage* stage = catalogue.find(counted.stage);
            if (read == counted.metrics.end() || stage == nullptr || !stage->kernel || stage->cpu ||
                read->second < large)
                continue;
            const kernels::StageInstance instance = kernels::makeInstance(*stage, counted.parameters, counted.size);
            Simulation simulation(imageOfStage(compiler, *stage, instance.parameters, "9.0"), launchOfStage(instance));
            simulation.countOnly();
            const auto touched =
                sim::time::touchedBy(simulation.program(), simulation.launch(), simulation.memory(), {});
            EXPECT_TRUE(touched) << counted.stage;
            if (!touched)
                continue;
            const std::string_view group = counted.stage != "matmul/20-summit" ? std::string_view(stage->track)
                                           : touched->total() > keptForSure    ? "summit, more than 30 MB"
                                                                               : "summit";
            found[std::string(group)].add(touched->read / read->second - 1);
        }
        return found;
    }
};

TEST_P(OfGpu, TouchedBytesAreThoseThatDramReads) {
    std::ifstream file(WARPLENS_SOURCE_DIR "/docs/time.md");
    std::stringstream page;
    page << file.rdbuf();
    for (const auto& [group, compared] : compare()) {
        if (group == "summit, more than 30 MB")
            EXPECT_LT(compared.worst, 0) << "never more than was read";
        else
            EXPECT_LT(std::abs(compared.worst), 0.05) << group;
        const std::string row =
            fmt::format("| {} | {} | {} | {:.1f} % | {:+.1f} % |", GetParam(), group, compared.launches,
                        100 * compared.sum / double(compared.launches), 100 * compared.worst);
        EXPECT_NE(page.str().find(row), std::string::npos) << row;
    }
}

INSTANTIATE_TEST_SUITE_P(Touched, OfGpu, testing::Values("nvidia-h200", "nvidia-h100"), [](const auto& gpu) {
    std::string name = gpu.param;
    std::erase(name, '-');
    return name;
});

} // namespace
} // namespace warplens::engine
