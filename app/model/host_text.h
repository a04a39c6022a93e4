// SPDX-License-Identifier: GPL-3.0-or-later
// The host's side of what is shown: the program that launches it, and the files of a project; or why there is none. No Qt.
#pragma once

#include "app/model/scene.h"
#include "kernels/host/host_marks.h"
#include "kernels/host/host_program.h"

#include <memory>
#include <string>
#include <vector>

namespace warplens::app {

struct HostText {
    kernels::HostProgram program;
    std::vector<kernels::HostSpan> marks;    ///< of its text
    std::vector<kernels::ProjectFile> files; ///< of the project; empty where there is none
    std::string launch;                      ///< "TILE=32 · 512"
    std::string folder;                      ///< a name for the project: "07-tiled"
    std::string untold;                      ///< why there is none

    bool empty() const { return files.empty(); }
};

std::shared_ptr<const HostText> hostText(const kernels::Stage& stage, const kernels::ParameterValues& parameters,
                                         const kernels::Size& size);
/// Of the launch that a scene is of.
std::shared_ptr<const HostText> hostText(const Scene& scene);

} // namespace warplens::app
