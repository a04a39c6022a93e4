// SPDX-License-Identifier: GPL-3.0-or-later
// `warplens-cli archs`: the architectures that the model knows, with their rules, sizes and limits.
#include "app/cli/verbs.h"
#include "sim/memory/architecture.h"

#include <fmt/format.h>

#include <memory>

namespace warplens::cli {
namespace {

using nlohmann::ordered_json;
using sim::memory::Architecture;

ordered_json toJson(const Architecture& a) {
    ordered_json carveOuts = ordered_json::array();
    for (const uint16_t kib : a.carveOuts)
        if (kib != 0)
            carveOuts.push_back(kib * 1024);
    return {{"capability", a.capability},
            {"name", a.name},
            {"card", a.card},
            {"global", {{"rule", ruleText(a.global)}, {"l1", a.globalInL1}}},
            {"shared", {{"rule", ruleText(a.shared)}, {"banks", a.banks}, {"bank_bytes", a.bankBytes}}},
            {"multiprocessors", a.multiprocessors},
            {"l1_bytes", a.l1Bytes},
            {"l1_and_shared_unified", a.unified},
            {"l2_bytes", a.l2Bytes},
            {"shared_bytes", a.sharedBytes},
            {"shared_bytes_per_block", a.sharedBytesPerBlock},
            {"shared_sizes", std::move(carveOuts)},
            {"limits",
             {{"warps", a.warps},
              {"threads", a.warps * 32},
              {"blocks", a.blocks},
              {"threads_per_block", a.threadsPerBlock},
              {"registers", a.registers},
              {"registers_per_thread", a.registersPerThread},
              {"register_unit", a.registerUnit},
              {"registers_by", a.registersByWarp ? "warp" : "block"},
              {"warp_unit", a.warpUnit},
              {"shared_unit", a.sharedUnit},
              {"reserved_shared_bytes", a.reservedSharedBytes}}},
            {"source", a.source}};
}

void runArchs(const std::string& json) {
    if (!json.empty()) {
        ordered_json list = ordered_json::array();
        for (const Architecture& a : sim::memory::architectures())
            list.push_back(toJson(a));
        writeJson({{"architectures", std::move(list)}}, json);
        if (json == "-")
            return;
    }
    fmt::print("{:<6} {:<21} {:<20} {:>4} {:>7} {:>8} {:>9} {:>5} {:>6} {:>9} {:>13}\n", "cc", "generation", "card",
               "SMs", "L1 KiB", "smem KiB", "L2 KiB", "warps", "blocks", "registers", "threads/block");
    for (const Architecture& a : sim::memory::architectures()) {
        fmt::print("{:<6} {:<21} {:<20} {:>4} {:>7} {:>8} {:>9} {:>5} {:>6} {:>9} {:>13}\n", a.capability, a.name,
                   a.card, a.multiprocessors, a.l1Bytes / 1024, a.sharedBytes / 1024, a.l2Bytes / 1024, a.warps,
                   a.blocks, a.registers, a.threadsPerBlock);
        fmt::print("       global  {}\n       shared  {}\n       source  {}\n", ruleText(a.global), ruleText(a.shared),
                   a.source);
    }
}

} // namespace

void addArchsVerb(CommandLine& commands) {
    auto json = std::make_shared<std::string>();
    Verb verb = commands.verb("archs", "The GPU architectures that the model knows: rules, sizes, limits");
    verb.option("--json", *json, "Write the answer to a file; - for standard output");
    verb.does([json] {
        runArchs(*json);
        return 0;
    });
}

} // namespace warplens::cli
