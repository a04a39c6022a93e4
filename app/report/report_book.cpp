// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/report_book.h"

#include "app/export/chart_sheet.h"
#include "app/export/pdf_book.h"
#include "app/paint/drawing.h"
#include "app/paint/theme.h"
#include "app/report/filled_pages.h"

#include <QFontMetricsF>
#include <QObject>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

namespace warplens::app {
namespace {

// Pixels of 1/96 inch, as everywhere: A4, 14 mm around what is printed.
constexpr QSize paper{794, 1123};
constexpr double margin = 53, foot = 24, gap = 16;
constexpr double width = paper.width() - 2 * margin, bottom = paper.height() - margin - foot;
constexpr double column = (width - gap) / 2;
constexpr double contentsLine = 20;
constexpr int smallestFigure = 7, smallestListing = 9;
constexpr double fewWords = 220; ///< what a stage without pictures needs
constexpr int lowChart = 260;    ///< where it stands alone between pictures and a table

struct Type {
    int pixels;
    QFont::Weight weight;
};
constexpr Type title{30, QFont::Bold}, chapter{26, QFont::Bold}, stage{20, QFont::Bold}, body{13, QFont::Normal},
    said{14, QFont::DemiBold}, note{11, QFont::Normal}, noteHead{10, QFont::DemiBold};

QFont fontOf(const Look& look, const Type& type) {
    return look.ui(type.pixels, type.weight);
}

/// Lines that are no wider than that, and how high they are together.
struct Lines {
    Lines(const QString& text, QFont with, double room)
        : font(std::move(with))
        , lines(text.isEmpty() ? QStringList() : brokenLines(text, font, room))
        , line(QFontMetricsF(font).lineSpacing()) {}
    double height() const { return line * static_cast<double>(lines.size()); }
    void paint(QPainter& painter, double x, double y, double room, int side = Qt::AlignLeft) const {
        painter.setFont(font);
        for (const QString& each : lines) {
            painter.drawText(QRectF(x, y, room, line), side | Qt::AlignVCenter | Qt::TextSingleLine, each.trimmed());
            y += line;
        }
    }

    QFont font;
    QStringList lines;
    double line;
};

/// Lines with many names, bars in many colours or with long names: half a page is too little for them.
bool needsWidth(const Plot& plot, const Look& look) {
    const auto named = std::count_if(plot.series.begin(), plot.series.end(), [](const PlotSeries& each) {
        return !each.name.isEmpty() && !each.points.empty();
    });
    const QFontMetricsF metrics(fontOf(look, note));
    const auto isLong = [&](const QString& text, double most) { return metrics.horizontalAdvance(text) > most; };
    return named > 4 || isLong(plot.note, 2.5 * column) || isLong(plot.y.text(), column / 2) ||
           std::any_of(plot.categories.begin(), plot.categories.end(),
                       [&](const QString& each) { return isLong(each, column / 3); });
}

/// Charts beside each other: as tall as each other.
struct Row {
    std::vector<std::unique_ptr<ChartSheet>> charts;

