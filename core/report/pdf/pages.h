// Paper that goes on: a place to write at, and a new page when there is no more room.
#pragma once

#include <QPainter>
#include <functional>

namespace core::report {

class Pages {
public:
    // `size` of one page, between its margins; `footer` stands at the foot of every page with its number. `newPage` turns the painter to the next one;
    // null: a single sheet that is as long as it gets.
    Pages(QPainter& painter, QSizeF size, QString footer, std::function<void()> newPage);

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double room() const { return bottom_ - y_; }
    [[nodiscard]] double pageHeight() const { return bottom_; }
    [[nodiscard]] double y() const { return y_; }
    // What a single sheet has become.
    [[nodiscard]] double length() const { return bottom_ + kFooterRoom; }
    [[nodiscard]] QPainter& painter() { return painter_; }

    void advance(double height) { y_ += height; }
    // Goes to the next page unless this much is left of this one, or it has just begun.
    void need(double height);
    // Writes the last footer; of a single sheet right below what was written.
    void finish();

private:
    static constexpr double kFooterRoom = 34;
    void drawFooter();

    QPainter& painter_;
    QString footer_;
    std::function<void()> newPage_;
    double width_, bottom_;
    double y_ = 0;
    int page_ = 1;
};

} // namespace core::report
