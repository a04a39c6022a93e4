// SPDX-License-Identifier: GPL-3.0-or-later
// The host's side of what is shown, as text: the program that allocates, copies, launches, compares and frees. Copied or
// saved as a project with one click. Only what is seen is painted.
#pragma once

#include "app/views/picture.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/host_text.h"
#endif

#include <QAbstractScrollArea>
#include <QStringList>

#include <memory>

class QHBoxLayout;
class QToolButton;

namespace warplens::app {

class HostLines : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit HostLines(QWidget* parent);
    void setLook(const Look& look);
    /// From the first of its parts on.
    void setHost(std::shared_ptr<const HostText> host);
    const QStringList& lines() const { return m_lines; }
    bool isVisible(int line) const; ///< from 1

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void measure();
    void paintLine(QPainter& painter, const QRectF& area, const QString& text, double left) const;

    Look m_look;
    std::shared_ptr<const HostText> m_host;
    QStringList m_lines;
    qsizetype m_longest = 0;
    double m_lineHeight = 16, m_characterWidth = 8;
};

class HostPane : public Picture {
    Q_OBJECT
public:
    explicit HostPane(QWidget* parent = nullptr);
    void setLook(const Look& look) override;
    using Picture::show;
    void show(const Shown& shown) override;
    void showFocus(const Focus&) override {}
    void paintAt(QPainter& painter, const QRectF& area) override;
    /// Of what has no scene: a library's stage, or one of the CPU. nullptr: there is none.
    void setAlone(std::shared_ptr<const HostText> host);
    /// nullptr: nothing is shown yet.
    const std::shared_ptr<const HostText>& host() const { return m_host; }
    HostLines* text() const { return m_text; }

signals:
    void copyWanted();
    void projectWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void take(std::shared_ptr<const HostText> host);
    QString head() const;

    HostLines* m_text;
    QToolButton *m_copy, *m_save;
    QHBoxLayout* m_buttons;
    Shown m_shown;
    Look m_look;
    std::shared_ptr<const HostText> m_host, m_alone;
};

} // namespace warplens::app
