// SPDX-License-Identifier: GPL-3.0-or-later
// An array of numbers that only grow, of which many states are kept: a copy shares everything with the original, and
// whoever changes something then has that page for itself. Pages in which nothing was ever changed take no memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace warplens::app {

template<class T>
class PagedArray {
public:
    static constexpr size_t pageValues = 1024 / sizeof(T);

    /// All of them are 0.
    explicit PagedArray(size_t size = 0)
        : m_size(size)
        , m_branches((size + branchValues - 1) / branchValues) {}

    size_t size() const { return m_size; }
    T operator[](size_t index) const {
        const Page* page = pageAt(index);
        return page ? page->values[index % pageValues] : T{};
    }
    /// The largest one.
    T most() const {
        T most{};
        for (const auto& branch : m_branches)
            for (size_t i = 0; branch && i < branchPages; ++i)
                if (const Page* page = branch->pages[i].get())
                    most = std::max(most, page->most);
        return most;
    }
    /// The largest one in [begin, end).
    T most(size_t begin, size_t end) const {
        T most{};
        forPages(begin, end, [&](const PageView& page) {
            most = std::max(most, *std::max_element(page.values.begin(), page.values.end()));
        });
        return most;
    }

    /// What is asked for of one page.
    struct PageView {
        size_t first = 0; ///< index of the first value
        std::span<const T> values;
        T most{};          ///< of the whole page
        bool full = false; ///< none of the page is 0
    };
    /// Calls visit(PageView) for all of [begin, end) but for pages that are 0 altogether.
    template<class Visit>
    void forPages(size_t begin, size_t end, Visit visit) const {
        while (begin < end) {
            const auto& branch = m_branches[begin / branchValues];
            const size_t stop = std::min(end, (begin / pageValues + 1) * pageValues);
            if (!branch) {
                begin = (begin / branchValues + 1) * branchValues;
                continue;
            }
            if (const Page* page = branch->pages[begin / pageValues % branchPages].get()) {
                const size_t inPage = std::min(pageValues, m_size - begin / pageValues * pageValues);
                visit(PageView{begin, std::span(page->values).subspan(begin % pageValues, stop - begin), page->most,
                               page->changed == inPage});
            }
            begin = stop;
        }
    }
    /// Replaces those in [begin, end) by change(value), which is larger.
    template<class Change>
    void raise(size_t begin, size_t end, Change change) {
        while (begin < end) {
            const size_t stop = std::min(end, (begin / pageValues + 1) * pageValues);
            Page& page = ownPage(begin);
            T* values = page.values.data() + begin % pageValues;
            for (size_t i = 0; i < stop - begin; ++i) {
                page.changed += values[i] == T{};
                values[i] = change(values[i]);
                page.most = std::max(page.most, values[i]);
            }
            begin = stop;
        }
    }

    /// Replaces those in [begin, end) by one value, which is larger than any of them.
    void fill(size_t begin, size_t end, T value) {
        while (begin < end) {
            const size_t stop = std::min(end, (begin / pageValues + 1) * pageValues);
            Page& page = ownPage(begin);
            const auto values = std::span(page.values).subspan(begin % pageValues, stop - begin);
            if (page.changed < pageValues)
                page.changed = static_cast<uint16_t>(page.changed + zerosOf(values));
            inEights(values, [value](auto piece) { std::fill(piece.begin(), piece.end(), value); });
            page.most = value;
            begin = stop;
        }
    }

    /// How many bytes it does not share with another state of the same array.
    size_t bytesBeyond(const PagedArray& other) const {
        size_t bytes = 0;
        for (size_t b = 0; b < m_branches.size(); ++b) {
            const Branch *mine = m_branches[b].get(), *theirs = other.m_branches[b].get();
            if (!mine || mine == theirs)
                continue;
            bytes += sizeof(Branch);
            for (size_t i = 0; i < branchPages; ++i)
                if (mine->pages[i] && (!theirs || mine->pages[i] != theirs->pages[i]))
                    bytes += sizeof(Page);
        }
        return bytes;
    }

    bool operator==(const PagedArray& other) const {
        if (m_size != other.m_size)
            return false;
        for (size_t i = 0; i < m_size; i += pageValues) {
            const Page *mine = pageAt(i), *theirs = other.pageAt(i);
            static const Page empty;
            if (mine != theirs && (mine ? mine : &empty)->values != (theirs ? theirs : &empty)->values)
                return false;
        }
        return true;
    }

private:
    struct Page {
        T most{};
        uint16_t changed = 0; ///< how many are not 0
        std::array<T, pageValues> values{};
    };
    static constexpr size_t branchPages = 64, branchValues = branchPages * pageValues;
    struct Branch {
        std::array<std::shared_ptr<Page>, branchPages> pages;
    };

    /// Compilers make vectors of loops whose length they know.
    template<class Visit>
    static void inEights(std::span<T> values, Visit visit) {
        constexpr size_t many = 8;
        for (; values.size() >= many; values = values.subspan(many))
            visit(values.template first<many>());
        visit(values);
    }
    static size_t zerosOf(std::span<T> values) {
        size_t zeros = 0;
        inEights(values, [&zeros](auto piece) {
            T here{};
            for (const T value : piece)
                here = static_cast<T>(here + (value == T{}));
            zeros += here;
        });
        return zeros;
    }

    const Page* pageAt(size_t index) const {
        const auto& branch = m_branches[index / branchValues];
        return branch ? branch->pages[index / pageValues % branchPages].get() : nullptr;
    }
    /// For writing: nobody else sees it.
    Page& ownPage(size_t index) {
        std::shared_ptr<Branch>& branch = m_branches[index / branchValues];
        makeOwn(branch);
        std::shared_ptr<Page>& page = branch->pages[index / pageValues % branchPages];
        makeOwn(page);
        return *page;
    }
    template<class Piece>
    static void makeOwn(std::shared_ptr<Piece>& piece) {
        if (!piece)
            piece = std::make_shared<Piece>();
        else if (piece.use_count() > 1)
            piece = std::make_shared<Piece>(*piece);
    }

    size_t m_size = 0;
    std::vector<std::shared_ptr<Branch>> m_branches;
};

} // namespace warplens::app
