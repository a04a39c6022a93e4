// SPDX-License-Identifier: GPL-3.0-or-later
// The stages, by track, each with a bar of its measured speed; below them what the chosen one is about.
#pragma once

#include "app/paint/look.h"
#include "kernels/catalogue/catalogue.h"

#include <QAbstractListModel>
#include <QWidget>

#include <map>
#include <memory>

class QLabel;
class QListView;
class QScrollArea;

namespace warplens::words {
class Narrator;
}

namespace warplens::app {

/// Rows are tracks (headings) and stages.
class StageListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles { IdRole = Qt::UserRole + 1, NumberRole, HeadingRole, ShareRole, ConflictRole };
    explicit StageListModel(QObject* parent = nullptr)
        : QAbstractListModel(parent) {}

    void setCatalogue(const kernels::Catalogue& catalogue);
    /// Measured speed of each stage, relative to the fastest; stages that are missing have no bar.
    void setShares(const std::map<std::string, double>& shares);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QModelIndex indexOf(const QString& stage) const;

private:
    struct Row {
        bool heading;
        QString id, number, title;
    };
    std::vector<Row> m_rows;
    std::map<std::string, double> m_shares;
};

class StageList : public QWidget {
    Q_OBJECT
public:
    explicit StageList(QWidget* parent = nullptr);
    ~StageList() override;

    void setCatalogue(const kernels::Catalogue& catalogue);
    void setShares(const std::map<std::string, double>& shares) { m_model->setShares(shares); }
    void setLook(const Look& look);
    /// They are told in another language from now on.
    void forgetTexts();
    /// Selects it and tells about it; emits nothing.
    void setCurrent(const kernels::Stage& stage);
    QListView* view() const { return m_view; }

signals:
    void chosen(const QString& stage);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitList();
    void retell();

    StageListModel* m_model;
    QListView* m_view;
    QScrollArea* m_scroll;
    QLabel* m_about;
    Look m_look;
    kernels::Stage m_current;
    bool m_quiet = false;
    std::unique_ptr<words::Narrator> m_narrator; ///< last: its thread calls this
};

} // namespace warplens::app
