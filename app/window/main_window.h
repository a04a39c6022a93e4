// SPDX-License-Identifier: GPL-3.0-or-later
// The window: stages on the left, four pictures of one moment in the middle, what it means and what was counted on the
// right, time at the bottom.
#pragma once

#include "app/paint/look.h"
#include "app/window/session.h"
#include "app/window/stage_pane.h"

#include <QMainWindow>

#include <functional>
#include <map>
#include <optional>

class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTimer;

namespace warplens::app {

class ChartsPage;
class CountsView;
class DiffView;
class HeaderBar;
class LaserPointer;
class StageChart;
class StageList;
enum class Preset;
class TransportBar;

enum class ThemeChoice { System, Light, Dark, HighContrastDark, HighContrastLight };

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(std::filesystem::path stages, QWidget* parent = nullptr);

    void setTheme(ThemeChoice choice);
    /// Shows a stage with its default parameters. False where there is none of that id.
    bool showStage(const QString& id);
    /// Opens a .cu or .ptx file of the user's. Without a complete launch, the one that is remembered is taken, or else
    /// the user is asked. False where the file cannot be read: the status says why.
    bool openKernelFile(const QString& name, const std::optional<engine::FileLaunch>& given = {});
    /// Lets the user write into the source; the pictures follow.
    void setEditing(bool on);
    /// Writes the source as it is shown into a file, which becomes a kernel of the user's own.
    bool saveSource(const std::filesystem::path& to);
    void resetSource();
    bool isEdited() const;
    /// Edited, or with another expression than the stage ships with: nothing was counted of it.
    bool isChanged() const;
    /// Theme, size of type and layout are kept from one start to the next.
    void rememberSettings();
    void setPresenting(bool on);
    bool isPresenting() const { return m_look.presentation; }
    /// Shows two variants, or two stages, in lockstep. Number of an offer of the header's list; 0 ends it.
    void compareWith(int offer);
    Player* player() const { return m_pane->player(); }
    StagePane* pane() const { return m_pane; }
    StagePane* otherPane() const { return m_other; }
    /// The charts take the place of the pictures.
    void setChartsShown(bool on);
    bool chartsShown() const;
    /// The difference of two sources takes the place of the pictures.
    void setDiffShown(bool on);
    bool diffShown() const;
    DiffView* diff() const { return m_diff; }
    ChartsPage* charts() const { return m_charts; }
    /// Writes the chart or the picture that is shown, in the format of the file's suffix. False: the status says why.
    bool exportChart(const QString& file, Preset preset);
    bool exportPicture(StagePane::Picture picture, const QString& file);
    Session* session() const { return m_session; }
    const Look& look() const { return m_look; }

signals:
    /// A screen reader is told that sentence.
    void announced(const QString& sentence);
    /// All views show the scene that was asked for last.
    void sceneShown();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    /// What the stage that is shown can be compared with.
    struct Offer {
        QString label;
        std::string stage;
        kernels::ParameterValues parameters;
        std::string architecture = {}; ///< empty: that of the window
    };
    void makeMenus();                 // main_menus.cpp
    void makeExportMenu(QMenu* file); // main_export.cpp
    void makeContextMenus();
    void resetLayout();
    void showPictureMenu(StagePane* pane, StagePane::Picture picture, const QPoint& at);
    void showChartMenu(const QPoint& at);
    void showSmallChartMenu(const QPoint& at);
    // main_comparing.cpp
    void makeComparing();
    void refreshDiff();
    void offerArchitectures(QStringList& labels);
    static QString architectureLabel(const std::string& capability);
    static QString stageLabel(const kernels::Stage& stage);
    void refreshBadge();
    // main_editing.cpp
    void makeEditing();
    void makeEditMenu(QMenu* file);
    void askForKernel();
    void askForLaunch(const engine::KernelFile& file, const engine::FileLaunch& offered);
    void showFile(const engine::KernelFile& file);
    void refreshStageList();
    /// A stage of the catalogue or a kernel of the user's, as it is saved; nullptr: there is none. Valid until the next
    /// call.
    const kernels::Stage* stageOf(const std::string& id);
    void compileEdited();
    void awaitScene();
    void stopComputing();
    void showProblems(const QString& message, const std::vector<kernels::Diagnostic>& diagnostics);
    void showFindings(const Scene& scene);
    void askAndSave();
    bool mayClose();
    SceneRequest countsRequest() const;

