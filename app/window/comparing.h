// SPDX-License-Identifier: GPL-3.0-or-later
// What is held against what: another variant, stage or architecture in lockstep, and the difference of two sources.
#pragma once

#include "app/views/big_numbers.h"
#include "app/window/context.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace warplens::app {

class DiffView;
class StagePane;
class Staging;

/// "06 Tiled, conflicts"
QString stageLabel(const kernels::Stage& stage);
/// "Fermi 2.0, 32 banks"
QString architectureLabel(const std::string& capability);

class Comparing : public QObject {
    Q_OBJECT
public:
    Comparing(Context& context, Staging& staging, StagePane* pane, StagePane* other, DiffView* diff,
              QObject* parent = nullptr);

    /// What the header's list offers; the first row is nothing.
    QStringList offers() const;
    /// Row of what is compared with now; 0: nothing, -1: none of the list.
    int current() const;
    void choose(int row);
    /// With the first that is offered, or with nothing.
    void toggle();
    /// The difference of two sources takes the place of the pictures.
    void toggleDifference();

signals:
    void offersChanged();

private:
    struct Offer {
        QString label;
        Comparison comparison;
    };
    void makeOffers();
    void offerArchitectures();
    void refreshDifference();
    void writeHeads();
    std::optional<BigNumber> speedOf(const Exhibit& of) const;
    QString head(const Exhibit& exhibit, const Exhibit& other) const;

    Context& m_context;
    StagePane *m_pane, *m_other;
    DiffView* m_diff;
    std::vector<Offer> m_offers;
    std::map<bool, std::optional<BigNumber>>
        m_speeds; ///< of what is shown (true), and compared with; none before it is asked
};

} // namespace warplens::app
