// SPDX-License-Identifier: GPL-3.0-or-later
// The window, a frame: what is shown is the store's, what it consists of the layout's, and each kind of work has an
// owner of its own.
#pragma once

#include "app/window/appearance.h"
#include "app/window/context.h"

#include <QMainWindow>

#include <memory>
#include <optional>

class QMenu;

namespace warplens::app {

class Actions;
class Beginning;
class Charting;
class Challenging;
class ChartsPage;
class Comparing;
class Constructing;
class Consulting;
class Diagnosing;
class DiffView;
class Editing;
class Explaining;
class Exporting;
class Facts;
class Heading;
class HeaderBar;
class Lecturing;
class Measuring;
class PackOpening;
class PageWriting;
class Player;
class Practising;
class Programs;
class Recordings;
class Remembering;
class Searching;
class Session;
class SessionFiles;
class Speaking;
class StageListing;
class StagePane;
class Staging;
class StepWriting;
class Teaching;
class TimeControls;
class Viewing;
class WindowLayout;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(const std::filesystem::path& stages, std::optional<packs::Pack> pack = {},
                        QWidget* parent = nullptr);
    ~MainWindow() override;

    Context& context() { return *m_context; }
    const Exhibit& shown() const { return m_store.now(); }
    Player* player() const;
    StagePane* pane() const;
    StagePane* otherPane() const;
    ChartsPage* charts() const;
    DiffView* diff() const;
    Facts* facts() const { return m_facts; }
    HeaderBar* header() const;
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
    void employ();
    void connectAll();
    void connectLectures();
    void makeMenus();
    void makeFileMenu(Actions& actions, QMenu* file);
    void makeViewMenu(Actions& actions, QMenu* view);
    void makeHelpMenu(Actions& actions, QMenu* help);
    void settle(const Exhibit& before, Exhibit& exhibit);
    void arrange();
    void applyLook();
    void sayAgain();
    void resetLayout();

    std::unique_ptr<Sources> m_sources;
    std::unique_ptr<Recordings> m_recordings;
    std::unique_ptr<Session> m_session;
    ExhibitStore m_store;
    MessageBar* m_messages;
    std::unique_ptr<Context> m_context;
    std::unique_ptr<WindowLayout> m_seen;
    Facts* m_facts = nullptr;
    // Who does what.
    Appearance* m_appearance;
    Speaking* m_speaking;
    Staging* m_staging = nullptr;
    Editing* m_editing = nullptr;
    Diagnosing* m_diagnosing = nullptr;
    Programs* m_programs = nullptr;
    Measuring* m_measuring = nullptr;
    Comparing* m_comparing = nullptr;
    Charting* m_charting = nullptr;
    Explaining* m_explaining = nullptr;
    Exporting* m_exporting = nullptr;
    TimeControls* m_time = nullptr;
    SessionFiles* m_sessions = nullptr;
    Lecturing* m_lecturing = nullptr;
    Teaching* m_teaching = nullptr;
    Practising* m_practising = nullptr;
    Challenging* m_challenging = nullptr;
    Constructing* m_constructing = nullptr;
    Consulting* m_consulting = nullptr;
    PackOpening* m_packOpening = nullptr;
    PageWriting* m_pageWriting = nullptr;
    StepWriting* m_stepWriting = nullptr;
    Viewing* m_viewing = nullptr;
    StageListing* m_listing = nullptr;
    Heading* m_heading = nullptr;
    Searching* m_searching = nullptr;
    Remembering* m_remembering = nullptr;
    Beginning* m_beginning = nullptr;
};

} // namespace warplens::app
