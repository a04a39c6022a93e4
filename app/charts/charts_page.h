// SPDX-License-Identifier: GPL-3.0-or-later
// All charts, one at a time and large. Above them one row: the topics, and the charts of the topic that is open.
#pragma once

#ifndef Q_MOC_RUN
#include "app/charts/plots.h"
#endif
#include "app/charts/plot_chart.h"

#include <QWidget>

class QToolButton;

namespace warplens::app {

class ChartsPage : public QWidget {
    Q_OBJECT
public:
    explicit ChartsPage(QWidget* parent = nullptr);

    // Values to show; they are read at the next refresh(). What is pointed to must outlive the page, or be replaced.
    void setLook(const Look& look);
    void setCatalogue(const kernels::Catalogue* catalogue) { m_request.catalogue = catalogue; }
    void setRecordings(const std::vector<kernels::Recording>* recordings, int current);
    void setTrack(const QString& track) { m_request.track = track.toStdString(); }
    void setSize(const kernels::Size& size) { m_request.size = size; }
    void setCache(const std::string& cache);
    void setCountedSize(const kernels::Size& size) { m_request.countedSize = size; }
    void setCurrent(const std::string& stage, const kernels::ParameterValues& parameters);
    const PlotRequest& request() const { return m_request; }
    void setModelCounts(const ModelCounts& model) { m_request.model = model; }
    void setReasons(const StageReasons& reasons, std::shared_ptr<const Reason> edited) {
        m_request.reasons = reasons;
        m_request.edited = std::move(edited);
    }
    void setTraffic(const DramShares& traffic) { m_request.traffic = traffic; }
    void refresh();

    /// Shows the chart of that name (see plotKinds); false where there is none.
    bool setKind(const QString& name);
    QString kind() const;
    PlotKind::Needs needs() const { return kindShown().needs; }
    const PlotKind& kindShown() const { return plotKinds()[m_kind]; }
    PlotChart* chart() const { return m_chart; }
    QSize minimumSizeHint() const override { return {480, 320}; }

signals:
    void chosen(const QString& stage, const QString& variant);
    /// Somebody wants to see that chart.
    void kindChosen(const QString& name);
    void cacheChosen(bool flushed);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeButtons();
    QToolButton* addButton(const QString& name, const QString& text);
    /// The chart's place in the row of all: those of a topic stand together.
    void open(size_t kind);
    bool isOpen(size_t kind) const;

    PlotRequest m_request;
    Look m_look;
    std::vector<QToolButton*> m_topics, m_buttons; ///< in the order of plotTopics and plotKinds
    QToolButton* m_every;                          ///< variant of each stage
    QToolButton* m_flushed;                        ///< L2, before each launch
    size_t m_kind = 0;
    PlotChart* m_chart;
};

} // namespace warplens::app
