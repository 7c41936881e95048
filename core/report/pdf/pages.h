// Paper that goes on: a place to write at, and a new page when there is no more room.
#pragma once

#include <QPainter>
#include <QPdfWriter>

namespace core::report {

class Pages {
public:
    // The writer's page is set up already; `footer` stands at the foot of every page with its number.
    Pages(QPdfWriter& writer, QPainter& painter, QString footer);

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double room() const { return bottom_ - y_; }
    [[nodiscard]] double pageHeight() const { return bottom_; }
    [[nodiscard]] double y() const { return y_; }
    [[nodiscard]] QPainter& painter() { return painter_; }

    void advance(double height) { y_ += height; }
    // Goes to the next page unless this much is left of this one, or it has just begun.
    void need(double height);
    // Writes the last footer.
    void finish();

private:
    void drawFooter();

    QPdfWriter& writer_;
    QPainter& painter_;
    QString footer_;
    double width_, bottom_;
    double y_ = 0;
    int page_ = 1;
};

} // namespace core::report
