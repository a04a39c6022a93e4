// SPDX-License-Identifier: GPL-3.0-or-later
// A small live picture of what a term means: the moment that its link shows, played over and over, or a chart.
#pragma once

#include "app/paint/look.h"
#include "app/window/context.h"

#include <QString>
#include <QWidget>

#include <memory>

class QVBoxLayout;

namespace warplens::app {

class Picture;
struct PictureKind;
class Player;
class PlotChart;
class Veil;

class TermPicture : public QWidget {
    Q_OBJECT
public:
    explicit TermPicture(Context& context, QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// Of a link such as the glossary has them; empty: nothing. What takes a while is announced, what cannot be is said.
    void showLink(const std::string& link);
    /// nullptr: a chart is shown, or nothing yet.
    const Picture* picture() const { return m_picture; }
    const PlotChart* chart() const { return m_chart; }
    const Player& player() const { return *m_player; }
    QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void clear();
    void showChart();
    void takeScene(const QString& key, const std::shared_ptr<const Scene>& scene);
    void takeReasons();
    bool lacksReasons() const;
    void play();

    Context& m_context;
    Look m_look;
    Player* m_player;
    QWidget* m_room; ///< of the picture or chart
    Veil* m_veil;
    Picture* m_picture = nullptr;
    PlotChart* m_chart = nullptr;
    Exhibit m_exhibit;
    bool m_chartGrows = false; ///< more of it will be known
    const PictureKind* m_kind = nullptr;
    QString m_awaited; ///< the key of its scene
    std::string m_link;
};

} // namespace warplens::app
