// SPDX-License-Identifier: GPL-3.0-or-later
// What a window begins with: the stage that says most at first sight, and what is wrong with what was read.
#pragma once

#include "app/window/context.h"

#include <QObject>

namespace warplens::app {

class PackOpening;
class Teaching;

class Beginning : public QObject {
    Q_OBJECT
public:
    Beginning(Context& context, const Teaching& teaching, const PackOpening& packs, QObject* parent = nullptr);

    void show();

private:
    void showStage();
    /// All mistakes of a pack are too many for a line below the pictures.
    QStringList problems() const;

    Context& m_context;
    const Teaching& m_teaching;
    const PackOpening& m_packs;
};

} // namespace warplens::app
