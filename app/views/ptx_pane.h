// SPDX-License-Identifier: GPL-3.0-or-later
// The PTX of the kernel beside its source: the instruction that is executed now, and the lines that belong to the line
// of the source under the one cursor.
#pragma once

#include "app/views/line_list.h"
#include "app/views/picture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/ptx_links.h"
#endif

#include <QStringList>

#include <memory>

namespace warplens::app {

class PtxText : public LineList {
    Q_OBJECT
public:
    explicit PtxText(QWidget* parent);
    void setText(const QString& text);
    void setLinks(std::shared_ptr<const PtxLinks> links);
    /// The line that is executed, and that of the source it comes from; 0: none.
    void setCurrent(uint32_t ptxLine, uint32_t sourceLine);
    void setFocusLine(uint32_t sourceLine);
    QRectF lineArea(uint32_t line) const { return rowArea(static_cast<int>(line) - 1); } ///< lines count from 1
    bool isVisible(uint32_t line) const { return isRowVisible(static_cast<int>(line) - 1); }
    const QStringList& lines() const { return m_lines; }

protected:
    int rows() const override { return static_cast<int>(m_lines.size()); }
    qsizetype longest() const override { return m_longest + 8; }
    void paintRow(QPainter& painter, int row, const QRectF& area) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void paintText(QPainter& painter, const QRectF& area, const QString& text, double left) const;
    void reveal(uint32_t line);

    QStringList m_lines;
    std::shared_ptr<const PtxLinks> m_links;
    uint32_t m_current = 0, m_currentSource = 0, m_focus = 0;
    qsizetype m_longest = 0;
};

class PtxPane : public Picture {
    Q_OBJECT
public:
    explicit PtxPane(QWidget* parent = nullptr);
    void setLook(const Look& look) override;
    using Picture::show;
    void show(const Shown& shown) override;
    /// Marks what comes from that line of the source.
    void showFocus(const Focus& focus) override { m_text->setFocusLine(focus.line.value_or(0)); }
    void paintAt(QPainter& painter, const QRectF& area) override;
    PtxText* text() const { return m_text; }
    uint32_t currentLine() const { return m_current; }

signals:
    /// An instruction was clicked.
    void lineChosen(uint32_t ptxLine);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PtxText* m_text;
    Shown m_shown;
    Look m_look;
    uint32_t m_current = 0;
};

} // namespace warplens::app
