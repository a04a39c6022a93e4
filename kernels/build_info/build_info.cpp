// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/build_info/build_info.h"

#include "warplens_commit.h"

namespace warplens::kernels {

const char* buildVersion() {
    return WARPLENS_VERSION;
}

const char* buildCommit() {
    return WARPLENS_COMMIT;
}

} // namespace warplens::kernels
