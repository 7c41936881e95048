#include "core/report/svg.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace core::report {

namespace {

std::string path(const Points& points) {
    std::string d;
    for (const auto& [x, y] : points) {
        d += (d.empty() ? "M" : "L") + svgNumber(x) + " " + svgNumber(y);
    }
    return d;
}

} // namespace

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string svgNumber(double value) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.2f", std::isfinite(value) ? value : 0.0);
    std::string out = text.data();
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') {
        out.pop_back();
    }
    return out == "-0" ? "0" : out;
}

double niceTop(double largest) {
    if (!(largest > 0)) {
        return 1;
    }
    const double power = std::pow(10, std::floor(std::log10(largest)));
    for (const double step : {1.0, 1.2, 1.6, 2.0, 2.4, 3.2, 4.0, 6.0, 8.0}) {
        if (step * power >= largest * 0.999) {
            return step * power;
        }
    }
    return 10 * power;
}

Svg::Svg(double width, double height) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + svgNumber(width) + "\" height=\"" + svgNumber(height) + "\" viewBox=\"0 0 " + svgNumber(width) + " " +
           svgNumber(height) + "\" font-size=\"10\" font-family=\"DejaVu Sans, sans-serif\">";
}

void Svg::line(double x1, double y1, double x2, double y2, const char* color, const char* more) {
    out_ += "<path d=\"" + path({{x1, y1}, {x2, y2}}) + "\" stroke=\"" + color + "\" fill=\"none\"" + more + "/>";
}

void Svg::text(double x, double y, const std::string& text, const char* color, const char* anchor) {
    out_ += "<text x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" fill=\"" + color + "\" text-anchor=\"" + anchor + "\">" + escaped(text) + "</text>";
}

void Svg::rect(double x, double y, double width, double height, const char* color, const char* more) {
    out_ += "<rect x=\"" + svgNumber(x) + "\" y=\"" + svgNumber(y) + "\" width=\"" + svgNumber(width) + "\" height=\"" + svgNumber(height) + "\" fill=\"" + color + "\"" + more + "/>";
}

void Svg::area(const Points& outline, const char* color, const char* more) {
    out_ += "<path d=\"" + path(outline) + "Z\" fill=\"" + color + "\"" + more + "/>";
}

void Svg::curve(const Points& points, const char* color) {
    out_ += "<path d=\"" + path(points) + "\" fill=\"none\" stroke=\"" + color + "\" stroke-width=\"2\" stroke-linejoin=\"round\"/>";
}

std::string Svg::done() && {
    return std::move(out_) + "</svg>";
}

} // namespace core::report
