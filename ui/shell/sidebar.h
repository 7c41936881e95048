// The routers and labs at the left, and below them what belongs to none of them; choosing turns the main panel to it.
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
    // Marks the entry below the routers, while its page is shown.
    void setExperimentsShown(bool shown);
    [[nodiscard]] QString selectedId() const; // empty: none

Q_SIGNALS:
    void chosen(const QString& id); // empty: the last one is gone
    void connectRequested();
    void experimentsRequested();
    void contextMenuRequested(const QString& id, const QPoint& globalPos);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showHint();

    RouterListModel* model_;
    QListView* list_;
    QLabel* hint_;
    QPushButton* experiments_;
};

} // namespace ui
