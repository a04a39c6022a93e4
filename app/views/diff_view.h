// SPDX-License-Identifier: GPL-3.0-or-later
// Two sources as one text: what went and what came, told by sign and colour. Can be scrolled, selected and copied.
#pragma once

#ifndef Q_MOC_RUN
#include "app/model/line_diff.h"
#endif
#include "app/paint/look.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;

namespace warplens::app {

class DiffView : public QWidget {
    Q_OBJECT
public:
    explicit DiffView(QWidget* parent = nullptr);
    void setLook(const Look& look);
    /// From the source that is called `before` to the one that is called `after`.
    void setSources(const QString& beforeName, const std::string& before, const QString& afterName,
                    const std::string& after);
    const std::vector<DiffLine>& lines() const { return m_lines; }

private:
    void retell();

    QLabel* m_title;
    QPlainTextEdit* m_text;
    Look m_look;
    QString m_before, m_after;
    std::vector<DiffLine> m_lines;
};

} // namespace warplens::app
