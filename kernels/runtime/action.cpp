// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/action.h"

#include "kernels/runtime/graph.h"
#include "kernels/runtime/mistakes.h"
#include "kernels/runtime/platform.h"
#include "kernels/runtime/saturated.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace warplens::runtime {
namespace {

constexpr double hostLink = 25e9;      ///< bytes a second between host and device: PCIe 4.0 with 16 lanes, in practice
constexpr double copySeconds = 1.5e-6; ///< that any copy takes

/// The bytes of memory that one side of a copy spans, from its first to its last.
uint64_t spanOf(const CopySide& side, const CopyAction& copy) {
    if (copy.width == 0 || copy.height == 0 || copy.depth == 0)
        return 0;
    const uint64_t rows = saturatedSum(saturatedProduct(side.rows, copy.depth - 1), copy.height - 1);
    return saturatedSum(saturatedProduct(side.pitch, rows), copy.width);
}

/// Likewise of a fill.
uint64_t spanOf(const FillAction& fill) {
    return saturatedSum(saturatedProduct(fill.pitch, fill.height - 1), saturatedProduct(fill.width, fill.elementBytes));
}

bool isDevice(Platform& platform, uint64_t address) {
    const MemoryPtr memory = platform.memory().find(address);
    return memory ? !memory->belongsToHost() : platform.isDeviceAddress(address);
}

bool isPageable(Platform& platform, const CopySide& side) {
    return !side.array && !platform.memory().find(side.begin()) && !platform.isDeviceAddress(side.begin());
}

/// Nothing is copied then, and a program that does not ask goes on with what was there.
[[noreturn]] void refuseDirection(Platform& platform, const std::string& why) {
    tellMistake(platform, "wrong-direction", why);
    throw Failure(Error::InvalidValue, why);
}

/// As bytesAt(), but for memory that will be there when it is touched.
void checkPiece(Platform& platform, uint64_t address, uint64_t bytes, const std::string& call, bool written,
                bool inGraph) {
    const MemoryPtr memory = platform.memory().expected(address);
    if (!memory || platform.memory().find(address) || (memory->freeing && !inGraph))
        platform.bytesAt(address, bytes, call, written);
    else if (bytes > memory->end() - address)
        platform.refusePastEnd(*memory, address, bytes, call);
}

void checkSide(Device& device, const CopySide& side, const CopyAction& copy, bool written, bool inGraph) {
    Platform& platform = device.platform();
    if (side.array) {
        const Array& array = *side.array;
        if (side.x + copy.width > array.rowBytes() || side.y + copy.height > array.rows() ||
            side.z + copy.depth > array.slices())
            throw Failure(
                Error::InvalidValue,
                fmt::format("{}: {} bytes x {} x {} from ({}, {}, {}) do not lie inside the array of {} bytes "
                            "x {} x {}",
                            copy.call, copy.width, copy.height, copy.depth, side.x, side.y, side.z, array.rowBytes(),
                            array.rows(), array.slices()));
        return;
    }
    if (copy.height > 1 && side.pitch < copy.width)
        throw Failure(Error::InvalidPitchValue,
                      fmt::format("{}: rows of {} bytes with a pitch of {}", copy.call, copy.width, side.pitch));
    const bool wanted = copy.kind == CopyKind::Default ? isDevice(platform, side.begin())
                        : written ? copy.kind == CopyKind::HostToDevice || copy.kind == CopyKind::DeviceToDevice
                                  : copy.kind == CopyKind::DeviceToHost || copy.kind == CopyKind::DeviceToDevice;
    const MemoryPtr memory = platform.memory().find(side.begin());
    const bool onDevice = memory ? memory->kind == MemoryKind::Device || memory->kind == MemoryKind::Variable
                                 : platform.isDeviceAddress(side.begin());
    if (!wanted && onDevice)
        refuseDirection(platform,
                        fmt::format("{}: its {} is the device's memory ({:#x}), and the direction says the host's",
                                    copy.call, written ? "destination" : "source", side.begin()));
    if (wanted && !memory && !platform.isDeviceAddress(side.begin()) && copy.kind != CopyKind::Default)
        refuseDirection(platform,
                        fmt::format("{}: its {} is the host's memory ({:#x}), and the direction says the device's",
                                    copy.call, written ? "destination" : "source", side.begin()));
    checkPiece(platform, side.begin(), spanOf(side, copy), copy.call, false, inGraph);
}

/// The bytes of some row that some row of the other side has, too, where both have the same pitch.
uint64_t overlapOf(const CopyAction& copy) {
    const uint64_t to = copy.to.begin(), from = copy.from.begin();
    const uint64_t apart = to > from ? to - from : from - to;
    if (copy.height == 1)
        return apart < copy.width ? copy.width - apart : 0;
    if (copy.to.pitch != copy.from.pitch)
        return 0;
    const uint64_t pitch = copy.to.pitch, rows = apart / pitch, columns = apart % pitch;
    if (rows < copy.height && columns < copy.width)
        return copy.width - columns;
    return rows + 1 < copy.height && pitch - columns < copy.width ? copy.width - (pitch - columns) : 0;
}

/// What a GPU does with two pieces that overlap nobody knows. Rows with a pitch may lie between one another.
void checkOverlap(Platform& platform, const CopyAction& copy) {
    if (copy.to.array || copy.from.array || copy.depth != 1)
        return;
    if (const uint64_t bytes = overlapOf(copy); bytes != 0)
        tellMistake(platform, "overlapping-copy",
                    fmt::format("{}: {} bytes from {:#x} to {:#x}: the two overlap in {} bytes, and what comes of it "
                                "is undefined",
                                copy.call, copy.width * copy.height, copy.from.begin(), copy.to.begin(), bytes));
}

/// Memory that a copy brings to the program's own code and of which nobody has written something so far; nullptr: there
/// is none.
MemoryPtr unwrittenSource(Platform& platform, const CopyAction& copy) {
    if (copy.to.array || isDevice(platform, copy.to.begin()))
        return nullptr;
    const MemoryPtr memory = copy.from.array ? copy.from.array->memory : platform.memory().find(copy.from.begin());
    const bool isWatched = memory && (memory->kind == MemoryKind::Device || memory->kind == MemoryKind::Array);
    return isWatched && !memory->places.areAll() ? memory : nullptr;
}

std::byte* rowOf(Platform& platform, const CopySide& side, std::byte* first, uint64_t row, uint64_t slice) {
    (void)platform;
    return side.array ? side.array->at(side.x, side.y + row, side.z + slice)
                      : first + side.pitch * (row + side.rows * slice);
}

/// Row after row: what it begins with, counted from the beginning of the memory.
template<class Visit>
void forRows(Platform& platform, const CopySide& side, const CopyAction& copy, const Memory& memory, Visit visit) {
    std::byte* const first = side.array ? nullptr : memory.host + (side.begin() - memory.base);
    for (uint64_t slice = 0; slice < copy.depth; ++slice)
        for (uint64_t row = 0; row < copy.height; ++row)
            visit(static_cast<uint64_t>(rowOf(platform, side, first, row, slice) - memory.host), row);
}

/// All of what it copies, or a part of it, means nothing. Programs copy whole arrays and look at a part: that is worth a
/// note. Who says how wide rows are means all of them.
void tellUnwritten(Platform& platform, const CopyAction& copy, const Memory& memory, const Frames& asked) {
    if (!memory.written)
        return tellMistakeAt(platform, "uninitialized",
                             fmt::format("{} reads {}, and nobody has written there", copy.call, memoryText(memory)),
                             asked);
    uint64_t bytes = 0;
    std::string first;
    forRows(platform, copy.from, copy, memory, [&](uint64_t begin, uint64_t row) {
        const auto gap = memory.places.gapIn(begin, copy.width);
        if (gap && bytes == 0)
            first = copy.height > 1 ? fmt::format("byte {} of row {}", gap->first - begin, row)
                                    : fmt::format("byte {}", gap->first);
        bytes += gap ? gap->bytes : 0;
    });
    if (bytes == 0)
        return;
    const std::string text = fmt::format("{} reads {} bytes of {} that nobody has written, the first of them {}",
                                         copy.call, bytes, memoryText(memory), first);
    const bool isWide = copy.height > 1 && copy.width < copy.from.pitch;
    if (isWide || bytes >= copy.width * copy.height * copy.depth)
        tellMistakeAt(platform, "uninitialized", text, asked);
    else
        tellNoteAt(platform, "uninitialized", text, asked);
}

/// What means nothing where it comes from means nothing where it goes to.
void markRowsWritten(Platform& platform, const CopyAction& copy) {
    const auto memoryOf = [&](const CopySide& side) {
        return side.array ? side.array->memory : platform.memory().find(side.begin());
    };
    const MemoryPtr memory = memoryOf(copy.to), source = memoryOf(copy.from);
    if (!memory || memory->places.areAll())
        return;
    const bool isInPart = source && source->kind == MemoryKind::Device && !copy.from.array && !source->places.areAll();
    std::vector<uint64_t> from;
    if (isInPart)
        forRows(platform, copy.from, copy, *source, [&](uint64_t begin, uint64_t) { from.push_back(begin); });
    size_t row = 0;
    forRows(platform, copy.to, copy, *memory, [&](uint64_t begin, uint64_t) {
        if (!isInPart || (source->written && source->places.bits() == nullptr))
            platform.memory().markWritten(*memory, memory->base + begin, copy.width);
        else if (source->written)
            source->places.forWritten(from[row], copy.width, [&](uint64_t first, uint64_t bytes) {
                platform.memory().markWritten(*memory, memory->base + begin + (first - from[row]), bytes);
            });
        ++row;
    });
}

/// `asked`: where the program asks for it, for the case that it copies what means nothing.
void doCopy(Device& device, const CopyAction& copy, const Frames& asked) {
    Platform& platform = device.platform();
    if (copy.width == 0 || copy.height == 0 || copy.depth == 0)
        return;
    const auto firstOf = [&](const CopySide& side) {
        return side.array ? nullptr : platform.bytesAt(side.begin(), spanOf(side, copy), copy.call, false);
    };
    if (const MemoryPtr memory = unwrittenSource(platform, copy))
        tellUnwritten(platform, copy, *memory, asked);
    std::byte* const to = firstOf(copy.to);
    std::byte* const from = firstOf(copy.from);
    markRowsWritten(platform, copy);
    for (uint64_t slice = 0; slice < copy.depth; ++slice)
        for (uint64_t row = 0; row < copy.height; ++row)
            std::memmove(rowOf(platform, copy.to, to, row, slice), rowOf(platform, copy.from, from, row, slice),
                         copy.width);
}

void doFill(Device& device, const FillAction& fill) {
    if (fill.width == 0 || fill.height == 0)
        return;
    const uint64_t rowBytes = fill.width * fill.elementBytes;
    std::byte* const first = device.platform().bytesAt(fill.address, spanOf(fill), fill.call, false);
    const MemoryPtr memory = device.platform().memory().find(fill.address);
    for (uint64_t row = 0; row < fill.height; ++row) {
        std::byte* const begin = first + row * fill.pitch;
        if (memory)
            device.platform().memory().markWritten(*memory, fill.address + row * fill.pitch, rowBytes);
        if (fill.elementBytes == 1)
            std::memset(begin, static_cast<int>(fill.value), rowBytes);
        else
            for (uint64_t at = 0; at < rowBytes; at += fill.elementBytes)
                std::memcpy(begin + at, &fill.value, fill.elementBytes);
    }
}

double secondsOf(Device& device, const CopyAction& copy) {
    Platform& platform = device.platform();
    const auto onDevice = [&](const CopySide& side) { return side.array || isDevice(platform, side.begin()); };
    const double bytes = static_cast<double>(copy.width) * static_cast<double>(copy.height * copy.depth);
    if (onDevice(copy.to) && onDevice(copy.from))
        return copySeconds + 2 * bytes / device.model().bandwidth();
    return copySeconds + bytes / hostLink;
}

/// What a piece of work of a stream does where the device has not failed before.
template<class Do>
WorkPtr guarded(Device& device, double seconds, Do what) {
    auto work = std::make_shared<Work>();
    work->seconds = seconds;
    work->run = [&device, what = std::move(what)](Work&) {
        if (device.error() != Error::Success)
            return;
        try {
            what();
        } catch (const Failure& failure) {
            device.platform().session().note(failure.what());
            device.fail(failure.error);
        }
    };
    return work;
}

} // namespace

