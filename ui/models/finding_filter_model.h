// A FindingListModel narrowed by words and by severity. Every word has to be somewhere in the row, in any case.
#pragma once

#include <QSortFilterProxyModel>
#include <QStringList>

namespace ui {

class FindingFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Show { Everything, Critical, Warnings, Advice, Good };

    explicit FindingFilterModel(QObject* parent = nullptr);
    void setWords(const QString& text);
    void setShow(Show show); // Warnings: those and critical ones; Advice: those, warnings and critical ones
    [[nodiscard]] bool isFiltering() const { return !words_.isEmpty() || show_ != Show::Everything; }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList words_;
    Show show_ = Show::Everything;
};

} // namespace ui
