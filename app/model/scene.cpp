// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/scene.h"

#include "app/engine/fitted_guess.h"
#include "app/engine/guessed_findings.h"
#include "app/engine/parameter_names.h"
#include "app/engine/suggested_launch.h"
#include "app/model/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <future>
#include <limits>
#include <set>

namespace warplens::app {
namespace {

constexpr const char *fileStagePrefix = "file:", *keptStagePrefix = "kept:";

using namespace kernels;
using sim::trace::Event;
using sim::trace::EventKind;

/// PTX names a variable of a function after both: _ZZ5tiledE2As is As, its length in front of it.
bool isNamed(const std::string& symbol, const std::string& name) {
    return symbol == name || symbol.ends_with(fmt::format("{}{}", name.size(), name));
}

std::pair<int64_t, int64_t> asMatrix(const std::vector<std::int64_t>& shape) {
    int64_t rows = 1;
    for (size_t i = 0; i + 1 < shape.size(); ++i)
        rows *= shape[i];
    return {rows, shape.empty() ? 1 : shape.back()};
}

/// The type of elements that an instruction reads or writes, from its name: "ld.global.v4.f32". Bits that nobody calls
/// numbers are taken for what is usual of that size.
std::optional<ElementType> typeOf(std::string_view mnemonic) {
    constexpr std::pair<std::string_view, ElementType> known[] = {
        {"f32", ElementType::F32}, {"f64", ElementType::F64}, {"u8", ElementType::U8},   {"s8", ElementType::I8},
        {"b8", ElementType::U8},   {"u16", ElementType::U16}, {"s16", ElementType::I16}, {"b16", ElementType::F16},
        {"u32", ElementType::U32}, {"s32", ElementType::I32}, {"b32", ElementType::F32}, {"u64", ElementType::U64},
        {"s64", ElementType::I64}, {"b64", ElementType::U64}};
    const std::string_view last = mnemonic.substr(mnemonic.rfind('.') + 1);
    for (const auto& [name, type] : known)
        if (name == last)
            return type;
    return std::nullopt;
}

/// Of a kept launch: arrays that no argument leads to are shown where the block has been there, and types that the source
/// does not tell are those of the instructions.
void completeKept(Scene& scene) {
    std::vector<ArgumentInstance>& arguments = scene.instance.arguments;
    const auto& arrays = scene.simulation->arrays();
    const size_t parameters = scene.program().functions.front().source->params.size();
    std::vector<bool> seen(arguments.size());
    for (const sim::trace::Event& event : scene.trace.events) {
        if (!isGlobal(event.kind))
            continue;
        for (size_t i = 0; i < arguments.size(); ++i) {
            if (seen[i] || event.first - arrays[i].base >= arrays[i].bytes)
                continue;
            seen[i] = true;
            const sim::simt::Program& p = scene.program();
            if (arguments[i].shape.empty())
                if (const auto type = typeOf(p.instructionOf(p.ops[event.op]).mnemonic()))
                    arguments[i].type = *type;
        }
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
        arguments[i].isArray &= seen[i] || i < parameters;
        arguments[i].elements = arguments[i].bytes / static_cast<int64_t>(elementSize(arguments[i].type));
        if (arguments[i].shape.empty())
            arguments[i].shape = {std::max<int64_t>(1, arguments[i].elements)};
        arguments[i].used = arguments[i].shape;
    }
}

void addGlobals(Scene& scene, bool fromTrace) {
    int inputs = 0, results = 0;
    std::set<std::string> written;
    for (const Event& event : scene.trace.events)
        if (fromTrace && (event.kind == EventKind::GlobalStore || event.kind == EventKind::GlobalAtomic)) {
            const uint64_t address = event.first;
            for (size_t i = 0; i < scene.simulation->arrays().size(); ++i) {
                const engine::Simulation::Array& array = scene.simulation->arrays()[i];
                if (address >= array.base && address < array.base + array.bytes)
                    written.insert(scene.instance.arguments[i].name);
            }
        }
    for (size_t i = 0; i < scene.instance.arguments.size(); ++i) {
        const ArgumentInstance& argument = scene.instance.arguments[i];
        if (!argument.isArray)
            continue;
        const engine::Simulation::Array& placed = scene.simulation->arrays()[i];
        GlobalArray array;
        array.name = argument.name;
        array.base = placed.base;
        array.bytes = placed.bytes;
        array.elementBytes = static_cast<unsigned>(elementSize(argument.type));
        array.type = argument.type;
        std::tie(array.rows, array.columns) = asMatrix(argument.shape);
        std::tie(array.usedRows, array.usedColumns) = asMatrix(argument.used);
        array.result = argument.role == Role::Out || written.contains(argument.name);
        array.order = array.result ? results++ : inputs++;
        scene.globals.push_back(std::move(array));
    }
}

void addShareds(Scene& scene) {
    for (const SharedArrayInstance& described : scene.instance.sharedArrays) {
        SharedArray array;
        array.name = described.name;
        array.elementBytes = static_cast<unsigned>(elementSize(described.type));
        array.type = described.type;
        array.bytes = static_cast<uint64_t>(described.bytes);
        array.note = described.note;
        std::tie(array.rows, array.columns) = asMatrix(described.shape);
        std::tie(array.usedRows, array.usedColumns) = asMatrix(described.used);
        for (size_t g = 0; g < scene.globals.size(); ++g)
            if (scene.globals[g].name == described.holds)
                array.holds = static_cast<int>(g);
        const auto& placed = scene.program().sharedVariables;
        const auto found = std::find_if(placed.begin(), placed.end(), [&](const sim::simt::SharedVariable& variable) {
            return isNamed(variable.name, described.variable);
        });
        if (found == placed.end())
            continue; // the compiler has removed it
        array.offset = found->offset + static_cast<uint64_t>(described.at);
        scene.shareds.push_back(std::move(array));
    }
}

/// The kernel's parameters as a stage file would describe them: names from the source, and of arrays the shape that the
/// scalars suggest (two whole numbers whose product is the number of elements), or a square.
void describeArguments(StageInstance& instance, const engine::KernelFile& file, const engine::LaunchSpec& launch,
                       const std::vector<engine::Simulation::Array>& arrays) {
    const std::vector<engine::KernelSignature> kernels = engine::kernelsOf(file.path, file.text);
    const engine::KernelSignature* signature = engine::findKernel(kernels, file.launch.kernel);
    std::vector<int64_t> extents;
    for (const engine::NamedArgument& argument : launch.arguments)
        if (argument.spec.isNumber() && !isFloatingPoint(argument.spec.type)) {
            int64_t value = 0;
            std::memcpy(&value, argument.spec.scalar.data(), std::min<size_t>(8, argument.spec.scalar.size()));
            if (value > 1)
                extents.push_back(value);
        }
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
        const ArgumentSpec& spec = launch.arguments[i].spec;
        ArgumentInstance argument;
        argument.name = arrays[i].name;
        argument.type = spec.type;
        argument.isArray = spec.isArray;
        argument.elements = spec.elements;
        argument.bytes = spec.byteCount();
        if (spec.isArray) {
            argument.shape = {spec.elements};
            const auto side = static_cast<int64_t>(std::llround(std::sqrt(static_cast<double>(spec.elements))));
            if (signature && signature->twoDimensional && side * side == spec.elements)
                argument.shape = {side, side};
            for (size_t a = extents.size(); signature && signature->twoDimensional && a-- > 0;)
                for (size_t b = extents.size(); b-- > 0;)
                    if (extents[a] * extents[b] == spec.elements &&
                        (a != b || extents[a] * extents[a] == spec.elements))
                        argument.shape = {extents[std::min(a, b)], extents[std::max(a, b)]};
            argument.used = argument.shape;
        }
        instance.arguments.push_back(std::move(argument));
    }
    for (size_t i = launch.arguments.size(); i < arrays.size(); ++i) { // to which structures lead
        ArgumentInstance argument;
        argument.name = arrays[i].name;
        argument.type = arrays[i].type;
        argument.isArray = true;
        argument.bytes = static_cast<int64_t>(arrays[i].bytes);
        argument.elements = argument.bytes / static_cast<int64_t>(elementSize(argument.type));
        argument.shape = argument.used = {argument.elements};
        instance.arguments.push_back(std::move(argument));
    }
}

/// What a file and a launch would be that are looked at as a kept one is.
engine::KernelFile fileOfKept(const launches::KeptLaunch& kept, const engine::KernelImage& image) {
    engine::KernelFile file{kept.source, image.source, {}};
    file.launch.kernel = engine::plainKernelName(kept.name);
    return file;
}

/// The arrays of a kept launch: named as the source names the parameters, with matrices where numbers of the launch
/// suggest them.
void describeKept(StageInstance& instance, const engine::KernelFile& file, const engine::Simulation& simulation) {
    const std::vector<engine::KernelSignature> kernels = engine::kernelsInSource(file.text);
    const engine::KernelSignature* signature = engine::findKernel(kernels, file.launch.kernel);
    const auto& parameters = simulation.program().functions.front().source->params;
    if (signature && signature->parameters.size() != parameters.size())
        signature = nullptr; // the file has changed, or it is another kernel of that name
    std::vector<int64_t> extents;
    uint64_t offset = 0;
    for (const sim::ptx::Variable& parameter : parameters) {
        offset = (offset + parameter.align - 1) / parameter.align * parameter.align;
        int32_t value = 0;
        if (parameter.bytes == sizeof value)
            std::memcpy(&value, simulation.launch().params.data() + offset, sizeof value);
        if (value > 1)
            extents.push_back(value);
        offset += parameter.bytes;
    }
    for (size_t i = 0; i < simulation.arrays().size(); ++i) {
        const engine::Simulation::Array& array = simulation.arrays()[i];
        const engine::KernelParameter* parameter =
            signature && i < parameters.size() ? &signature->parameters[i] : nullptr;
        ArgumentInstance argument;
        argument.name = array.name;
        argument.isArray = array.base != 0;
        argument.type = parameter && parameter->element ? *parameter->element : array.type;
        argument.bytes = static_cast<int64_t>(array.bytes);
        argument.elements = argument.bytes / static_cast<int64_t>(elementSize(argument.type));
        if (parameter && parameter->element && argument.elements > 0) {
            argument.shape = {argument.elements};
            for (size_t a = 0; signature->twoDimensional && a < extents.size(); ++a)
                for (size_t b = a; b < extents.size(); ++b)
                    if (extents[a] * extents[b] == argument.elements &&
                        (a != b || extents[a] * extents[a] == argument.elements))
                        argument.shape = {extents[a], extents[b]};
        }
        instance.arguments.push_back(std::move(argument));
    }
}

/// Shared arrays as the compiler placed them, with the shapes that the source gives them.
void addSharedsOfFile(Scene& scene, const engine::KernelFile& file) {
    std::vector<engine::SharedShape> shapes;
    if (file.path.extension() != ".ptx") {
        const auto kernels = engine::kernelsInSource(file.text);
        if (const engine::KernelSignature* kernel = engine::findKernel(kernels, file.launch.kernel))
            shapes = engine::sharedShapes(*kernel, file);
    }
    for (const sim::simt::SharedVariable& variable : scene.program().sharedVariables) {
        SharedArray array;
        array.name = variable.name;
        array.offset = variable.offset;
        array.bytes = variable.dynamic ? scene.simulation->launch().dynamicShared : variable.bytes;
        const auto shape =
            std::find_if(shapes.begin(), shapes.end(), [&](const auto& s) { return isNamed(variable.name, s.name); });
        if (shape != shapes.end()) {
            array.name = shape->name;
            array.elementBytes = shape->elementBytes;
        } else if (array.bytes % 4 != 0) {
            array.elementBytes = 1;
        }
        array.columns = static_cast<int64_t>(array.bytes / array.elementBytes);
        if (array.columns == 0)
            continue;
        if (shape != shapes.end() && !shape->extents.empty()) {
            const auto [rows, columns] = asMatrix(shape->extents);
            if (static_cast<uint64_t>(rows * columns) * array.elementBytes == array.bytes)
                std::tie(array.rows, array.columns) = std::pair(rows, columns);
        }
        array.usedRows = array.rows;
        array.usedColumns = array.columns;
        scene.shareds.push_back(std::move(array));
    }
    // An array holds what the same line loads from global memory right before it stores.
    std::vector<uint32_t> lines;
    for (const sim::trace::Shape& shape : scene.trace.events.shapes())
        lines.push_back(scene.lineOfOp(shape.op));
    std::map<std::pair<uint16_t, uint32_t>, int> loaded;
    size_t unknown = scene.shareds.size();
    for (const Event& event : scene.trace.events) {
        if (unknown == 0)
            break;
        if (event.kind == EventKind::GlobalLoad) {
            loaded[{event.warp, lines[event.shape]}] = scene.globalElement(event.first).array;
        } else if (event.kind == EventKind::SharedStore) {
            const Element element = scene.sharedElement(event.first);
            if (element.array < 0 || scene.shareds[static_cast<size_t>(element.array)].holds >= 0)
                continue;
            const auto found = loaded.find({event.warp, lines[event.shape]});
            if (found == loaded.end())
                continue;
            scene.shareds[static_cast<size_t>(element.array)].holds = found->second;
            unknown -= found->second >= 0;
        }
    }
}

void addLinesAndStores(Scene& scene) {
    const auto& shapes = scene.trace.events.shapes();
    std::vector<uint64_t> times(shapes.size());
    scene.stores.resize(scene.trace.warps);
    for (size_t i = 0; i < scene.trace.events.size(); ++i) {
        const uint32_t shape = scene.trace.events.shapeNumber(i);
        ++times[shape];
        if (shapes[shape].kind != EventKind::GlobalStore)
            continue;
        if (auto& stores = scene.stores[scene.trace.events.warpAt(i)]; stores.size() < Scene::storesKept)
            stores.push_back(static_cast<uint32_t>(i));
    }
    for (size_t i = 0; i < shapes.size(); ++i) {
        const sim::trace::Shape& shape = shapes[i];
        if (shape.kind == EventKind::Barrier || times[i] == 0)
            continue;
        LineCost& line = scene.lines[scene.lineOfOp(shape.op)];
        if (isGlobal(shape.kind)) {
            line.globalRequests += times[i];
            line.sectors += times[i] * shape.sectors;
            line.sectorsIdeal += times[i] * shape.sectorsIdeal;
        } else if (shape.kind == EventKind::SharedLoad) {
            line.loadRequests += times[i];
            line.loadWavefronts += times[i] * shape.wavefronts;
            line.loadIdeal += times[i] * shape.wavefrontsIdeal;
        } else {
            line.storeRequests += times[i];
            line.storeWavefronts += times[i] * shape.wavefronts;
            line.storeIdeal += times[i] * shape.wavefrontsIdeal;
        }
    }
}

} // namespace

