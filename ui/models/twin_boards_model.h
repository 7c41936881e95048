// The boards that were tried with one configuration and traffic: what each carries of the rate that is wanted, how busy it is; last those it does
// not run on, with the reason.
//
//   model.set(state.boards, wantedBps);      // 0: no rate is wanted
#pragma once

#include "core/workspace/twin_state.h"

#include <QAbstractTableModel>
#include <vector>

namespace ui {

class TwinBoardsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { BoardColumn, ThroughputColumn, IntervalColumn, CoreColumn, PingColumn, AnswerColumn, ColumnCount };

    explicit TwinBoardsModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override; // roles of figure_roles.h too
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<core::workspace::BoardTrial> boards, double wantedBps);

private:
    [[nodiscard]] QString display(const core::workspace::BoardTrial& trial, int column) const;

    std::vector<core::workspace::BoardTrial> boards_;
    double wantedBps_ = 0;
};

} // namespace ui
