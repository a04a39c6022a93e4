// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page of charts in step with what is shown, and has the model work out what the open chart needs.
#pragma once

#include "app/window/context.h"

#include <QObject>

#include <memory>

namespace warplens::app {

class ChartsPage;
class StageList;
struct Reason;

class Charting : public QObject {
    Q_OBJECT
public:
    Charting(Context& context, ChartsPage* page, StageList* list, QObject* parent = nullptr);

    /// A stage and a variant that was clicked in a chart.
    void showVariant(const QString& stage, const QString& variant);
    void refresh();

private:
    void giveModel();
    /// Of the shown stage as it was changed; asked for where it is not known yet.
    std::shared_ptr<const Reason> editedReason();

    Context& m_context;
    ChartsPage* m_page;
    StageList* m_list;
};

} // namespace warplens::app
