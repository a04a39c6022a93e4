// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds texts to the readers of what stands on the command line and in stages: --arg, expressions, sizes, grids, defines
// and the goals of challenges. An array that is taken can be filled at any place.
#include "app/challenges/goal.h"
#include "app/engine/kernel_file.h"
#include "app/words/headed_text.h"
#include "kernels/catalogue/expression.h"
#include "kernels/catalogue/size.h"
#include "kernels/data/argument_spec.h"
#include "tests/fuzz/scratch.h"

#include <array>
#include <vector>

using namespace warplens;

namespace {

void fill(const std::string& text) {
    const kernels::ArgumentSpec spec = kernels::parseArgumentSpec(text);
    if (!spec.isArray || spec.fill.kind == kernels::FillKind::File || spec.elements <= 0)
        return;
    fuzz::demand(kernels::parseFill(kernels::fillText(spec.fill)) == spec.fill);
    std::vector<std::byte> some(8 * kernels::elementSize(spec.type));
    for (const std::int64_t first : {std::int64_t{0}, spec.elements / 2, spec.elements - 1})
        kernels::fillRange(spec.type, spec.fill, static_cast<std::uint64_t>(first), some);
}

void evaluate(const std::string& text) {
    const kernels::Expression expression(text, {"lane", "N", "TILE"});
    for (const std::array<std::int64_t, 3>& values :
         {std::array<std::int64_t, 3>{0, 0, 0}, {31, 1 << 20, 32}, {-1, std::int64_t{1} << 53, 0}})
        expression.evaluate(values);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text = fuzz::textOf(data, size);
    const auto attempt = [](const auto& read) {
        try {
            read();
        } catch (const kernels::SpecError&) {
        } catch (const kernels::ExpressionError&) {
        } catch (const kernels::SizeError&) {
        } catch (const engine::EngineError&) {
        } catch (const words::TextMistake&) {
        }
    };
    attempt([&] { fill(text); });
    attempt([&] { evaluate(text); });
    attempt([&] { kernels::parseSize(text); });
    attempt([&] { engine::parseDim(text, "--grid"); });
    attempt([&] { engine::parseDefine(text); });
    attempt([&] { challenges::parseGoal(text, 1); });
    return 0;
}
