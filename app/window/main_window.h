// SPDX-License-Identifier: GPL-3.0-or-later
// The window: stages on the left, four pictures of one moment in the middle, what it means and what was counted on the
// right, time at the bottom.
#pragma once

#include "app/theme/look.h"
#include "app/window/player.h"
#include "app/window/session.h"

#include <QMainWindow>

class QLabel;
class QSplitter;

namespace warplens::app {

class BanksView;
class CountsView;
class GlobalView;
class HeaderBar;
class SourcePane;
class StageChart;
class StageList;
class TilesView;
class TransportBar;

enum class ThemeChoice { System, Light, Dark };

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::filesystem::path stages, QWidget* parent = nullptr);

    void setTheme(ThemeChoice choice);
    /// Shows a stage with its default parameters. False where there is none of that id.
    bool showStage(const QString& id);
    Player* player() const { return m_player; }
    Session* session() const { return m_session; }
    const Look& look() const { return m_look; }

signals:
    /// All views show the scene that was asked for last.
    void sceneShown();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeMenus();
    void applyLook();
    void request(bool keepPlace);
    SceneRequest sceneRequest(const kernels::ParameterValues& parameters) const;
    void showScene(const std::shared_ptr<const Scene>& scene);
    void showMoment();
    void showSentence(const Sentence& sentence);
    void showMessage(const QString& text);
    void refreshCounts();
    void refreshChart();
    void refreshRecordings();
    void refreshAlternative();
    bool sceneConflicts() const;
    void setParameter(const QString& name, qint64 value);
    void zoom(double factor);
    void runOnGpu();
    const kernels::Recording* recording() const;

    Session* m_session;
    Player* m_player;
    Look m_look;
    ThemeChoice m_theme = ThemeChoice::Dark;

    HeaderBar* m_header;
    StageList* m_list;
    TilesView* m_tiles;
    GlobalView* m_global;
    BanksView* m_banks;
    SourcePane* m_source;
    QLabel* m_sentence;
    CountsView* m_counts;
    StageChart* m_chart;
    TransportBar* m_transport;
    QSplitter* m_main;
    bool m_splitByHand = false;
    QLabel* m_status;

    kernels::Stage m_stage;
    kernels::ParameterValues m_parameters;
    int m_pictureSize = 64;
    kernels::Size m_measuredSize{4096, 4096, 4096};
    int m_recording = 0;
    QString m_awaited; ///< key of the scene that was asked for and is not shown yet; empty: none
    bool m_keepPlace = false;
};

} // namespace warplens::app