size_t Scene::bytes() const {
    return trace.bytes() + bytesOf(checkpoints);
}

uint32_t Scene::lineOfOp(uint32_t op) const {
    const sim::simt::Program& p = program();
    if (sourceFile) {
        const sim::ptx::Location& place = p.placeOf(p.ops[op]);
        return place.file == *sourceFile ? place.line : 0;
    }
    return p.locationOf(p.instructionOf(p.ops[op])).line;
}

namespace {

/// The array that an address lies in, -1 where it is none of them; `base` is the member that says where they begin.
template<class Array, class Base>
int arrayAt(const std::vector<Array>& arrays, Base base, uint64_t address) {
    for (size_t i = 0; i < arrays.size(); ++i)
        if (address - arrays[i].*base < arrays[i].bytes) // below the base it is beyond the end, too
            return static_cast<int>(i);
    return -1;
}

template<class Array, class Base>
Element elementAt(const std::vector<Array>& arrays, Base base, uint64_t address) {
    const int found = arrayAt(arrays, base, address);
    if (found < 0)
        return {};
    const Array& array = arrays[static_cast<size_t>(found)];
    const auto index = static_cast<int64_t>((address - array.*base) / array.elementBytes);
    return {found, index / array.columns, index % array.columns};
}

} // namespace

