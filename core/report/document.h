// A report before it becomes a page: what stands in it, in order. HTML and PDF draw the same one, so that they cannot differ in what they say.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace core::report {

// Text as it is; whoever draws it escapes it.
struct Span {
    std::string text;
    bool strong = false;
};

struct Heading {
    std::string text;
};
struct Paragraph {
    std::vector<Span> spans;
    bool dim = false;
};
struct Cell {
    std::string text;
    bool right = false, strong = false;
};
struct Table {
    std::vector<Cell> header;
    std::vector<std::vector<Cell>> rows;
};
// A picture as SVG of this size, with its title above it. Two stand side by side; one that is wider than half the page stands alone.
struct Picture {
    std::string title;
    std::string svg;
    double width = 385, height = 210;
    [[nodiscard]] bool isWide() const { return width > 400; }
};
struct Pictures {
    std::vector<Picture> pictures;
};
struct Commands {
    std::vector<std::string> lines;
};

enum class Tone { Good, Bad, Neutral };

struct Document {
    std::string title;
    std::string subtitle;  // right of the title: date, board, version
    std::string logoType;  // "image/png" or "image/svg+xml"; empty: none
    std::string logoBytes;
    std::string pill; // the verdict in a word; empty: none
    Tone tone = Tone::Neutral;
    std::vector<Span> lead;
    std::vector<std::variant<Heading, Paragraph, Table, Pictures, Commands>> blocks;
    std::string footer;
};

} // namespace core::report
