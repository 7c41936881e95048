// A thin bar stacked by path. As a widget, and as a function for item delegates.
#pragma once

#include "core/model/path_share.h"

#include <QWidget>
#include <optional>

class QPainter;

namespace ui {

// Fills `rect` with the shares; only the track when nothing moved or nothing is known.
void paintPathBar(QPainter& painter, const QRectF& rect, const std::optional<core::model::PathShare>& share);

class PathBar : public QWidget {
    Q_OBJECT
public:
    explicit PathBar(QWidget* parent = nullptr);
    void setShare(const std::optional<core::model::PathShare>& share);
    [[nodiscard]] QSize sizeHint() const override { return {120, 8}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<core::model::PathShare> share_;
};

} // namespace ui