int Scene::globalArray(uint64_t address) const {
    return arrayAt(globals, &GlobalArray::base, address);
}

int Scene::sharedArray(uint64_t address) const {
    return arrayAt(shareds, &SharedArray::offset, address);
}

Element Scene::globalElement(uint64_t address) const {
    return elementAt(globals, &GlobalArray::base, address);
}

Element Scene::sharedElement(uint64_t address) const {
    return elementAt(shareds, &SharedArray::offset, address);
}

std::optional<Scene::Region> Scene::writtenRegion(int array) const {
    std::optional<Region> region;
    for (const Event& event : trace.events) {
        if (event.kind != EventKind::GlobalStore)
            continue;
        const sim::memory::Access access = trace.accessOf(event);
        for (unsigned lane = 0; lane < sim::memory::lanesPerWarp; ++lane) {
            if (!(access.mask >> lane & 1))
                continue;
            const Element element = globalElement(access.address[lane]);
            if (element.array != array)
                continue;
            // A lane may write several elements side by side.
            const int64_t wide = std::max<int64_t>(1, access.bytes / globals[static_cast<size_t>(array)].elementBytes);
            if (!region)
                region = Region{element.row, element.row + 1, element.column, element.column + wide};
            region->firstRow = std::min(region->firstRow, element.row);
            region->endRow = std::max(region->endRow, element.row + 1);
            region->firstColumn = std::min(region->firstColumn, element.column);
            region->endColumn = std::max(region->endColumn, element.column + wide);
        }
    }
    return region;
}

