// SPDX-License-Identifier: GPL-3.0-or-later
#include "sim/simt/rules.h"

namespace warplens::sim::simt {

void useRules(Program& program, const memory::Architecture& architecture) {
    using namespace memory;
    // A row of banks that deliver two words: it does matter where a pattern begins.
    const bool rows = architecture.shared == SharedRule::PairedBanks || architecture.shared == SharedRule::WideBanks;
    for (MemoryOp& op : program.memoryOps) {
        op.globalRule = architecture.global;
        op.sharedRule = architecture.shared;
        // Segments of 16 words of 16 bytes are the largest blocks that anything is aligned to.
        op.globalPeriod = architecture.global == GlobalRule::Sectors ? 128 : 256;
        op.sharedPeriod = rows ? 256 : 4;
    }
}

} // namespace warplens::sim::simt
