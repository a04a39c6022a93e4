// SPDX-License-Identifier: GPL-3.0-or-later
// What `simulate` and `check` work on: a stage of the catalogue, or a kernel in a file with its launch.
#pragma once

#include "app/cli/verb.h"
#include "app/engine/guessed_findings.h"
#include "app/engine/kernel_file.h"
#include "app/engine/simulation.h"
#include "app/engine/what_if.h"
#include "kernels/catalogue/catalogue.h"
#include "kernels/measure/recording.h"

#include <optional>
#include <string>
#include <vector>

namespace warplens::cli {

struct SubjectOptions {
    std::string kernel;
    std::vector<std::string> defines;
    std::string architecture = "9.0";
    std::string grid, block;
    std::optional<uint32_t> sharedBytes;
    std::vector<std::string> arguments;
    std::string ptx, cubin;                    ///< files: code that somebody else has compiled
    std::string lanes;                         ///< of a stage whose index can be typed
    std::string folder;                        ///< of stages; empty: the program's own
    std::vector<engine::Insertion> insertions; ///< statements that the source has not, one after another

    void addTo(Verb& verb);
    /// What a verb works on: the word that was given for it, or --ptx in its place.
    std::string nameOr(const std::string& given) const;
};

/// A kernel with its launch.
struct Subject {
    std::string stage; ///< id; empty for a file
    kernels::ParameterValues parameters;
    kernels::Size size;
    std::string label;
    engine::KernelImage image;
    engine::LaunchSpec launch;
    bool guessed = false;                       ///< the launch: nobody has said it
    std::vector<std::string> guesses;           ///< then what the file does not say of it, but for what arrays hold
    std::optional<engine::GuessedLaunch> guess; ///< the same by parts
    std::optional<launches::KeptLaunch> kept;   ///< then `launch` says nothing: `label` is its folder
};

kernels::Catalogue openCatalogue(const SubjectOptions& options);

/// The recordings that ship. One that cannot be read is named on the standard error. Where a catalogue is given, their
/// rows have its ids; where a GPU is given, only those of it are read.
kernels::LoadedRecordings knownRecordings(const kernels::Catalogue* catalogue = nullptr, std::string_view gpu = {});

/// The stage of that id; throws UsageError that names the nearest one.
const kernels::Stage& findStage(const kernels::Catalogue& catalogue, const std::string& id);

/// The parameters that -D gives. Throws UsageError where one is no whole number.
kernels::ParameterValues chosenParameters(const SubjectOptions& options);

Subject stageSubject(const kernels::StageCompiler& compiler, const SubjectOptions& options, const kernels::Stage& stage,
                     const kernels::ParameterValues& chosen, const kernels::Size& size);
/// The launch that a folder keeps; what it says itself cannot be given.
Subject keptSubject(const SubjectOptions& options, const std::string& folder);
Subject fileSubject(const kernels::StageCompiler& compiler, const SubjectOptions& options, const std::string& file);

} // namespace warplens::cli
