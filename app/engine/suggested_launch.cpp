// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/suggested_launch.h"

#include "app/engine/cuda_types.h"
#include "app/engine/guessed_structure.h"
#include "app/engine/included_text.h"
#include "app/engine/source_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <set>

namespace warplens::engine {
namespace {

using namespace kernels;

constexpr std::int64_t suggestedSide = 64, suggestedCount = 4096;

/// The parts between < and > of a template instance.
std::vector<std::string> templateArguments(const std::string& name) {
    const Tokens tokens(name);
    std::vector<std::string> arguments;
    size_t open = 0;
    while (open < tokens.size() && !tokens.is(open, "<"))
        ++open;
    if (open < tokens.size() && tokens.is(tokens.size() - 1, ">"))
        for (const auto& [from, to] : tokens.parts(open + 1, tokens.size() - 1, true))
            arguments.push_back(tokens.spelled(from, to));
    return arguments;
}

struct TemplateParameter {
    std::string name, value; ///< the value: what it has unless told otherwise, or empty
};

/// Of "int TILE = 32".
TemplateParameter templateParameter(const std::string& declared) {
    const Tokens tokens(declared);
    TemplateParameter parameter;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens.is(i, "=")) {
            parameter.value = tokens.spelled(i + 1, tokens.size());
            break;
        }
        if (tokens.isWord(i))
            parameter.name = tokens.text(i);
    }
    return parameter;
}

/// Where neither the host's code nor the text has a value for it.
std::string usualArgument(const std::string& declared) {
    if (declared.starts_with("typename") || declared.starts_with("class"))
        return "float";
    if (declared.starts_with("bool"))
        return "false";
    return declared.ends_with("PAD") ? "0" : "32";
}

/// What a launch's expressions and the extents of shared arrays can be made of: the text's numbers, -D, and the
/// template's arguments.
SourceNumbers numbersFor(const KernelSignature& kernel, const SourceText& text, const FileLaunch& launch) {
    SourceNumbers numbers(text);
    for (const std::string& define : launch.defines) {
        const Define made = parseDefine(define);
        if (const auto value = numbers.evaluate(made.value))
            numbers.set(made.name, *value);
    }
    const std::vector<std::string> arguments = templateArguments(launch.kernel);
    for (size_t i = 0; i < std::min(arguments.size(), kernel.templateParameters.size()); ++i)
        if (const auto value = numbers.evaluate(arguments[i]))
            numbers.set(templateParameter(kernel.templateParameters[i]).name, *value);
    return numbers;
}

/// "16,8" of {16, 8, 1}.
std::string extentText(std::int64_t x, std::int64_t y, std::int64_t z) {
    return z != 1 ? fmt::format("{},{},{}", x, y, z) : y != 1 ? fmt::format("{},{}", x, y) : std::to_string(x);
}

struct HostLaunch {
    SourceNumbers::Extent block{};
    std::string grid;
    std::int64_t shared = 0;
    std::int64_t side = suggestedSide, count = suggestedCount;
    std::vector<std::optional<std::int64_t>> scalars; ///< of each argument; empty where the grid is not the host's own
    std::vector<std::int64_t> bytes;                  ///< likewise, of arrays; 0: not said
    std::vector<std::string> numbers;                 ///< likewise, of floating-point numbers; empty: not said
};

std::int64_t product(const SourceNumbers::Extent& extent) {
    return extent[0] * extent[1] * extent[2];
}

/// Whether every one is from 1 to the limit, so that a product of some cannot overflow.
bool isWithin(const SourceNumbers::Extent& extent, std::int64_t limit) {
    return std::all_of(extent.begin(), extent.end(), [&](std::int64_t each) { return each >= 1 && each <= limit; });
}

