// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of one scene, all of the same moment, with the one cursor between them. The window shows one such pane,
// or two in lockstep.
#pragma once

#include "app/paint/look.h"
#include "app/window/big_numbers.h"
#include "app/window/player.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;
class QSplitter;

namespace warplens::app {

class BanksView;
class GlobalView;
class PtxPane;
class SourcePane;
class TilesView;
class WarpView;

class StagePane : public QWidget {
    Q_OBJECT
public:
    /// Alone in the window: four pictures. Half: one of two, with its own sentence and figures.
    enum class Form { Alone, Half };
    enum class Picture { Tiles, Global, Source, Banks, Warp };

    explicit StagePane(QWidget* parent = nullptr);

    Player* player() const { return m_player; }
    BanksView* banks() const { return m_banks; }
    SourcePane* source() const { return m_source; }
    PtxPane* ptx() const { return m_ptx; }
    View* view(Picture picture) const; ///< nullptr for the source, which is none

    void setLook(const Look& look);
    void setForm(Form form);
    /// Shows that picture only; nothing: the ones that belong to the form.
    void setOnly(std::optional<Picture> picture);
    std::optional<Picture> only() const { return m_only; }
    /// The PTX stands beside the source, where the tiles are otherwise.
    void setPtxShown(bool on);
    bool ptxShown() const { return m_ptxShown; }
    /// The lanes of the warp: in a column of their own where there is room, else where global memory is.
    void setWarpShown(bool on);
    bool warpShown() const { return m_warpShown; }
    void setScene(std::shared_ptr<const Scene> scene, bool keepPlace);
    /// Above the pictures, in the form Half: what is shown here, and whether it is the worse of two.
    void setHead(const QString& text, bool worse);
    void setNumbers(const std::vector<BigNumber>& numbers);
    /// Writes a sentence as rich text in the colours of the look.
    static QString html(const Sentence& sentence, const Look& look);

    QByteArray splitState() const;
    void restoreSplit(const QByteArray& state);
    void resetSplit();

public slots:
    void setFocusShown(const Focus& focus);
    /// A focus that stays until another is chosen, or none.
    void pin(const Focus& focus);

signals:
    void focusChanged(const Focus& focus);
    /// A result's element outside this block was clicked: the block that computes it.
    void blockWanted(quint32 x, quint32 y);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showMoment();
    void arrange();
    void goToLine(uint32_t line);
    void goToPtxLine(uint32_t line);
    void showHidden();
    template<class Matches>
    bool goToNext(Matches matches);
    bool wantsBlock(const Focus& focus);

    Player* m_player;
    TilesView* m_tiles;
    GlobalView* m_global;
    SourcePane* m_source;
    BanksView* m_banks;
    WarpView* m_warp;
    PtxPane* m_ptx;
    QLabel *m_head, *m_sentence;
    BigNumbers* m_numbers;
    QSplitter *m_columns, *m_left, *m_right;
    Look m_look;
    Form m_form = Form::Alone;
    std::optional<Picture> m_only;
    bool m_ptxShown = false, m_warpShown = false;
    bool m_worse = false;
    Focus m_pinned;
};

} // namespace warplens::app
