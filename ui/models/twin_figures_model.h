// What the twin says in figures: a row each for goodput, pings, the busiest core and the share on a fast path; now, with the change, what it
// moves. Without a change only what is now, and its interval.
//
//   model.set(state.prediction);
//   table->setModel(&model);          // pages/figures_table.h; roles: figure_roles.h
#pragma once

#include "core/model/prediction.h"

#include <QAbstractTableModel>
#include <memory>

namespace ui {

class TwinFiguresModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, NowColumn, ChangeColumn, DifferenceColumn, IntervalColumn, ColumnCount };

    explicit TwinFiguresModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    // Null: no rows.
    void set(std::shared_ptr<const core::model::Prediction> prediction);
    [[nodiscard]] bool compares() const { return prediction_ && prediction_->change && prediction_->effect; }

private:
    std::shared_ptr<const core::model::Prediction> prediction_;
};

} // namespace ui