/// The host's scalars, where each of them is known and no larger than an array may be. Empty otherwise.
std::vector<std::optional<std::int64_t>> scalarsOf(const KernelSignature& kernel, const LaunchInText& launch,
                                                   const SourceNumbers& numbers, std::int64_t largest) {
    std::vector<std::optional<std::int64_t>> scalars;
    if (launch.arguments.size() != kernel.parameters.size())
        return {};
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        std::optional<std::int64_t> value;
        if (!parameter.pointer && parameter.element && !isFloatingPoint(*parameter.element)) {
            value = numbers.evaluate(launch.arguments[i]);
            if (!value || *value < 0 || *value > largest)
                return {};
        }
        scalars.push_back(value);
    }
    return scalars;
}

/// The grid and sizes of ours for the host's block.
void chooseGrid(HostLaunch& host, const KernelSignature& kernel) {
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
}

/// What the host's own launch says of arrays and of numbers that are not whole.
void addData(HostLaunch& host, const KernelSignature& kernel, const LaunchInText& launch,
             const SourceNumbers& numbers) {
    constexpr std::int64_t largest = 1 << 26;
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        const std::int64_t bytes = parameter.pointer ? numbers.bytesOf(launch.arguments[i]).value_or(0) : 0;
        host.bytes.push_back(bytes > 0 && bytes <= largest ? bytes : 0);
        std::string number;
        if (!parameter.pointer && parameter.element && isFloatingPoint(*parameter.element)) {
            number = launch.arguments[i];
            while (!number.empty() && (number.back() == 'f' || number.back() == 'F'))
                number.pop_back();
            double value = 0;
            const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
            if (error != std::errc() || end != number.data() + number.size())
                number.clear();
        }
        host.numbers.push_back(number);
    }
}

/// What the host's own launch may have, to be taken as it is.
struct Bounds {
    std::int64_t threads, array; ///< elements
};
constexpr Bounds small{1 << 16, 1 << 22}, any{std::int64_t(1) << 40, std::int64_t(1) << 31};

/// The launch that the host's code has: its own where it is within the bounds, otherwise with its block, and a grid and
/// sizes of ours.
std::optional<HostLaunch> hostLaunch(const KernelSignature& kernel, const SourceText& text, const FileLaunch& chosen,
                                     const Bounds& bounds) {
    constexpr std::int64_t mostThreads = 1024;
    const std::vector<LaunchInText> launches = launchesIn(text);
    const auto found =
        std::find_if(launches.begin(), launches.end(), [&](const auto& l) { return l.kernel == kernel.name; });
    if (found == launches.end())
        return {};
    const SourceNumbers numbers = numbersFor(kernel, text, chosen);
    HostLaunch host;
    const auto block = numbers.extent(found->block);
    if (!block || !isWithin(*block, mostThreads) || product(*block) > mostThreads)
        return {};
    host.block = *block;
    if (const auto bytes = numbers.evaluate(found->shared); bytes && *bytes > 0 && *bytes < 1 << 18)
        host.shared = *bytes;
    const auto grid = numbers.extent(found->grid);
    if (grid && isWithin(*grid, bounds.threads) &&
        double((*grid)[0]) * double((*grid)[1]) * double((*grid)[2]) * double(product(*block)) <=
            double(bounds.threads))
        host.scalars = scalarsOf(kernel, *found, numbers, bounds.array);
    if (host.scalars.empty()) {
        chooseGrid(host, kernel);
        return host;
    }
    host.grid = extentText((*grid)[0], (*grid)[1], (*grid)[2]);
    addData(host, kernel, *found, numbers);
    host.count = std::max(host.count, product(*grid) * product(*block));
    for (const auto& a : host.scalars)
        for (const auto& b : host.scalars)
            if (a && b && (&a != &b || kernel.twoDimensional) && *a * *b <= bounds.array)
                host.count = std::max(host.count, *a * *b);
    for (const auto& a : host.scalars)
        host.count = std::max(host.count, a.value_or(0));
    return host;
}

