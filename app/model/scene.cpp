// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/scene.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::app {
namespace {

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

void addGlobals(Scene& scene) {
    int inputs = 0, results = 0;
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
        array.result = argument.role == Role::Out;
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
            return isNamed(variable.name, described.name);
        });
        if (found == placed.end())
            continue; // the compiler has removed it
        array.offset = found->offset;
        scene.shareds.push_back(std::move(array));
    }
}

void addLines(Scene& scene) {
    for (const Event& event : scene.trace.events) {
        if (event.access == sim::trace::noAccess)
            continue;
        LineCost& line = scene.lines[scene.lineOf(event)];
        const sim::trace::AccessRecord& record = scene.trace.recordOf(event);
        if (isGlobal(event.kind)) {
            ++line.globalRequests;
            line.sectors += record.sectors;
            line.sectorsIdeal += record.sectorsIdeal;
        } else if (event.kind == EventKind::SharedLoad) {
            ++line.loadRequests;
            line.loadWavefronts += record.wavefronts;
            line.loadIdeal += record.wavefrontsIdeal;
        } else {
            ++line.storeRequests;
            line.storeWavefronts += record.wavefronts;
            line.storeIdeal += record.wavefrontsIdeal;
        }
    }
}

} // namespace

uint32_t Scene::lineOf(const Event& event) const {
    const sim::simt::Program& p = program();
    return p.locationOf(p.instructionOf(p.ops[event.op])).line;
}

Element Scene::globalElement(uint64_t address) const {
    for (size_t i = 0; i < globals.size(); ++i) {
        const GlobalArray& array = globals[i];
        if (address < array.base || address >= array.base + array.bytes)
            continue;
        const auto index = static_cast<int64_t>((address - array.base) / array.elementBytes);
        return {static_cast<int>(i), index / array.columns, index % array.columns};
    }
    return {};
}

Element Scene::sharedElement(uint64_t address) const {
    for (size_t i = 0; i < shareds.size(); ++i) {
        const SharedArray& array = shareds[i];
        if (address < array.offset || address >= array.offset + array.bytes)
            continue;
        const auto index = static_cast<int64_t>((address - array.offset) / array.elementBytes);
        return {static_cast<int>(i), index / array.columns, index % array.columns};
    }
    return {};
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
            if (!region)
                region = Region{element.row, element.row + 1, element.column, element.column + 1};
            region->firstRow = std::min(region->firstRow, element.row);
            region->endRow = std::max(region->endRow, element.row + 1);
            region->firstColumn = std::min(region->firstColumn, element.column);
            region->endColumn = std::max(region->endColumn, element.column + 1);
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
    return fmt::format("{} {} {} {},{},{} {} {}", stage.id, variantText(parameters), sizeText(size), block.x, block.y,
                       block.z, architecture, std::hash<std::string>()(stage.source));
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
    scene->instance = makeInstance(request.stage, request.parameters, request.size);
    scene->image = engine::imageOfStage(compiler, request.stage, scene->instance.parameters,
                                        engine::compiledArchitecture(request.architecture));
    scene->simulation = std::make_shared<engine::Simulation>(scene->image, engine::launchOfStage(scene->instance));
    const sim::simt::Dim3& grid = scene->simulation->launch().grid;
    const sim::simt::Dim3 block{std::min(request.block.x, grid.x - 1), std::min(request.block.y, grid.y - 1),
                                std::min(request.block.z, grid.z - 1)};
    sim::trace::TraceOptions options;
    options.stop = stop;
    options.maximumValueBytes = 32u << 20;
    options.divergence = true;
    scene->trace =
        sim::trace::record(scene->program(), scene->simulation->launch(), scene->simulation->memory(), block, options);
    addGlobals(*scene);
    addShareds(*scene);
    addLines(*scene);
    return scene;
}

} // namespace warplens::app
