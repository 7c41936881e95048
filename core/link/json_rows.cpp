// The JSON half of as_value.h: RFC 8259 read straight into rows.
#include "core/link/as_value.h"

#include <algorithm>
#include <string>

namespace core::link {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Row;

namespace {

constexpr int kDeepest = 16;

void appendUtf8(std::string& out, unsigned code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        out += static_cast<char>(0xF0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (code & 0x3F));
    }
}

class Reader {
public:
    explicit Reader(std::string_view text)
        : text_(text) {}

    bool readRows(std::vector<Row>& rows) {
        skip();
        if (!more()) {
            return true; // :put of nothing
        }
        if (take('{')) {
            rows.emplace_back();
            return readObject(rows.back(), 1) && ended();
        }
        if (!take('[')) {
            return false;
        }
        skip();
        if (take(']')) {
            return ended();
        }
        do {
            skip();
            rows.emplace_back();
            if (!take('{') || !readObject(rows.back(), 2)) {
                return false;
            }
            skip();
        } while (take(','));
        return take(']') && ended();
    }
    [[nodiscard]] std::size_t at() const { return at_; }

private:
    [[nodiscard]] bool more() const { return at_ < text_.size(); }
    void skip() {
        while (more() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
            ++at_;
        }
    }
    bool take(char c) {
        if (more() && text_[at_] == c) {
            ++at_;
            return true;
        }
        return false;
    }
    bool ended() {
        skip();
        return !more();
    }

    bool readObject(Row& row, int depth) { // behind the brace
        skip();
        if (take('}')) {
            return true;
        }
        do {
            skip();
            std::string name, value;
            bool present = true;
            if (!take('"') || !readString(name)) {
                return false;
            }
            skip();
            if (!take(':') || !readValue(value, present, depth + 1)) {
                return false;
            }
            if (present) {
                row.set(name, std::move(value));
            }
            skip();
        } while (take(','));
        return take('}');
    }

    bool readValue(std::string& out, bool& present, int depth) {
        skip();
        present = true;
        if (!more() || depth > kDeepest) {
            return false;
        }
        if (take('"')) {
            return readString(out);
        }
        if (take('[')) {
            return readList(out, depth);
        }
        if (take('{')) { // an array with keys: "key=value,…", as the API joins it
            Row inner;
            if (!readObject(inner, depth)) {
                return false;
            }
            for (const core::model::Attribute& a : inner.attributes()) {
                out += (out.empty() ? "" : ",") + a.name + "=" + a.value;
            }
            return true;
        }
        const std::size_t end = std::min(text_.find_first_of(",]} \r\n\t", at_), text_.size());
        const std::string_view word = text_.substr(at_, end - at_);
        at_ = end;
        present = word != "null";
        out = std::string(word);
        return word == "true" || word == "false" || word == "null" ||
               (!word.empty() && word.find_first_not_of("0123456789+-.eE") == std::string_view::npos);
    }

    bool readList(std::string& out, int depth) { // behind the bracket
        skip();
        if (take(']')) {
            return true;
        }
        bool first = true;
        do {
            std::string element;
            bool present = true;
            if (!readValue(element, present, depth + 1)) {
                return false;
            }
            (out += first ? "" : ",") += element;
            first = false;
            skip();
        } while (take(','));
        return take(']');
    }

    bool readString(std::string& out) { // behind the quote
        while (more()) {
            const char c = text_[at_++];
            if (c == '"') {
                return true;
            }
            if (c != '\\') {
                out += c;
                continue;
            }
            if (!more() || !readEscape(out)) {
                return false;
            }
        }
        return false;
    }

    bool readEscape(std::string& out) {
        switch (const char c = text_[at_++]) {
        case 'n':
            out += '\n';
            return true;
        case 'r':
            out += '\r';
            return true;
        case 't':
            out += '\t';
            return true;
        case 'b':
            out += '\b';
            return true;
        case 'f':
            out += '\f';
            return true;
        case '"':
        case '\\':
        case '/':
            out += c;
            return true;
        case 'u':
            break;
        default:
            return false;
        }
        unsigned code = 0;
        if (!readHex(code)) {
            return false;
        }
        unsigned low = 0;
        if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
            at_ += 2;
            if (!readHex(low)) {
                return false;
            }
            code = 0x10000 + ((code - 0xD800) << 10) + ((low - 0xDC00) & 0x3FF);
        }
        appendUtf8(out, code);
        return true;
    }
    bool readHex(unsigned& code) {
        for (int i = 0; i < 4; ++i, ++at_) {
            const char c = more() ? text_[at_] : 'x';
            const int digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
            if (digit < 0) {
                return false;
            }
            code = code * 16 + static_cast<unsigned>(digit);
        }
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

Result<std::vector<Row>> parseJsonRows(std::string_view output) {
    std::vector<Row> rows;
    Reader reader(output);
    if (!reader.readRows(rows)) {
        return fail(ErrorCode::InvalidInput, "Octet " + std::to_string(reader.at()) + " of a serialized print is not JSON.");
    }
    return rows;
}

} // namespace core::link
