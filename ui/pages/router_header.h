// Name of the router, what it is, how we are connected, and the two buttons that matter most.
#pragma once

#include "core/workspace/router.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

class RouterSource;
class StatusPill;

class RouterHeader : public QWidget {
    Q_OBJECT
public:
    explicit RouterHeader(QWidget* parent = nullptr);

    void show(const RouterSource& source, bool busy);
    using QWidget::show;

Q_SIGNALS:
    void undoRequested();
    void tuningRequested(core::workspace::Tuning tuning);

private:
    void showLink(const RouterSource& source);

    QLabel* name_;
    StatusPill* board_;
    StatusPill* version_;
    StatusPill* link_;
    QPushButton* undo_;
    QPushButton* primary_;
    core::workspace::Tuning suggested_ = core::workspace::Tuning::AddFastTrack;
};

} // namespace ui
