#include "core/routeros/script/lexer.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

// A lone carriage return is what terminals redraw with; it separates like a blank.
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
    if (text_.starts_with(kByteOrderMark)) {
        text_.remove_prefix(kByteOrderMark.size());
    }
}

std::string_view Lexer::restOfLine() const {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    return rest.substr(0, rest.find('\n'));
}

char Lexer::take() {
    const char c = text_[at_++];
    if (c == '\n') {
        ++line_;
        lineStart_ = at_;
    }
    return c;
}

void Lexer::skip(std::size_t octets) {
    while (octets-- > 0 && !atEnd()) {
        take();
    }
}

bool Lexer::accept(std::string_view octets) {
    if (!startsWith(octets)) {
        return false;
    }
    skip(octets.size());
    return true;
}

bool Lexer::skipContinuation() {
    if (peek() != '\\') {
        return false;
    }
    std::size_t end = at_ + 1;
    while (end < text_.size() && isBlank(text_[end])) {
        ++end;
    }
    if (end < text_.size() && text_[end] != '\n') {
        return false;
    }
    skip(end + 1 - at_);
    while (isBlank(peek()) && !atEnd()) {
        ++at_;
    }
    return true;
}

bool Lexer::skipBlanks() {
    bool any = false;
    for (;;) {
        if (!atEnd() && isBlank(text_[at_])) {
            ++at_;
            any = true;
        } else if (skipContinuation()) {
            any = true;
        } else {
            return any;
        }
    }
}

void Lexer::skipLayout() {
    for (;;) {
        skipBlanks();
        if (peek() == '#') {
            skipLine();
        } else if (peek() == '\n') {
            take();
        } else {
            return;
        }
    }
}

void Lexer::skipLine() { at_ += restOfLine().size(); }

std::string_view Lexer::run(const CharSet& stops) {
    const std::size_t from = at_;
    while (at_ < text_.size() && !stops.has(text_[at_])) {
        ++at_;
    }
    return text_.substr(from, at_ - from);
}

std::string Lexer::word(const CharSet& stops) {
    std::string out;
    do {
        out.append(run(stops));
    } while (skipContinuation());
    return out;
}

void Lexer::rewind(const Mark& mark) {
    at_ = mark.at;
    lineStart_ = mark.lineStart;
    line_ = mark.line;
}

} // namespace core::routeros::script