    RowWish wish() const {
        RowWish wish;
        for (const auto& each : charts) {
            wish.least = std::max<double>(wish.least, each->least);
            wish.wanted = std::max<double>(wish.wanted, each->format.size.height());
        }
        return wish;
    }
};

/// Two that are as wide as a column and about as tall make a row, though others may have been named between them.
std::vector<Row> rowsOf(const std::vector<Plot>& plots, const Look& look) {
    constexpr size_t ahead = 8;
    constexpr double alike = 1.6;
    const auto sheet = [&](const Plot& plot, double wide) {
        return std::make_unique<ChartSheet>(plot, look, Preset::Paper,
                                            QSize(static_cast<int>(wide), static_cast<int>(bottom - margin)));
    };
    std::vector<std::unique_ptr<ChartSheet>> narrow;
    for (const Plot& plot : plots)
        narrow.push_back(needsWidth(plot, look) ? nullptr : sheet(plot, column));
    const auto areAlike = [&](size_t one, size_t two) {
        const double first = narrow[one]->format.size.height(), second = narrow[two]->format.size.height();
        return std::max(first, second) <= alike * std::min(first, second);
    };
    std::vector<Row> rows;
    std::vector<bool> stands(plots.size());
    for (size_t i = 0; i < plots.size(); ++i) {
        if (stands[i])
            continue;
        size_t other = i + 1;
        const size_t end = std::min(plots.size(), i + 1 + ahead);
        while (other < end && (!narrow[i] || !narrow[other] || stands[other] || !areAlike(i, other)))
            ++other;
        std::vector<std::unique_ptr<ChartSheet>>& charts = rows.emplace_back().charts;
        if (other < end) {
            charts.push_back(std::move(narrow[i]));
            charts.push_back(std::move(narrow[other]));
            stands[other] = true;
        } else {
            charts.push_back(sheet(plots[i], width));
        }
    }
    return rows;
}

QPicture recordedOf(const Sheet& sheet, const QSize& size) {
    QPicture recorded;
    QPainter painter(&recorded);
    sheet.paint(painter, QRectF(QPointF(0, 0), size));
    return recorded;
}

} // namespace

ReportBook::ReportBook() {
    setTheme(m_look, ThemeChoice::Light);
    m_look.colours.background = m_look.colours.pane = QColor(Qt::white);
}

void ReportBook::newPage() {
    m_row = m_rowAt = 0;
    m_pages.push_back({m_running, {}});
    m_at = margin;
}

double ReportBook::take(double height) {
    if (m_pages.empty() || (m_at + height > bottom && m_at > margin))
        newPage();
    const double from = m_at;
    m_at += height;
    return from;
}

void ReportBook::endRow() {
    if (m_row > 0)
        m_at += m_row + gap / 2;
    m_row = m_rowAt = 0;
}

void ReportBook::beginTrack(const QString& text) {
    m_running = text;
    newPage();
    m_entries.push_back({{}, text, pages() - 1});
    const Lines lines(text, fontOf(m_look, chapter), width);
    const double at = take(lines.height() + gap);
    paint([lines, at, colour = m_look.colours.text](QPainter& painter) {
        painter.setPen(colour);
        lines.paint(painter, margin, at, width);
    });
}

void ReportBook::beginStage(const QString& number, const QString& text, bool hasPictures) {
    endRow();
    if (hasPictures || m_at + fewWords > bottom) {
        m_running = number + QLatin1Char(' ') + text;
        newPage();
    }
    m_entries.push_back({number, text, pages() - 1});
    const Lines lines(number + QLatin1Char(' ') + text, fontOf(m_look, stage), width);
    const double at = take(lines.height() + gap / 2);
    paint([lines, at, colour = m_look.colours.text](QPainter& painter) {
        painter.setPen(colour);
        lines.paint(painter, margin, at, width);
    });
}

void ReportBook::text(const QString& text, Voice voice) {
    if (text.isEmpty())
        return;
    endRow();
    const Palette& c = m_look.colours;
    const Type& type = voice == Voice::Said ? said : voice == Voice::Quiet ? note : body;
    const Lines lines(text, fontOf(m_look, type), width);
    const double at = take(lines.height() + gap / 2);
    const QColor colour = voice == Voice::Quiet ? c.secondary : voice == Voice::Bad ? c.conflict : c.text;
    paint([lines, at, colour](QPainter& painter) {
        painter.setPen(colour);
        lines.paint(painter, margin, at, width);
    });
}

void ReportBook::paintFramed(const QPicture& recorded, const QRectF& area, double scale) {
    m_lowest = std::max(m_lowest, area.bottom());
    paint([recorded, area, scale, border = m_look.colours.line](QPainter& painter) {
        painter.save();
        painter.translate(area.topLeft());
        painter.scale(scale, scale);
        QPicture picture = recorded; // NOLINT(performance-unnecessary-copy-initialization): to be played changes it
        painter.drawPicture(0, 0, picture);
        painter.restore();
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(border, 0.75));
        painter.drawRect(area);
    });
}

// Never larger than a page: what is below it is on no page.
void ReportBook::picture(const Sheet& sheet, const QSize& size, const QString& below) {
    const Lines lines(below, fontOf(m_look, note), column);
    const double said = lines.lines.empty() ? 0 : lines.height() + 4;
    const double scale = std::min(column / size.width(), (bottom - margin - said) / size.height());
    const QSizeF drawn = QSizeF(size) * scale;
    const double height = drawn.height() + said;
    if (m_row > 0 && (m_at + height > bottom || m_rowAt + column > width + 1))
        endRow();
    if (m_row == 0) {
        m_at = take(height); // the row itself moves it on, once it is as high as its highest
        m_rowAt = 0;
    }
    const double x = margin + m_rowAt, y = m_at;
    paintFramed(recordedOf(sheet, size), QRectF(QPointF(x, y), drawn), scale);
    paint([lines, x, below = y + drawn.height() + 4, quiet = m_look.colours.secondary](QPainter& painter) {
        painter.setPen(quiet);
        lines.paint(painter, x, below, column);
    });
    m_lowest = std::max(m_lowest, y + height);
    m_row = std::max(m_row, height);
    m_rowAt += column + gap;
    if (m_rowAt + column > width + 1)
        endRow();
}

