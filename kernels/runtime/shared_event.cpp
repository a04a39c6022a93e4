// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/shared_event.h"

#include "kernels/runtime/error.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <new>
#include <thread>

namespace warplens::runtime {

SharedEvent::SharedEvent(int file)
    : m_file(file) {
    void* const at = mmap(nullptr, sizeof(Words), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) {
        close(file);
        throw Failure(Error::OperatingSystem, "the event cannot be mapped");
    }
    m_words = static_cast<Words*>(at);
}

SharedEvent::~SharedEvent() {
    munmap(m_words, sizeof(Words));
    close(m_file);
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
    const int file = memfd_create("warplens-event", MFD_CLOEXEC);
    if (file < 0)
        throw Failure(Error::OperatingSystem, "there is no memory that processes could share");
    if (ftruncate(file, sizeof(Words)) != 0) {
        close(file);
        throw Failure(Error::OperatingSystem, "there is no memory that processes could share");
    }
    std::shared_ptr<SharedEvent> event(new SharedEvent(file));
    new (event->m_words) Words;
    return event;
}

std::shared_ptr<SharedEvent> SharedEvent::open(int file) {
    struct stat about {};
    if (fstat(file, &about) != 0 || about.st_size != sizeof(Words)) {
        close(file);
        throw Failure(Error::InvalidResourceHandle, "the handle is of no event");
    }
    return std::shared_ptr<SharedEvent>(new SharedEvent(file));
}

uint64_t SharedEvent::record() {
    m_words->by = getpid();
    return ++m_words->recorded;
}

void SharedEvent::finish(uint64_t number) {
    uint64_t done = m_words->done;
    while (done < number && !m_words->done.compare_exchange_weak(done, number)) {
    }
}

bool SharedEvent::isDone(uint64_t number) const {
    return m_words->done >= number;
}

void SharedEvent::await(uint64_t number) const {
    while (!isDone(number)) {
        if (kill(m_words->by, 0) != 0 && errno == ESRCH)
            return;
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
}

} // namespace warplens::runtime
