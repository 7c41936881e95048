// An ExperimentListModel narrowed by words and by verdict. Every word has to be somewhere in the row, in any case.
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace ui {

class ExperimentFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Show { Everything, Better, Worse, Open }; // Open: no difference, not enough data, no verdict

    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& text);
    void setShow(Show show);
    [[nodiscard]] bool isFiltering() const { return !words_.isEmpty() || show_ != Show::Everything; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList words_;
    Show show_ = Show::Everything;
};

} // namespace ui