void checkAction(Device& device, const Action& action, bool inGraph) {
    if (const auto* launch = std::get_if<LaunchRequest>(&action)) {
        checkLaunch(device, device.load(*launch->kernel), *launch);
    } else if (const auto* copy = std::get_if<CopyAction>(&action)) {
        if (copy->width == 0 || copy->height == 0 || copy->depth == 0)
            return;
        checkSide(device, copy->to, *copy, true, inGraph);
        checkSide(device, copy->from, *copy, false, inGraph);
        checkOverlap(device.platform(), *copy);
    } else if (const auto* fill = std::get_if<FillAction>(&action)) {
        if (fill->width == 0 || fill->height == 0)
            return;
        Platform& platform = device.platform();
        checkPiece(platform, fill->address, spanOf(*fill), fill->call, false, inGraph);
        if (!platform.memory().find(fill->address) && !platform.memory().expected(fill->address))
            throw Failure(Error::InvalidValue, fmt::format("{}: {:#x} is the host's memory, and a device fills its own",
                                                           fill->call, fill->address));
    }
}

namespace {

/// Words of which some may be addresses.
std::vector<uint64_t> wordsOf(const Action& action) {
    std::vector<uint64_t> words;
    if (const auto* launch = std::get_if<LaunchRequest>(&action)) {
        words.resize(launch->parameters.size() / sizeof(uint64_t));
        std::memcpy(words.data(), launch->parameters.data(), words.size() * sizeof(uint64_t));
    } else if (const auto* copy = std::get_if<CopyAction>(&action)) {
        for (const CopySide* side : {&copy->to, &copy->from})
            if (!side->array)
                words.push_back(side->begin());
    } else if (const auto* fill = std::get_if<FillAction>(&action)) {
        words.push_back(fill->address);
    }
    return words;
}

/// What runs beside it with an address of it is told to (Meetings) whichever of the two comes first, and finds it.
void giveBack(Platform& platform, const MemoryPtr& memory, const Work& self) {
    auto give = [&platform, memory] {
        if (!platform.memory().remove(memory->base))
            return;
        if (memory->pool)
            memory->pool->giveBack(memory->base, memory->bytes);
        platform.device(memory->device).release(memory);
    };
    const std::vector<WorkPtr> users = platform.scheduler().besides(self, memory->base, memory->end());
    if (users.empty()) {
        give();
        return;
    }
    const auto later = std::make_shared<Work>();
    later->stream = self.stream;
    later->run = [give](Work&) { give(); };
    platform.scheduler().submit(later, users);
}

WorkPtr workFor(Device& device, const Stream& stream, const Action& action) {
    if (const auto* launch = std::get_if<LaunchRequest>(&action))
        return launchWork(device, stream, *launch);
    if (const auto* copy = std::get_if<CopyAction>(&action))
        return guarded(
            device, secondsOf(device, *copy),
            [&device, copy = *copy, asked = unwrittenSource(device.platform(), *copy) ? framesHere() : Frames()] {
                doCopy(device, copy, asked);
            });
    if (const auto* fill = std::get_if<FillAction>(&action))
        return guarded(device,
                       copySeconds + static_cast<double>(fill->width * fill->elementBytes * fill->height) /
                                         device.model().bandwidth(),
                       [&device, fill = *fill] { doFill(device, fill); });
    if (const auto* host = std::get_if<HostAction>(&action)) {
        auto work = std::make_shared<Work>();
        work->seconds = host->seconds;
        work->run = [&platform = device.platform(), call = host->call, told = host->byProgram,
                     frees = host->frees](Work& self) {
            if (told)
                platform.tellProgram(self.past);
            if (call)
                call();
            if (frees)
                giveBack(platform, frees, self);
        };
        return work;
    }
    return std::make_shared<Work>();
}

} // namespace

