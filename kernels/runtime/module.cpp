// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/runtime/module.h"

#include "kernels/runtime/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <deque>

namespace warplens::runtime {
namespace {

using kernels::CodeKind;
using kernels::FatEntry;

std::string versionText(unsigned architecture) {
    return fmt::format("{}.{}", architecture / 10, architecture % 10);
}

std::string listed(const std::set<unsigned>& architectures) {
    std::string text;
    for (const unsigned architecture : architectures)
        text += (text.empty() ? "" : ", ") + versionText(architecture);
    return text;
}

Module::Architectures architecturesOf(const std::vector<FatEntry>& entries) {
    Module::Architectures found;
    for (const FatEntry& entry : entries) {
        if (entry.kind == CodeKind::Ptx)
            found.ptx.insert(entry.architecture);
        if (entry.kind == CodeKind::Machine)
            found.machine.insert(entry.architecture);
    }
    return found;
}

bool isCubin(std::string_view image) {
    constexpr size_t machineAt = 18;
    constexpr unsigned machine = 190; // EM_CUDA
    return image.size() > 64 && static_cast<unsigned char>(image[machineAt]) == machine && image[machineAt + 1] == 0;
}

[[noreturn]] void refuse(const std::vector<FatEntry>& entries, unsigned architecture, bool isLoaded) {
    const Module::Architectures there = architecturesOf(entries);
    if (isLoaded && there.ptx.empty())
        throw Failure(
            Error::NoKernelImageForDevice,
            fmt::format("what was to be loaded is machine code only, and kernels are emulated from their PTX: "
                        "load PTX (of NVRTC with --gpu-architecture=compute_{0} and nvrtcGetPTX), or a fat "
                        "binary that has both",
                        architecture));
    if (!there.ptx.empty())
        throw Failure(Error::NoKernelImageForDevice,
                      fmt::format("the program's kernels are made for compute capability {} and later, and the device "
                                  "has {}: choose another device with --arch, or compile with -arch=sm_{}",
                                  versionText(*there.ptx.begin()), versionText(architecture), architecture));
    if (!there.machine.empty())
        throw Failure(Error::NoKernelImageForDevice,
                      fmt::format("the program has machine code only (for {0}), and kernels are emulated from their "
                                  "PTX: compile with -gencode arch=compute_{1},code=[compute_{1},sm_{1}], or "
                                  "-arch=sm_{1}, which keeps both",
                                  listed(there.machine), *there.machine.rbegin()));
    throw Failure(Error::NoKernelImageForDevice,
                  "the program has neither PTX nor machine code for its kernels: compile without -dlto");
}

struct Compiled {
    std::string cubin, ptx;
};
std::mutex compiledMutex;
std::deque<Compiled>& compiled() { // the pieces stay where they are: modules refer to them
    static auto* const all = new std::deque<Compiled>;
    return *all;
}
/// nullptr: nobody has told of such machine code.
const std::string* ptxOf(std::string_view cubin) {
    const std::lock_guard lock(compiledMutex);
    constexpr size_t headerBytes = 64; // what is behind the tables is not always handed over
    for (const Compiled& each : compiled())
        if (const size_t both = std::min(cubin.size(), each.cubin.size());
            both > headerBytes && cubin.substr(0, both) == std::string_view(each.cubin).substr(0, both))
            return &each.ptx;
    return nullptr;
}

unsigned architectureOf(const std::string& ptx) {
    const size_t target = ptx.find(".target sm_");
    return target == std::string::npos ? 0 : static_cast<unsigned>(std::atoi(ptx.c_str() + target + 11));
}

FatEntry entryOf(const std::string& code, CodeKind kind, unsigned architecture) {
    FatEntry entry;
    entry.packed = std::as_bytes(std::span(code));
    entry.bytes = code.size();
    entry.kind = kind;
    entry.architecture = architecture;
    return entry;
}

/// What is linked to all that launches kernels from kernels (libcudadevrt): functions that the emulator has itself. CUDA
/// 12 has it for 9.0 as PTX, too, which ends in calls of the driver that nobody documents.
bool isDeviceRuntime(const std::string& ptx) {
    return ptx.find("__cuda_syscall_cnpv2") != std::string::npos;
}

uint32_t linesOf(const std::string& text) {
    return static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

void rememberPtx(std::string cubin, std::string ptx) {
    const std::lock_guard lock(compiledMutex);
    compiled().push_back({std::move(cubin), std::move(ptx)});
}

const sim::sass::Function* Code::machineOf(std::string_view kernel) const {
    for (const sim::sass::Function& function : machine.functions)
        if (function.name == kernel)
            return &function;
    return nullptr;
}

Module::Module(std::vector<std::span<const std::byte>> fatBinaries, const void* linked)
    : m_fatBinaries(std::move(fatBinaries))
    , m_linked(linked) {}

Module::Module(std::string image)
    : m_image(std::move(image)) {}

void Module::readEntries() const {
    if (m_read)
        return;
    m_read = true;
    try {
        for (const auto& bytes : m_fatBinaries)
            m_entries.push_back(kernels::readFatBinary(bytes));
        if (!m_fatBinaries.empty())
            return;
        const auto bytes = std::as_bytes(std::span(m_image));
        if (bytes.size() >= 16 && kernels::fatBinaryBytes(bytes.data()) != 0) {
            m_entries.push_back(kernels::readFatBinary(bytes));
            return;
        }
        if (m_image.starts_with("\x7f"
                                "ELF")) {
            if (const std::string* ptx = ptxOf(m_image))
                m_entries.push_back({entryOf(*ptx, CodeKind::Ptx, architectureOf(*ptx)),
                                     entryOf(m_image, CodeKind::Machine, architectureOf(*ptx))});
            else if (isCubin(m_image))
                m_entries.push_back({entryOf(m_image, CodeKind::Machine, 0)});
            else
                throw Failure(Error::InvalidKernelImage,
                              "what was to be loaded is no cubin, although it begins as an ELF file does");
            return;
        }
        const unsigned architecture = architectureOf(m_image);
        if (architecture == 0)
            throw Failure(Error::InvalidKernelImage,
                          "what was to be loaded is neither PTX nor a cubin nor a fat binary");
        m_entries.push_back({entryOf(m_image, CodeKind::Ptx, architecture)});
    } catch (const kernels::FatBinaryError& error) {
        throw Failure(Error::InvalidKernelImage, error.what());
    }
}

Module::Architectures Module::architectures() const {
    const std::lock_guard lock(m_mutex);
    readEntries();
    Architectures all;
    for (const auto& entries : m_entries) {
        const Architectures each = architecturesOf(entries);
        all.ptx.insert(each.ptx.begin(), each.ptx.end());
        all.machine.insert(each.machine.begin(), each.machine.end());
    }
    return all;
}

const Code& Module::code(unsigned architecture) {
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Code>& known = m_code[architecture];
    if (known)
        return *known;
    readEntries();
    auto code = std::make_unique<Code>();
    std::set<unsigned> machineFor;
    try {
        for (const std::vector<FatEntry>& entries : m_entries) {
            const kernels::CodeChoice choice = kernels::chooseCode(entries, architecture);
            // The device runtime is passed over; whose own code is machine code only is told of the missing kernel.
            if (choice.ptx == nullptr && choice.machine != nullptr && entries.data() != m_entries.front().data())
                continue;
            if (choice.ptx == nullptr)
                refuse(entries, architecture, !m_image.empty());
            // Of linked files the texts follow one another, and so do the lines that machine code names.
            const uint32_t lines = linesOf(code->ptxText);
            const std::string text = choice.ptx->unpacked();
            if (isDeviceRuntime(text))
                continue;
            code->ptxText += text + "\n";
            code->ptxArchitecture = std::max(code->ptxArchitecture, choice.ptx->architecture);
            if (choice.machine == nullptr)
                continue;
            std::string cubin = choice.machine->unpacked();
            sim::sass::Cubin machine = sim::sass::readCubin(std::as_bytes(std::span(cubin)));
            for (sim::sass::Function& function : machine.functions) {
                for (sim::sass::Instruction& instruction : function.instructions)
                    if (instruction.ptxLine != 0)
                        instruction.ptxLine += lines;
                code->machine.functions.push_back(std::move(function));
            }
            code->machine.hasLines |= machine.hasLines;
            code->hasMachine = true;
            code->files.push_back({std::move(cubin), lines});
            machineFor.insert(choice.machine->architecture);
        }
        code->ptx = std::make_shared<const sim::ptx::Module>(sim::ptx::parse(code->ptxText));
    } catch (const kernels::FatBinaryError& error) {
        throw Failure(Error::InvalidKernelImage, error.what());
    } catch (const sim::sass::CubinError& error) {
        throw Failure(Error::InvalidKernelImage, error.what());
    } catch (const sim::ptx::PtxError& error) {
        throw Failure(Error::InvalidPtx, error.what());
    }
    if (!code->hasMachine)
        code->origin = fmt::format("PTX for {}; there is no machine code, so accesses are counted as PTX has them",
                                   versionText(code->ptxArchitecture));
    else if (!code->machine.hasLines)
        code->origin = fmt::format("PTX and machine code for {} without line information: accesses are counted as PTX "
                                   "has them; compile with -lineinfo",
                                   listed(machineFor));
    else
        code->origin = fmt::format("PTX and machine code for {}", listed(machineFor));
    known = std::move(code);
    return *known;
}

const void* Module::image() const {
    if (m_linked != nullptr)
        return m_linked;
    return m_fatBinaries.empty() ? m_image.c_str() : static_cast<const void*>(m_fatBinaries.front().data());
}

Kernel& Module::kernel(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Kernel>& kernel = m_kernels[name];
    if (!kernel) {
        kernel = std::make_unique<Kernel>();
        kernel->module = this;
        kernel->name = name;
    }
    return *kernel;
}

std::vector<std::string> Module::kernelNames(unsigned architecture) {
    std::vector<std::string> names;
    for (const std::string_view name : code(architecture).ptx->entryNames())
        names.emplace_back(name);
    return names;
}

} // namespace warplens::runtime
