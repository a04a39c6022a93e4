// SPDX-License-Identifier: GPL-3.0-or-later
// The line at the top: what is shown, its parameters, and the way to the GPU.
#pragma once

#include "app/paint/look.h"
#include "kernels/catalogue/stage.h"

#include <QWidget>

#include <map>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace warplens::app {

/// "06" of matmul/06-tiled-conflicts; empty for a kernel of the user's.
QString stageNumber(const std::string& id);

/// Two halves, one of them chosen: off and on.
class OnOffSwitch : public QWidget {
    Q_OBJECT
public:
    explicit OnOffSwitch(QWidget* parent = nullptr);
    void setLook(const Look& look);
    void setOn(bool on);
    bool isOn() const { return m_on; }
    /// The colour of the chosen half.
    void setTone(const QColor& tone);
    QSize sizeHint() const override;

signals:
    void toggled(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Look m_look;
    QColor m_tone;
    bool m_on = false;
};

class YieldingRow;

class HeaderBar : public QWidget {
    Q_OBJECT
public:
    explicit HeaderBar(QWidget* parent = nullptr);

    void setLook(const Look& look);
    /// Shows the stage and its parameters with these values.
    void setStage(const QString& track, const kernels::Stage& stage, const kernels::ParameterValues& values);
    /// Of the stage's track: a size is the edge of matrices, or a number of elements.
    void setPictureSize(std::int64_t current, const kernels::Track& track);
    /// Compute capability whose rules apply.
    void setArchitecture(const std::string& capability);
    void setMeasuredSizes(const QStringList& sizes, int current);
    void setRecordings(const QStringList& names, int current);
    /// What the stage can be compared with; the first is nothing.
    void setComparisons(const QStringList& names, int current);
    void setRunning(bool running, const QString& progress);
    void setConflicts(bool conflicts);
    /// What is wrong with the expression that was typed; empty: nothing.
    void setLanesProblem(const QString& problem);
    /// A kernel of the user's has a size of its own, and no measurement.
    void setOwnKernel(bool own);

signals:
    void parameterChosen(const QString& name, qint64 value);
    /// Which element each lane reads, for stages where that is typed.
    void lanesTyped(const QString& expression);
    void pictureSizeChosen(int size);
    void measuredSizeChosen(int index);
    void recordingChosen(int index);
    void comparisonChosen(int index);
    void architectureChosen(const QString& capability);
    void runClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void writeTitle();
    /// Lets go what there is no room for, and writes the title into what is left.
    void fit();
    void addLanes();

    QLabel *m_brand, *m_stage;
    QString m_track, m_number, m_title, m_shortTitle; ///< of the stage
    QHBoxLayout* m_parameters;
    QLineEdit* m_lanes = nullptr; ///< of the stages that have one
    std::map<std::string, OnOffSwitch*> m_switches;
    std::map<std::string, QComboBox*> m_choices;
    QString m_builtFor;
    QComboBox *m_picture, *m_architecture, *m_compare, *m_measured, *m_recording;
    QPushButton* m_run;
    YieldingRow* m_more;
    bool m_running = false;
    bool m_onCpu = false; ///< the stage that is shown runs there
    Look m_look;
    bool m_conflicts = false;
};

} // namespace warplens::app