WorkPtr workOf(Device& device, const Stream& stream, const Action& action) {
    const WorkPtr work = workFor(device, stream, action);
    work->words = wordsOf(action);
    return work;
}

bool touchesPageable(Platform& platform, const Action& action) {
    const auto* copy = std::get_if<CopyAction>(&action);
    return copy != nullptr && (isPageable(platform, copy->to) || isPageable(platform, copy->from));
}

namespace {

constexpr uint64_t mostPieces = 1 << 12; ///< that are noted of a copy or a fill

/// Rows of a piece of memory, where there are not too many of them.
void addRows(Footprint& footprint, Footprint::Kind kind, uint64_t begin, uint64_t pitch, uint64_t width,
             uint64_t rows) {
    if (rows == 1 || pitch == width)
        footprint.addWhole(kind, begin, width * rows);
    else
        for (uint64_t row = 0; row < rows && rows <= mostPieces; ++row)
            footprint.addWhole(kind, begin + row * pitch, width);
}

/// A side of a copy, slice by slice.
void addSide(Footprint& footprint, Footprint::Kind kind, const CopySide& side, const CopyAction& copy) {
    if (side.array)
        return;
    if (copy.depth == 1 || side.rows == copy.height)
        addRows(footprint, kind, side.begin(), side.pitch, copy.width, copy.height * copy.depth);
    else
        for (uint64_t z = 0; z < copy.depth && copy.depth * copy.height <= mostPieces; ++z)
            addRows(footprint, kind, side.begin() + z * side.pitch * side.rows, side.pitch, copy.width, copy.height);
}

/// What a copy or a fill touches is known at once.
void noteTransfer(Device& device, const Stream& stream, const Work& work, const Action& action) {
    Footprint footprint;
    std::string call;
    const auto* host = std::get_if<HostAction>(&action);
    if (const auto* copy = std::get_if<CopyAction>(&action); copy != nullptr) {
        call = copy->call;
        addSide(footprint, Footprint::Reads, copy->from, *copy);
        addSide(footprint, Footprint::Writes, copy->to, *copy);
    } else if (const auto* fill = std::get_if<FillAction>(&action)) {
        call = fill->call;
        addRows(footprint, Footprint::Writes, fill->address, fill->pitch, fill->width * fill->elementBytes,
                fill->height);
    } else if (host != nullptr) {
        call = host->name;
        for (const HostAction::Touch& touch : host->touches)
            addRows(footprint, touch.writes ? Footprint::Writes : Footprint::Reads, touch.begin, touch.pitch,
                    touch.width, touch.rows);
    }
    Platform& platform = device.platform();
    if (!footprint.empty() && looksAtTouches(device, stream))
        platform.meetings().note(platform, work,
                                 {call + inStream(stream), framesHere(), platform.memory().count(), stream.graphPlace,
                                  host != nullptr ? host->frees : nullptr, host != nullptr && host->takes},
                                 std::move(footprint));
}

/// Memory that the program shares with the device, and that the action may touch: what it hands to a kernel, and all that
/// is managed; what a copy or a fill names.
void closeFor(Device& device, const WorkPtr& work, const Action& action) {
    Platform& platform = device.platform();
    if (!platform.hostAccesses().watches())
        return;
    std::vector<HostAccesses::Piece> pieces;
    if (const auto* copy = std::get_if<CopyAction>(&action)) {
        for (const CopySide* side : {&copy->to, &copy->from})
            if (!side->array)
                pieces.push_back({side->begin(), side->begin() + spanOf(*side, *copy)});
    } else if (const auto* fill = std::get_if<FillAction>(&action)) {
        pieces.push_back(
            {fill->address, fill->address + fill->pitch * (fill->height - 1) + fill->width * fill->elementBytes});
    } else if (const auto* host = std::get_if<HostAction>(&action)) {
        for (const HostAction::Touch& touch : host->touches)
            pieces.push_back({touch.begin, touch.end()});
    } else if (const auto* launch = std::get_if<LaunchRequest>(&action)) {
        platform.memory().forEach([&](const MemoryPtr& memory) {
            bool reached = memory->kind == MemoryKind::Managed;
            for (size_t at = 0; !reached && memory->kind == MemoryKind::Pinned && at + 8 <= launch->parameters.size();
                 at += 8) {
                uint64_t word;
                std::memcpy(&word, launch->parameters.data() + at, sizeof word);
                reached = word >= memory->base && word < memory->end();
            }
            if (reached)
                pieces.push_back({memory->base, memory->end()});
        });
    }
    platform.hostAccesses().close(work, std::move(pieces));
}

/// Whether the call may return on a GPU before it is done: of fills of the device's own memory, and of copies within it,
/// CUDA's manual says so ("API synchronization behavior"). Copies from one device to another wait for all work of both.
bool staysOnDevice(Platform& platform, const Action& action) {
    const auto ownerOf = [&](uint64_t address) {
        const MemoryPtr memory = platform.memory().find(address);
        const bool isOwn = memory && (memory->kind == MemoryKind::Device || memory->kind == MemoryKind::Variable);
        return isOwn ? std::optional(memory->device) : std::nullopt;
    };
    if (const auto* fill = std::get_if<FillAction>(&action))
        return ownerOf(fill->address).has_value();
    const auto* copy = std::get_if<CopyAction>(&action);
    return copy != nullptr && !copy->to.array && !copy->from.array && ownerOf(copy->to.begin()) &&
           ownerOf(copy->to.begin()) == ownerOf(copy->from.begin());
}

} // namespace

