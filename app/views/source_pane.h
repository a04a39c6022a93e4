// SPDX-License-Identifier: GPL-3.0-or-later
// The source of the kernel, with the line that is executed now, and beside each line what it costs. The only file that
// knows QScintilla.
#pragma once

#include "app/theme/look.h"

#include <QWidget>

#include <map>
#include <memory>

namespace warplens::app {

class SourceEditor;
struct LineCost;

class SourcePane : public QWidget {
    Q_OBJECT
public:
    explicit SourcePane(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setSource(const QString& fileName, const QString& text, const std::map<uint32_t, LineCost>& costs);
    /// Marks the line; 0: none.
    void setCurrentLine(uint32_t line);
    /// Marks the line that belongs to the one cursor; 0: none.
    void setFocusLine(uint32_t line);
    QString text() const;

signals:
    /// A line was clicked that does something in memory.
    void lineChosen(uint32_t line);
    /// The mouse is on a line; 0: on none any more.
    void lineFocused(uint32_t line);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SourceEditor* m_editor;
    Look m_look;
    QString m_fileName;
};

} // namespace warplens::app
