// SPDX-License-Identifier: GPL-3.0-or-later
// Which stages are in the list: the catalogue's, and above them the kernels that the user has opened and the launches
// that programs have left: that is what the user works on.
#pragma once

#include "app/window/context.h"

#include <QObject>

namespace warplens::app {

class Appearance;
class StageList;

class StageListing : public QObject {
    Q_OBJECT
public:
    StageListing(Context& context, const Appearance& appearance, StageList* list, QObject* parent = nullptr);

    void refresh();

private:
    Context& m_context;
    const Appearance& m_appearance;
    StageList* m_list;
};

} // namespace warplens::app
