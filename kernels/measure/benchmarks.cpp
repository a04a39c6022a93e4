// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/measure/benchmarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

namespace warplens::kernels {
namespace {

using nlohmann::json;

constexpr std::uint64_t mebibyte = 1 << 20;
constexpr std::uint64_t largest = 4096 * mebibyte;
constexpr int runs = 7;                     ///< of which the shortest counts
constexpr double repeats = 256, steps = 32; ///< of the kernels' loops
constexpr int fullBlock = 1024;

json told() {
    return {{"told", 0}};
}
json memory(std::uint64_t offset = 0) {
    return {{"memory", offset}};
}
json number(const char* type, std::uint64_t value) {
    return {{"scalar", fmt::format("{}={}", type, value)}};
}

/// A launch of blocks in a row.
json launch(const char* kernel, std::uint64_t blocks, int threads, json arguments, int timed = runs, int tells = 0) {
    return {
        {"kernel", kernel}, {"grid", {blocks, 1, 1}}, {"block", {threads, 1, 1}}, {"arguments", std::move(arguments)},
        {"runs", timed},    {"told", tells}};
}

/// What is executed so often that only a rate comes of it: one block of 1024 lanes fills half of a multiprocessor.
struct Rate {
    const char* name;
    const char* kernel;
    double amount; ///< of one instruction of a warp: instructions, wavefronts, lines
    json arguments;
};

std::vector<Rate> rates() {
    const json a = number("f32", 1), b = number("f32", 0), i = number("i32", 3), j = number("i32", 5);
    const auto apart = [](std::uint64_t words) { return number("i32", words); };
    return {{"ffma_warps", "bench_ffma", 1, {told(), a, b}},
            {"imad_warps", "bench_imad", 1, {told(), i, j}},
            {"iadd_warps", "bench_iadd", 1, {told(), i, j}},
            {"xor_warps", "bench_xor", 1, {told(), i, j}},
            {"mufu_warps", "bench_mufu", 1, {told(), a, b}},
            {"shuffle_warps", "bench_shuffle", 1, {told(), i, j}},
            {"fp64_warps", "bench_fp64", 1, {told(), number("f64", 1), number("f64", 0)}},
            {"shared_loads", "bench_shared", 1, {told(), apart(1)}},
            {"shared_wavefronts_2_way", "bench_shared", 2, {told(), apart(2)}},
            {"shared_wavefronts_32_way", "bench_shared", 32, {told(), apart(32)}},
            {"l1_loads_1_line", "bench_l1", 1, {told(), memory(), apart(1)}},
            {"l1_lines_of_4", "bench_l1", 4, {told(), memory(), apart(4)}},
            {"l1_lines_of_32", "bench_l1", 32, {told(), memory(), apart(32)}},
            {"l1_sectors_stride_8_of_8_lines", "bench_l1", 32, {told(), memory(), apart(8)}},
            {"l1_bytes_a_clock", "bench_l1_wide", 512, {told(), memory()}},
            {"shared_and_l1_loads", "bench_both", 1, {told(), memory()}},
            {"store_lines_1", "bench_stores", 1, {told(), memory(), apart(1)}},
            {"store_lines_32", "bench_stores", 32, {told(), memory(), apart(32)}}};
}

constexpr std::uint64_t l2Sizes[] = {8, 16, 24, 32, 40}; ///< megabytes
constexpr int l2Times = 64;

std::string l2Name(std::uint64_t megabytes) {
    return fmt::format("l2_bytes_a_clock_of_{}_mb", megabytes);
}

/// A chain through the first bytes of the memory, and who follows it.
struct Chain {
    const char* name;
    const char* kernel;
    std::uint64_t bytes, stride;
    int steps;
};

std::vector<Chain> chains(const BenchedGpu& gpu) {
    return {{"latency_l1", "bench_chase_l1", 16384, 128, 4096},
            {"latency_l2", "bench_chase_l2", 4 * mebibyte, 1024, 4096},
            {"latency_l2_far", "bench_chase_l2", 24 * mebibyte, 4096 + 128, 16384},
            {"latency_dram", "bench_chase_l2", gpu.memoryBytes / 2, (1 << 16) + 256, 16000}};
}

constexpr std::uint64_t lanesOfShortBlocks = 1 << 24;
constexpr std::uint64_t fewAtomics = 1 << 16, manyAtomics = 1 << 18;
/// What a block of 1024 lanes that does nothing takes itself, in clocks, as tests/hardware/why/queues.cu found it.
constexpr double emptyBlockClocks = 54;
constexpr int placesOfFullBlocks = 2; ///< on a multiprocessor

void addShortBlocks(std::vector<Benchmark>& all, const BenchedGpu& gpu) {
    const json mask = number("u32", mebibyte - 1);
    const auto add = [&](const char* name, const char* kernel, int threads, const json& arguments) {
        all.push_back(
            {name, launch(kernel, lanesOfShortBlocks / static_cast<std::uint64_t>(threads), threads, arguments)});
        all.push_back({std::string(name) + " few", launch(kernel, 32, threads, arguments)});
    };
    all.push_back({"empty", launch("bench_nothing", 1, 32, json::array({told()}))});
    const json words{told(), memory(), memory(gpu.memoryBytes / 2), mask};
    add("nothing 128", "bench_nothing", 128, json::array({told()}));
    add("nothing 1024", "bench_nothing", fullBlock, json::array({told()}));
    add("copy 1024", "bench_copy_word", fullBlock, words);
    add("load 1024", "bench_load_word", fullBlock, words);
}

/// The answer, by names.
class Answer {
public:
    Answer(const BenchedGpu& gpu, const json& answer)
        : m_gpu(gpu) {
        const std::vector<Benchmark> all = benchmarks(gpu);
        const json& rows = answer.at("launches");
        for (std::size_t n = 0; n < all.size(); ++n)
            m_rows[all[n].name] = &rows.at(n);
        m_ghz = told("clock");
    }

