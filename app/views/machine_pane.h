// SPDX-License-Identifier: GPL-3.0-or-later
// The machine code (SASS) of the kernel beside its source: each instruction with the line that it comes from and how
// often warps execute it in the launch that was measured.
#pragma once

#include "app/views/line_list.h"
#include "app/views/picture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/reason.h"
#endif

#include <memory>

namespace warplens::app {

class MachineText : public LineList {
    Q_OBJECT
public:
    explicit MachineText(QWidget* parent);
    /// nullptr: there is none.
    void setCode(std::shared_ptr<const Reason> reason);
    /// Lines of the source; 0: none.
    void setCurrent(uint32_t sourceLine);
    void setFocusLine(uint32_t sourceLine);
    /// The source's line of an instruction; 0: not known, or of another file.
    uint32_t sourceLine(int row) const;

protected:
    int rows() const override;
    void paintRow(QPainter& painter, int row, const QRectF& area) override;

private:
    void reveal(uint32_t sourceLine);
    void paintText(QPainter& painter, const QRectF& area, const engine::MachineLine& line) const;

    std::shared_ptr<const Reason> m_reason;
    uint64_t m_most = 1; ///< executions of one instruction
    uint32_t m_current = 0, m_focus = 0;
};

class MachinePane : public Picture {
    Q_OBJECT
public:
    explicit MachinePane(QWidget* parent = nullptr);
    void setLook(const Look& look) override;
    using Picture::show;
    void show(const Shown& shown) override;
    void showFocus(const Focus& focus) override { m_text->setFocusLine(focus.line.value_or(0)); }
    void paintAt(QPainter& painter, const QRectF& area) override;
    MachineText* text() const { return m_text; }
    /// What is executed, by kind; or why there is nothing to be seen.
    QString summary() const;

signals:
    /// A line of the source was clicked.
    void lineChosen(uint32_t line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The summary in as many lines as it takes, and the code below them.
    void makeHead();

    MachineText* m_text;
    QStringList m_head;
    Shown m_shown;
    Look m_look;
};

} // namespace warplens::app
