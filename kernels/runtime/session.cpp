// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/session.h"

#include "kernels/runtime/bystanders.h"

#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace warplens::runtime {

using nlohmann::ordered_json;

Session::Session() {
    const char* path = std::getenv(launches::sessionVariable);
    if (path == nullptr || *path == '\0')
        return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path)
        return;
    std::strcpy(address.sun_path, path);
    const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0)
        return;
    if (connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(made);
        return;
    }
    m_socket = made;
}

void Session::tell(const ordered_json& event) {
    const std::string line = event.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
    const std::lock_guard lock(m_mutex);
    for (size_t sent = 0; m_socket >= 0 && sent < line.size();) {
        const ssize_t count = send(m_socket, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (count > 0) {
            sent += static_cast<size_t>(count);
        } else if (errno != EINTR) { // nobody listens any more: the program goes on by itself
            close(m_socket);
            m_socket = -1;
        }
    }
}

void Session::note(const std::string& sentence) {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_told.insert(sentence).second)
            return;
    }
    if (isConnected())
        tell({{"event", "note"}, {"text", sentence}});
    else
        std::fprintf(stderr, "warplens: %s\n", sentence.c_str());
}

void Session::skipNote(const std::string& sentence) {
    const std::lock_guard lock(m_mutex);
    m_told.insert(sentence);
}

void Session::listen(const std::function<void(uint64_t)>& stop) const {
    Bystanders::joinRuntime();
    std::string text;
    char piece[4096];
    while (true) {
        const ssize_t count = recv(m_socket, piece, sizeof piece, 0);
        if (count <= 0)
            return;
        text.append(piece, static_cast<size_t>(count));
        for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            const ordered_json command = ordered_json::parse(text.substr(0, end), nullptr, false);
            text.erase(0, end + 1);
            if (command.is_object() && command.value("command", "") == "stop" && command.contains("launch"))
                stop(command.value("launch", uint64_t(0)));
        }
    }
}

void Session::onStop(std::function<void(uint64_t)> stop) {
    if (!isConnected())
        return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread([this, stop = std::move(stop)] { listen(stop); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Session::forget() {
    const std::lock_guard lock(m_mutex);
    if (m_socket >= 0)
        close(m_socket);
    m_socket = -1;
}

} // namespace warplens::runtime
