// The bottom line of the window: what polling costs, and how we are connected.
#pragma once

#include <QWidget>

class QLabel;

namespace ui {

class ExplainSource;
class RouterSource;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void show(const RouterSource* source); // nullptr: no router
    void show(const ExplainSource& source); // an export
    // Until something else is shown.
    void say(const QString& text);
    using QWidget::show;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setRole(const char* role);

    QLabel* polling_;
    QLabel* samples_;
    QLabel* paths_;
    QLabel* link_;
};

} // namespace ui
