// SPDX-License-Identifier: GPL-3.0-or-later
// The report on paper: one PDF of A4, its contents first, each stage from the top of a page on. What is added is recorded and
// laid out; the contents need the pages' numbers, so all is painted at the end.
#pragma once

#include "app/charts/plot.h"
#include "app/export/sheet.h"
#include "app/paint/look.h"

#include <QByteArray>
#include <QPicture>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QPainter;
class QPicture;

namespace warplens::app {

class ReportBook {
public:
    /// Paper is white: the look is light, whatever the pages for the screen are.
    ReportBook();

    /// A chapter, which begins a page; and what stands in it.
    void beginTrack(const QString& title);
    /// Each begins a page, too; a few words do not, where one has room for them.
    void beginStage(const QString& number, const QString& title, bool hasPictures);

    enum class Voice { Body, Quiet, Said, Bad };
    void text(const QString& text, Voice voice = Voice::Body);
    /// Two stand beside each other where they fit; painted at once, smaller or larger as paper wants it.
    void picture(const Sheet& sheet, const QSize& size, const QString& below = {});
    /// As columns of a paper have them, two beside each other; what needs more for its names has the whole width. Pages
    /// are filled: two of the same width may stand nearer to each other than they were added.
    void addCharts(const std::vector<Plot>& plots);
    struct Table {
        QString caption;
        QStringList head; ///< a cell for each column
        std::vector<QStringList> rows;
    };
    /// The first column is as wide as its words, the others share the rest.
    void table(const Table& table);
    /// A listing, where all of it has room on the page as it is; else nothing, and false.
    bool source(const QString& name, const QString& text);

    const Look& look() const { return m_look; }
    double lowest() const { return m_lowest; } ///< how far down a picture reaches on any page, in 1/96 inch
    int pages() const { return static_cast<int>(m_pages.size()); } ///< without the contents
    /// The whole file; `head` stands below its title. Nothing is added afterwards.
    QByteArray pdf(const QString& title, const QString& head);

private:
    struct Page {
        QString running; ///< of which chapter or stage it is
        std::vector<std::function<void(QPainter&)>> parts;
    };
    struct Entry {
        QString number, title; ///< of a chapter without a number
        int page = 0;          ///< from 0, without the contents
    };

    /// What was recorded, with a frame around it.
    void paintFramed(const QPicture& recorded, const QRectF& area, double scale);
    void newPage();
    void endRow();
    /// Room for so many pixels from here on, on this page or the next; where it begins.
    double take(double height);
    void paint(std::function<void(QPainter&)> part) { m_pages.back().parts.push_back(std::move(part)); }
    void paintContents(QPainter& painter, const QString& title, const QString& head, size_t from, size_t to,
                       int offset) const;
    std::vector<size_t> contentPages() const;
    void paintFoot(QPainter& painter, const QString& running, int number) const;

    Look m_look;
    std::vector<Page> m_pages;
    std::vector<Entry> m_entries;
    QString m_running;
    double m_lowest = 0;
    double m_at = 0;               ///< how far down the page is full
    double m_rowAt = 0, m_row = 0; ///< of pictures beside each other: how far right, and how high; 0: none is begun
};

} // namespace warplens::app
