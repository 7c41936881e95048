#include "core/routeros/config/export_line.h"

#include "core/routeros/config/values.h"

#include <algorithm>

namespace core::routeros::config {

namespace {

constexpr std::size_t kWidth = 80;

class Wrapper {
public:
    void word(std::string_view word, bool first, bool last) {
        const std::size_t equals = word.find('=');
        const std::size_t quotes = word.find('"');
        const bool hasName = equals != std::string_view::npos && equals < quotes && !word.starts_with('[');
        const std::string_view head = word.substr(0, hasName ? equals + 1 : 0);
        const std::string_view value = word.substr(head.size());
        if (!first) {
            out_ += ' ';
            ++column_;
        }
        const std::size_t room = last ? 0 : 2; // for the blank and the backslash behind it
        if (column_ + word.size() + room <= kWidth) {
            put(word);
            return;
        }
        if (column_ + head.size() + 1 > kWidth || head.empty()) {
            breakLine();
        }
        put(head);
        if (column_ + value.size() + room > kWidth && !head.empty() && column_ > kIndent + head.size()) {
            breakLine();
        }
        long_(value, room);
    }

    std::string out_;

private:
    static constexpr std::size_t kIndent = 4;

    void put(std::string_view text) {
        out_ += text;
        column_ += text.size();
    }

    void breakLine() {
        out_ += "\\\n    ";
        column_ = kIndent;
    }

    // Pieces that must stay together: an escape, a list element, any other octet of a quoted text. No line may begin with a blank,
    // which would be taken for indentation.
    void long_(std::string_view value, std::size_t room) {
        const bool quoted = value.starts_with('"');
        while (!value.empty()) {
            std::size_t size = quoted ? quotedPiece(value) : std::min(value.find(','), value.size() - 1) + 1;
            const bool isLast = size >= value.size();
            if (column_ + size + (isLast ? room : 1) > kWidth && column_ > kIndent) {
                breakLine();
            }
            put(value.substr(0, size));
            value.remove_prefix(size);
        }
    }

    static std::size_t quotedPiece(std::string_view value) {
        std::size_t size = 1;
        if (value.front() == '\\' && value.size() > 2) {
            const bool hex = std::string_view("0123456789ABCDEF").find(value[1]) != std::string_view::npos;
            size = hex ? 3 : 2;
        }
        while (size < value.size() && value[size] == ' ') {
            ++size;
        }
        return std::min(size, value.size());
    }

    std::size_t column_ = 0;
};

} // namespace

std::string exportLine(const std::vector<std::string>& words, bool wrap) {
    Wrapper wrapper;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (wrap) {
            wrapper.word(words[i], i == 0, i + 1 == words.size());
        } else {
            wrapper.out_ += (i == 0 ? "" : " ") + words[i];
        }
    }
    return std::move(wrapper.out_);
}

} // namespace core::routeros::config
