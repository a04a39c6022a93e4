// SPDX-License-Identifier: GPL-3.0-or-later
#include "rooms_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warplens::structure {
namespace {

using Uses = std::map<std::string, std::set<std::string>>;

constexpr int boxWidth = 112, boxHeight = 26, gap = 16, lane = 10, rowHeight = 74, margin = 20;

/// A room, or a place in a row where a line passes between them.
struct Node {
    std::string room; ///< empty: a line passes
    int level = 0;
    std::vector<size_t> above{}, below{}; ///< of the rows beside it
    double x = 0;                         ///< of its middle
    int width() const { return room.empty() ? lane : boxWidth + gap; }
};

int levelOf(const Uses& uses, const std::string& room, std::map<std::string, int>& known) {
    if (const auto found = known.find(room); found != known.end())
        return found->second;
    int level = 0;
    for (const std::string& used : uses.at(room))
        level = std::max(level, 1 + levelOf(uses, used, known));
    return known[room] = level;
}

bool reaches(const Uses& uses, const std::string& from, const std::string& to) {
    const std::set<std::string>& used = uses.at(from);
    return used.contains(to) ||
           std::any_of(used.begin(), used.end(), [&](const std::string& each) { return reaches(uses, each, to); });
}

class Drawing {
public:
    explicit Drawing(const Uses& uses) {
        std::map<std::string, int> levels;
        std::map<std::string, size_t> at;
        for (const auto& [room, used] : uses) {
            at[room] = add(room, levelOf(uses, room, levels));
        }
        for (const auto& [room, used] : uses)
            for (const std::string& each : used)
                if (std::none_of(used.begin(), used.end(),
                                 [&](const std::string& other) { return reaches(uses, other, each); }))
                    connect(at.at(room), at.at(each));
        for (int sweep = 0; sweep < 24; ++sweep)
            arrange(sweep % 2 == 0);
    }

    std::string svg() const {
        std::string lines, boxes;
        for (const Node& node : m_nodes) {
            for (const size_t below : node.below)
                lines += lineTo(node, m_nodes[below]);
            if (!node.room.empty())
                boxes += box(node);
        }
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1}\" viewBox=\"0 0 {0:.0f} {1}\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
            "<g fill=\"none\" stroke=\"#8a93a3\" stroke-width=\"1.2\">\n{2}</g>\n{3}</svg>\n",
            m_width + 2 * margin, static_cast<int>(m_rows.size()) * rowHeight - rowHeight + boxHeight + 2 * margin,
            lines, boxes);
    }

private:
    size_t add(const std::string& room, int level) {
        m_rows.resize(std::max(m_rows.size(), static_cast<size_t>(level) + 1));
        m_rows[static_cast<size_t>(level)].push_back(m_nodes.size());
        m_nodes.push_back({room, level});
        return m_nodes.size() - 1;
    }

    /// A line passes every row between the two.
    void connect(size_t from, size_t to) {
        for (int level = m_nodes[from].level - 1; level >= m_nodes[to].level; --level) {
            const size_t next = level == m_nodes[to].level ? to : add({}, level);
            m_nodes[from].below.push_back(next);
            m_nodes[next].above.push_back(from);
            from = next;
        }
    }

    /// Each row in the order of what its members are connected with, above or below.
    void arrange(bool byAbove) {
        place();
        for (std::vector<size_t>& row : m_rows) {
            std::map<size_t, double> wish;
            for (const size_t each : row) {
                const std::vector<size_t>& others = byAbove ? m_nodes[each].above : m_nodes[each].below;
                double sum = 0;
                for (const size_t other : others)
                    sum += m_nodes[other].x;
                wish[each] = others.empty() ? m_nodes[each].x : sum / static_cast<double>(others.size());
            }
            std::stable_sort(row.begin(), row.end(), [&](size_t a, size_t b) { return wish[a] < wish[b]; });
        }
        place();
    }

    /// Rows beside each other's middle.
    void place() {
        const auto widthOf = [&](const std::vector<size_t>& row) {
            double width = 0;
            for (const size_t each : row)
                width += m_nodes[each].width();
            return width;
        };
        m_width = 0;
        for (const std::vector<size_t>& row : m_rows)
            m_width = std::max(m_width, widthOf(row));
        for (const std::vector<size_t>& row : m_rows) {
            const double free = (m_width - widthOf(row)) / static_cast<double>(row.size());
            double x = free / 2;
            for (const size_t each : row) {
                m_nodes[each].x = x + m_nodes[each].width() / 2.0;
                x += m_nodes[each].width() + free;
            }
        }
    }

    double topOf(const Node& node) const {
        return margin + (static_cast<double>(m_rows.size()) - 1 - node.level) * rowHeight;
    }

    std::string lineTo(const Node& from, const Node& to) const {
        const double x1 = margin + from.x, x2 = margin + to.x, y1 = topOf(from) + boxHeight, y2 = topOf(to);
        std::string line = fmt::format("<path d=\"M{0:.0f} {1:.0f}C{0:.0f} {2:.0f} {3:.0f} {2:.0f} {3:.0f} {4:.0f}", x1,
                                       y1, (y1 + y2) / 2, x2, y2);
        if (to.room.empty())
            line += fmt::format("V{:.0f}", y2 + boxHeight);
        return line + "\"/>\n";
    }

    std::string box(const Node& node) const {
        const char* colour = node.room.starts_with("sim/")   ? "#dbe9ff"
                             : node.room.starts_with("app/") ? "#d9f2e3"
                                                             : "#fff0d0";
        return fmt::format(
            "<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{}\" stroke=\"#5b6472\"/>\n"
            "<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\" fill=\"#1b2430\">{}</text>\n",
            margin + node.x - boxWidth / 2.0, topOf(node), boxWidth, boxHeight, colour, margin + node.x,
            topOf(node) + 17, node.room);
    }

    std::vector<Node> m_nodes;
    std::vector<std::vector<size_t>> m_rows; ///< from the lowest; the order of each
    double m_width = 0;
};

} // namespace

std::string roomsPicture(const Uses& uses) {
    return Drawing(uses).svg();
}

} // namespace warplens::structure
