// The table of interfaces: InterfaceTableModel's figures, right-aligned in figures of one width, with the bar by path.
#pragma once

#include <QTableView>

namespace ui {

class InterfaceTable : public QTableView {
    Q_OBJECT
public:
    explicit InterfaceTable(QWidget* parent = nullptr);
    void setModel(QAbstractItemModel* model) override;
    // Shown while there are no rows.
    void setPlaceholder(const QString& text);
    // As high as its rows, up to seven; below that it scrolls.
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void shareOutWidth();

    QString placeholder_;
};

} // namespace ui
