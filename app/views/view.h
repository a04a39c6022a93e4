// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures share: a title line, the look, the scene and the moment that they show. A picture is three things:
// the model (app/model), a geometry (pure arithmetic, tested without a window) and a painter, the class derived from
// this.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/focus.h"
#include "app/model/moment.h"
#include "app/model/replay.h"
#endif
#include "app/paint/drawing.h"
#include "app/paint/look.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>

namespace warplens::app {

/// What a view is given to paint. Copied as a whole: views hold nothing that could go stale.
struct Shown {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<const Navigator> navigator;
    Moment moment;
    const ReplayState* state = nullptr; ///< owned by the player; valid until the next position
};

class View : public QWidget {
    Q_OBJECT
public:
    explicit View(const QString& title, QWidget* parent = nullptr);

    void setLook(const Look& look);
    virtual void show(const Shown& shown);
    /// Marks what belongs to the one cursor.
    void showFocus(const Focus& focus);
    /// What a point of the view is; empty where there is nothing.
    virtual Focus focusAt(const QPointF&) const { return {}; }
    QSize minimumSizeHint() const override { return {220, 150}; }
    /// Paints the view at a size of its own: for reports and exports.
    QImage picture(const QSize& size, double ratio);

signals:
    /// The mouse is on something; an empty focus: on nothing any more.
    void focused(const Focus& focus);
    /// It was clicked.
    void chosen(const Focus& focus);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    /// Paints what is below the title line.
    virtual void paintContent(QPainter& painter, const QRectF& area) = 0;
    /// Right of the title: what exactly is shown. Empty: nothing.
    virtual QString subtitle() const { return {}; }
    virtual void lookChanged() {}
    virtual void shownChanged() {}
    /// A step leads from what was shown before (its state is not valid any more) to what is shown now. Returns how many
    /// milliseconds the way takes; 0: nothing moves here.
    virtual int beginWay(const Shown& before);
    /// How far on that way, eased out: 1 at its end, and always where motion is reduced or steps come too quickly.
    double progress() const;

    const Look& look() const { return m_look; }
    const Palette& colours() const { return m_look.colours; }
    const Shown& shown() const { return m_shown; }
    const Focus& focus() const { return m_focus; }
    /// Outlines something that belongs to the one cursor.
    void paintFocus(QPainter& painter, const QRectF& area) const;
    QRectF contentNow() const { return contentArea(rect()); }
    bool hasScene() const { return m_shown.scene != nullptr; }
    QRectF contentArea(const QRectF& whole) const;
    QColor toneColour(Tone tone) const;

private:
    void paintAll(QPainter& painter, const QRectF& whole);

    void startWay(const Shown& before);

    QString m_title;
    Look m_look;
    Shown m_shown;
    Focus m_focus;
    QTimer m_frames; ///< runs while something is on its way
    QElapsedTimer m_way, m_sinceStep;
    int m_wayTime = 0;
};

QString toQString(const std::string& text);

} // namespace warplens::app
