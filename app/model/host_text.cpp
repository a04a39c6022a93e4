// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/host_text.h"

#include "app/tongue/say.h"
#include "kernels/catalogue/instance.h"

namespace warplens::app {

std::shared_ptr<const HostText> hostText(const kernels::Stage& stage, const kernels::ParameterValues& parameters,
                                         const kernels::Size& size) {
    HostText made;
    try {
        made.program = kernels::hostProgram(stage, parameters, size);
        made.marks = kernels::hostMarks(made.program.text);
        made.files = kernels::hostProject(stage, parameters, size);
        made.launch = (parameters.empty() ? "" : kernels::variantText(parameters) + " · ") + kernels::sizeText(size);
        made.folder = stage.id.substr(stage.id.find('/') + 1);
    } catch (const kernels::HostError& error) {
        made.untold = error.what();
    } catch (const kernels::InstanceError& error) {
        made.untold = error.what();
    }
    return std::make_shared<const HostText>(std::move(made));
}

std::shared_ptr<const HostText> hostText(const Scene& scene) {
    const std::string& id = scene.stage.id;
    if (isFileStage(id) || scene.instance.stageId != id) {
        HostText made;
        made.untold = tongue::said(
            "This kernel comes from a file or from a program that was run: what launches it is that program's own.");
        return std::make_shared<const HostText>(std::move(made));
    }
    return hostText(scene.stage, scene.instance.parameters, scene.instance.size);
}

} // namespace warplens::app
