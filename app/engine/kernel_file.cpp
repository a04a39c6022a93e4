// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/kernel_file.h"

#include "kernels/catalogue/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
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

std::string instanceName(const KernelSignature& kernel) {
    if (kernel.templateParameters.empty())
        return kernel.name;
    std::string arguments;
    for (const std::string& declared : kernel.templateParameters) {
        const size_t equals = declared.find('=');
        std::string value;
        if (equals != std::string::npos)
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
    launch.kernel = instanceName(kernel);
    if (kernel.threads[0] != 0) {
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
    int seed = 1;
    for (const KernelParameter& parameter : kernel.parameters) {
        const std::string type(elementTypeName(parameter.element.value_or(ElementType::F32)));
        if (parameter.pointer)
            launch.arguments.push_back(fmt::format(
                "{}[{}]={}", type, suggestedCount * parameter.perElement,
                parameter.constant || parameter.type.starts_with('.') ? fmt::format("random:{}", seed++) : "zeros"));
        else if (parameter.element && isFloatingPoint(*parameter.element))
            launch.arguments.push_back(type + "=1");
        else
            launch.arguments.push_back(fmt::format("{}={}", parameter.element ? type : "i32",
                                                   parameter.element && elementSize(*parameter.element) < 2 ? 1
                                                   : kernel.twoDimensional ? suggestedSide
                                                                           : suggestedCount));
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
