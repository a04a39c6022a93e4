// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of challenges and of course packs, as each of the files that they are made of.
#include "app/challenges/challenge.h"

#include "app/engine/kernel_image.h"
#include "app/pack/inspection.h"
#include "app/pack/pack.h"
#include "app/words/headed_text.h"
#include "kernels/files/bounded_file.h"
#include "tests/fuzz/scratch.h"

using namespace warplens;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = fuzz::textOf(data, size);
    fuzz::fileOf("pack/challenges/01-fuzzed/challenge.md", text);
    fuzz::fileOf("pack/challenges/01-fuzzed/kernel.cu", text);
    fuzz::fileOf("pack/pack.toml", text);
    const std::filesystem::path pack = fuzz::scratch() / "pack";
    try {
        const auto folder = pack / "challenges" / "01-fuzzed";
        challenges::readChallenge(folder, folder / "challenge.md");
    } catch (const words::TextMistake&) {
    } catch (const engine::EngineError&) {
    } catch (const kernels::FileError&) {
    }
    packs::strayEntries(pack);
    packs::strayWords(pack);
    try {
        packs::readPack(pack);
    } catch (const packs::PackError&) {
    }
    return 0;
}
