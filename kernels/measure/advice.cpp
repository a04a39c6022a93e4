// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/advice.h"

#include "kernels/protocol/protocol.h"

#include <utility>

namespace warplens::kernels {
namespace {

constexpr std::pair<std::string_view, std::string_view> advice[] = {
    {protocol::kind::launch,
     "The emulator tells the line: run `warplens-cli simulate` on the same kernel, parameters and "
     "size."},
    {protocol::kind::timeout,
     "The kernel does not end, or takes longer than it may: `--timeout` gives it more seconds, and "
     "`warplens-cli simulate` tells where it goes round in circles."},
    {protocol::kind::outOfMemory, "Choose a smaller size, or end what else uses the GPU: `nvidia-smi` lists it."},
    {protocol::kind::noDriver, "Install NVIDIA's driver, or a newer one; nothing else of Warplens needs it."},
    {protocol::kind::noDevice, "`nvidia-smi` tells which GPUs there are, and which process has one for itself."},
    {protocol::kind::library, "It comes with the CUDA Toolkit; WARPLENS_CUDA_PATH names its folder."},
    {"crashed", "The others were measured all the same; `warplens-cli simulate` tells what the kernel does wrong."},
    {"connection", "When the machine answers again, `--resume` goes on where it ended."},
    {"protocol", "Use a worker and a program of the same build; WARPLENS_WORKER names the worker."},
};

} // namespace

std::string adviceOn(std::string_view kind) {
    for (const auto& [known, text] : advice)
        if (known == kind)
            return std::string(text);
    return {};
}

} // namespace warplens::kernels
