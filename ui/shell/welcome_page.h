// What the window shows while there is no router: the two ways to get one.
#pragma once

#include <QWidget>

namespace ui {

class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(QWidget* parent = nullptr);

Q_SIGNALS:
    void connectRequested();
    void labRequested();
};

} // namespace ui
