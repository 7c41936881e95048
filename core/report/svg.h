// Pieces of SVG text. Numbers with a point and at most two decimals, so that the same picture is the same text everywhere.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace core::report {

// & < > " ' as entities: fit for text and for attributes of HTML and SVG.
[[nodiscard]] std::string escaped(const std::string& text);
[[nodiscard]] std::string svgNumber(double value);

using Points = std::vector<std::pair<double, double>>;

// A scale's highest mark, not below `largest`, a quarter of which is a round number too; 1 for nothing.
[[nodiscard]] double niceTop(double largest);

class Svg {
public:
    Svg(double width, double height);
    void line(double x1, double y1, double x2, double y2, const char* color, const char* more = "");
    void text(double x, double y, const std::string& text, const char* color, const char* anchor = "start");
    void rect(double x, double y, double width, double height, const char* color, const char* more = "");
    void area(const Points& outline, const char* color, const char* more = "");
    void curve(const Points& points, const char* color);
    // The element, closed.
    [[nodiscard]] std::string done() &&;

private:
    std::string out_;
};

} // namespace core::report
