// SPDX-License-Identifier: GPL-3.0-or-later
// The source of the kernel, with the line that is executed now, and beside each line what it costs. The only file that
// knows QScintilla.
#pragma once

#include "app/theme/look.h"

#include <QWidget>

#include <map>
#include <memory>
#include <vector>

class QLabel;
class QToolButton;

namespace warplens::app {

class SourceEditor;
struct LineCost;

/// What is wrong with a line: said by the compiler, or found by the emulator.
struct LineProblem {
    uint32_t line = 0; ///< 0: no line of this source
    QString text;
    bool error = true;
};

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

    /// While the source is edited, setSource leaves the text as the user writes it.
    void setEditing(bool on);
    bool isEditing() const { return m_editing; }
    /// The text is not what is saved.
    void setEdited(bool edited);
    void replaceText(const QString& text);
    void setProblems(const std::vector<LineProblem>& problems);
    const std::vector<LineProblem>& problems() const { return m_problems; }

signals:
    /// The user wants to edit, or has ended it.
    void editingWanted(bool on);
    void resetWanted();
    void saveWanted();
    /// The user has changed the text.
    void textEdited();
    /// A line was clicked that does something in memory.
    void lineChosen(uint32_t line);
    /// The mouse is on a line; 0: on none any more.
    void lineFocused(uint32_t line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeButtons();

    SourceEditor* m_editor;
    Look m_look;
    QString m_fileName;
    QToolButton *m_edit, *m_reset, *m_save;
    QLabel* m_problem;
    bool m_editing = false, m_edited = false, m_replacing = false;
    std::vector<LineProblem> m_problems;
};

} // namespace warplens::app
