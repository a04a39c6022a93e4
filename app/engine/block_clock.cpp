// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/block_clock.h"

#include "app/engine/placed_arguments.h"
#include "app/engine/temporary_folder.h"
#include "kernels/files/bounded_file.h"
#include "kernels/measure/worker_client.h"
#include "kernels/protocol/base64.h"
#include "sim/ptx/lexer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>

namespace warplens::engine {
namespace {

using sim::ptx::Lexer;

// Of each block: its multiprocessor + 1, the complement of its begin (so that the latest value is the earliest time), its end.
constexpr size_t wordsOfBlock = 3;

/// One lane of those that are here goes on, with the block's three words in %wl_at.
constexpr const char* electedLane = R"(
	activemask.b32 %wl_r0;
	mov.u32 %wl_r1, %lanemask_lt;
	and.b32 %wl_r0, %wl_r0, %wl_r1;
	setp.ne.u32 %wl_p, %wl_r0, 0;
	@%wl_p bra {label};
	mov.u32 %wl_r0, %ctaid.z;
	mov.u32 %wl_r1, %nctaid.y;
	mov.u32 %wl_r2, %ctaid.y;
	mad.lo.u32 %wl_r0, %wl_r0, %wl_r1, %wl_r2;
	mov.u32 %wl_r1, %nctaid.x;
	mov.u32 %wl_r2, %ctaid.x;
	mul.wide.u32 %wl_at, %wl_r0, %wl_r1;
	cvt.u64.u32 %wl_d0, %wl_r2;
	add.u64 %wl_at, %wl_at, %wl_d0;
	ld.param.u64 %wl_d0, [{parameter}];
	cvta.to.global.u64 %wl_d0, %wl_d0;
	mad.lo.u64 %wl_at, %wl_at, 24, %wl_d0;)";

std::string beginCode(const std::string& parameter) {
    return R"(
	.reg .pred %wl_p;
	.reg .b32 %wl_r<3>;
	.reg .b64 %wl_d0, %wl_at, %wl_now;
	mov.u64 %wl_now, %globaltimer;)" +
           fmt::format(fmt::runtime(electedLane), fmt::arg("label", "$wl_begun"), fmt::arg("parameter", parameter)) +
           R"(
	mov.u32 %wl_r0, %smid;
	add.u32 %wl_r0, %wl_r0, 1;
	cvt.u64.u32 %wl_d0, %wl_r0;
	st.global.u64 [%wl_at], %wl_d0;
	not.b64 %wl_now, %wl_now;
	red.global.max.u64 [%wl_at+8], %wl_now;
$wl_begun:
)";
}

std::string endCode(const std::string& parameter) {
    return "$wl_end:" +
           fmt::format(fmt::runtime(electedLane), fmt::arg("label", "$wl_ended"), fmt::arg("parameter", parameter)) +
           R"(
	mov.u64 %wl_now, %globaltimer;
	red.global.max.u64 [%wl_at+16], %wl_now;
$wl_ended:
	ret;
)";
}

/// Offsets into the text of what changes.
struct Entry {
    size_t lastParameter = 0; ///< before the parenthesis that closes the list
    bool hasParameters = false;
    size_t begin = 0, end = 0;            ///< behind the body's first brace, and of its last one
    std::vector<sim::ptx::Token> returns; ///< "ret", "exit.uni"
    std::vector<size_t> returnsBehind;    ///< of the semicolons behind them
};

Entry findEntry(const std::string& ptx, const std::string& kernel) {
    Lexer lexer(ptx);
    while (lexer.peek().kind != sim::ptx::Token::Kind::End)
        if (lexer.next().is(".entry") && lexer.peek().is(kernel))
            break;
    if (lexer.peek().kind == sim::ptx::Token::Kind::End)
        throw EngineError(fmt::format("the PTX has no kernel {}", kernel));
    lexer.next();
    Entry entry;
    if (lexer.accept("(")) {
        entry.hasParameters = !lexer.peek().is(")");
        while (!lexer.peek().is(")") && lexer.peek().kind != sim::ptx::Token::Kind::End)
            lexer.next();
        entry.lastParameter = lexer.peek().at;
    } else
        throw EngineError(
            fmt::format("the kernel {} has no list of parameters, where the clock's would stand", kernel));
    while (!lexer.peek().is("{") && lexer.peek().kind != sim::ptx::Token::Kind::End)
        lexer.next();
    size_t open = 0;
    for (sim::ptx::Token token = lexer.next(); token.kind != sim::ptx::Token::Kind::End; token = lexer.next()) {
        if (token.is("{") && open++ == 0)
            entry.begin = token.at + 1;
        if (token.is("}") && --open == 0) {
            entry.end = token.at;
            return entry;
        }
        const std::string_view word = token.text.substr(0, token.text.find('.'));
        if (token.kind == sim::ptx::Token::Kind::Word && (word == "ret" || word == "exit") && lexer.peek().is(";")) {
            entry.returns.push_back(token);
            entry.returnsBehind.push_back(lexer.peek().at);
        }
    }
    throw EngineError(fmt::format("the kernel {} does not end", kernel));
}

