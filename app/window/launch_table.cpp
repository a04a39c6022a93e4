// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/launch_table.h"

#include "app/engine/finding_text.h"
#include "app/paint/look.h"

#include <algorithm>

namespace warplens::app {
namespace {

using sim::simt::Dim3;
using sim::simt::Finding;

QString dimText(const Dim3& d) {
    if (d.z != 1)
        return QStringLiteral("%1×%2×%3").arg(d.x).arg(d.y).arg(d.z);
    return d.y != 1 ? QStringLiteral("%1×%2").arg(d.x).arg(d.y) : QString::number(d.x);
}

/// The number stands beside the name that it has, figures stand under one another, that of findings as well: to the left, it
/// would read on from the wavefronts. A column's head stands over them.
int alignmentOf(int column) {
    const bool words = column == LaunchTable::Number || column == LaunchTable::Kernel;
    return static_cast<int>(Qt::AlignVCenter) | static_cast<int>(words ? Qt::AlignLeft : Qt::AlignRight);
}

quint64 mistakes(const launches::LaunchReport& launch) {
    return sim::simt::errorsIn(launch.findings);
}

} // namespace

void LaunchTable::clear() {
    beginResetModel();
    m_rows.clear();
    m_launches = m_findings = 0;
    endResetModel();
}

void LaunchTable::add(const std::vector<launches::LaunchReport>& launches) {
    for (const launches::LaunchReport& launch : launches)
        m_findings += mistakes(launch);
    m_launches += launches.size();
    const size_t room = static_cast<size_t>(most) - std::min<size_t>(most, m_rows.size());
    const size_t count = std::min(room, launches.size());
    if (count == 0)
        return;
    beginInsertRows({}, static_cast<int>(m_rows.size()), static_cast<int>(m_rows.size() + count) - 1);
    m_rows.insert(m_rows.end(), launches.begin(), launches.begin() + static_cast<std::ptrdiff_t>(count));
    endInsertRows();
}

int LaunchTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LaunchTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QString LaunchTable::text(const launches::LaunchReport& launch, int column) const {
    switch (column) {
    case Number:
        return QString::number(launch.number);
    case Kernel:
        return QString::fromStdString(launch.name.substr(0, launch.name.find('(')));
    case Grid:
        return dimText(launch.grid);
    case Block:
        return dimText(launch.block);
    case Shared:
        return grouped(launch.staticShared + launch.dynamicShared);
    case Sectors:
        return grouped(launch.counts.global.sum().sectors);
    case Wavefronts:
        return grouped(launch.counts.shared.sum().wavefronts);
    case Findings: {
        const quint64 count = mistakes(launch);
        if (launch.error != 0)
            return QString::fromStdString(launch.errorName);
        return count != 0 ? QString::number(count) : QString();
    }
    default:
        return {};
    }
}

QVariant LaunchTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const launches::LaunchReport& row = launch(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::ForegroundRole:
        return index.column() == Findings ? QVariant(m_bad) : QVariant();
    case Qt::ToolTipRole: {
        QStringList lines{QString::fromStdString(row.name)};
        for (const Finding& finding : row.findings)
            lines << QStringLiteral("%1:%2: %3")
                         .arg(QString::fromStdString(finding.file))
                         .arg(finding.line)
                         .arg(QString::fromStdString(engine::findingLine(finding)));
        if (!row.exact)
            lines << tr("%1 of %2 blocks were run").arg(row.blocksRun).arg(row.grid.count());
        return lines.join('\n');
    }
    default:
        return {};
    }
}

QVariant LaunchTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Number:
        return tr("#");
    case Kernel:
        return tr("Kernel");
    case Grid:
        return tr("Grid");
    case Block:
        return tr("Block");
    case Shared:
        return tr("Shared bytes");
    case Sectors:
        return tr("Sectors");
    case Wavefronts:
        return tr("Wavefronts");
    case Findings:
        return tr("Findings");
    default:
        return {};
    }
}

} // namespace warplens::app