std::optional<sim::simt::Dim3> Scene::blockWriting(const Element& element) const {
    const auto region = writtenRegion(element.array);
    if (!region)
        return std::nullopt;
    // At the edge of the grid a block's part may be smaller, so the place of the first element tells the size.
    const auto& block = trace.block;
    const auto size = [](int64_t first, int64_t end, uint32_t index) {
        return index > 0 && first % index == 0 ? first / index : index > 0 ? int64_t{0} : end - first;
    };
    const int64_t width = size(region->firstColumn, region->endColumn, block.x),
                  height = size(region->firstRow, region->endRow, block.y);
    if (width <= 0 || height <= 0 || (block.x == 0 && region->firstColumn != 0) ||
        (block.y == 0 && region->firstRow != 0))
        return std::nullopt;
    const int64_t x = element.column / width, y = element.row / height;
    const auto& grid = simulation->launch().grid;
    if (x >= grid.x || y >= grid.y)
        return std::nullopt;
    return sim::simt::Dim3{static_cast<uint32_t>(x), static_cast<uint32_t>(y), block.z};
}

std::string SceneRequest::key() const {
    std::string key = fmt::format("{} {} {} {},{},{} {} {}", stage.id, variantText(parameters), sizeText(size), block.x,
                                  block.y, block.z, architecture, std::hash<std::string>()(stage.source));
    if (const Argument* typed = typedArgument(stage))
        key += " " + typed->lanes;
    if (file) {
        const engine::FileLaunch& launch = file->launch;
        key += fmt::format(" {} {} {} {}", launch.kernel, launch.grid, launch.block, launch.sharedBytes.value_or(0));
        for (const std::vector<std::string>* words : {&launch.defines, &launch.arguments})
            for (const std::string& word : *words)
                key += " " + word;
    }
    return key;
}

