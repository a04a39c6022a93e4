// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures share: a title line, the look, the scene and the moment that they show. A picture is three things:
// the model (app/model), a geometry (pure arithmetic, tested without a window) and a painter, the class derived from
// this.
#pragma once

#include "app/paint/drawing.h"
#include "app/paint/opaque.h"
#include "app/views/picture.h"
#include "app/views/stopwatch.h"

#include <QTimer>
#include <QWidget>

#include <memory>

namespace warplens::app {

QColor toneColour(const Palette& colours, Tone tone);
/// That colour as text: as much darker or lighter as it takes to be read on the pane.
QColor inkOf(const QColor& colour, const Palette& colours);

constexpr int quickest = 33; ///< ms between steps from which on states are shown, not ways

class View : public Opaque<Picture> {
    Q_OBJECT
public:
    explicit View(const QString& title, QWidget* parent = nullptr);

    void setLook(const Look& look) override;
    void show(const Shown& shown) override;
    using Picture::show;
    void showFocus(const Focus& focus) override;
    void paintAt(QPainter& painter, const QRectF& area) override;
    /// What a point of the view is; empty where there is nothing.
    virtual Focus focusAt(const QPointF&) const { return {}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    /// Paints what is below the title line.
    virtual void paintContent(QPainter& painter, const QRectF& area) = 0;
    /// The same where there is no scene.
    virtual void paintAlone(QPainter&, const QRectF&) {}
    /// Right of the title: what exactly is shown. Empty: nothing.
    virtual QString subtitle() const { return {}; }
    /// For who does not see it.
    virtual QString spoken() const { return subtitle(); }
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
    QColor toneColour(Tone tone) const { return app::toneColour(colours(), tone); }
    /// Of the sentence above a picture: larger where there is room for it.
    QFont sentenceFont(const QRectF& area) const;
    /// A sentence in the painter's font, each phrase in its colour, in as many lines as there is room for.
    void paintPhrases(QPainter& painter, const QRectF& area, const Sentence& sentence) const;

private:
    void paintAll(QPainter& painter, const QRectF& whole);

    void startWay(const Shown& before);

    Look m_look;
    Shown m_shown;
    Focus m_focus;
    QTimer m_frames; ///< runs while something is on its way
    Stopwatch m_way, m_sinceStep;
    int m_wayTime = 0;
};

} // namespace warplens::app
