// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/launches/kept_launch.h"

#include "kernels/files/json_problem.h"
#include "kernels/launches/counts_json.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace warplens::launches {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* format = "warplens-launch";
constexpr uint64_t pageBytes = 4096;
constexpr uint64_t mostText = 1ull << 30;   ///< bytes of JSON, PTX or machine code that are read
constexpr uint64_t mostMemory = 1ull << 40; ///< bytes of all arrays together

[[noreturn]] void fail(const fs::path& file, const std::string& why) {
    throw KeptError(fmt::format("{}: {}", file.string(), why));
}

class File {
public:
    File(const fs::path& path, int flags)
        : m_path(path)
        , m_file(open(path.c_str(), flags | O_CLOEXEC, 0644)) {
        if (m_file < 0)
            fail(path, std::strerror(errno));
    }
    ~File() { close(m_file); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    int get() const { return m_file; }
    /// Of a regular file: others have no end, or never begin.
    uint64_t size() const {
        struct stat info {};
        if (fstat(m_file, &info) != 0 || !S_ISREG(info.st_mode))
            fail(m_path, "this is no ordinary file");
        return static_cast<uint64_t>(info.st_size);
    }
    void write(const char* bytes, uint64_t count, uint64_t at) const {
        while (count != 0) {
            const ssize_t done = pwrite(m_file, bytes, count, static_cast<off_t>(at));
            if (done < 0 && errno == EINTR)
                continue;
            if (done <= 0)
                fail(m_path, done < 0 ? std::strerror(errno) : "nothing more can be written");
            bytes += done;
            count -= static_cast<uint64_t>(done);
            at += static_cast<uint64_t>(done);
        }
    }
    void setSize(uint64_t bytes) const {
        if (ftruncate(m_file, static_cast<off_t>(bytes)) != 0)
            fail(m_path, std::strerror(errno));
    }

private:
    fs::path m_path;
    int m_file;
};

std::string readText(const fs::path& path) {
    const File file(path, O_RDONLY | O_NONBLOCK);
    const uint64_t size = file.size();
    if (size > mostText)
        fail(path, fmt::format("{} bytes are more than are read ({})", size, mostText));
    std::string text(size, '\0');
    for (uint64_t at = 0; at < size;) {
        const ssize_t count = pread(file.get(), text.data() + at, size - at, static_cast<off_t>(at));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            fail(path, "it cannot be read to its end");
        at += static_cast<uint64_t>(count);
    }
    return text;
}

void writeText(const fs::path& path, const std::string& text) {
    File(path, O_WRONLY | O_CREAT | O_EXCL).write(text.data(), text.size(), 0);
}

fs::path machineFile(size_t number) {
    return fmt::format("machine-{}.cubin", number);
}

std::string hexOf(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte byte : bytes)
        text += fmt::format("{:02x}", static_cast<unsigned>(byte));
    return text;
}