Stage stageOfFile(const engine::KernelFile& file) {
    Stage stage;
    stage.id = fileStagePrefix + file.path.string();
    stage.title = stage.shortTitle = file.path.filename().string();
    stage.source = file.text;
    stage.sourceFile = file.path;
    stage.opens = "tiles";
    KernelInfo kernel;
    kernel.name = file.launch.kernel;
    stage.kernel = std::move(kernel);
    return stage;
}

Stage stageOfKept(const std::filesystem::path& folder, const launches::KeptLaunch& kept) {
    Stage stage;
    stage.id = keptStagePrefix + folder.string();
    stage.title = fmt::format("launch {}: {}", kept.number, kept.name);
    stage.shortTitle = fmt::format("{} · {}", kept.number, kept.name.substr(0, kept.name.find('(')));
    stage.sourceFile = kept.source;
    std::error_code missing;
    if (kept.source.empty())
        stage.source =
            "// The program was compiled without -lineinfo: it does not say which file this kernel is from.\n"
            "// The PTX (X) is what was run.\n";
    else if (!std::filesystem::is_regular_file(kept.source, missing))
        stage.source = fmt::format("// {} is not there any more.\n// The PTX (X) is what was run.\n", kept.source);
    else
        stage.source = engine::readTextFile(kept.source);
    stage.opens = "tiles";
    KernelInfo kernel;
    kernel.name = kept.kernel;
    stage.kernel = std::move(kernel);
    return stage;
}

bool isFileStage(const std::string& id) {
    return id.starts_with(fileStagePrefix);
}

std::shared_ptr<engine::Simulation> makeSimulation(const StageCompiler& compiler, const SceneRequest& request,
                                                   engine::KernelImage& image, StageInstance& instance) {
    const sim::memory::Architecture& architecture = engine::checkedArchitecture(request.architecture);
    const std::string compiled = engine::compiledArchitecture(request.architecture);
    if (request.kept) {
        const launches::KeptLaunch kept = launches::readKeptLaunch(*request.kept);
        image = engine::imageOfKept(kept);
        auto simulation = std::make_shared<engine::Simulation>(*request.kept, kept, architecture);
        describeKept(instance, fileOfKept(kept, image), *simulation);
        return simulation;
    }
    if (request.file) {
        const engine::LaunchSpec launch = engine::launchOfFile(*request.file);
        image = engine::imageOfKernelFile(compiler, *request.file, compiled);
        auto simulation = std::make_shared<engine::Simulation>(image, launch, architecture);
        describeArguments(instance, *request.file, launch, simulation->arrays());
        return simulation;
    }
    instance = makeInstance(request.stage, request.parameters, request.size);
    image = engine::imageOfStage(compiler, request.stage, instance.parameters, compiled);
    return std::make_shared<engine::Simulation>(image, engine::launchOfStage(instance), architecture);
}

