// SPDX-License-Identifier: GPL-3.0-or-later
// The host's side of what is shown, as text: the program that allocates, copies, launches, compares and frees. Copied or
// saved as a project with one click. Only what is seen is painted.
#pragma once

#include "app/views/line_list.h"
#include "app/views/picture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/host_text.h"
#endif

#include <QStringList>

#include <memory>
#include <optional>
#include <set>
#include <vector>

class QHBoxLayout;
class QToolButton;

namespace warplens::app {

class HostLines : public LineList {
    Q_OBJECT
public:
    explicit HostLines(QWidget* parent);
    /// From the first of its parts on.
    void setHost(std::shared_ptr<const HostText> host);
    const QStringList& lines() const { return m_lines; }
    bool isVisible(int line) const { return isRowVisible(line - 1); } ///< from 1

protected:
    int rows() const override { return static_cast<int>(m_lines.size()); }
    qsizetype longest() const override { return m_longest + 6; }
    void paintRow(QPainter& painter, int row, const QRectF& area) override;

private:
    /// A part of a line.
    struct Piece {
        QString text;
        std::optional<kernels::HostMark> mark;
    };
    void cut();
    void paintText(QPainter& painter, const QRectF& area, int row, double left) const;

    std::shared_ptr<const HostText> m_host;
    QStringList m_lines;
    std::vector<std::vector<Piece>> m_pieces; ///< by line
    std::set<int> m_heads;                    ///< rows with the head of a part
    qsizetype m_longest = 0;
};

class HostPane : public Picture {
    Q_OBJECT
public:
    explicit HostPane(QWidget* parent = nullptr);
    void setLook(const Look& look) override;
    using Picture::show;
    void show(const Shown& shown) override;
    void showFocus(const Focus&) override {}
    void paintAt(QPainter& painter, const QRectF& area) override;
    /// Of what has no scene: a library's stage, or one of the CPU. nullptr: there is none.
    void setAlone(std::shared_ptr<const HostText> host);
    /// nullptr: nothing is shown yet.
    const std::shared_ptr<const HostText>& host() const { return m_host; }
    HostLines* text() const { return m_text; }

signals:
    void copyWanted();
    void projectWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void take(std::shared_ptr<const HostText> host);
    QString head() const;

    HostLines* m_text;
    QToolButton *m_copy, *m_save;
    QHBoxLayout* m_buttons;
    Shown m_shown;
    Look m_look;
    std::shared_ptr<const HostText> m_host, m_alone;
};

} // namespace warplens::app
