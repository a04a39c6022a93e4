// SPDX-License-Identifier: GPL-3.0-or-later
// The launches of a program as rows of a table.
#pragma once

#ifndef Q_MOC_RUN
#include "kernels/launches/event.h"
#endif

#include <QAbstractTableModel>
#include <QColor>
#include <QString>

#include <vector>

namespace warplens::app {

class LaunchTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, Kernel, Grid, Block, Shared, Sectors, Wavefronts, Findings, Columns };
    static constexpr int most = 100'000; ///< rows: launches after these are counted and not listed

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void add(const std::vector<launches::LaunchReport>& launches);
    const launches::LaunchReport& launch(int row) const { return m_rows[static_cast<size_t>(row)]; }
    /// Where a launch of the same number, kernel and grid has been kept since.
    void setRecording(int row, const std::string& folder) { m_rows[static_cast<size_t>(row)].recording = folder; }
    void setBad(const QColor& bad) { m_bad = bad; }
    quint64 launches() const { return m_launches; }
    quint64 findings() const { return m_findings; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const launches::LaunchReport& launch, int column) const;

    std::vector<launches::LaunchReport> m_rows;
    quint64 m_launches = 0, m_findings = 0;
    QColor m_bad;
};

} // namespace warplens::app
