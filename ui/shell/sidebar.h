// The routers and labs at the left; choosing one turns the main panel to it.
#pragma once

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;

namespace ui {

class RouterListModel;

class Sidebar : public QWidget {
    Q_OBJECT
public:
    explicit Sidebar(RouterListModel* model, QWidget* parent = nullptr);

    void select(const QString& id);
    [[nodiscard]] QString selectedId() const; // empty: none

Q_SIGNALS:
    void chosen(const QString& id); // empty: the last one is gone
    void connectRequested();
    void contextMenuRequested(const QString& id, const QPoint& globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showHint();

    RouterListModel* model_;
    QListView* list_;
    QLabel* hint_;
};

} // namespace ui
