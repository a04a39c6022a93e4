// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kernel_file.h"

#include "kernels/catalogue/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <regex>
#include <sstream>

namespace warplens::engine {
namespace {

using namespace kernels;

constexpr std::int64_t suggestedSide = 64, suggestedCount = 4096;

/// The parts between < and > of a template instance.
std::vector<std::string> templateArguments(const std::string& name) {
    const size_t open = name.find('<'), close = name.rfind('>');
    std::vector<std::string> parts;
    if (open == std::string::npos || close == std::string::npos)
        return parts;
    std::stringstream list(name.substr(open + 1, close - open - 1));
    for (std::string part; std::getline(list, part, ',');)
        parts.push_back(part);
    return parts;
}

/// What the shared arrays' extents can be made of: constants of the text, -D, and the template's arguments.
Variables valuesFor(const KernelSignature& kernel, const std::string& text, const FileLaunch& launch) {
    Variables values = constantsIn(text);
    const auto number = [](const std::string& from) -> std::optional<std::int64_t> {
        std::int64_t value = 0;
        const size_t begin = from.find_first_not_of(' ');
        if (begin == std::string::npos)
            return {};
        const auto [end, error] = std::from_chars(from.data() + begin, from.data() + from.size(), value);
        return error == std::errc() && end == from.data() + from.size() ? std::optional(value) : std::nullopt;
    };
    for (const std::string& define : launch.defines) {
        const Define made = parseDefine(define);
        if (const auto value = number(made.value))
            values[made.name] = *value;
    }
    const std::vector<std::string> arguments = templateArguments(launch.kernel);
    for (size_t i = 0; i < std::min(arguments.size(), kernel.templateParameters.size()); ++i) {
        std::string declared = kernel.templateParameters[i].substr(0, kernel.templateParameters[i].find('='));
        declared.erase(declared.find_last_not_of(' ') + 1);
        const std::string name = declared.substr(declared.find_last_of(' ') + 1);
        if (const auto value = number(arguments[i]))
            values[name] = *value;
    }
    return values;
}

struct HostLaunch {
    std::array<std::int64_t, 3> block{};
    std::string grid;
    std::int64_t shared = 0;
    std::int64_t side = suggestedSide, count = suggestedCount;
    std::vector<std::optional<std::int64_t>> scalars; ///< of each argument; empty where the grid is not the host's own
};

std::int64_t product(const std::array<std::int64_t, 3>& extent) {
    return extent[0] * extent[1] * extent[2];
}

/// The launch that the host's code has: its own where it is small, otherwise with its block, and a grid and sizes of
/// ours.
std::optional<HostLaunch> hostLaunch(const KernelSignature& kernel, const std::string& text, const FileLaunch& chosen) {
    constexpr std::int64_t smallLaunch = 1 << 16, largestArray = 1 << 22;
    const std::vector<LaunchInText> launches = launchesIn(text);
    const auto found =
        std::find_if(launches.begin(), launches.end(), [&](const auto& l) { return l.kernel == kernel.name; });
    if (found == launches.end())
        return {};
    Variables numbers = numbersIn(text);
    for (const auto& [name, value] : valuesFor(kernel, text, chosen))
        numbers[name] = value;
    HostLaunch host;
    const auto block = extentIn(text, found->block, numbers);
    if (!block || *std::min_element(block->begin(), block->end()) < 1 || product(*block) > 1024)
        return {};
    host.block = *block;
    if (!found->shared.empty())
        if (const auto bytes = extentIn(text, found->shared, numbers);
            bytes && (*bytes)[0] > 0 && (*bytes)[0] < 1 << 18)
            host.shared = (*bytes)[0];
    const auto grid = extentIn(text, found->grid, numbers);
    const bool small = grid && *std::min_element(grid->begin(), grid->end()) > 0 && (*grid)[0] <= smallLaunch &&
                       (*grid)[1] <= smallLaunch && (*grid)[2] <= smallLaunch &&
                       product(*grid) * product(*block) <= smallLaunch;
    bool known = small && found->arguments.size() == kernel.parameters.size();
    for (size_t i = 0; i < kernel.parameters.size() && known; ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        std::optional<std::int64_t> value;
        if (!parameter.pointer && parameter.element && !isFloatingPoint(*parameter.element)) {
            const auto given = extentIn(text, found->arguments[i], numbers);
            known = given && (*given)[0] >= 0 && (*given)[0] <= largestArray;
            if (known)
                value = (*given)[0];
        }
        host.scalars.push_back(value);
    }
    if (known) {
        host.grid = fmt::format("{},{},{}", (*grid)[0], (*grid)[1], (*grid)[2]);
        while (host.grid.ends_with(",1"))
            host.grid.resize(host.grid.size() - 2);
        host.count = std::max(host.count, product(*grid) * product(*block));
        for (const auto& a : host.scalars)
            for (const auto& b : host.scalars)
                if (a && b && (&a != &b || kernel.twoDimensional) && *a * *b <= largestArray)
                    host.count = std::max(host.count, *a * *b);
        for (const auto& a : host.scalars)
            host.count = std::max(host.count, a.value_or(0));
        return host;
    }
    host.scalars.clear();
    if (host.block[1] > 1) {
        host.grid = fmt::format("{},{}", std::max<std::int64_t>(1, host.side / host.block[0]),
                                std::max<std::int64_t>(1, host.side / host.block[1]));
    } else if (kernel.twoDimensional) {
        // A flat block for a tile, which seldom is larger than 128.
        host.side = 256;
        host.count = host.side * host.side;
        host.grid = "2,2";
    } else {
        host.grid = std::to_string(std::max<std::int64_t>(1, host.count / product(host.block)));
    }
    return host;
}

} // namespace

bool isKernelFile(const std::string& name) {
    return name.ends_with(".cu") || name.ends_with(".ptx") || name.ends_with(".cuh");
}

sim::simt::Dim3 parseDim(const std::string& text, const std::string& option, uint32_t rest) {
    uint32_t values[3] = {rest, rest, rest};
    const char* at = text.data();
    const char* end = at + text.size();
    for (int i = 0; i < 3; ++i) {
        while (at != end && *at == ' ')
            ++at;
        const auto [next, error] = std::from_chars(at, end, values[i]);
        if (error != std::errc() || (next != end && *next != ','))
            break;
        if (next == end)
            return {values[0], values[1], values[2]};
        at = next + 1;
    }
    throw EngineError(fmt::format("'{}' is no size for {}: write one to three whole numbers, as in {} 16,16,1", text,
                                  option, option));
}

Define parseDefine(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == 0 || text.empty())
        throw EngineError(fmt::format("'-D {}' names nothing: write -D NAME=VALUE", text));
    if (equals == std::string::npos)
        return {text, "1"};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string readTextFile(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in || !text)
        throw EngineError(fmt::format("cannot read {}: check the path and its rights", file.string()));
    return text.str();
}

