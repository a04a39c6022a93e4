// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/model/running_sums.h"

#include "app/model/moment.h"
#include "app/model/tiles_picture.h"
#include "kernels/data/argument_spec.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace warplens::app {

using sim::memory::lanesPerWarp;

namespace {

bool isSmall(const Scene& scene) {
    for (const GlobalArray& array : scene.globals)
        if (array.rows > RunningSums::largest || array.columns > RunningSums::largest ||
            array.type != kernels::ElementType::F32)
            return false;
    return true;
}

/// What the array holds at first, as it lies in memory.
std::vector<float> valuesOf(const Scene& scene, const GlobalArray& array) {
    const kernels::ArgumentInstance* argument = scene.instance.findArgument(array.name);
    if (argument == nullptr)
        return {};
    const kernels::ArgumentSpec spec = kernels::parseArgumentSpec(argument->spec());
    std::vector<float> values(static_cast<size_t>(spec.elements));
    kernels::fillRange(spec.type, spec.fill, 0, std::as_writable_bytes(std::span(values)));
    return values;
}

} // namespace

// Goes through all events once: who has loaded what, and where it was stored.
class SumsReader {
public:
    SumsReader(const Scene& scene, RunningSums& sums)
        : m_scene(scene)
        , m_sums(sums)
        , m_loaded(scene.trace.warps * lanesPerWarp)
        , m_factors(scene.trace.warps * lanesPerWarp) {}

    /// Whether every thread that stores to C has exactly one element of it.
    bool read() {
        for (const SharedArray& array : m_scene.shareds) {
            m_sums.m_shared.emplace_back(static_cast<size_t>(array.rows * array.columns));
            m_sums.m_sharedColumns.push_back(array.columns);
        }
        for (size_t event = 0; event < m_scene.trace.events.size(); ++event) {
            const sim::trace::EventKind kind = m_scene.trace.events[event].kind;
            if (!isGlobal(kind) && !isShared(kind))
                continue; // a barrier
            const Request request = lookAt(m_scene, event);
            for (unsigned lane = 0; lane < lanesPerWarp; ++lane)
                if (request.active(lane) && request.elements[lane].array >= 0)
                    take(request, lane, static_cast<uint32_t>(event));
        }
        return giveTerms();
    }

private:
    struct Factors {
        std::map<int64_t, std::pair<uint32_t, float>> of[2]; ///< by k: when it was read first, and the number
        std::vector<Element> results;
    };

    void take(const Request& request, unsigned lane, uint32_t event) {
        const size_t thread = request.warp * lanesPerWarp + lane;
        for (unsigned i = 0; i < request.elementsPerLane; ++i) {
            Element element = request.elements[lane];
            const int64_t columns = columnsOf(request.kind, element.array), at = element.column + i;
            element.row += at / columns; // what is wider than a row goes on in the next one
            element.column = at % columns;
            if (element.row >= rowsOf(request.kind, element.array))
                return;
            if (isGlobal(request.kind))
                takeGlobal(request, element, thread, event);
            else
                takeShared(request, element, thread, event);
        }
    }

    int64_t columnsOf(sim::trace::EventKind kind, int array) const {
        const auto i = static_cast<size_t>(array);
        return isGlobal(kind) ? m_scene.globals[i].columns : m_scene.shareds[i].columns;
    }
    int64_t rowsOf(sim::trace::EventKind kind, int array) const {
        const auto i = static_cast<size_t>(array);
        return isGlobal(kind) ? m_scene.globals[i].rows : m_scene.shareds[i].rows;
    }

    void takeGlobal(const Request& request, const Element& element, size_t thread, uint32_t event) {
        if (!isLoad(request.kind)) {
            m_factors[thread].results.push_back(element);
            return;
        }
        m_loaded[thread][element.array] = element;
        if (m_scene.shareds.empty())
            use(element, thread, event);
    }

