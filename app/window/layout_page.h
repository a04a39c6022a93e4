// SPDX-License-Identifier: GPL-3.0-or-later
// Construct: a tile of shared memory, the accesses to it and a layout of the learner's, counted at once; beside it the
// least padding or XOR that a search finds.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/model/layout_task.h"
#endif

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace warplens::app {

class LayoutPicture;

class LayoutPage : public QWidget {
    Q_OBJECT
public:
    explicit LayoutPage(QWidget* parent = nullptr);

    void setLook(const Look& look);
    void setTask(const LayoutTask& task);
    const LayoutTask& task() const { return m_task; }
    /// Of the accesses that are chosen, and shown beside the learner's.
    void search();
    const std::optional<sim::memory::LayoutSearch>& found() const { return m_found; }
    /// What is published, by its place in publishedLayouts().
    void showPublished(int index);
    /// What everything costs now, and what was said last; as they are read.
    QString told() const;
    /// In the language that is spoken now.
    void sayAgain();

signals:
    void closeWanted();
    void linkWanted();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QSpinBox* spin(const char* name, int least, int most, QHBoxLayout* row, const QString& label);
    QHBoxLayout* makeTileRow();
    QHBoxLayout* makeLayoutRow();
    QHBoxLayout* makeSearchRow();
    /// What the fields say becomes the task.
    void take();
    /// The fields say what the task is.
    void fill();
    void makeAccesses();
    void refresh();
    void refreshVerdict(const std::vector<sim::memory::TileAccess>& accesses);
    void typeLanes(unsigned lane, int element);
    /// Which of the accesses is shown, and of it the request that takes most.
    size_t shownAccess(const std::vector<sim::memory::TileAccess>& accesses) const;

    Look m_look;
    LayoutTask m_task;
    std::optional<sim::memory::LayoutSearch> m_found;
    int m_published = -1;
    bool m_filling = false;
    QHBoxLayout* m_accessRow;
    std::vector<QCheckBox*> m_accesses;
    QSpinBox *m_rows, *m_columns, *m_padding, *m_bits, *m_base, *m_shift, *m_wanted;
    QComboBox *m_element, *m_family, *m_shown, *m_cases;
    QLineEdit* m_lanes;
    QPushButton* m_search;
    LayoutPicture *m_yours, *m_least;
    QLabel *m_costs, *m_proof;
};

} // namespace warplens::app
