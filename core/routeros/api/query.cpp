#include "core/routeros/api/query.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace core::routeros::api {

using core::model::Row;

namespace {

std::string_view canonicalBoolean(std::string_view value) {
    return value == "yes" ? "true" : value == "no" ? "false" : value;
}

// Digits, or a dotted quad as its 32 bit value with an optional prefix length behind it.
std::optional<std::uint64_t> numeric(std::string_view text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto plain = std::from_chars(text.data(), end, value);
    if (plain.ec == std::errc() && plain.ptr == end) {
        return value;
    }
    std::uint64_t address = 0;
    const char* at = text.data();
    for (int i = 0; i < 4; ++i) {
        std::uint64_t octet = 0;
        const auto part = std::from_chars(at, end, octet);
        if (part.ec != std::errc() || octet > 255) {
            return std::nullopt;
        }
        address = address << 8 | octet;
        at = part.ptr;
        if (i < 3) {
            if (at == end || *at != '.') {
                return std::nullopt;
            }
            ++at;
        }
    }
    std::uint64_t length = 32;
    if (at != end) {
        if (*at != '/') {
            return std::nullopt;
        }
        const auto part = std::from_chars(at + 1, end, length);
        if (part.ec != std::errc() || part.ptr != end || length > 32) {
            return std::nullopt;
        }
    }
    return address << 8 | length;
}

int order(std::string_view a, std::string_view b) {
    const auto x = numeric(a);
    const auto y = numeric(b);
    if (x && y) {
        return *x < *y ? -1 : *x > *y ? 1 : 0;
    }
    return a.compare(b);
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// The values actually pushed, on top of endlessly many `true`.
class Stack {
public:
    void push(bool value) { values_.push_back(value); }
    bool pop() {
        if (values_.empty()) {
            return true;
        }
        const bool top = values_.back();
        values_.pop_back();
        return top;
    }
    [[nodiscard]] bool peek(std::size_t index) const { return index >= values_.size() || values_[values_.size() - 1 - index]; }
    void replaceAll(bool value) { values_.assign(1, value); }
    [[nodiscard]] bool holdsFalse() const {
        for (const bool value : values_) {
            if (!value) {
                return true;
            }
        }
        return false;
    }

private:
    std::vector<bool> values_;
};

} // namespace

core::base::Result<Query> Query::parse(const std::vector<std::string>& words) {
    Query query;
    for (const std::string& word : words) {
        const bool understood = word.starts_with('#') ? query.parseOperations(std::string_view(word).substr(1)) : query.parseTest(word);
        if (!understood) {
            return core::base::fail(core::base::ErrorCode::InvalidInput, "Query word '?" + word + "' cannot be understood.");
        }
    }
    return query;
}

bool Query::parseTest(std::string_view word) {
    Op op = Op::Equal;
    bool needsValue = true;
    if (word.starts_with('<') || word.starts_with('>')) {
        op = word.front() == '<' ? Op::Less : Op::Greater;
        word.remove_prefix(1);
    } else if (word.starts_with('=')) {
        word.remove_prefix(1);
    } else if (word.starts_with('-')) {
        op = Op::Lacks;
        word.remove_prefix(1);
        word = word.substr(0, word.find('=')); // npm's routeros-client writes "-name="
        needsValue = false;
    } else if (word.find('=') == std::string_view::npos) {
        op = Op::Has;
        needsValue = false;
    }
    const std::size_t equals = needsValue ? word.find('=') : word.size();
    if (equals == std::string_view::npos || equals == 0 || word.empty()) {
        return false;
    }
    steps_.push_back({op, std::string(word.substr(0, equals)), needsValue ? std::string(word.substr(equals + 1)) : std::string(), 0});
    return true;
}

bool Query::parseOperations(std::string_view operations) {
    std::size_t at = 0;
    while (at < operations.size()) {
        const char c = operations[at];
        if (isDigit(c)) {
            std::size_t end = at;
            while (end < operations.size() && isDigit(operations[end])) {
                ++end;
            }
            std::size_t index = 0;
            if (std::from_chars(operations.data() + at, operations.data() + end, index).ec != std::errc()) {
                return false;
            }
            steps_.push_back({end == operations.size() ? Op::Replace : Op::Copy, {}, {}, index});
            at = end;
            if (at < operations.size() && operations[at] == '.') {
                ++at; // only ends the index
            }
            continue;
        }
        switch (c) {
        case '!': steps_.push_back({Op::Not, {}, {}, 0}); break;
        case '&': steps_.push_back({Op::And, {}, {}, 0}); break;
        case '|': steps_.push_back({Op::Or, {}, {}, 0}); break;
        case '.': steps_.push_back({Op::Duplicate, {}, {}, 0}); break;
        default: return false;
        }
        ++at;
    }
    return true;
}

bool Query::compare(const Step& step, const Row& row) {
    const std::optional<std::string_view> value = row.get(step.name);
    switch (step.op) {
    case Op::Has: return value.has_value();
    case Op::Lacks: return !value.has_value();
    case Op::Equal: return value && canonicalBoolean(*value) == canonicalBoolean(step.value);
    case Op::Less: return value && order(*value, step.value) < 0;
    case Op::Greater: return value && order(*value, step.value) > 0;
    default: return true;
    }
}

bool Query::matches(const Row& row) const {
    Stack stack;
    for (const Step& step : steps_) {
        switch (step.op) {
        case Op::Not: stack.push(!stack.pop()); break;
        case Op::And:
        case Op::Or: {
            const bool a = stack.pop();
            const bool b = stack.pop();
            stack.push(step.op == Op::And ? a && b : a || b);
            break;
        }
        case Op::Duplicate: stack.push(stack.peek(0)); break;
        case Op::Copy: stack.push(stack.peek(step.index)); break;
        case Op::Replace: stack.replaceAll(stack.peek(step.index)); break;
        default: stack.push(compare(step, row)); break;
        }
    }
    return !stack.holdsFalse();
}

std::vector<std::string> Query::properties() const {
    std::vector<std::string> names;
    for (const Step& step : steps_) {
        if (!step.name.empty()) {
            names.push_back(step.name);
        }
    }
    return names;
}

} // namespace core::routeros::api