    double ghz() const { return m_ghz; }
    double told(const std::string& name) const { return positive(name, m_rows.at(name)->at("told").at(0)); }
    double milliseconds(const std::string& name) const {
        return positive(name, m_rows.at(name)->at("milliseconds").at(0));
    }
    double clocks(const std::string& name) const { return milliseconds(name) * 1e6 * m_ghz; }
    /// Of a multiprocessor, from one short block's start to the next one's.
    double blockClocks(const std::string& name, int threads) const {
        const double blocks = static_cast<double>(lanesOfShortBlocks) / threads / m_gpu.multiprocessors;
        return (clocks(name) - clocks(name + " few")) / blocks;
    }

private:
    static double positive(const std::string& name, const json& value) {
        const auto number = value.get<double>();
        if (!(number > 0))
            throw std::invalid_argument(fmt::format("'{}' took {}, which is no time", name, number));
        return number;
    }

    const BenchedGpu& m_gpu;
    std::map<std::string, const json*> m_rows;
    double m_ghz = 0;
};

void addLaunches(Figures& figures, const Answer& answer) {
    const double empty = answer.milliseconds("empty");
    figures.emplace_back("launch_us", empty * 1e3);
    figures.emplace_back("atomic_same_address_ns",
                         (answer.milliseconds("many atomics") - answer.milliseconds("few atomics")) * 1e6 /
                             static_cast<double>(manyAtomics - fewAtomics));
    figures.emplace_back("block_launch_clocks", answer.blockClocks("nothing 128", 128));
    figures.emplace_back("block_restart_clocks",
                         placesOfFullBlocks * answer.blockClocks("nothing 1024", fullBlock) - emptyBlockClocks);
    figures.emplace_back("store_drain_clocks", placesOfFullBlocks * (answer.blockClocks("copy 1024", fullBlock) -
                                                                     answer.blockClocks("load 1024", fullBlock)));
}

} // namespace

std::uint64_t benchMemory(std::uint64_t gpuBytes) {
    return std::min(largest, std::bit_floor(std::max(gpuBytes / 4, 128 * mebibyte)));
}

std::vector<Benchmark> benchmarks(const BenchedGpu& gpu) {
    const auto sms = static_cast<std::uint64_t>(gpu.multiprocessors);
    const std::uint64_t vectors = gpu.memoryBytes / 16;
    std::vector<Benchmark> all;
    all.push_back(
        {"warm-up", launch("bench_ffma", 2 * sms, fullBlock, json{told(), number("f32", 1), number("f32", 0)})});
    all.push_back({"clock", launch("bench_clock", 1, 1, json::array({told()}), 0, 1)});
    for (const Rate& rate : rates())
        all.push_back({rate.name, launch(rate.kernel, 2 * sms, fullBlock, rate.arguments)});
    const auto fill = [&](const char* name, int timed) {
        all.push_back({name, launch("bench_fill", 2 * sms, fullBlock,
                                    {told(), memory(), number("u64", vectors), number("u32", 0)}, timed)});
    };
    for (const std::uint64_t size : l2Sizes)
        all.push_back(
            {l2Name(size), launch("bench_stream", 2 * sms, fullBlock,
                                  {told(), memory(), number("u64", size * mebibyte / 16), number("i32", l2Times)})});
    all.push_back({"dram_read_gbps", launch("bench_stream", 2 * sms, fullBlock,
                                            {told(), memory(), number("u64", vectors), number("i32", 1)})});
    fill("dram_write_gbps", runs);
    all.push_back({"latency_shared", launch("bench_chase_shared", 1, 1, {told(), number("i32", 4096)}, 1, 1)});
    for (const Chain& chain : chains(gpu)) {
        all.push_back({std::string("chain of ") + chain.name,
                       launch("bench_link", 2 * sms, fullBlock,
                              {told(), memory(), number("u64", chain.bytes / 8), number("u64", chain.stride / 8)}, 0)});
        all.push_back(
            {chain.name, launch(chain.kernel, 1, 1,
                                {told(), memory(), number("i32", static_cast<std::uint64_t>(chain.steps))}, 0, 1)});
    }
    fill("zeros", 0);
    const auto batches = [&](const char* name, const char* kernel, std::uint64_t words, std::uint64_t count) {
        // The first time fills the caches.
        all.push_back(
            {name, launch(kernel, 1, 256, {told(), memory(), number("u64", words), number("i32", count)}, 1, 1)});
    };
    batches("batches l1", "bench_batches_l1", 1024, 4096);
    batches("batches l2", "bench_batches_l2", 4 * mebibyte, 4096);
    batches("batches dram", "bench_batches_l2", gpu.memoryBytes / 4, 1 << 18);
    addShortBlocks(all, gpu);
    for (const auto& [name, atomics] : {std::pair{"few atomics", fewAtomics}, {"many atomics", manyAtomics}})
        all.push_back({name, launch("bench_atomics", atomics / 8, 256, {told(), memory()})});
    return all;
}

Figures figuresOf(const BenchedGpu& gpu, const json& answer) {
    const Answer answers(gpu, answer);
    const double warps = 2. * gpu.multiprocessors * fullBlock / 32;
    Figures figures{{"clock_ghz", answers.ghz()}};
    for (const Rate& rate : rates())
        figures.emplace_back(rate.name,
                             rate.amount * warps * repeats * steps / answers.clocks(rate.name) / gpu.multiprocessors);
    for (const std::uint64_t size : l2Sizes)
        figures.emplace_back(l2Name(size),
                             static_cast<double>(size * mebibyte) * l2Times / answers.clocks(l2Name(size)));
    for (const char* name : {"dram_read_gbps", "dram_write_gbps"})
        figures.emplace_back(name, static_cast<double>(gpu.memoryBytes) / answers.milliseconds(name) / 1e6);
    figures.emplace_back("latency_shared", answers.told("latency_shared"));
    for (const Chain& chain : chains(gpu))
        figures.emplace_back(chain.name, answers.told(chain.name));
    // What a batch of L1 takes longer than a load is its additions.
    const double sums = answers.told("batches l1") - answers.told("latency_l1");
    figures.emplace_back("latency_l2_warps", answers.told("batches l2") - sums);
    figures.emplace_back("latency_dram_warps", answers.told("batches dram") - sums);
    addLaunches(figures, answers);
    for (const auto& [name, value] : figures)
        if (!(value > 0))
            throw std::invalid_argument(
                fmt::format("'{}' came out as {}: something else must have been at work on the GPU", name, value));
    return figures;
}

} // namespace warplens::kernels
