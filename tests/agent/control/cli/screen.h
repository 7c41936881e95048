// What a terminal of so many columns would show after some octets: enough of ECMA-48 for what the line editor writes.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

class Screen {
public:
    explicit Screen(std::size_t columns) : columns_(columns) {}

    void write(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (c == '\r') {
                column = 0;
                wraps_ = false;
            } else if (c == '\n') {
                ++row;
            } else if (c == '\b') {
                column -= column > 0 && !wraps_ ? 1 : 0;
                wraps_ = false;
            } else if (c == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
                std::size_t n = 0;
                for (i += 2; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
                    n = n * 10 + static_cast<std::size_t>(text[i] - '0');
                }
                control(text[i], std::max<std::size_t>(1, n));
            } else if (c != '\a' && (static_cast<unsigned char>(c) & 0xC0) != 0x80) { // a character of several octets is one cell
                put(c);
            }
        }
    }

    [[nodiscard]] std::string line(std::size_t at) const { return at < lines_.size() ? lines_[at] : std::string(); }

    std::size_t row = 0, column = 0;

private:
    void put(char c) {
        if (wraps_) {
            ++row;
            column = 0;
            wraps_ = false;
        }
        lines_.resize(std::max(lines_.size(), row + 1));
        lines_[row].resize(std::max(lines_[row].size(), column + 1), ' ');
        lines_[row][column] = c;
        if (++column == columns_) {
            column = columns_ - 1;
            wraps_ = true; // the cursor waits on the last column
        }
    }

    void control(char final, std::size_t n) {
        wraps_ = false;
        switch (final) {
        case 'A': row -= std::min(row, n); break;
        case 'C': column = std::min(columns_ - 1, column + n); break;
        case 'D': column -= std::min(column, n); break;
        case 'J':
            if (row < lines_.size()) {
                lines_.resize(row + 1);
                lines_[row].resize(std::min(lines_[row].size(), column));
            }
            break;
        default: break;
        }
    }

    std::size_t columns_;
    std::vector<std::string> lines_;
    bool wraps_ = false;
};

} // namespace tests