/// Of a kernel that no code of the text launches.
void chooseBlockAndGrid(FileLaunch& launch, const KernelSignature& kernel, const SourceText& text) {
    if (kernel.threads[0] != 0) {
        launch.block = fmt::format("{},{},{}", kernel.threads[0], std::max(1u, kernel.threads[1]),
                                   std::max(1u, kernel.threads[2]));
        launch.grid = "4";
    } else if (kernel.twoDimensional) {
        // A tile in shared memory mostly has the block's extent.
        std::int64_t side = 16;
        const SourceNumbers numbers = numbersFor(kernel, text, launch);
        for (const SharedDeclaration& shared : kernel.sharedArrays) {
            if (shared.extents.size() < 2)
                continue;
            if (const auto extent = numbers.evaluate(shared.extents[shared.extents.size() - 2]);
                extent == 8 || extent == 16 || extent == 32)
                side = *extent;
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
}

/// Of a type that the text gives another name: "typedef float ft;", "using ft = float;", "#define ft float".
std::optional<ElementsOfType> elementsOfName(const Tokens& tokens, std::string_view name) {
    for (const kernels::Directive& directive : tokens.directives())
        if (directive.name == "define" && directive.tokens.size() > 1 && tokens.text(directive.tokens[0]) == name)
            return elementsOf(tokens.spelled(std::span(directive.tokens).subspan(1)));
    for (size_t i = 0; i < tokens.size(); ++i) {
        const bool isAlias = tokens.is(i, "using") && tokens.is(i + 1, name) && tokens.is(i + 2, "=");
        if (!isAlias && !tokens.is(i, "typedef"))
            continue;
        size_t end = i;
        while (end < tokens.size() && !tokens.is(end, ";"))
            ++end;
        if (isAlias)
            return elementsOf(tokens, i + 3, end);
        if (end > i + 1 && tokens.is(end - 1, name))
            return elementsOf(tokens, i + 1, end - 1);
    }
    return std::nullopt;
}

/// Of the type that the parameter has, that the text names otherwise, or that the template's instance gives it.
std::optional<ElementsOfType> elementsOfParameter(const KernelParameter& parameter, const KernelSignature& kernel,
                                                  const std::vector<std::string>& arguments, const Tokens& text) {
    if (parameter.element)
        return ElementsOfType{*parameter.element, parameter.perElement};
    const Tokens type(parameter.type);
    for (size_t i = 0; i < type.size(); ++i)
        if (type.isWord(i))
            if (const auto elements = elementsOfName(text, type.text(i)))
                return elements;
    for (size_t i = 0; i < std::min(arguments.size(), kernel.templateParameters.size()); ++i)
        if (type.hasWord(0, type.size(), templateParameter(kernel.templateParameters[i]).name))
            if (const auto elements = elementsOf(arguments[i]))
                return elements;
    return std::nullopt;
}

/// An array for a pointer, as the command line writes it; of so many bytes where they are known. `seed` counts the random ones.
std::string arrayFor(const KernelParameter& parameter, const std::optional<ElementsOfType>& elements,
                     std::int64_t count, std::int64_t bytes, int& seed) {
    const ElementType element = elements ? elements->element : ElementType::F32;
    // Bytes are mostly the channels of a picture; of a structure nobody knows the size.
    const unsigned each = !elements ? 16
                          : elements->count == 1 && elementSize(element) == 1 && !isFloatingPoint(element)
                              ? 4
                              : elements->count;
    // Whole numbers that are read are mostly indices, or sorted into bins.
    const bool read = parameter.constant || parameter.type.starts_with('.');
    const std::string fill = !read ? "zeros"
                             : isFloatingPoint(element) || elementSize(element) < 4
                                 ? fmt::format("random:{}", seed++)
                                 : fmt::format("below:64:{}", seed++);
    const std::int64_t known = bytes / static_cast<std::int64_t>(elementSize(element));
    return known > 0 ? fmt::format("{}[{}]={}", elementTypeName(element), known, fill)
                     : fmt::format("{}[{}+]={}", elementTypeName(element), count * each, fill);
}

} // namespace

std::vector<KernelSignature> kernelsOf(const std::filesystem::path& file, const SourceText& text) {
    if (file.extension() == ".ptx")
        return kernelsInPtx(text.text());
    std::vector<KernelSignature> kernels = kernelsInSource(text);
    forEachIncluded(text, file.parent_path(), [&](const SourceText& header) {
        for (KernelSignature& kernel : kernelsInSource(header))
            if (findKernel(kernels, kernel.name) == nullptr)
                kernels.push_back(std::move(kernel));
    });
    return kernels;
}

std::string instanceName(const KernelSignature& kernel, const SourceText& text) {
    if (kernel.templateParameters.empty())
        return kernel.name;
    // The host's own choice comes first, as far as it is one of types and numbers.
    std::vector<std::string> chosen;
    const SourceNumbers numbers(text);
    for (const LaunchInText& launch : launchesIn(text))
        if (launch.kernel == kernel.name && chosen.empty())
            for (const std::string& argument : launch.templateArguments) {
                const auto number = numbers.evaluate(argument);
                const bool known = argument == "true" || argument == "false" || elementsOf(argument);
                chosen.push_back(known ? argument : number ? std::to_string(*number) : std::string());
            }
    std::string arguments;
    for (size_t i = 0; i < kernel.templateParameters.size(); ++i) {
        const std::string& declared = kernel.templateParameters[i];
        std::string value = i < chosen.size() ? chosen[i] : "";
        if (value.empty())
            value = templateParameter(declared).value;
        if (value.empty())
            value = usualArgument(declared);
        arguments += (arguments.empty() ? "" : ",") + value;
    }
    return kernel.name + "<" + arguments + ">";
}

const KernelSignature* findKernel(const std::vector<KernelSignature>& kernels, const std::string& name) {
    if (name.empty())
        return kernels.size() == 1 ? &kernels.front() : nullptr;
    std::string bare = name.substr(0, name.find('<'));
    if (const size_t scope = bare.rfind("::"); scope != std::string::npos)
        bare.erase(0, scope + 2);
    const auto found = std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) { return k.name == bare; });
    return found == kernels.end() ? nullptr : &*found;
}

