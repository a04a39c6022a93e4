// SPDX-License-Identifier: GPL-3.0-or-later
// What happens in a block, one event after the other, kept small: a block may have ten million of them.
//
// Terms
//   event  one request to global or shared memory, as the hardware issues it, or the arrival of a warp at a barrier
//   shape  all that is to be said of an event but for who did it and where in memory: the instruction, the lanes, their
//          addresses relative to one another, and what the request costs there. A loop repeats a few of them
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace warplens::sim::trace {

enum class EventKind : uint8_t {
    GlobalLoad,
    GlobalStore,
    GlobalAtomic,
    SharedLoad,
    SharedStore,
    SharedAtomic,
    Barrier,
};

inline bool isGlobal(EventKind kind) {
    return kind <= EventKind::GlobalAtomic;
}
inline bool isShared(EventKind kind) {
    return kind >= EventKind::SharedLoad && kind <= EventKind::SharedAtomic;
}
inline bool isLoad(EventKind kind) {
    return kind == EventKind::GlobalLoad || kind == EventKind::SharedLoad;
}

struct Shape {
    static constexpr uint32_t nothing = UINT32_MAX;

    uint32_t op = 0;            ///< index into Program::ops
    uint32_t mask = 0;          ///< lanes that take part
    uint32_t away = 0;          ///< those of them that reach the shared memory of another block: none of the wavefronts
    uint32_t computed = 0;      ///< instructions that the warp executed since its event before
    uint32_t pattern = nothing; ///< into BlockTrace::patterns; a barrier has none
    uint32_t farAddress = 0;    ///< upper half of Event::first
    uint32_t divergence = nothing; ///< into BlockTrace::divergences; nothing: no lane stands elsewhere
    uint16_t sectors = 0, sectorsIdeal = 0, lines = 0; ///< of global memory
    uint16_t l1Data = 0;                               ///< likewise: see memory::GlobalCost
    uint16_t wavefronts = 0, wavefrontsIdeal = 0;      ///< of shared memory
    EventKind kind = EventKind::Barrier;
    uint8_t bytes = 0;      ///< of each lane
    bool exclusive = false; ///< see memory::Access
    uint8_t passes = 1;     ///< see memory::Access
    bool operator==(const Shape&) const = default;
};

/// An event, put together from where it is kept.
struct Event {
    uint64_t first = 0; ///< address of the lowest active lane; shared: from the start of shared memory
    uint32_t index = 0; ///< among the block's events
    uint32_t shape = 0; ///< into EventList::shapes
    uint32_t op = 0;    ///< this and what follows as its shape has it
    uint32_t mask = 0;
    uint32_t computed = 0;
    uint16_t warp = 0;
    EventKind kind = EventKind::Barrier;
    bool isRequest() const { return kind != EventKind::Barrier; }
};

/// Events in the order in which they happened. Each takes eight bytes, and growing never copies them.
class EventList {
public:
    static constexpr size_t maximum = size_t{1} << 27; ///< events, and so shapes

    size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const std::vector<Shape>& shapes() const { return m_shapes; }
    size_t bytes() const { return m_pieces.size() * pieceEvents * sizeof(Kept) + m_shapes.size() * sizeof(Shape); }

    Event operator[](size_t index) const {
        const Kept& kept = at(index);
        const Shape& shape = m_shapes[kept.shape];
        return {firstAt(index), static_cast<uint32_t>(index),     kept.shape, shape.op, shape.mask,
                shape.computed, static_cast<uint16_t>(kept.warp), shape.kind};
    }
    Event back() const { return (*this)[m_size - 1]; }
    const Shape& shapeAt(size_t index) const { return m_shapes[at(index).shape]; }
    /// Event::first.
    uint64_t firstAt(size_t index) const {
        const Kept& kept = at(index);
        return uint64_t{m_shapes[kept.shape].farAddress} << 32 | kept.nearAddress;
    }
    uint32_t shapeNumber(size_t index) const { return at(index).shape; }
    uint16_t warpAt(size_t index) const { return static_cast<uint16_t>(at(index).warp); }

    uint32_t addShape(const Shape& shape) {
        m_shapes.push_back(shape);
        return static_cast<uint32_t>(m_shapes.size() - 1);
    }
    void add(uint32_t shape, uint32_t warp, uint64_t first) {
        if (m_size % pieceEvents == 0)
            m_pieces.push_back(std::make_unique_for_overwrite<Kept[]>(pieceEvents));
        m_pieces.back()[m_size++ % pieceEvents] = {shape, warp, static_cast<uint32_t>(first)};
    }

    void reshapeBack(uint32_t shape) { m_pieces.back()[(m_size - 1) % pieceEvents].shape = shape; }

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using difference_type = std::ptrdiff_t;
        using value_type = Event;
        using pointer = const Event*;
        using reference = Event;

        Iterator(const EventList& events, size_t index)
            : m_events(&events)
            , m_index(index) {}
        Event operator*() const { return (*m_events)[m_index]; }
        Iterator& operator++() {
            ++m_index;
            return *this;
        }
        Iterator operator++(int) { return {*m_events, m_index++}; }
        difference_type operator-(const Iterator& other) const {
            return static_cast<difference_type>(m_index - other.m_index);
        }
        bool operator==(const Iterator& other) const { return m_index == other.m_index; }

    private:
        const EventList* m_events;
        size_t m_index;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, m_size}; }

private:
    struct Kept {
        uint32_t shape : 27;
        uint32_t warp : 5;    ///< a block has 32 at most
        uint32_t nearAddress; ///< lower half of Event::first
    };
    static_assert(sizeof(Kept) == 8);
    static constexpr size_t pieceEvents = 4096;

    const Kept& at(size_t index) const { return m_pieces[index / pieceEvents][index % pieceEvents]; }

    std::vector<Shape> m_shapes;
    std::vector<std::unique_ptr<Kept[]>> m_pieces;
    size_t m_size = 0;
};

} // namespace warplens::sim::trace
