// A small table of figures in a card: as high as its rows, columns as wide as they need, the first takes the rest. Reads figure_roles.h.
#pragma once

#include <QTableView>

namespace ui {

class FiguresTable : public QTableView {
    Q_OBJECT
public:
    explicit FiguresTable(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    // Rows a card shows before the table scrolls; 0: all, always.
    void setMostRows(int rows);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareOutWidth();

    int mostRows_ = 0;
};

} // namespace ui
