// SPDX-License-Identifier: GPL-3.0-or-later
// Fixtures of instructions: what goes in, the instruction, what has to come out. The emulator's test and the program
// for the GPU (tests/hardware/instructions.cu) read the same files through this header and make the same PTX of them.
//
// A file holds fixtures one after the other. Lines that begin with # are for people.
//
//   fixture add.s32                 what it is about
//   target 75                       the least compute capability that has it (75 where the line is missing)
//   in a:b32 b:b32                  registers %a, %b with their types; pred is given as 0 or 1
//   out d:b32                       likewise; f16, bf16, f32, f64 where a bound is to be understood
//   bound exact | ulp N | relative X | absolute X | any     exact where the line is missing; `any` of two: "X or Y"
//   otherwise ptxas 13.0, sm_90     the compiler that makes something else of it than the PTX ISA says
//   before                          PTX in front of the kernel, up to the line `end`
//   code                            PTX of the kernel's body, up to the line `end`. There are also
//     %row                            b32: the row, which is the thread
//     %mem, %smem                     256 bytes of global memory and 64 of shared memory (b64, b32), zero, of the row
//     %common, %scommon               256 bytes of each that all rows share, zero
//   rows                            one for each thread: inputs : outputs, as bits in hexadecimal; `-` does not matter
//   end
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace warplens::fixture {

struct Port {
    std::string name, type;
    /// Bytes of its column in memory.
    unsigned bytes() const { return type == "b128" ? 16 : 8; }
};

struct Value {
    uint64_t low = 0, high = 0;
    bool matters = true;
};

struct Fixture {
    std::string name, file, before, code, bound = "exact", otherwise;
    double limit = 0; ///< of the bound
    int target = 75;
    std::vector<Port> in, out;
    std::vector<std::vector<Value>> inputs, outputs; ///< by row
    size_t rows() const { return inputs.size(); }
};

enum class Verdict { Exact, Within, Different };

inline unsigned registerBits(const std::string& type) {
    if (type == "pred")
        return 1;
    const size_t digit = type.find_first_of("0123456789");
    return digit == std::string::npos ? 32 : static_cast<unsigned>(std::atoi(type.c_str() + digit));
}

inline Value parseValue(const std::string& word) {
    Value value;
    if (word == "-") {
        value.matters = false;
        return value;
    }
    if (word.size() > 16) {
        value.high = std::strtoull(word.substr(0, word.size() - 16).c_str(), nullptr, 16);
        value.low = std::strtoull(word.substr(word.size() - 16).c_str(), nullptr, 16);
    } else {
        value.low = std::strtoull(word.c_str(), nullptr, 16);
    }
    return value;
}

/// Throws std::runtime_error with file and line for what is no fixture.
inline std::vector<Fixture> readFixtures(const std::string& path) {
    std::ifstream in(path);
    if (!in)
        throw std::runtime_error("cannot read " + path);
    std::vector<Fixture> list;
    std::string line, *block = nullptr;
    bool rows = false;
    size_t number = 0;
    const auto fail = [&](const std::string& why) {
        throw std::runtime_error(path + ":" + std::to_string(number) + ": " + why);
    };
    while (std::getline(in, line)) {
        ++number;
        if (block == nullptr && (line.empty() || line[0] == '#'))
            continue;
        if (line == "end") {
            block = nullptr;
            rows = false;
            continue;
        }
        if (block != nullptr) {
            *block += line + "\n";
            continue;
        }
        std::istringstream words(line);
        std::string word;
        if (rows) {
            Fixture& fixture = list.back();
            std::vector<Value> given, expected, *into = &given;
            while (words >> word)
                if (word == ":")
                    into = &expected;
                else
                    into->push_back(parseValue(word));
            if (given.size() != fixture.in.size() || expected.size() != fixture.out.size())
                fail("a row has as many values as there are registers");
            fixture.inputs.push_back(std::move(given));
            fixture.outputs.push_back(std::move(expected));
            continue;
        }
        words >> word;
        if (word == "fixture") {
            list.emplace_back();
            list.back().file = path;
            std::getline(words >> std::ws, list.back().name);
            continue;
        }
        if (list.empty())
            fail("a file begins with a fixture");
        Fixture& fixture = list.back();
        if (word == "target") {
            words >> fixture.target;
        } else if (word == "in" || word == "out") {
            auto& ports = word == "in" ? fixture.in : fixture.out;
            while (words >> word) {
                const size_t colon = word.find(':');
                if (colon == std::string::npos)
                    fail("a register is written name:type");
                ports.push_back({word.substr(0, colon), word.substr(colon + 1)});
            }
        } else if (word == "bound") {
            words >> fixture.bound;
            words >> fixture.limit;
        } else if (word == "otherwise") {
            std::getline(words >> std::ws, fixture.otherwise);
        } else if (word == "before") {
            block = &fixture.before;
        } else if (word == "code") {
            block = &fixture.code;
        } else if (word == "rows") {
            rows = true;
        } else {
            fail("'" + word + "' cannot stand here");
        }
    }
    return list;
}

/// The kernel `fixture(in, out, memory)`: one block; thread `row` takes one row.
inline std::string fixturePtx(const Fixture& fixture, int target = 0) {
    const auto n = [](auto number) { return std::to_string(number); };
    const bool shared =
        fixture.code.find("%smem") != std::string::npos || fixture.code.find("%scommon") != std::string::npos;
    const size_t rows = fixture.rows();
    std::string ptx = ".version 9.0\n.target sm_" +
                      (target ? n(target) : n(fixture.target) + (fixture.target == 90 ? "a" : "")) +
                      "\n.address_size 64\n" + fixture.before +
                      ".visible .entry fixture(.param .u64 p_in, .param .u64 p_out, .param .u64 p_memory)\n{\n";
    const auto declare = [&](const Port& port) {
        ptx += std::string(".reg .") + (port.type == "pred" ? "pred" : "b" + n(registerBits(port.type))) + " %" +
               port.name + ";\n";
    };
    for (const Port& port : fixture.in)
        declare(port);
    for (const Port& port : fixture.out) {
        bool known = false;
        for (const Port& other : fixture.in)
            known |= other.name == port.name;
        if (!known)
            declare(port);
    }
    ptx += ".reg .b32 %row, %smem, %scommon, %fixture_w;\n.reg .b64 %fixture_in, %fixture_out, %mem, %common, "
           "%fixture_row, %fixture_lo, %fixture_hi;\n.reg .pred %fixture_p;\n";
    if (shared)
        ptx += ".shared .align 128 .b8 fixture_shared[" + n(256 + rows * 64) + "];\n";
    ptx += "mov.u32 %row, %tid.x;\nsetp.ge.u32 %fixture_p, %row, " + n(rows) +
           ";\n@%fixture_p exit;\n"
           "ld.param.u64 %fixture_in, [p_in];\nld.param.u64 %fixture_out, [p_out];\nld.param.u64 %common, [p_memory];\n"
           "cvta.to.global.u64 %fixture_in, %fixture_in;\ncvta.to.global.u64 %fixture_out, %fixture_out;\n"
           "cvta.to.global.u64 %common, %common;\nmul.wide.u32 %fixture_row, %row, 16;\n"
           "add.u64 %fixture_in, %fixture_in, %fixture_row;\nadd.u64 %fixture_out, %fixture_out, %fixture_row;\n"
           "mad.wide.u32 %mem, %row, 256, %common;\nadd.u64 %mem, %mem, 256;\n";
    if (shared)
        ptx += "mov.u32 %scommon, fixture_shared;\nmad.lo.u32 %smem, %row, 64, %scommon;\nadd.u32 %smem, %smem, 256;\n"
               ".reg .b32 %fixture_z;\nmov.u32 %fixture_z, 0;\n"
               "fixture_zero:\nadd.u32 %fixture_w, %smem, %fixture_z;\nst.shared.b32 [%fixture_w], 0;\n"
               "add.u32 %fixture_z, %fixture_z, 4;\nsetp.lt.u32 %fixture_p, %fixture_z, 64;\n@%fixture_p bra "
               "fixture_zero;\n"
               "mov.u32 %fixture_z, 0;\n"
               "fixture_zero2:\nadd.u32 %fixture_w, %scommon, %fixture_z;\nsetp.eq.u32 %fixture_p, %row, 0;\n"
               "@%fixture_p st.shared.b32 [%fixture_w], 0;\n"
               "add.u32 %fixture_z, %fixture_z, 4;\nsetp.lt.u32 %fixture_p, %fixture_z, 256;\n@%fixture_p bra "
               "fixture_zero2;\n"
               "bar.sync 0;\n";
    const auto column = [&](size_t i) { return n(i * 16 * rows); };
    for (size_t i = 0; i < fixture.in.size(); ++i) {
        const Port& port = fixture.in[i];
        const std::string from = "[%fixture_in+" + column(i) + "]";
        if (port.type == "pred")
            ptx += "ld.global.b32 %fixture_w, " + from + ";\nsetp.ne.b32 %" + port.name + ", %fixture_w, 0;\n";
        else if (port.type == "b128")
            ptx += "ld.global.v2.b64 {%fixture_lo, %fixture_hi}, " + from + ";\nmov.b128 %" + port.name +
                   ", {%fixture_lo, %fixture_hi};\n";
        else
            ptx += "ld.global.b" + n(registerBits(port.type)) + " %" + port.name + ", " + from + ";\n";
    }
    ptx += "{\n" + fixture.code + "}\n";
    for (size_t i = 0; i < fixture.out.size(); ++i) {
        const Port& port = fixture.out[i];
        const std::string to = "[%fixture_out+" + column(i) + "]";
        if (port.type == "pred")
            ptx += "selp.b32 %fixture_w, 1, 0, %" + port.name + ";\nst.global.b32 " + to + ", %fixture_w;\n";
        else if (port.type == "b128")
            ptx += "mov.b128 {%fixture_lo, %fixture_hi}, %" + port.name + ";\nst.global.v2.b64 " + to +
                   ", {%fixture_lo, %fixture_hi};\n";
        else
            ptx += "st.global.b" + n(registerBits(port.type)) + " " + to + ", %" + port.name + ";\n";
    }
    return ptx + "ret;\n}\n";
}

inline size_t inBytes(const Fixture& f) {
    return f.in.size() * f.rows() * 16;
}
inline size_t outBytes(const Fixture& f) {
    return f.out.size() * f.rows() * 16;
}
inline size_t memoryBytes(const Fixture& f) {
    return 256 + f.rows() * 256;
}
inline unsigned threads(const Fixture& f) {
    return static_cast<unsigned>((f.rows() + 31) / 32 * 32);
}

inline std::vector<unsigned char> inputBytes(const Fixture& f) {
    std::vector<unsigned char> bytes(inBytes(f));
    for (size_t row = 0; row < f.rows(); ++row)
        for (size_t i = 0; i < f.in.size(); ++i) {
            std::memcpy(bytes.data() + (i * f.rows() + row) * 16, &f.inputs[row][i].low, 8);
            std::memcpy(bytes.data() + (i * f.rows() + row) * 16 + 8, &f.inputs[row][i].high, 8);
        }
    return bytes;
}

inline Value outputAt(const Fixture& f, const unsigned char* bytes, size_t row, size_t i) {
    Value value;
    std::memcpy(&value.low, bytes + (i * f.rows() + row) * 16, 8);
    std::memcpy(&value.high, bytes + (i * f.rows() + row) * 16 + 8, 8);
    const unsigned bits = f.out[i].type == "pred" ? 32 : registerBits(f.out[i].type);
    if (bits < 64)
        value.low &= (1ull << bits) - 1;
    return value;
}

struct Format {
    int bits, fraction;
};
inline Format formatOf(const std::string& type) {
    return type == "f16"    ? Format{16, 10}
           : type == "bf16" ? Format{16, 7}
           : type == "f64"  ? Format{64, 52}
                            : Format{32, 23};
}

inline double numberOf(const std::string& type, uint64_t bits) {
    const Format f = formatOf(type);
    const int exponentBits = f.bits - 1 - f.fraction;
    const bool negative = bits >> (f.bits - 1) & 1;
    const uint64_t fraction = bits & ((1ull << f.fraction) - 1);
    const auto exponent = static_cast<int>(bits >> f.fraction & ((1u << exponentBits) - 1));
    const int bias = (1 << (exponentBits - 1)) - 1;
    double x;
    if (exponent == (1 << exponentBits) - 1)
        x = fraction ? std::nan("") : HUGE_VAL;
    else if (exponent == 0)
        x = std::ldexp(static_cast<double>(fraction), 1 - bias - f.fraction);
    else
        x = std::ldexp(static_cast<double>(fraction | 1ull << f.fraction), exponent - bias - f.fraction);
    return negative ? -x : x;
}

inline Verdict judge(const Fixture& fixture, const Port& port, const Value& expected, const Value& actual) {
    if (!expected.matters || (expected.low == actual.low && (port.type != "b128" || expected.high == actual.high)))
        return Verdict::Exact;
    if (fixture.bound == "exact")
        return Verdict::Different;
    const double e = numberOf(port.type, expected.low), a = numberOf(port.type, actual.low);
    if (std::isnan(e) && std::isnan(a))
        return Verdict::Within;
    if (std::isinf(a) || std::isnan(a) || std::isnan(e) || std::isinf(e))
        return Verdict::Different;
    const double error = std::fabs(e - a);
    double allowed = fixture.limit;
    if (fixture.bound == "relative")
        allowed *= std::fabs(e);
    if (fixture.bound == "ulp") {
        const Format f = formatOf(port.type);
        int exponent = 0;
        std::frexp(e, &exponent);
        const int smallest = 2 - (1 << (f.bits - 2 - f.fraction)) - f.fraction;
        allowed *= std::ldexp(1.0, std::max(exponent - 1 - f.fraction, smallest));
    }
    return error <= allowed ? Verdict::Within : Verdict::Different;
}

} // namespace warplens::fixture
