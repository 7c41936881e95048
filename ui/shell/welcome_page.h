// What the window shows while there is no router: the ways to get one, or to do without.
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
    void exportRequested();
};

} // namespace ui