    void takeShared(const Request& request, const Element& element, size_t thread, uint32_t event) {
        const auto array = static_cast<size_t>(element.array);
        auto& stored =
            m_sums.m_shared[array][static_cast<size_t>(element.row * m_sums.m_sharedColumns[array] + element.column)];
        const int holds = m_scene.shareds[array].holds;
        if (isLoad(request.kind)) {
            if (!stored.empty())
                use(stored.back().from, thread, event);
            return;
        }
        // What a thread stores is what it has loaded last; where it loaded nothing, the zero beyond the edge.
        const auto loaded = m_loaded[thread].find(holds);
        RunningSums::Stored entry{event, 0, {}};
        if (loaded != m_loaded[thread].end()) {
            entry.from = loaded->second;
            entry.value = valueOf(entry.from);
            m_loaded[thread].erase(loaded);
        }
        stored.push_back(entry);
    }

    float valueOf(const Element& element) const {
        return element.array == 0 || element.array == 1
                   ? m_sums.input(static_cast<size_t>(element.array), element.row, element.column)
                   : 0;
    }

    void use(const Element& element, size_t thread, uint32_t event) {
        if (element.array != 0 && element.array != 1)
            return;
        const int64_t k = element.array == 0 ? element.column : element.row;
        m_factors[thread].of[element.array].try_emplace(k, event, valueOf(element));
    }

    bool giveTerms() {
        m_sums.m_terms.resize(static_cast<size_t>(m_scene.globals[2].rows * m_sums.m_columns[2]));
        bool any = false;
        for (const Factors& factors : m_factors) {
            if (factors.results.empty())
                continue;
            const Element& result = factors.results.front();
            if (factors.results.size() != 1 || result.array != 2)
                return false;
            auto& terms = m_sums.m_terms[static_cast<size_t>(result.row * m_sums.m_columns[2] + result.column)];
            for (const auto& [k, a] : factors.of[0])
                if (const auto b = factors.of[1].find(k); b != factors.of[1].end())
                    terms.push_back({std::max(a.first, b->second.first), k, a.second, b->second.second});
            std::stable_sort(terms.begin(), terms.end(),
                             [](const auto& one, const auto& two) { return one.event < two.event; });
            any = any || !terms.empty();
        }
        return any;
    }

    const Scene& m_scene;
    RunningSums& m_sums;
    std::vector<std::map<int, Element>> m_loaded; ///< by thread and array: last, and not stored yet
    std::vector<Factors> m_factors;               ///< by thread
};

std::shared_ptr<const RunningSums> RunningSums::of(const Scene& scene) {
    if (!isProduct(scene) || !isSmall(scene))
        return nullptr;
    auto sums = std::make_shared<RunningSums>();
    for (size_t array = 0; array < 3; ++array)
        sums->m_columns[array] = scene.globals[array].columns;
    for (size_t array = 0; array < 2; ++array) {
        sums->m_inputs[array] = valuesOf(scene, scene.globals[array]);
        if (sums->m_inputs[array].size() <
            static_cast<size_t>(scene.globals[array].rows * scene.globals[array].columns))
            return nullptr;
    }
    return SumsReader(scene, *sums).read() ? sums : nullptr;
}

const std::vector<RunningSums::Term>* RunningSums::terms(int64_t row, int64_t column) const {
    const auto& terms = m_terms[static_cast<size_t>(row * m_columns[2] + column)];
    return terms.empty() ? nullptr : &terms;
}

std::optional<RunningSums::Sum> RunningSums::sum(int64_t row, int64_t column, size_t event) const {
    const std::vector<Term>* all = terms(row, column);
    if (all == nullptr)
        return std::nullopt;
    Sum sum{0, 0, all->size()};
    for (const Term& term : *all) {
        if (term.event > event)
            break;
        sum.value += term.a * term.b;
        ++sum.terms;
    }
    return sum.terms == 0 ? std::nullopt : std::optional(sum);
}

float RunningSums::input(size_t array, int64_t row, int64_t column) const {
    return m_inputs[array][static_cast<size_t>(row * m_columns[array] + column)];
}

std::optional<float> RunningSums::shared(size_t array, int64_t row, int64_t column, size_t event) const {
    const auto& stored = m_shared[array][static_cast<size_t>(row * m_sharedColumns[array] + column)];
    std::optional<float> value;
    for (const Stored& each : stored) {
        if (each.event > event)
            break;
        value = each.value;
    }
    return value;
}

} // namespace warplens::app