uint64_t wordAt(std::span<const std::byte> bytes, size_t index) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + index * sizeof word, sizeof word);
    return word;
}

} // namespace

std::string withBlockClock(const std::string& ptx, const std::string& kernel) {
    const Entry entry = findEntry(ptx, kernel);
    const std::string parameter = kernel + "_wl_blocks";
    // Put in at these offsets, and instead of so many characters.
    struct Change {
        size_t length = 0;
        std::string text;
    };
    std::map<size_t, Change> changes;
    changes[entry.lastParameter] = {0, fmt::format("{} .param .u64 {}", entry.hasParameters ? "," : "", parameter)};
    changes[entry.begin] = {0, beginCode(parameter)};
    for (size_t i = 0; i < entry.returns.size(); ++i) {
        const std::string_view word = entry.returns[i].text;
        const size_t dot = word.find('.');
        changes[entry.returns[i].at] = {
            word.size(), fmt::format("bra{} $wl_end", dot == word.npos ? std::string_view() : word.substr(dot))};
    }
    changes[entry.end] = {0, endCode(parameter)};
    std::string text;
    size_t at = 0;
    for (const auto& [offset, change] : changes) {
        text.append(ptx, at, offset - at);
        text += change.text;
        at = offset + change.length;
    }
    return text.append(ptx, at);
}

NamedArgument blockClockArgument(const sim::simt::Dim3& grid) {
    const uint64_t words = wordsOfBlock * grid.x * grid.y * grid.z;
    const std::string text = fmt::format("u64[{}]=zeros", words);
    return {"blocks", text, kernels::parseArgumentSpec(text)};
}

std::vector<kernels::RecordedBlocks::Block> readBlockClock(std::span<const std::byte> bytes) {
    std::vector<kernels::RecordedBlocks::Block> blocks;
    const size_t count = bytes.size() / sizeof(uint64_t) / wordsOfBlock;
    uint64_t first = std::numeric_limits<uint64_t>::max();
    for (size_t i = 0; i < count; ++i)
        first = std::min(first, ~wordAt(bytes, wordsOfBlock * i + 1));
    for (size_t i = 0; i < count; ++i) {
        const uint64_t place = wordAt(bytes, wordsOfBlock * i), end = wordAt(bytes, wordsOfBlock * i + 2);
        const uint64_t begin = ~wordAt(bytes, wordsOfBlock * i + 1);
        if (place == 0 || end < begin)
            throw EngineError(
                fmt::format("block {} has not told when it began and ended: the kernel ends in a function "
                            "that it calls, or its clock was overwritten",
                            i));
        blocks.push_back(
            {static_cast<int64_t>(place - 1), static_cast<int64_t>(begin - first), static_cast<int64_t>(end - first)});
    }
    return blocks;
}

MeasuredBlocks measureBlocks(const KernelImage& image, const LaunchSpec& launch, const BlockClockOptions& options) {
    requirePlainArguments(launch);
    const TemporaryFolder folder("warplens-blocks");
    const auto three = [](const sim::simt::Dim3& d) { return nlohmann::json{d.x, d.y, d.z}; };
    nlohmann::json request{
        {"verb", "run"},
        {"device", options.device},
        {"code", {{"cubin", kernels::base64Encoded(withBlockClock(image.ptx, image.name))}, {"name", image.name}}},
        {"grid", three(launch.grid)},
        {"block", three(launch.block)},
        {"shared_bytes", launch.dynamicShared},
        {"arguments", nlohmann::json::array()}};
    for (const NamedArgument& argument : launch.arguments)
        request["arguments"].push_back({{"spec", argument.text}, {"name", argument.name}});
    const NamedArgument clock = blockClockArgument(launch.grid);
    const std::string file = folder.file(clock.name);
    request["arguments"].push_back({{"spec", clock.text}, {"name", clock.name}, {"output", file}});
    kernels::WorkerClient client({options.worker});
    kernels::RequestOptions requestOptions;
    requestOptions.stop = options.stop;
    const nlohmann::json devices = client.request({{"verb", "devices"}}, requestOptions).at("devices");
    MeasuredBlocks measured;
    for (const nlohmann::json& device : devices)
        if (device.value("index", 0) == options.device)
            measured.gpu = device.value("name", "");
    client.request(request, requestOptions);
    const std::string bytes = kernels::readBytes(file, kernels::dataLimit);
    measured.blocks = readBlockClock(std::as_bytes(std::span(bytes)));
    return measured;
}

} // namespace warplens::engine