const KernelSignature& likelyKernel(const std::vector<KernelSignature>& kernels, const SourceText& text) {
    const auto warms = [](std::string name) {
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return name.find("warm") != std::string::npos;
    };
    const KernelSignature* launched = nullptr;
    for (const LaunchInText& launch : launchesIn(text))
        if (const KernelSignature* kernel = findKernel(kernels, launch.kernel);
            kernel != nullptr && (launched == nullptr || warms(launched->name)))
            launched = kernel;
    return launched != nullptr ? *launched : kernels.front();
}

/// The arguments, of the host's own where it is known, and which of them the text says.
static std::vector<bool> addArguments(FileLaunch& launch, const KernelSignature& kernel, const SourceText& text,
                                      const std::optional<HostLaunch>& host) {
    std::vector<bool> told;
    const std::int64_t side = host ? host->side : suggestedSide, count = host ? host->count : suggestedCount;
    const std::vector<std::string> arguments = templateArguments(launch.kernel);
    int seed = 1;
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
        const KernelParameter& parameter = kernel.parameters[i];
        const std::optional<ElementsOfType> elements = elementsOfParameter(parameter, kernel, arguments, text.tokens());
        const std::int64_t known = host && i < host->bytes.size() ? host->bytes[i] : 0;
        const std::string number = host && i < host->numbers.size() ? host->numbers[i] : std::string();
        told.push_back(known > 0 || !number.empty() ||
                       (host && i < host->scalars.size() && host->scalars[i].has_value()));
        if (parameter.pointer) {
            launch.arguments.push_back(arrayFor(parameter, elements, count, known, seed));
        } else if (const auto structure = elements
                                              ? std::nullopt
                                              : guessedStructure(text, parameter.type,
                                                                 kernel.twoDimensional ? side : count, count, seed)) {
            launch.arguments.push_back(*structure);
        } else if (elements && isFloatingPoint(elements->element)) {
            launch.arguments.push_back(
                fmt::format("{}={}", elementTypeName(elements->element), number.empty() ? "1" : number));
        } else {
            const std::int64_t value = host && i < host->scalars.size() && host->scalars[i] ? *host->scalars[i]
                                       : elements && elementSize(elements->element) < 2     ? 1
                                       : kernel.twoDimensional                              ? side
                                                                                            : count;
            launch.arguments.push_back(
                fmt::format("{}={}", elements ? elementTypeName(elements->element) : "i32", value));
        }
    }
    return told;
}