std::vector<sim::simt::Finding> findingsOf(const StageCompiler& compiler, const SceneRequest& request,
                                           const std::stop_token& stop) {
    engine::KernelImage image;
    kernels::StageInstance instance;
    const auto simulation = makeSimulation(compiler, request, image, instance);
    sim::simt::RunOptions options;
    options.stop = stop;
    options.counting = false;
    options.checkedBlocks = std::numeric_limits<uint64_t>::max();
    sim::simt::RunResult result = simulation->run(options);
    if (result.cancelled)
        throw Abandoned();
    if (const auto guess = request.file ? engine::guessOf(*request.file) : std::nullopt)
        engine::softenGuessed(result.findings, *guess, *simulation);
    return std::move(result.findings);
}

WatchedLaunch watchedLaunch(const StageCompiler& compiler, const SceneRequest& request, const std::stop_token& stop) {
    WatchedLaunch watched{findingsOf(compiler, request, stop), {}};
    const bool outside = std::any_of(watched.findings.begin(), watched.findings.end(), [](const auto& finding) {
        return finding.kind == sim::simt::FindingKind::OutOfBounds;
    });
    if (!outside || !request.file || !engine::hasGuessedSize(request.file->launch))
        return watched;
    const engine::KernelImage image =
        engine::imageOfKernelFile(compiler, *request.file, engine::compiledArchitecture(request.architecture));
    std::vector<std::string> grown;
    engine::FileLaunch fitted = engine::fittedGuess(image, *request.file, request.architecture, grown, stop);
    if (stop.stop_requested())
        throw Abandoned();
    if (!grown.empty())
        watched.fitted = std::move(fitted);
    return watched;
}

std::shared_ptr<const Scene> buildScene(const StageCompiler& compiler, const SceneRequest& request,
                                        std::stop_token stop) {
    if (request.stage.cpu)
        throw engine::EngineError(
            fmt::format("{}: this runs on the CPU, and the emulator knows GPUs only", request.stage.title));
    if (!request.stage.kernel)
        throw engine::EngineError(fmt::format("{} calls a library that ships compiled: there is no source to look into",
                                              request.stage.title));
    auto scene = std::make_shared<Scene>();
    scene->stage = request.stage;
    scene->simulation = makeSimulation(compiler, request, scene->image, scene->instance);
    if (stop.stop_requested())
        throw Abandoned();
    const sim::simt::Dim3& grid = scene->simulation->launch().grid;
    const sim::simt::Dim3 block{std::min(request.block.x, grid.x - 1), std::min(request.block.y, grid.y - 1),
                                std::min(request.block.z, grid.z - 1)};
    sim::trace::TraceOptions options;
    options.stop = stop;
    options.maximumValueBytes = 32u << 20;
    options.divergence = true;
    scene->trace =
        sim::trace::record(scene->program(), scene->simulation->launch(), scene->simulation->memory(), block, options);
    if (stop.stop_requested())
        throw Abandoned();
    if (request.kept) {
        for (const auto& [number, name] : scene->program().module->files)
            if (name == scene->image.fileName)
                scene->sourceFile = number;
        completeKept(*scene);
    }
    addGlobals(*scene, request.file || request.kept);
    if (request.file)
        addSharedsOfFile(*scene, *request.file);
    else if (request.kept)
        addSharedsOfFile(*scene, fileOfKept(launches::readKeptHead(*request.kept), scene->image));
    else
        addShareds(*scene);
    addLinesAndStores(*scene);
    // Both walk through all events, and neither needs the other.
    auto navigator =
        std::async(std::launch::async, [&trace = scene->trace] { return std::make_unique<const Navigator>(trace); });
    scene->checkpoints = makeCheckpoints(*scene, stop);
    scene->navigator = navigator.get();
    if (stop.stop_requested())
        throw Abandoned();
    return scene;
}

} // namespace warplens::app
