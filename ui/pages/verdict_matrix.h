// Who goes where: VerdictMatrixModel drawn with the colour of each path. Choosing a cell asks for that walk.
#pragma once

#include <QTableView>

namespace ui {

class VerdictMatrix : public QTableView {
    Q_OBJECT
public:
    explicit VerdictMatrix(QWidget* parent = nullptr);
    void setModel(QAbstractItemModel* model) override;
    // Marks a cell without asking for its walk; an invalid one marks none.
    void mark(const QModelIndex& index);
    // As high as its rows, up to eight.
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(const QModelIndex& index);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareOutWidth();
};

} // namespace ui
