// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what pictures say, and holds each figure against the request that they show: whatever stage, GPU and step it is.
#pragma once

#include "app/model/moment.h"

#include <QRegularExpression>
#include <QString>

#include <cstdint>

namespace warplens::tests {

/// Why that text is not true of the moment; empty: it is, or says nothing that is known here.
inline QString untrue(QString text, const app::Moment& moment, bool movesSectors) {
    text.remove(QChar(0x2009)).remove(QChar(0x202f)); // between thousands
    if (text.contains(QLatin1String("%1")) || text.contains(QLatin1String("%n")))
        return QStringLiteral("a figure is missing");
    static const QRegularExpression noNumber(QStringLiteral("\\b-?(nan|inf)\\b"));
    if (noNumber.match(text).hasMatch())
        return QStringLiteral("a figure is none");
    const auto figures = [&](const char* pattern) {
        QList<uint64_t> all;
        const auto match = QRegularExpression(QLatin1String(pattern)).match(text);
        for (int i = 1; i <= match.lastCapturedIndex(); ++i)
            all << match.captured(i).toULongLong();
        return all;
    };
    if (const auto& r = moment.shared) {
        if (const auto f = figures("wavefront (\\d+) of (\\d+)"); f.size() == 2)
            if (f[0] == 0 || f[0] > f[1] || f[1] != r->cost.wavefronts)
                return QStringLiteral("it takes %1 wavefronts").arg(r->cost.wavefronts);
        if (const auto f = figures("wavefronts of this request: (\\d+), without conflicts (\\d+)"); f.size() == 2)
            if (f[0] != r->cost.wavefronts || f[1] != r->cost.wavefrontsIdeal)
                return QStringLiteral("%1 and %2").arg(r->cost.wavefronts).arg(r->cost.wavefrontsIdeal);
        if (const auto f = figures("half-warp 0: (\\d+), of half-warp 1: (\\d+); together without conflicts (\\d+)");
            f.size() == 3)
            if (f[0] + f[1] != r->cost.wavefronts || f[2] != r->cost.wavefrontsIdeal)
                return QStringLiteral("%1 and %2").arg(r->cost.wavefronts).arg(r->cost.wavefrontsIdeal);
    }
    if (const auto f = figures("(\\d+) words? of (\\d+) banks?"); f.size() == 2 && f[0] < f[1])
        return QStringLiteral("more banks than words");
    if (const auto& r = moment.global) {
        const uint64_t moved = uint64_t{r->cost.sectors} * 32;
        if (const auto f = figures("^(\\d+) of (\\d+) bytes moved"); f.size() == 2 && (f[0] >= f[1] || f[1] != moved))
            return QStringLiteral("%1 bytes are moved").arg(moved);
        if (const auto f = figures("^(\\d+) bytes moved(?:,| for| to)"); f.size() == 1 && f[0] != moved)
            return QStringLiteral("%1 bytes are moved").arg(moved);
        if (const auto f = figures("^(?:last: )?[A-Z.0-9]+ · .* · (\\d+) sectors?(?:, (\\d+) lines?)?$"); !f.isEmpty())
            if (f[0] != r->cost.sectors || (f.size() == 2 && f[1] != r->cost.lines))
                return QStringLiteral("%1 sectors of %2 lines").arg(r->cost.sectors).arg(r->cost.lines);
    }
    // What a cell of the map is, is said of every GPU.
    if (!movesSectors && text.contains(QLatin1String("sector")) && !text.contains(QLatin1String("a cell is a sector")))
        return QStringLiteral("this GPU moves no sectors");
    return {};
}

} // namespace warplens::tests
