// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of one scene, all of the same moment, with the one cursor between them. The window shows one such pane,
// or two in lockstep; an export paints one without a window.
#pragma once

#include "app/views/arrangement.h"
#include "app/views/big_numbers.h"
#include "app/views/picture.h"
#include "app/views/player.h"

#include <QWidget>

#include <map>
#include <string>

class QLabel;
class QSplitter;

namespace warplens::app {

class BanksView;
class SourcePane;
class Veil;
struct Alternative;

class StagePane : public QWidget {
    Q_OBJECT
public:
    /// Alone in the window: its sentence and figures stand elsewhere. Half: one of two, with its own.
    enum class Form { Alone, Half };
    /// Whether what it shows is what was asked for.
    enum class State { Ready, Computing, Failed };

    explicit StagePane(QWidget* parent = nullptr);

    Player* player() const { return m_player; }
    /// Made when it is asked for first. nullptr: there is none of that name.
    Picture* picture(const std::string& name);
    SourcePane* source();

    void setLook(const Look& look);
    void setForm(Form form);
    /// Whether it says what happens, where there is room for that; somebody else may do it.
    void setSentenceShown(bool shown);
    /// Whether somebody beside it tells what happens and what it costs; otherwise it does.
    void setTold(bool told);
    /// By name; empty: those that suit.
    void setPictures(const PictureNames& names);
    void setAlone(const PictureNames& names); ///< that have anything to show where there is no kernel; else empty
    /// That are shown now.
    PictureNames pictures() const { return shownPictures(m_chosen, room()); }
    PictureRoom room() const;
    void setScene(std::shared_ptr<const Scene> scene, Position at = {});
    /// Other than Ready: what is shown is not what was asked for, and stands behind a veil that says so.
    void setState(State state, const QString& text = {});
    State state() const { return m_state; }
    /// What the request would cost if the stage's switch were thrown.
    void setAlternative(const std::optional<Alternative>& alternative);
    /// Above the pictures, in the form Half: what is shown here, and whether it is the worse or better of two.
    void setHead(const QString& text, BigNumber::Kind kind);
    void setNumbers(const std::vector<BigNumber>& numbers);
    /// Paints all of its pictures, arranged for that size.
    void paintAt(QPainter& painter, const QRectF& area);
    /// What paintAt arranges in an area of that size.
    std::vector<PictureNames> columnsIn(const QSizeF& size) const;
    /// Writes a sentence as rich text in the colours of the look.
    static QString html(const Sentence& sentence, const Look& look);

    QByteArray splitState() const;
    void restoreSplit(const QByteArray& state);
    void resetSplit();

public slots:
    void setFocusShown(const Focus& focus);
    /// A focus that stays until another is chosen, or none.
    void pin(const Focus& focus);
    void goToLine(uint32_t line);

signals:
    void focusChanged(const Focus& focus);
    /// A result's element outside this block was clicked: the block that computes it.
    void blockWanted(quint32 x, quint32 y);
    /// A picture has been made: it can be given a menu.
    void pictureMade(const QString& name, warplens::app::Picture* picture);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showMoment();
    void arrange();
    void place(const std::vector<PictureNames>& columns);
    void showPicture(const std::string& name, Picture* picture);
    void connectPicture(const std::string& name, Picture* picture);
    void goToPtxLine(uint32_t line);
    template<class Matches>
    bool goToNext(Matches matches);
    bool wantsBlock(const Focus& focus);

    Player* m_player;
    std::map<std::string, Picture*> m_pictures;
    QLabel *m_head, *m_sentence;
    BigNumbers* m_numbers;
    QSplitter* m_columns;
    std::vector<PictureNames> m_placed; ///< what stands where
    Veil* m_veil;
    Look m_look;
    Form m_form = Form::Alone;
    State m_state = State::Ready;
    PictureNames m_chosen, m_alone;
    BigNumber::Kind m_headKind = BigNumber::Kind::Plain;
    bool m_sentenceShown = true, m_told = true;
    Focus m_pinned;
};

} // namespace warplens::app
