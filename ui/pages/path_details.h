// What puts traffic on one path: opens over the page when a lane is clicked, closes with Escape or a click elsewhere.
#pragma once

#include "core/model/path_share.h"

#include <QFrame>
#include <optional>

namespace ui {

class PathDetails : public QFrame {
    Q_OBJECT
public:
    // Deletes itself when closed.
    PathDetails(core::model::PathKind kind, const std::optional<core::model::RateSample>& rates, QWidget* parent);

    // Shows it near `at` (global), inside the screen.
    void popup(const QPoint& at);

Q_SIGNALS:
    void explainRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addExplain();
    core::model::PathKind kind_;
};

} // namespace ui
