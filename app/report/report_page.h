// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a report: contents, sections, and how it looks on a screen and on paper.
#pragma once

#include "app/paint/look.h"

#include <QString>

#include <vector>

namespace warplens::app {

class ReportPage {
public:
    /// A chapter, and what stands in it. `id` is its anchor.
    void beginTrack(const QString& id, const QString& title);
    void beginStage(const QString& id, const QString& number, const QString& title);
    void endStage();
    void add(const QString& html) { m_body += html; }

    /// The whole page; `head` is the paragraph below its title.
    QString html(const Look& look, const QString& head) const;

private:
    struct Entry {
        QString id, number, title; ///< of a track without a number
    };
    QString contents() const;

    std::vector<Entry> m_entries;
    QString m_body;
};

} // namespace warplens::app
