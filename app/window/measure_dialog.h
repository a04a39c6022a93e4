// SPDX-License-Identifier: GPL-3.0-or-later
// Asks on which machines and GPUs something is to be measured: this computer, others through ssh, and whatever a
// launcher such as a cluster's srun leads to. Machines that are ticked are asked for their GPUs, which are then listed
// by name.
#pragma once

#ifndef Q_MOC_RUN
#include "kernels/measure/place.h"

#include <nlohmann/json_fwd.hpp>
#endif

#include <QDialog>
#include <QStringList>

#include <thread>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace warplens::app {

class MeasureDialog : public QDialog {
    Q_OBJECT
public:
    /// `known`: machines from earlier, as knownMachines() gives them.
    MeasureDialog(const QStringList& known, QWidget* parent);

    /// What is ticked: each GPU of each machine.
    std::vector<kernels::Place> places() const;
    /// All other machines of the list, "ssh NAME" or "via WORDS".
    QStringList knownMachines() const;

private:
    enum class State { Unasked, Asking, Known };
    QTreeWidgetItem* addMachine(const kernels::Place& place, bool ticked);
    void addTyped();
    void ask(QTreeWidgetItem* item);
    void showDevices(QTreeWidgetItem* item, const nlohmann::json& answer);
    void showProblem(QTreeWidgetItem* item, const QString& problem);
    void check();

    QTreeWidget* m_list;
    QComboBox* m_way;
    QLineEdit* m_machine;
    QPushButton *m_add, *m_measure;
    QLabel* m_problem;
    std::vector<std::jthread> m_askers;
};

} // namespace warplens::app
