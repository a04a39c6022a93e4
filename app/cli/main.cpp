// SPDX-License-Identifier: GPL-3.0-or-later
// warplens-cli: the program without a window. No Qt.
#include "app/cli/verbs.h"

int main(int argc, char** argv) {
    using namespace warplens::cli;
    CommandLine commands("Warplens: what a GPU's memory system does with a CUDA kernel", "warplens-cli");
    addStagesVerb(commands);
    addLessonsVerb(commands);
    addQuestionsVerb(commands);
    addChallengesVerb(commands);
    addGradeVerb(commands);
    addPackVerb(commands);
    addRunVerb(commands);
    addSimulateVerb(commands);
    addAccessVerb(commands);
    addSearchVerb(commands);
    addArchsVerb(commands);
    addDevicesVerb(commands);
    addMeasureVerb(commands);
    addCalibrateVerb(commands);
    addCheckVerb(commands);
    addWhyVerb(commands);
    addGateVerb(commands);
    addMetricsVerb(commands);
    addHostVerb(commands);
    addBlocksVerb(commands);
    return commands.run(argc, argv);
}
