// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's side of the wire: answers go out as lines on what was standard output when the program started.
// Standard output itself is turned to standard error, because kernels and libraries may print. When nobody reads the
// answers any more, the client is gone and the process ends, even in the middle of a kernel that never returns.
#pragma once

#include <nlohmann/json.hpp>

namespace warplens::kernels {

class Channel {
public:
    /// Takes standard output over and starts to watch the reader. Throws std::system_error.
    Channel();

    /// Writes one line. Ends the process where it cannot.
    void send(const nlohmann::json& answer) const;

    /// From now on the process ends when its input is closed, even in the middle of a request.
    void endWithInput();

private:
    int m_descriptor;
    bool m_endsWithInput = false;
};

} // namespace warplens::kernels