std::string inStream(const Stream& stream) {
    return stream.number == 0 ? " in the default stream" : fmt::format(" in stream {}", stream.number);
}

void put(Device& device, Stream& stream, const Action& action, bool wait) {
    if (stream.capture) {
        captureAction(device, stream, action);
        return;
    }
    checkAction(device, action);
    const WorkPtr work = workOf(device, stream, action);
    // What runs on a GPU, too, is over when the call returns, as with CUDA_LAUNCH_BLOCKING=1: what the program writes
    // meanwhile could belong to neither side.
    const bool onBoth = device.platform().gpu() != nullptr && std::holds_alternative<LaunchRequest>(action);
    if (!wait && !onBoth && !touchesPageable(device.platform(), action)) {
        device.submit(stream, work);
        noteTransfer(device, stream, *work, action);
        closeFor(device, work, action);
        return;
    }
    // Done here: no other thread has to be woken for a copy. While it runs it has the place of what it comes after.
    const bool unheard = wait && staysOnDevice(device.platform(), action);
    const auto await = [&](const WorkPtr& what) {
        unheard ? device.platform().scheduler().waitUnheard(what) : device.platform().await(what);
    };
    const WorkPtr before = device.mark(stream);
    await(before);
    work->stream = before->stream;
    work->number = before->number;
    work->past = before->past;
    if (work->run)
        work->run(*work);
    work->run = nullptr;
    device.submit(stream, work);
    noteTransfer(device, stream, *work, action);
    await(work);
    device.flushOutput();
    if (device.error() != Error::Success && !onBoth)
        throw Failure(device.error(), {});
}

} // namespace warplens::runtime