static void setExtents(FileLaunch& launch, const HostLaunch& host) {
    launch.block = extentText(host.block[0], host.block[1], host.block[2]);
    launch.grid = host.grid;
    if (host.shared > 0)
        launch.sharedBytes = static_cast<uint32_t>(host.shared);
}

static size_t launchedInstances(const std::string& name, const SourceText& text) {
    std::set<std::vector<std::string>> instances;
    for (const LaunchInText& launch : launchesIn(text))
        if (launch.kernel == name)
            instances.insert(launch.templateArguments);
    return instances.size();
}

FileLaunch suggestLaunch(const KernelSignature& kernel, const SourceText& text, FoundInText* found) {
    FoundInText unasked;
    FoundInText& told = found != nullptr ? *found : unasked;
    told = {};
    told.instance = launchedInstances(kernel.name, text) < 2;
    constexpr uint32_t likelyShared = 16 << 10;
    FileLaunch launch;
    launch.kernel = instanceName(kernel, text);
    const std::optional<HostLaunch> host = hostLaunch(kernel, text, launch, small);
    const std::optional<HostLaunch> whole =
        host && host->scalars.empty() ? hostLaunch(kernel, text, launch, any) : std::nullopt;
    if (whole && !whole->scalars.empty()) {
        told.larger = launch;
        setExtents(*told.larger, *whole);
        told.ofLarger = addArguments(*told.larger, kernel, text, whole);
    }
    if (host) {
        setExtents(launch, *host);
        told.block = true;
        told.grid = !host->scalars.empty();
    } else {
        chooseBlockAndGrid(launch, kernel, text);
    }
    if (!launch.sharedBytes && hasDynamicShared(text))
        launch.sharedBytes = likelyShared;
    told.arguments = addArguments(launch, kernel, text, host);
    return launch;
}

FoundInText knownParts(const KernelSignature& kernel, const SourceText& text, const FileLaunch& launch) {
    FoundInText known;
    const FileLaunch suggested = suggestLaunch(kernel, text, &known);
    known.instance |= launch.kernel != suggested.kernel;
    known.grid |= launch.grid != suggested.grid;
    known.block |= launch.block != suggested.block;
    size_t i = 0;
    for (const std::string& argument : launch.arguments)
        if (!argument.starts_with('&') && i < known.arguments.size()) {
            known.arguments[i] =
                !kernels::isElasticArray(argument) && (known.arguments[i] || argument != suggested.arguments[i]);
            ++i;
        }
    return known;
}

std::vector<SharedShape> sharedShapes(const KernelSignature& kernel, const KernelFile& file) {
    std::vector<SharedShape> shapes;
    const SourceNumbers numbers = numbersFor(kernel, file.text, file.launch);
    for (const SharedDeclaration& shared : kernel.sharedArrays) {
        SharedShape shape{shared.name, shared.elementBytes, {}, shared.dynamic && shared.extents.empty()};
        for (const std::string& extent : shared.extents)
            if (const auto value = numbers.evaluate(extent))
                shape.extents.push_back(*value);
        if (shape.extents.size() < shared.extents.size())
            continue; // what the compiler allocated is shown without a shape
        if (shape.extents.empty() && !shape.dynamic)
            shape.extents = {1};
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

} // namespace warplens::engine
