// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/temporary_folder.h"

#include "app/engine/kernel_image.h"

#include <cstdlib>
#include <system_error>

namespace warplens::engine {

TemporaryFolder::TemporaryFolder(const std::string& name) {
    std::string path = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (mkdtemp(path.data()) == nullptr)
        throw EngineError("cannot make a temporary folder: check the rights and the room on $TMPDIR");
    m_path = path;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace warplens::engine