LaunchSpec launchOfFile(const FileLaunch& launch) {
    if (launch.grid.empty() || launch.block.empty())
        throw EngineError("a kernel from a file needs its launch: write --grid X,Y,Z --block X,Y,Z and one --arg for "
                          "each argument");
    LaunchSpec spec;
    spec.grid = parseDim(launch.grid, "--grid");
    spec.block = parseDim(launch.block, "--block");
    spec.dynamicShared = launch.sharedBytes.value_or(0);
    for (const std::string& text : launch.arguments)
        spec.arguments.push_back({"", text, parseArgumentSpec(text)});
    return spec;
}

KernelImage imageOfKernelFile(const StageCompiler& compiler, const KernelFile& file, const std::string& architecture) {
    std::vector<Define> defines;
    for (const std::string& define : file.launch.defines)
        defines.push_back(parseDefine(define));
    return imageOfText(compiler, file.path, file.text, file.launch.kernel, defines, architecture);
}

std::vector<KernelSignature> kernelsOf(const std::filesystem::path& file, const std::string& text) {
    return file.extension() == ".ptx" ? kernelsInPtx(text) : kernelsInSource(text);
}

std::string instanceName(const KernelSignature& kernel, const std::string& text) {
    if (kernel.templateParameters.empty())
        return kernel.name;
    // The host's own choice comes first, as far as it is one of types and numbers.
    std::vector<std::string> chosen;
    const Variables numbers = numbersIn(text);
    for (const LaunchInText& launch : launchesIn(text))
        if (launch.kernel == kernel.name && chosen.empty())
            for (std::string argument : launch.templateArguments) {
                static const std::regex typeOrNumber(
                    R"((const\s+)?(unsigned\s+|signed\s+)?(float|double|int|char|short|long|bool|half|__half|__nv_bfloat16|unsigned|float[234]|u?int\d+_t)( int| long)?|true|false|\d+[uU]?)");
                if (const auto number = numbers.find(argument); number != numbers.end())
                    argument = std::to_string(number->second);
                else if (!std::regex_match(argument, typeOrNumber))
                    argument.clear();
                chosen.push_back(std::move(argument));
            }
    std::string arguments;
    for (size_t i = 0; i < kernel.templateParameters.size(); ++i) {
        const std::string& declared = kernel.templateParameters[i];
        const size_t equals = declared.find('=');
        std::string value;
        if (i < chosen.size() && !chosen[i].empty())
            value = chosen[i];
        else if (equals != std::string::npos)
            value = declared.substr(declared.find_first_not_of(' ', equals + 1));
        else if (declared.starts_with("typename") || declared.starts_with("class"))
            value = "float";
        else if (declared.starts_with("bool"))
            value = "false";
        else
            value = declared.ends_with("PAD") ? "0" : "32";
        arguments += (arguments.empty() ? "" : ",") + value;
    }
    return kernel.name + "<" + arguments + ">";
}

const KernelSignature* findKernel(const std::vector<KernelSignature>& kernels, const std::string& name) {
    const std::string bare = name.substr(0, name.find('<'));
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) { return k.name == bare; });
    return found == kernels.end() ? nullptr : &*found;
}

