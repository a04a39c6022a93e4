// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/compiler/dynamic_library.h"

#include <dlfcn.h>
#include <link.h>

#include <utility>

namespace warplens::kernels {

std::optional<DynamicLibrary> DynamicLibrary::open(const std::string& nameOrPath, std::string& reason) {
    void* handle = dlopen(nameOrPath.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* error = dlerror();
        reason = error != nullptr ? error : "the loader gave no reason";
        return std::nullopt;
    }
    std::string path = nameOrPath;
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr && map->l_name != nullptr && *map->l_name != '\0')
        path = map->l_name;
    return DynamicLibrary(handle, std::move(path));
}

void* DynamicLibrary::symbol(const char* name) const {
    return dlsym(m_handle, name);
}

} // namespace warplens::kernels