    void askAndExport(const QString& name, bool chart, const std::function<bool(const QString&)>& write);
    void makeGoMenu();
    void makeTimeMenu(); // main_time.cpp
    void setReduceMotion(bool on);
    void makeStageMenu();
    void makeViewMenu();
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& key, std::function<void()> run);
    void connectAll();
    void neighbour(int step);
    void page(int step);
    void askForBlock();
    void showBlock(uint32_t x, uint32_t y);
    void arrange();
    void writeHeads();
    void refreshOffers();
    void followOther();
    void applyLook();
    void request(bool keepPlace);
    SceneRequest sceneRequest(const kernels::ParameterValues& parameters) const;
    SceneRequest otherRequest() const;
    void showScene(const std::shared_ptr<const Scene>& scene);
    void showMoment();
    void showSentence(const Sentence& sentence);
    void showMessage(const QString& text);
    QString sizeText(const kernels::Size& size) const;
    void refreshCounts();
    void refreshChart();
    void giveChartsTheModel();
    /// "warm" or "cold": which times are shown, and taken beside the warm ones in a measurement.
    void setCache(const std::string& cache);
    void chooseSize();
    void refreshRecordings();
    void refreshAlternative();
    bool sceneConflicts() const;
    void setParameter(const QString& name, qint64 value);
    void setLanes(const QString& expression);
    void zoom(double factor);
    // main_measuring.cpp
    void runOnGpu();
    void chooseMachines();
    void measureOn(const std::vector<kernels::Place>& places);
    void showMeasuring();
    void showMeasured(const QString& problem);
    const kernels::Recording* recording() const;

    Session* m_session;
    Look m_look;
    double m_scale = 1; ///< that the user chose; a presentation is larger
    ThemeChoice m_theme = ThemeChoice::Dark;

    HeaderBar* m_header;
    StageList* m_list;
    StagePane *m_pane, *m_other;
    QStackedWidget* m_pages; ///< the panes, or the charts
    ChartsPage* m_charts;
    QWidget* m_facts;
    QWidget* m_titles; ///< of a presentation
    QLabel *m_title, *m_subtitle;
    LaserPointer* m_pointer;
    QLabel* m_sentence;
    CountsView* m_counts;
    StageChart* m_chart;
    TransportBar* m_transport;
    QSplitter* m_main;
    bool m_splitByHand = false;
    QAction* m_reduceMotion = nullptr;
    QAction* m_flushed = nullptr;
    QLabel* m_status;
    QLabel* m_badge;
    DiffView* m_diff;

    kernels::Stage m_stage;
    kernels::ParameterValues m_parameters;
    int m_pictureSize = 64;
    kernels::Size m_wantedSize{4096, 4096, 4096}; ///< where the stage was measured at it
    kernels::Size m_measuredSize = m_wantedSize;  ///< that is shown
    std::string m_cache = "warm"; ///< of the times that are shown; "cold": L2 was overwritten before each launch
    int m_recording = 0;
    std::optional<int> m_beforeMeasuring; ///< the recording that was shown before; while those being made are
    QStringList m_machines;               ///< that were measured on before
    std::vector<Offer> m_offers;          ///< what the header offers, without "nothing"
    int m_compared = 0;                   ///< number of the offer, from 1; 0: nothing
    QString m_otherAwaited;
    sim::simt::Dim3 m_block{0, 0, 0};
    std::map<std::string, engine::KernelFile> m_files; ///< of the user's, by stage id, as they are saved
    std::vector<std::string> m_fileOrder;
    kernels::Stage m_fileStage;
    std::map<std::string, std::string> m_edits; ///< texts that are not saved, by stage id
    QTimer *m_editTimer, *m_waitTimer;
    bool m_remembers = false;
    QString m_awaited; ///< key of the scene that was asked for and is not shown yet; empty: none
    bool m_keepPlace = false;
};

} // namespace warplens::app
