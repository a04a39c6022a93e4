// SPDX-License-Identifier: GPL-3.0-or-later
// The connection to whoever has started the program (kernels/launches/event.h). Where there is none, sentences for
// people go to standard error.
#pragma once

#include "kernels/launches/event.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace warplens::runtime {

class Session {
public:
    /// Connects where $WARPLENS_SESSION says.
    Session();

    bool isConnected() const { return m_socket >= 0; }
    void tell(const nlohmann::ordered_json& event);
    /// One sentence, once.
    void note(const std::string& sentence);
    /// That sentence is not told: something else says it.
    void skipNote(const std::string& sentence);
    /// Is called with the number of a launch that is to be stopped, from a thread of its own.
    void onStop(std::function<void(uint64_t)> stop);
    /// In a child of the program: it is told nothing of the connection.
    void forget();

private:
    void listen(const std::function<void(uint64_t)>& stop) const;

    std::mutex m_mutex;
    int m_socket = -1;
    std::set<std::string> m_told;
};

} // namespace warplens::runtime