std::vector<std::byte> bytesOfHex(const std::string& text) {
    std::vector<std::byte> bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

ordered_json headJson(const KeptLaunch& k) {
    ordered_json json{{"format", format},
                      {"version", keptVersion},
                      {"number", k.number},
                      {"pid", k.pid},
                      {"program", k.program},
                      {"kernel", k.kernel},
                      {"name", k.name},
                      {"architecture", k.architecture},
                      {"code", k.code},
                      {"source", k.source},
                      {"grid", dimJson(k.grid)},
                      {"block", dimJson(k.block)},
                      {"dynamic_shared_bytes", k.dynamicShared},
                      {"cooperative", k.cooperative},
                      {"parameters", hexOf(k.parameters)},
                      {"grid_barrier", k.gridBarrier},
                      {"heap", k.heap},
                      {"heap_bytes", k.heapBytes},
                      {"heap_pieces", ordered_json::array()},
                      {"variables", ordered_json::object()},
                      {"machine", ordered_json::array()},
                      {"memory", ordered_json::array()}};
    for (const auto& [begin, piece] : k.heapPieces)
        json["heap_pieces"].push_back({begin, piece.end, piece.asked, piece.isFree});
    for (const auto& [name, address] : k.variables)
        json["variables"][name] = address;
    for (size_t i = 0; i < k.machine.size(); ++i)
        json["machine"].push_back({{"file", machineFile(i).string()}, {"first_line", k.machine[i].firstLine}});
    for (const KeptLaunch::Memory& m : k.memory)
        json["memory"].push_back({{"base", m.base},
                                  {"bytes", m.bytes},
                                  {"name", m.name},
                                  {"read_only", m.readOnly},
                                  {"initialized", m.initialized},
                                  {"at", m.at}});
    return json;
}

KeptLaunch headOf(const ordered_json& json) {
    KeptLaunch k;
    if (json.at("format") != format)
        throw KeptError(fmt::format("\"format\" is not \"{}\"", format));
    if (json.at("version") != keptVersion)
        throw KeptError(fmt::format("it was kept by another Warplens (form {}, this one reads {})",
                                    json.at("version").dump(), keptVersion));
    k.number = json.at("number");
    k.pid = json.at("pid");
    k.program = json.at("program");
    k.kernel = json.at("kernel");
    k.name = json.at("name");
    k.architecture = json.at("architecture");
    k.code = json.at("code");
    k.source = json.at("source");
    k.grid = dimOf(json.at("grid"));
    k.block = dimOf(json.at("block"));
    k.dynamicShared = json.at("dynamic_shared_bytes");
    k.cooperative = json.at("cooperative");
    const std::string parameters = json.at("parameters");
    if (parameters.size() % 2 != 0 || parameters.find_first_not_of("0123456789abcdef") != std::string::npos)
        throw KeptError("\"parameters\" are no bytes in hexadecimal digits");
    k.parameters = bytesOfHex(parameters);
    k.gridBarrier = json.at("grid_barrier");
    k.heap = json.at("heap");
    k.heapBytes = json.at("heap_bytes");
    for (const ordered_json& piece : json.at("heap_pieces"))
        k.heapPieces[piece.at(0)] = {piece.at(1), piece.at(2), piece.at(3)};
    for (const auto& [name, address] : json.at("variables").items())
        k.variables[name] = address;
    for (const ordered_json& machine : json.at("machine"))
        k.machine.push_back({{}, machine.at("first_line")});
    uint64_t end = 0;
    for (const ordered_json& m : json.at("memory")) {
        k.memory.push_back(
            {m.at("base"), m.at("bytes"), m.at("name"), m.at("read_only"), m.at("initialized"), m.at("at")});
        const KeptLaunch::Memory& last = k.memory.back();
        if (last.bytes > mostMemory || last.at > mostMemory || last.at % pageBytes != 0 || last.base < end ||
            last.base > UINT64_MAX - last.bytes)
            throw KeptError(
                fmt::format("the array '{}' cannot lie at {:#x} with {} bytes", last.name, last.base, last.bytes));
        end = last.base + last.bytes;
    }
    return k;
}

bool isZero(const std::byte* bytes, uint64_t count) {
    return count == 0 || (bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

/// Only what is not zero. Returns how much that is.
uint64_t writeMemory(const fs::path& path, const std::vector<sim::memory::Allocation>& arrays,
                     const std::vector<KeptLaunch::Memory>& places, uint64_t budget) {
    const File file(path, O_WRONLY | O_CREAT | O_EXCL);
    uint64_t written = 0, end = 0;
    for (size_t i = 0; i < arrays.size(); ++i) {
        end = places[i].at + places[i].bytes;
        for (uint64_t from = 0; from < arrays[i].bytes; from += pageBytes) {
            const uint64_t count = std::min(pageBytes, arrays[i].bytes - from);
            if (isZero(arrays[i].host + from, count))
                continue;
            if (written + pageBytes > budget)
                throw KeptError(fmt::format("the memory of the launch takes more than the {} bytes that are left for "
                                            "launches that are kept: --keep-limit allows more",
                                            budget));
            file.write(reinterpret_cast<const char*>(arrays[i].host + from), count, places[i].at + from);
            written += pageBytes;
        }
    }
    file.setSize(end);
    return written;
}

} // namespace

uint64_t keepLaunch(const fs::path& folder, KeptLaunch launch, const sim::memory::DeviceMemory& memory,
                    uint64_t budget) {
    std::vector<sim::memory::Allocation> arrays;
    uint64_t at = 0;
    memory.forEach([&](const sim::memory::Allocation& array) {
        arrays.push_back(array);
        launch.memory.push_back({array.base, array.bytes, array.name, array.readOnly, array.initialized, at});
        at += (array.bytes + pageBytes - 1) / pageBytes * pageBytes;
    });
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    if (!fs::create_directory(folder, error))
        fail(folder, error ? error.message() : "this folder is there already");
    try {
        const std::string head = headJson(launch).dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
        uint64_t bytes = head.size() + launch.ptx.size();
        for (const KeptLaunch::Machine& machine : launch.machine)
            bytes += machine.cubin.size();
        if (bytes > budget)
            throw KeptError(
                fmt::format("the code of the launch takes more than the {} bytes that are left for launches "
                            "that are kept: --keep-limit allows more",
                            budget));
        bytes += writeMemory(folder / "memory.bin", arrays, launch.memory, budget - bytes);
        writeText(folder / "module.ptx", launch.ptx);
        for (size_t i = 0; i < launch.machine.size(); ++i)
            writeText(folder / machineFile(i), launch.machine[i].cubin);
        writeText(folder / "launch.json", head); // the last: where it is, the others are, too
        return bytes;
    } catch (const KeptError&) {
        fs::remove_all(folder, error);
        throw;
    }
}

bool isKeptLaunch(const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(folder / "launch.json", error);
}

KeptLaunch readKeptHead(const fs::path& folder) {
    const fs::path file = folder / "launch.json";
    try {
        return headOf(ordered_json::parse(readText(file)));
    } catch (const ordered_json::exception& error) {
        fail(file, "this is no kept launch: " + kernels::jsonProblem(error.what()));
    } catch (const std::logic_error& error) {
        fail(file, fmt::format("this is no kept launch: {}", error.what()));
    } catch (const KeptError& error) {
        if (std::string_view(error.what()).starts_with(file.string()))
            throw;
        fail(file, error.what());
    }
}

KeptLaunch readKeptLaunch(const fs::path& folder) {
    KeptLaunch launch = readKeptHead(folder);
    launch.ptx = readText(folder / "module.ptx");
    for (size_t i = 0; i < launch.machine.size(); ++i)
        launch.machine[i].cubin = readText(folder / machineFile(i));
    return launch;
}

KeptMemory::KeptMemory(const fs::path& folder, const KeptLaunch& launch) {
    const fs::path path = folder / "memory.bin";
    const File file(path, O_RDONLY | O_NONBLOCK);
    m_size = file.size();
    for (const KeptLaunch::Memory& each : launch.memory)
        if (each.at + each.bytes > m_size)
            fail(path, fmt::format("it ends before the {} bytes of the array '{}': the file is not whole", each.bytes,
                                   each.name));
    if (m_size != 0) {
        m_bytes = mmap(nullptr, m_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file.get(), 0);
        if (m_bytes == MAP_FAILED) {
            m_bytes = nullptr;
            fail(path, std::strerror(errno));
        }
    }
    for (const KeptLaunch::Memory& each : launch.memory)
        m_arrays.push_back({each.base, each.bytes, static_cast<std::byte*>(m_bytes) + each.at, each.name, each.readOnly,
                            each.initialized});
}

KeptMemory::~KeptMemory() {
    if (m_bytes != nullptr)
        munmap(m_bytes, m_size);
}

void KeptMemory::place(sim::memory::DeviceMemory& memory) const {
    for (const sim::memory::Allocation& array : m_arrays)
        memory.adopt(array);
}

} // namespace warplens::launches