void ReportBook::addCharts(const std::vector<Plot>& plots) {
    if (plots.size() == 1 && !needsWidth(plots.front(), m_look)) { // beside a picture, or low below it
        const bool beside = m_row > 0;
        const ChartSheet chart(plots.front(), m_look, Preset::Paper,
                               beside ? std::nullopt : std::optional(QSize(static_cast<int>(width), lowChart)));
        if (beside)
            return picture(chart.sheet, chart.format.size);
        const QSize size = chart.format.size;
        return paintFramed(recordedOf(chart.sheet, size), QRectF(QPointF(margin, take(size.height() + gap)), size), 1);
    }
    endRow();
    if (m_pages.empty())
        newPage();
    const std::vector<Row> rows = rowsOf(plots, m_look);
    std::vector<RowWish> wishes;
    for (const Row& row : rows)
        wishes.push_back(row.wish());
    const std::vector<RowPlace> places = filledPages(wishes, m_at - margin, bottom - margin, gap);
    std::vector<size_t> order(rows.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return std::pair(places[a].page, places[a].top) < std::pair(places[b].page, places[b].top);
    });
    size_t page = 0;
    for (const size_t row : order) {
        for (; page < places[row].page; ++page)
            newPage();
        double x = margin;
        for (const std::unique_ptr<ChartSheet>& each : rows[row].charts) {
            // Whole pixels, as charts are laid out: what is taller than its place is drawn smaller.
            const QSize size(each->format.size.width(),
                             static_cast<int>(std::max<double>(places[row].height, each->least)));
            const double scale = std::min(1.0, places[row].height / size.height());
            const QRectF area(QPointF(x, margin + places[row].top), QSizeF(size) * scale);
            paintFramed(recordedOf(each->sheet, size), area, scale);
            x += column + gap;
        }
        m_at = margin + places[row].top + places[row].height + gap;
    }
}

void ReportBook::table(const Table& table) {
    endRow();
    const QFont strong = fontOf(m_look, noteHead);
    const auto columns = static_cast<double>(std::max<qsizetype>(1, table.head.size() - 1));
    // No figure is cut: where one is longer than its column, all are smaller.
    QFont plain = fontOf(m_look, note);
    double first = 0, each = 0;
    for (int pixels = note.pixels; pixels >= smallestFigure; --pixels) {
        plain = m_look.ui(pixels);
        const QFontMetricsF metrics(plain);
        double longest = 0;
        first = 40;
        for (const QStringList& row : table.rows) {
            first = std::max(first, metrics.horizontalAdvance(row.value(0)) + gap);
            for (qsizetype i = 1; i < row.size(); ++i)
                longest = std::max(longest, metrics.horizontalAdvance(row[i]));
        }
        first = std::min(first, width / 3);
        each = (width - first) / columns;
        if (longest + 6 <= each)
            break;
    }
    const double line = QFontMetricsF(plain).lineSpacing() + 5;
    std::vector<Lines> head;
    double headHeight = 0;
    for (qsizetype i = 0; i < table.head.size(); ++i) {
        head.emplace_back(table.head[i], strong, i == 0 ? first - 6 : each - 6);
        headHeight = std::max(headHeight, head.back().height() + 6);
    }
    const auto ruled = [this](double y) {
        paint([y, colour = m_look.colours.line](QPainter& painter) {
            painter.setPen(QPen(colour, 0.75));
            painter.drawLine(QPointF(margin, y), QPointF(margin + width, y));
        });
    };
    const auto takeHead = [&] {
        const double at = take(headHeight);
        paint([head, at, first, each, headHeight, colour = m_look.colours.secondary](QPainter& painter) {
            painter.setPen(colour);
            for (size_t i = 0; i < head.size(); ++i) {
                const double y = at + headHeight - 4 - head[i].height();
                if (i == 0)
                    head[i].paint(painter, margin, y, first - 6);
                else
                    head[i].paint(painter, margin + first + static_cast<double>(i - 1) * each, y, each, Qt::AlignRight);
            }
        });
        ruled(at + headHeight - 2);
    };
    const Lines caption(table.caption, plain, width);
    // Its head never stands alone at the end of a page.
    if (!m_pages.empty() && m_at + caption.height() + headHeight + 2 * line > bottom)
        newPage();
    const double captionAt = take(caption.height() + 4);
    paint([caption, captionAt, colour = m_look.colours.secondary](QPainter& painter) {
        painter.setPen(colour);
        caption.paint(painter, margin, captionAt, width);
    });
    takeHead();
    for (const QStringList& row : table.rows) {
        if (m_at + line > bottom) {
            newPage();
            takeHead();
        }
        const double at = take(line);
        paint([row, at, first, each, line, plain, colour = m_look.colours.text](QPainter& painter) {
            painter.setPen(colour);
            painter.setFont(plain);
            drawText(painter, QRectF(margin, at, first - 6, line), Qt::AlignLeft | Qt::AlignVCenter, row.value(0));
            for (qsizetype i = 1; i < row.size(); ++i)
                drawText(painter, QRectF(margin + first + static_cast<double>(i - 1) * each + 4, at, each - 4, line),
                         Qt::AlignRight | Qt::AlignVCenter, row[i]);
        });
        ruled(at + line);
    }
    m_at += gap / 2;
}

