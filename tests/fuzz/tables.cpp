// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of tables: what ncu has counted, accesses, and budgets.
#include "app/engine/access_table.h"
#include "app/engine/budgets.h"
#include "app/engine/kernel_image.h"
#include "app/engine/profile.h"
#include "kernels/files/bounded_file.h"
#include "tests/fuzz/scratch.h"

#include <sstream>

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const auto attempt = [](const auto& read) {
        try {
            read();
        } catch (const engine::EngineError&) {
        } catch (const kernels::FileError&) {
        }
    };
    attempt([&] { engine::readProfileTables(text); });
    attempt([&] { engine::readProfile(text); });
    attempt([&] {
        std::istringstream in(text);
        for (const engine::AccessRow& row : engine::readAccessTable(in, "fuzzed.csv"))
            for (const sim::memory::Architecture& architecture : sim::memory::architectures())
                engine::agrees(row, engine::modelled(row, architecture));
    });
    attempt([&] { engine::readBudgets(fuzz::fileOf("budgets.toml", text)); });
    return 0;
}
