// SPDX-License-Identifier: GPL-3.0-or-later
// What the window consists of: stages on the left, pictures of one moment in the middle, what it means and what was
// counted on the right, time at the bottom; and what of it is there in which form of the window.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN // which stumbles over tables made of macros
#include "app/model/exhibit.h"
#endif

#include <QByteArray>

class QLabel;
class QMainWindow;
class QSplitter;
class QStackedWidget;
class QWidget;

namespace warplens::app {

class ChallengePane;
class ChartsPage;
class DiffView;
class Facts;
class HeaderBar;
class LayoutPage;
class LessonBar;
class MessageBar;
class QuestionPage;
class StageList;
class StagePane;
class TransportBar;

class WindowLayout {
public:
    /// Makes all but what the window has already.
    WindowLayout(QMainWindow* window, MessageBar* messages);
    /// Puts all in its place.
    void furnish(Facts* facts);

    /// What is done with the window.
    struct Form {
        Page page = Page::Pictures;
        bool presenting = false, comparing = false;
        bool asking = false;       ///< a question
        bool constructing = false; ///< a layout
        bool challenged = false;   ///< the stages give way to a challenge
        bool captioned = false;    ///< a caption says what happens
        bool runs = false;         ///< what is shown has a kernel: it takes time
    };
    void arrange(const Form& form);
    void setLook(const Look& look);
    void focusList();

    /// As wide as suits the window, unless somebody has moved them.
    void setColumns(bool challenged);
    void resetColumns();
    /// As somebody has moved them; empty: nobody has.
    QByteArray columns() const;
    void restoreColumns(const QByteArray& columns);

    HeaderBar* header;
    StageList* list;
    StagePane *pane, *other;
    TransportBar* transport;
    ChartsPage* charts;
    DiffView* diff;
    QLabel *title, *subtitle; ///< of a presentation
    LessonBar* lesson;
    QuestionPage* question;
    ChallengePane* challenge;
    LayoutPage* layout;

private:
    QWidget* makePages();
    QWidget* makeTitles();

    QMainWindow* m_window;
    MessageBar* m_messages;
    Facts* m_facts = nullptr;
    QStackedWidget* m_pages = nullptr;
    QStackedWidget* m_side = nullptr; ///< the stages, or a challenge
    QWidget* m_titles = nullptr;
    QSplitter* m_columns = nullptr;
    bool m_movedByHand = false;
    double m_scale = 1; ///< of the type, but for a presentation, which has its own rules
};

} // namespace warplens::app
