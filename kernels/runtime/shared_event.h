// SPDX-License-Identifier: GPL-3.0-or-later
// An event that several processes know: how often it was recorded, and up to which record the work before it is done. It lies in a
// file of memory that each of them maps.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace warplens::runtime {

class SharedEvent {
public:
    /// A new one. Throws Failure.
    static std::shared_ptr<SharedEvent> make();
    /// That of another process, by a descriptor which is taken over. Throws Failure.
    static std::shared_ptr<SharedEvent> open(int file);
    ~SharedEvent();
    SharedEvent(const SharedEvent&) = delete;
    SharedEvent& operator=(const SharedEvent&) = delete;

    int file() const { return m_file; }
    /// Its number; it is done once finish() is called with it.
    uint64_t record();
    void finish(uint64_t number);
    /// The last one; 0: none, which is done.
    uint64_t recorded() const { return m_words->recorded.load(); }
    bool isDone(uint64_t number) const;
    /// Returns when it is done, or nobody is left who could do it.
    void await(uint64_t number) const;

private:
    struct Words {
        std::atomic<uint64_t> recorded{0}, done{0};
        std::atomic<int> by{0}; ///< the process that has recorded it last
    };
    static_assert(std::atomic<uint64_t>::is_always_lock_free);
    explicit SharedEvent(int file);

    int m_file;
    Words* m_words;
};

} // namespace warplens::runtime