bool ReportBook::source(const QString& name, const QString& text) {
    endRow();
    const Lines head(name, fontOf(m_look, noteHead), width);
    const QStringList lines = text.trimmed().split('\n');
    for (int pixels = note.pixels; pixels >= smallestListing; --pixels) {
        const QFont font = m_look.mono(pixels);
        const QFontMetricsF metrics(font);
        const double line = metrics.lineSpacing(), height = line * static_cast<double>(lines.size()) + gap / 2;
        const bool isWide = std::any_of(lines.begin(), lines.end(), [&](const QString& each) {
            return metrics.horizontalAdvance(each) > width - gap;
        });
        if (m_pages.empty() || isWide || m_at + gap + head.height() + height > bottom)
            continue;
        const double at = take(gap / 2 + head.height() + height + gap / 2) + gap / 2;
        paint([=, quiet = m_look.colours.secondary, plain = m_look.colours.text,
               border = m_look.colours.line](QPainter& painter) {
            painter.setPen(quiet);
            head.paint(painter, margin, at, width);
            const QRectF frame(margin, at + head.height(), width, height);
            painter.setPen(QPen(border, 0.75));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(frame);
            painter.setPen(plain);
            painter.setFont(font);
            double y = frame.top() + gap / 4;
            for (const QString& each : lines) {
                painter.drawText(QRectF(frame.left() + gap / 2, y, width - gap, line),
                                 Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, each);
                y += line;
            }
        });
        return true;
    }
    return false;
}

std::vector<size_t> ReportBook::contentPages() const {
    // The first has the title above them; each has two columns.
    std::vector<size_t> begins{0};
    const auto lines = [](double from) { return 2 * static_cast<size_t>((bottom - from) / contentsLine); };
    size_t end = lines(margin + 140);
    while (end < m_entries.size()) {
        begins.push_back(end);
        end += lines(margin);
    }
    return begins;
}

void ReportBook::paintContents(QPainter& painter, const QString& name, const QString& head, size_t from, size_t to,
                               int offset) const {
    double top = margin;
    painter.setPen(m_look.colours.text);
    if (from == 0) {
        const Lines large(name, fontOf(m_look, title), width), small(head, fontOf(m_look, note), width);
        large.paint(painter, margin, top, width);
        painter.setPen(m_look.colours.secondary);
        small.paint(painter, margin, top + 46, width);
        top += 140;
    }
    const auto perColumn = static_cast<size_t>((bottom - top) / contentsLine);
    for (size_t i = from; i < to; ++i) {
        const Entry& entry = m_entries[i];
        const bool isChapter = entry.number.isEmpty();
        const size_t at = i - from;
        const double x = margin + static_cast<double>(at / perColumn) * (column + gap);
        const QRectF area(x, top + static_cast<double>(at % perColumn) * contentsLine, column, contentsLine);
        painter.setFont(m_look.ui(body.pixels, isChapter ? QFont::Bold : QFont::Normal));
        painter.setPen(m_look.colours.text);
        drawText(painter, area.adjusted(isChapter ? 0 : 38, 0, -44, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.title);
        painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, QString::number(entry.page + offset + 1));
        painter.setPen(m_look.colours.secondary);
        painter.drawText(area.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.number);
    }
}

void ReportBook::paintFoot(QPainter& painter, const QString& running, int number) const {
    const QRectF area(margin, paper.height() - margin - 10, width, 16);
    painter.setFont(fontOf(m_look, note));
    painter.setPen(m_look.colours.secondary);
    drawText(painter, area.adjusted(0, 0, -60, 0), Qt::AlignLeft | Qt::AlignVCenter, running);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
}

QByteArray ReportBook::pdf(const QString& name, const QString& head) {
    PdfBook book(name, paper);
    const std::vector<size_t> begins = contentPages();
    const int offset = static_cast<int>(begins.size());
    for (size_t i = 0; i < begins.size(); ++i)
        book.add([&](QPainter& painter) {
            paintContents(painter, name, head, begins[i], i + 1 < begins.size() ? begins[i + 1] : m_entries.size(),
                          offset);
            paintFoot(painter, QObject::tr("Contents"), static_cast<int>(i) + 1);
        });
    for (size_t i = 0; i < m_pages.size(); ++i)
        book.add([&](QPainter& painter) {
            painter.setRenderHint(QPainter::Antialiasing);
            for (const auto& part : m_pages[i].parts)
                part(painter);
            paintFoot(painter, m_pages[i].running, static_cast<int>(i) + offset + 1);
        });
    return book.end();
}

} // namespace warplens::app