FileLaunch suggestLaunch(const KernelSignature& kernel, const std::string& text) {
    FileLaunch launch;
    launch.kernel = instanceName(kernel, text);
    const std::optional<HostLaunch> host = hostLaunch(kernel, text, launch);
    if (host) {
        launch.block = fmt::format("{},{},{}", host->block[0], host->block[1], host->block[2]);
        while (launch.block.ends_with(",1"))
            launch.block.resize(launch.block.size() - 2);
        launch.grid = host->grid;
        if (host->shared > 0)
            launch.sharedBytes = static_cast<uint32_t>(host->shared);
    } else if (kernel.threads[0] != 0) {
        launch.block = fmt::format("{},{},{}", kernel.threads[0], std::max(1u, kernel.threads[1]),
                                   std::max(1u, kernel.threads[2]));
        launch.grid = "4";
    } else if (kernel.twoDimensional) {
        // A tile in shared memory mostly has the block's extent.
        std::int64_t side = 16;
        const Variables values = valuesFor(kernel, text, launch);
        for (const SharedDeclaration& shared : sharedIn(kernel.body)) {
            if (shared.extents.size() < 2)
                continue;
            try {
                const std::int64_t extent = evaluate(shared.extents[shared.extents.size() - 2], values);
                if (extent == 8 || extent == 16 || extent == 32)
                    side = extent;
            } catch (const ExpressionError&) { // a name that is not known: the usual side stays
            }
            break;
        }
        if (kernel.threadsAtMost != 0 && side * side > kernel.threadsAtMost)
            side = 8;
        launch.block = fmt::format("{},{}", side, side);
        launch.grid = fmt::format("{},{}", suggestedSide / side, suggestedSide / side);
    } else {
        const unsigned threads = kernel.threadsAtMost ? std::min(kernel.threadsAtMost, 256u) : 256;
        launch.block = std::to_string(threads);
        launch.grid = std::to_string(std::max<std::int64_t>(1, suggestedCount / threads));
    }
    constexpr uint32_t likelyShared = 16 << 10;
    static const std::regex dynamicShared(R"(extern\s+__shared__)");
    if (!launch.sharedBytes && std::regex_search(text, dynamicShared))
        launch.sharedBytes = likelyShared;
    const std::int64_t side = host ? host->side : suggestedSide, count = host ? host->count : suggestedCount;
    const std::vector<std::string> chosen = templateArguments(launch.kernel);
    int seed = 1;
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        std::optional<ElementsOfType> elements;
        if (parameter.element)
            elements = ElementsOfType{*parameter.element, parameter.perElement};
        // Of the type that the template's instance has.
        for (size_t t = 0; t < std::min(chosen.size(), kernel.templateParameters.size()) && !elements; ++t) {
            const std::string& declared = kernel.templateParameters[t];
            const std::string name = declared.substr(declared.find_last_of(' ') + 1);
            if (std::regex_search(parameter.type, std::regex("\\b" + name + "\\b")))
                elements = elementsOf(chosen[t]);
        }
        const ElementType element = elements ? elements->element : ElementType::F32;
        const std::string type(elementTypeName(element));
        if (parameter.pointer) {
            // Bytes are mostly the channels of a picture; of a structure nobody knows the size.
            const unsigned each = !elements                                           ? 16
                                  : elements->count == 1 && elementSize(element) == 1 ? 4
                                                                                      : elements->count;
            // Whole numbers that are read are mostly indices, or sorted into bins.
            const bool read = parameter.constant || parameter.type.starts_with('.');
            const std::string fill = !read                      ? "zeros"
                                     : isFloatingPoint(element) ? fmt::format("random:{}", seed++)
                                     : elementSize(element) < 4 ? fmt::format("random:{}", seed++)
                                                                : fmt::format("below:64:{}", seed++);
            launch.arguments.push_back(fmt::format("{}[{}]={}", type, count * each, fill));
        } else if (isFloatingPoint(element) && elements) {
            launch.arguments.push_back(type + "=1");
        } else {
            const std::int64_t value = host && i < host->scalars.size() && host->scalars[i] ? *host->scalars[i]
                                       : elements && elementSize(element) < 2               ? 1
                                       : kernel.twoDimensional                              ? side
                                                                                            : count;
            launch.arguments.push_back(fmt::format("{}={}", elements ? type : "i32", value));
        }
    }
    return launch;
}

std::vector<SharedShape> sharedShapes(const KernelSignature& kernel, const KernelFile& file) {
    std::vector<SharedShape> shapes;
    const Variables values = valuesFor(kernel, file.text, file.launch);
    for (const SharedDeclaration& shared : sharedIn(kernel.body)) {
        SharedShape shape{shared.name, shared.elementBytes, {}, shared.dynamic && shared.extents.empty()};
        try {
            for (const std::string& extent : shared.extents)
                shape.extents.push_back(evaluate(extent, values));
        } catch (const ExpressionError&) {
            continue; // what the compiler allocated is shown without a shape
        }
        if (shape.extents.empty() && !shape.dynamic)
            shape.extents = {1};
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

} // namespace warplens::engine
