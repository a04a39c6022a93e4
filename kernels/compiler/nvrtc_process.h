// SPDX-License-Identifier: GPL-3.0-or-later
// NVRTC in a process of its own, so that a compiler that breaks down takes nothing else along. The process is started for
// the first job and stays for the next ones; where it has broken down, the next job starts another.
#pragma once

#include "kernels/compiler/nvrtc_job.h"
#include "kernels/process/child_process.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace warplens::kernels {

class NvrtcProcess {
public:
    /// Beside this program; nothing where it is not there, as beside a worker that was copied to another machine.
    static std::optional<std::filesystem::path> helper();

    NvrtcProcess(std::filesystem::path helper, std::string library)
        : m_helper(std::move(helper))
        , m_library(std::move(library)) {}

    /// One job at a time. A process that breaks down gives an answer that says so.
    NvrtcAnswer run(const NvrtcJob& job);

private:
    /// Nothing: there is no answer; `said` is then what it has written for people.
    std::optional<std::string> exchange(const std::string& message, std::string& said);

    std::filesystem::path m_helper;
    std::string m_library;
    std::unique_ptr<ChildProcess> m_process;
};

} // namespace warplens::kernels
