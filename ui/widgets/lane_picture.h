// "Where packets go": five lanes between what came in and what went out, each as wide as its bytes.
//
//   picture->setTraffic(share, in, out);
//   connect(picture, &LanePicture::pathClicked, …);
//
// Lanes can be reached with Tab and the arrow keys, and clicked with Enter.
#pragma once

#include "core/model/path_share.h"
#include "ui/widgets/lane_layout.h"

#include <QPainterPath>
#include <QWidget>
#include <optional>

namespace ui {

class LanePicture : public QWidget {
    Q_OBJECT
public:
    explicit LanePicture(QWidget* parent = nullptr);

    // No share: the lanes are drawn empty, with `placeholder` (setPlaceholder) across them.
    void setTraffic(const std::optional<core::model::PathShare>& share, const std::optional<core::base::BitRate>& out);
    void setPlaceholder(const QString& text);
    // One line on why traffic is on the slow path; empty: not known.
    void setSlowReason(const QString& text);

    [[nodiscard]] QSize sizeHint() const override { return {900, 168}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {480, 126}; }
    // Rectangles of all texts as drawn, for tests of overlap.
    [[nodiscard]] std::vector<QRectF> textRects() const;

Q_SIGNALS:
    void pathClicked(core::model::PathKind kind);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Text {
        QRectF rect;
        QString text;
        QColor ink;
        bool strong = false;
        bool interrupts = false; // drawn on a gap in its lane
    };

    [[nodiscard]] bool showsUnattributed() const;
    [[nodiscard]] std::vector<double> shares() const;
    [[nodiscard]] LaneLayout layoutNow() const;
    [[nodiscard]] std::vector<Text> textsOf(const LaneLayout& layout) const;
    [[nodiscard]] QPainterPath ribbon(const LaneLayout& layout, const LaneShape& lane, double extra = 0) const;
    [[nodiscard]] int laneAt(const QPointF& at) const; // -1: none
    [[nodiscard]] QString tipOf(int lane) const;
    void highlight(int lane);

    std::optional<core::model::PathShare> share_;
    std::optional<core::base::BitRate> out_;
    QString placeholder_;
    QString slowReason_;
    int hot_ = -1; // lane under the pointer or the keyboard
};

} // namespace ui
