// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page of charts in step with what is shown, and has the model work out what the open chart needs.
#pragma once

#include "app/window/context.h"

#include <QObject>

namespace warplens::app {

class ChartsPage;
class StageList;

class Charting : public QObject {
    Q_OBJECT
public:
    Charting(Context& context, ChartsPage* page, StageList* list, QObject* parent = nullptr);

    /// A stage and a variant that was clicked in a chart.
    void showVariant(const QString& stage, const QString& variant);
    void refresh();

private:
    void giveModel();

    Context& m_context;
    ChartsPage* m_page;
    StageList* m_list;
};

} // namespace warplens::app
