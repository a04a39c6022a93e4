// SPDX-License-Identifier: GPL-3.0-or-later
// The window: stages on the left, pictures of one moment in the middle, what it means and what was counted on the
// right, time at the bottom. A frame: what is shown is the store's, and each kind of work has an owner of its own.
#pragma once

#include "app/window/appearance.h"
#include "app/window/context.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace warplens::app {

class Actions;
class Charting;
class ChallengePane;
class Challenging;
class ChartsPage;
class Comparing;
class Constructing;
class DiffView;
class Editing;
class Explaining;
class Exporting;
class Facts;
class HeaderBar;
class Lecturing;
class LessonBar;
class Measuring;
class PackOpening;
class PageWriting;
class Player;
class Practising;
class QuestionPage;
class Programs;
class Recordings;
class Session;
class Speaking;
class StageList;
class StagePane;
class Staging;
class StepWriting;
class Teaching;
class TimeControls;
class TransportBar;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const std::filesystem::path& stages, std::optional<packs::Pack> pack = {},
                        QWidget* parent = nullptr);
    ~MainWindow() override;

    Context& context() { return *m_context; }
    const Exhibit& shown() const { return m_store.now(); }
    Player* player() const;
    StagePane* pane() const { return m_pane; }
    StagePane* otherPane() const { return m_other; }
    ChartsPage* charts() const { return m_charts; }
    DiffView* diff() const { return m_diff; }
    Facts* facts() const { return m_facts; }
    HeaderBar* header() const { return m_header; }
    MessageBar* messages() const { return m_messages; }
    Appearance& appearance() { return *m_appearance; }
    Challenging& challenging() { return *m_challenging; }
    Comparing& comparing() { return *m_comparing; }
    Constructing& constructing() { return *m_constructing; }
    Editing& editing() { return *m_editing; }
    Exporting& exporting() { return *m_exporting; }
    Lecturing& lecturing() { return *m_lecturing; }
    Measuring& measuring() { return *m_measuring; }
    PackOpening& packOpening() { return *m_packOpening; }
    PageWriting& pageWriting() { return *m_pageWriting; }
    Practising& practising() { return *m_practising; }
    Programs& programs() { return *m_programs; }
    Speaking& speaking() { return *m_speaking; }
    StepWriting& stepWriting() { return *m_stepWriting; }
    Staging& staging() { return *m_staging; }
    Teaching& teaching() { return *m_teaching; }
    TimeControls& time() { return *m_time; }

    /// A stage's id or a link. False where there is none such: a message says why.
    bool show(const QString& what);
    using QMainWindow::show;
    bool openSession(const QString& file);
    bool saveSession(const QString& file);
    /// Theme, size of type, layout and bookmarks are kept from one start to the next, and what was not saved is
    /// offered.
    void rememberSettings();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build();
    void connectAll();
    void connectHeader();
    void makeMenus();
    void makeFileMenu(Actions& actions, QMenu* file);
    void makeViewMenu(Actions& actions, QMenu* view);
    void makeHelpMenu(Actions& actions, QMenu* help);
    void showFirst();
    void settle(const Exhibit& before, Exhibit& exhibit);
    void follow(Parts changed);
    void arrange();
    void applyLook();
    void sayAgain();
    void refreshHeader();
    void refreshStageList();
    void resetLayout();
    void setColumns();
    void search();
    void restoreFrom(const QString& file);
    QString sessionNow() const;

    std::unique_ptr<Sources> m_sources;
    std::unique_ptr<Recordings> m_recordings;
    std::unique_ptr<Session> m_session;
    ExhibitStore m_store;
    MessageBar* m_messages;
    std::unique_ptr<Context> m_context;

    // What is seen.
    HeaderBar* m_header;
    StageList* m_list;
    StagePane *m_pane, *m_other;
    ChartsPage* m_charts;
    DiffView* m_diff;
    QStackedWidget* m_pages;
    QWidget* m_titles; ///< of a presentation
    QLabel *m_title, *m_subtitle;
    LessonBar* m_lesson;
    ChallengePane* m_challenge;
    QStackedWidget* m_side; ///< the stages, or a challenge
    QuestionPage* m_question;
    TransportBar* m_transport;
    QSplitter* m_main;
    Facts* m_facts = nullptr;

    // Who does what.
    Appearance* m_appearance;
    Speaking* m_speaking;
    Staging* m_staging = nullptr;
    Editing* m_editing = nullptr;
    Programs* m_programs = nullptr;
    Measuring* m_measuring = nullptr;
    Comparing* m_comparing = nullptr;
    Charting* m_charting = nullptr;
    Explaining* m_explaining = nullptr;
    Exporting* m_exporting = nullptr;
    TimeControls* m_time = nullptr;
    Lecturing* m_lecturing = nullptr;
    Teaching* m_teaching = nullptr;
    Practising* m_practising = nullptr;
    Challenging* m_challenging = nullptr;
    Constructing* m_constructing = nullptr;
    PackOpening* m_packOpening = nullptr;
    PageWriting* m_pageWriting = nullptr;
    StepWriting* m_stepWriting = nullptr;

    bool m_splitByHand = false;
    bool m_remembers = false;
};

} // namespace warplens::app
