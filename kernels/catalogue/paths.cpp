// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/catalogue/paths.h"

#include <cstdlib>
#include <system_error>

namespace warplens::kernels {
namespace fs = std::filesystem;

fs::path executableDir() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::current_path() : program.parent_path();
}

fs::path dataDir() {
    if (const char* set = std::getenv("WARPLENS_DATA"); set != nullptr && *set != '\0')
        return set;
    const fs::path start = executableDir();
    for (fs::path folder = start;; folder = folder.parent_path()) {
        std::error_code error;
        if (fs::is_directory(folder / "kernels" / "stages", error))
            return folder;
        if (folder == folder.parent_path())
            break;
    }
    return (start / ".." / "share" / "warplens").lexically_normal();
}

fs::path stagesDir() {
    return dataDir() / "kernels" / "stages";
}

fs::path resourcesDir() {
    return dataDir() / "resources";
}

} // namespace warplens::kernels
