// SPDX-License-Identifier: GPL-3.0-or-later
// The source of the kernel, with the line that is executed now, and beside each line what it costs. The only file that
// knows QScintilla.
#pragma once

#include "app/views/picture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/line_heat.h"
#endif

#include <map>
#include <memory>
#include <vector>

class QLabel;
class QToolButton;

namespace warplens::app {

class SourceEditor;

/// What is wrong with a line: said by the compiler, or found by the emulator.
struct LineProblem {
    uint32_t line = 0; ///< 0: no line of this source
    QString text;
    bool error = true;
    bool operator==(const LineProblem&) const = default;
};

class SourcePane : public Picture {
    Q_OBJECT
public:
    explicit SourcePane(QWidget* parent = nullptr);

    void setLook(const Look& look) override;
    using Picture::show;
    void show(const Shown& shown) override;
    void showFocus(const Focus& focus) override;
    void paintAt(QPainter& painter, const QRectF& area) override;
    /// A source without a scene: of a stage that has none, or while there is none yet.
    void setSource(const QString& fileName, const QString& text);
    QString text() const;
    /// Which number stands beside the lines. A click on its name takes the next one.
    void setHeat(Heat heat);
    Heat heat() const { return m_heat; }
    Heat nextHeat() const { return static_cast<Heat>((static_cast<unsigned>(m_heat) + 1) % heats); }
    /// Where a line is painted, in the pane; empty where it is out of sight.
    QRect lineArea(uint32_t line) const;

    /// While the source is edited, the text stays as the user writes it.
    void setEditing(bool on);
    bool isEditing() const { return m_editing; }
    /// The text is not what is saved.
    void setEdited(bool edited);
    void replaceText(const QString& text);
    /// Puts something in front of a place in the text, as if it had been typed: it can be undone.
    void insertText(qsizetype place, const QString& what);
    /// Puts the caret there, and the line into sight.
    void goToLine(uint32_t line);
    void setProblems(const std::vector<LineProblem>& problems);
    const std::vector<LineProblem>& problems() const { return m_problems; }

signals:
    /// Another number is wanted beside the lines.
    void heatChosen(warplens::app::Heat heat);
    /// The user wants to edit, or has ended it.
    void editingWanted(bool on);
    void resetWanted();
    void saveWanted();
    /// The user has changed the text.
    void textEdited();
    /// A line was clicked.
    void lineChosen(uint32_t line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setSource(const QString& fileName, const QString& text, const std::map<uint32_t, LineCost>& costs,
                   MovedIn unit);
    void focusOnLine(uint32_t line);
    void refreshHeat();
    QString heatText() const;
    void placeButtons();
    void keepWholeLines();
    int buttonsEnd() const;

    SourceEditor* m_editor;
    QToolButton* m_head; ///< of the heat margin
    Look m_look;
    Shown m_shown;
    QString m_fileName;
    std::map<uint32_t, LineCost> m_costs;
    MovedIn m_unit = MovedIn::Sectors;
    Heat m_heat = Heat::PerRequest;
    QToolButton *m_edit, *m_reset, *m_save;
    QLabel* m_problem;
    bool m_editing = false, m_edited = false, m_replacing = false;
    bool m_onPaper = false; ///< a copy that is painted into a file: nothing can be clicked there
    std::vector<LineProblem> m_problems;
};

} // namespace warplens::app
