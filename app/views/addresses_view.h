// SPDX-License-Identifier: GPL-3.0-or-later
// The request that is served, by address. To shared memory: every word of the array with its bank, and the lanes' words
// among them; why a column is one bank, and what an unused word at the end of a row does about it. To global memory:
// the sectors that move, and first of all what nobody asked for.
#pragma once

#include "app/views/addresses_geometry.h"
#include "app/views/layer.h"
#include "app/views/view.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/addresses.h"
#endif

#include <optional>

namespace warplens::app {

class AddressesView : public View {
    Q_OBJECT
public:
    explicit AddressesView(QWidget* parent = nullptr);
    Focus focusAt(const QPointF& point) const override;
    const std::optional<SharedMap>& shared() const { return m_shared; }
    const std::optional<GlobalMap>& global() const { return m_global; }

protected:
    void paintContent(QPainter& painter, const QRectF& area) override;
    QString subtitle() const override;
    QString spoken() const override;
    void shownChanged() override;

private:
    double sentenceHeight(const QRectF& area, const Sentence& sentence) const;
    const Request* request() const;

    WordsGeometry wordsIn(const QRectF& area) const;
    void paintShared(QPainter& painter, const QRectF& area);
    void paintWords(QPainter& painter, const WordsGeometry& g);
    void paintTouched(QPainter& painter, const WordsGeometry& g) const;
    void paintWordNumbers(QPainter& painter, const WordsGeometry& g) const;
    void paintBanks(QPainter& painter, const WordsGeometry& g) const;
    QColor bankColour(unsigned bank) const;
    unsigned markedBank() const;

    BytesGeometry bytesIn(const QRectF& area) const;
    void paintGlobal(QPainter& painter, const QRectF& area) const;
    void paintMoved(QPainter& painter, const BytesGeometry& g) const;
    void paintFacts(QPainter& painter, const BytesGeometry& g) const;
    QColor requestColour() const;

    std::optional<SharedMap> m_shared;
    std::optional<GlobalMap> m_global;
    Layer m_cells;
};

} // namespace warplens::app
