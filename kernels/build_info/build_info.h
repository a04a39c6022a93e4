// SPDX-License-Identifier: GPL-3.0-or-later
// Which build this is: the version of the project and the commit it was built from.
#pragma once

namespace warplens::kernels {

/// "0.1.0".
const char* buildVersion();

/// Short hash, with "-dirty" behind it where files differed from the commit; "unknown" outside a git checkout.
const char* buildCommit();

} // namespace warplens::kernels
