// SPDX-License-Identifier: GPL-3.0-or-later
// A picture: a widget that shows one moment of a scene, marks what belongs to the one cursor, and can be painted
// anywhere else. And the registry: the one list of all pictures there are.
#pragma once

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/focus.h"
#include "app/model/mistake_picture.h"
#include "app/model/moment.h"
#include "app/model/navigator.h"
#include "app/model/ptx_links.h"
#include "app/model/replay.h"
#endif
#include "app/paint/look.h"

#include <QWidget>

#include <memory>
#include <string_view>
#include <vector>

namespace warplens::app {

struct Reasons;

/// What a picture is given to paint. Copied as a whole: pictures hold nothing that could go stale.
struct Shown {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<const Navigator> navigator;
    std::shared_ptr<const PtxLinks> links;
    std::shared_ptr<const Reasons> reasons; ///< why it is as fast as it is; nullptr: not known yet
    KnownFindings findings;                 ///< of the whole launch; nullptr: not known yet
    Moment moment;
    const ReplayState* state = nullptr; ///< owned by the player; valid until the next position
};

class Picture : public QWidget {
    Q_OBJECT
public:
    explicit Picture(QWidget* parent = nullptr)
        : QWidget(parent) {}

    using QWidget::show;
    virtual void setLook(const Look& look) = 0;
    virtual void show(const Shown& shown) = 0;
    /// Marks what belongs to the one cursor.
    virtual void showFocus(const Focus& focus) = 0;
    /// Paints it as it is, at that size: for files and the clipboard. Vectors stay vectors.
    virtual void paintAt(QPainter& painter, const QRectF& area) = 0;
    QSize minimumSizeHint() const override { return {220, 150}; }

protected:
    /// As paintAt, of a picture that is made of widgets: `copy` is one of the same kind that nobody sees, so that the
    /// file holds what is shown and not how large the pane was, where it was scrolled to, or its scroll bars.
    static void renderAt(QPainter& painter, const QRectF& area, Picture& copy, const Look& look, const Shown& shown);

signals:
    /// The mouse is on something; an empty focus: on nothing any more.
    void focused(const Focus& focus);
    /// It was clicked.
    void chosen(const Focus& focus);
};

/// A row of the registry.
struct PictureKind {
    const char* name;  ///< in links and on the command line
    const char* title; ///< in menus, untranslated
    Qt::Key key;       ///< with Ctrl: this one alone
    Picture* (*make)(QWidget* parent);
    enum class Side : uint8_t { Left, Right } side; ///< where it stands among others
    bool needsShared = false;                       ///< nothing to see where a kernel has no shared memory
    const char* instead = nullptr;                  ///< of whom it stands where there is no room for both
    bool needsReasons = false;                      ///< of Shown
    bool needsFindings = false;                     ///< likewise
    bool tellsOrigin = false;                       ///< in itself, since what it shows was measured and not modelled
};

const std::vector<PictureKind>& pictureKinds();
/// nullptr: there is none of that name.
const PictureKind* findPicture(std::string_view name);
/// As an exhibit has it: with a '+' in front where it stands beside those that its stage opens with.
const PictureKind* pictureOf(std::string_view shown);
/// Translated.
QString pictureTitle(const PictureKind& kind);

} // namespace warplens::app
