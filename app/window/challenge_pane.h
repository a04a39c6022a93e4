// SPDX-License-Identifier: GPL-3.0-or-later
// Beside the source that somebody mends: what the challenge is, its goals with what was found, hints one after the other.
// Or the list of all challenges.
#pragma once

#include "app/paint/look.h"

#ifndef Q_MOC_RUN
#include "app/challenges/judge.h"
#endif

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace warplens::app {

class ChallengePane : public QWidget {
    Q_OBJECT
public:
    explicit ChallengePane(QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// All of them, with a tick for those that are solved.
    void showList(const challenges::Challenges& all, const QStringList& solved, const QString& current);
    void showChallenge(const challenges::Challenge& challenge, size_t at, size_t count);
    /// Nothing: it is being judged.
    void showVerdict(const std::optional<challenges::Verdict>& verdict);
    void showHints(size_t count);
    /// Something else is shown beside it.
    void setAway(bool away);

    bool listsAll() const;
    /// As a screen reader has it: "met: no findings; none".
    QString goalText(size_t goal) const;
    QString status() const;

signals:
    void chosen(const QString& id);
    void listWanted();
    void closeWanted();
    void hintWanted();
    void startOverWanted();
    void returnWanted();
    void neighbourWanted(int step);
    void lineWanted(uint32_t line);

private:
    QWidget* makePage();
    QWidget* makeButtons();
    void placeButtons();
    void resizeEvent(QResizeEvent* event) override;
    void style();
    void showGoals();
    QString paragraph(const QString& text) const;

    Look m_look;
    std::vector<challenges::Goal> m_goals;
    std::vector<std::string> m_hints;
    QStringList m_paragraphs;
    std::optional<challenges::Verdict> m_verdict;
    size_t m_hintsShown = 0;
    bool m_away = false;
    bool m_toEnd = false; ///< the last hint is to be seen
    QStackedWidget* m_pages;
    QListWidget* m_list;
    QScrollArea* m_scroll;
    QWidget* m_buttons;
    QBoxLayout* m_rows; ///< of the buttons: help, and the neighbours
    QLabel *m_place, *m_title, *m_text, *m_status, *m_hintText;
    QVBoxLayout *m_all, *m_goalRows;
    std::vector<QLabel*> m_goalLabels;
    QPushButton *m_hint, *m_back, *m_next, *m_startOver, *m_return;
    QToolButton *m_toList, *m_close;
};

} // namespace warplens::app
