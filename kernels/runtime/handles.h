// SPDX-License-Identifier: GPL-3.0-or-later
// Pointers that programs hold to our objects. One that was never given, or whose object is gone, is found out.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace warplens::runtime {

template<class T>
class Handles {
public:
    void* give(std::shared_ptr<T> object) {
        const std::lock_guard lock(m_mutex);
        void* handle = object.get();
        m_objects[handle] = std::move(object);
        return handle;
    }
    /// nullptr: there is no such object.
    std::shared_ptr<T> find(const void* handle) const {
        const std::lock_guard lock(m_mutex);
        const auto found = m_objects.find(handle);
        return found == m_objects.end() ? nullptr : found->second;
    }
    void forEach(const std::function<void(const std::shared_ptr<T>&)>& visit) const {
        const std::lock_guard lock(m_mutex);
        for (const auto& [handle, object] : m_objects)
            visit(object);
    }
    std::shared_ptr<T> take(const void* handle) {
        const std::lock_guard lock(m_mutex);
        const auto found = m_objects.find(handle);
        if (found == m_objects.end())
            return nullptr;
        std::shared_ptr<T> object = std::move(found->second);
        m_objects.erase(found);
        return object;
    }

private:
    mutable std::mutex m_mutex;
    std::map<const void*, std::shared_ptr<T>> m_objects;
};

} // namespace warplens::runtime
