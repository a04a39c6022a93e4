// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/mistakes.h"

#include "kernels/runtime/platform.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>

namespace warplens::runtime {
namespace {

using launches::HostMistake;

constexpr int mostFrames = 24;   ///< that are looked at
constexpr size_t keptFrames = 6; ///< of the program's own that are told
constexpr size_t mostTold = 100; ///< mistakes: a program that makes one in a loop makes it often

/// Whether code is ours: the runtime's, or that of the tables of its entries.
bool isOurs(std::string_view module) {
    const std::string_view name = module.substr(module.rfind('/') + 1);
    return name.starts_with("libwarplens-c") || name.starts_with("libcudart.so") || name.starts_with("libcuda.so");
}

} // namespace

namespace {

// A call stands just before where it returns to: `back` is 1 there.
void addFrame(Frames& frames, void* place, uint64_t back) {
    Dl_info info{};
    if (frames.size() == keptFrames || dladdr(place, &info) == 0 || info.dli_fname == nullptr || isOurs(info.dli_fname))
        return;
    // A program that is not position-independent is known by the addresses themselves.
    const bool fixed = static_cast<const Elf64_Ehdr*>(info.dli_fbase)->e_type == ET_EXEC;
    frames.push_back({info.dli_fname, reinterpret_cast<uint64_t>(place) -
                                          (fixed ? 0 : reinterpret_cast<uint64_t>(info.dli_fbase)) - back});
}

} // namespace

Frames framesHere() {
    std::array<void*, mostFrames> places;
    const int count = backtrace(places.data(), mostFrames);
    Frames frames;
    for (int i = 0; i < count; ++i)
        addFrame(frames, places[static_cast<size_t>(i)], 1);
    return frames;
}

Frames framesAt(uint64_t instruction) {
    std::array<void*, mostFrames> places;
    const int count = backtrace(places.data(), mostFrames);
    Frames frames;
    void* const here = reinterpret_cast<void*>(instruction);
    addFrame(frames, here, 0);
    const auto end = places.begin() + std::max(count, 0);
    for (auto place = std::find(places.begin(), end, here); place != end && ++place != end;)
        addFrame(frames, *place, 1);
    return frames;
}

bool isOwnCode(uint64_t instruction) {
    Dl_info info{};
    return dladdr(reinterpret_cast<void*>(instruction), &info) != 0 && info.dli_fname != nullptr &&
           isOurs(info.dli_fname);
}

namespace {

struct State {
    std::mutex mutex;
    bool used = false;
    std::map<uint64_t, Frames> origins; ///< by the memory's number
    std::optional<HostMistake> refused; ///< the first launch that was, since the program has last asked
    std::set<std::pair<std::string, uint64_t>> told;
};
State& state() {
    static State* const all = new State; // the program's own ends may still call
    return *all;
}

/// Each mistake once, by so many of its frames: all launches of a kernel come from one place, its stub.
void tell(Platform& platform, const HostMistake& mistake, size_t frames = 1) {
    {
        const std::lock_guard lock(state().mutex);
        uint64_t place = 0;
        for (size_t i = 0; i < std::min(frames, mistake.frames.size()); ++i)
            place = place * 0x100000001b3ull + mistake.frames[i].offset;
        if (state().told.size() >= mostTold || !state().told.insert({mistake.kind, place}).second)
            return;
    }
    if (platform.session().isConnected()) {
        platform.session().skipNote(mistake.text); // the call says the same
        platform.session().tell(launches::mistakeJson(mistake));
    } else if (!mistake.note) {
        platform.session().note(mistake.text);
    }
}

/// After everything else that ends with the program, its own objects too, which may give memory back.
__attribute__((destructor)) void atTheVeryEnd() {
    if (state().used && Platform::get().isUsable())
        tellLeftovers(Platform::get());
}

} // namespace

void tellMistake(Platform& platform, const std::string& kind, const std::string& text) {
    tell(platform, {kind, text, false, framesHere(), {}, 0});
}

void tellMistakeAt(Platform& platform, const std::string& kind, const std::string& text, Frames frames) {
    tell(platform, {kind, text, false, std::move(frames), {}, 0}, keptFrames);
}

void tellNoteAt(Platform& platform, const std::string& kind, const std::string& text, Frames frames) {
    tell(platform, {kind, text, true, std::move(frames), {}, 0}, keptFrames);
}

void rememberOrigin(const Memory& memory) {
    Frames frames = framesHere();
    const std::lock_guard lock(state().mutex);
    state().used = true;
    state().origins[memory.number] = std::move(frames);
}

void noteRefusedLaunch(const std::string& text) {
    Frames frames = framesHere();
    const std::lock_guard lock(state().mutex);
    state().used = true;
    if (!state().refused)
        state().refused = HostMistake{"unchecked-launch", text, false, std::move(frames), {}, 0};
}

void errorsAreChecked() {
    const std::lock_guard lock(state().mutex);
    state().refused.reset();
}

void tellLeftovers(Platform& platform) {
    std::optional<HostMistake> refused;
    {
        const std::lock_guard lock(state().mutex);
        refused.swap(state().refused);
    }
    if (refused) {
        refused->text += "; the program never asked: call cudaGetLastError() behind each launch";
        tell(platform, *refused);
    }
    platform.memory().forEach([&](const MemoryPtr& memory) {
        if (memory->kind != MemoryKind::Device && memory->kind != MemoryKind::Managed &&
            memory->kind != MemoryKind::Pinned)
            return;
        if (!memory->name.empty() || memory->pool) // a variable; a pool's memory goes with the pool
            return;
        HostMistake mistake{"leak", fmt::format("{} are never freed", memoryText(*memory)), true, {}, {}, 0};
        {
            const std::lock_guard lock(state().mutex);
            if (const auto found = state().origins.find(memory->number); found != state().origins.end())
                mistake.frames = found->second;
        }
        tell(platform, mistake);
    });
}

} // namespace warplens::runtime
