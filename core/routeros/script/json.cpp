#include "core/routeros/script/json.h"

#include <algorithm>

namespace core::routeros::script {

namespace {

// Octets of the UTF-8 character (RFC 3629) that begins here; 0 when there is none.
std::size_t characterLength(std::string_view text) {
    const auto octet = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xBF) { return octet(i) >= least && octet(i) <= most; };
    const unsigned first = octet(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

void escaped(std::string& out, unsigned char c) {
    constexpr char kDigits[] = "0123456789abcdef";
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    if (c >= 0x20 && c < 0x7F) {
        out += static_cast<char>(c);
        return;
    }
    out += "\\u00";
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length > 1) {
            out += text.substr(0, length);
        } else {
            escaped(out, static_cast<unsigned char>(text.front()));
        }
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return out + '"';
}

// RFC 8259 knows numbers without leading zeros only; a longer one would lose digits in most readers.
bool isJsonNumber(std::string_view text) {
    std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    return !digits.empty() && digits.size() <= 15 && digits.find_first_not_of("0123456789") == std::string_view::npos && (digits.size() == 1 || digits.front() != '0');
}

class Writer {
public:
    explicit Writer(const JsonOptions& options) : options_(options) {}

    void write(const Value& value) {
        switch (value.type()) {
        case Type::Nothing:
        case Type::Nil: out += "null"; return;
        case Type::Bool:
        case Type::Number: out += toText(value); return;
        case Type::Array: array(*value.array()); return;
        default: break;
        }
        const std::string text = toText(value);
        out += value.type() == Type::String && !options_.keepStrings && isJsonNumber(text) ? text : quoted(text);
    }

    std::string out;

private:
    void array(const Array& array) {
        const bool object = !array.keyed.empty();
        out += object ? '{' : '[';
        ++depth_;
        for (std::size_t i = 0; i < array.list.size(); ++i) {
            separate(i == 0);
            if (object) {
                key(std::to_string(i));
            }
            write(array.list[i]);
        }
        for (const auto& [name, element] : array.keyed) {
            separate(array.list.empty() && name == array.keyed.begin()->first);
            key(name);
            write(element);
        }
        --depth_;
        if (array.size() > 0) {
            newLine();
        }
        out += object ? '}' : ']';
    }

    void separate(bool first) {
        out += first ? "" : ",";
        newLine();
    }

    void newLine() {
        if (options_.pretty) {
            out += '\n';
            out.append(depth_ * 4, ' ');
        }
    }

    void key(std::string_view name) {
        out += quoted(name);
        out += options_.pretty ? ": " : ":";
    }

    JsonOptions options_;
    std::size_t depth_ = 0;
};

} // namespace

std::string toJson(const Value& value, const JsonOptions& options) {
    Writer writer(options);
    writer.write(value);
    return std::move(writer.out);
}

} // namespace core::routeros::script
