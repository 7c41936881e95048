#include "core/link/cli_detail.h"

#include "core/link/cli_text.h"

#include <algorithm>
#include <cctype>

namespace core::link {
namespace {

constexpr std::string_view kComment = ";;; ";
constexpr std::size_t kWidestFlags = 12; // octets between the number and the properties

std::size_t skipBlanks(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] == ' ') {
        ++at;
    }
    return at;
}

int hexDigit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// A quoted value from behind its quote on; `at` ends behind the closing quote, or at the end when there is none.
std::string readQuoted(std::string_view text, std::size_t& at) {
    std::string value;
    while (at < text.size() && text[at] != '"') {
        if (text[at] == '\\' && at + 1 < text.size()) {
            const char next = text[at + 1];
            const int high = hexDigit(next);
            const int low = at + 2 < text.size() ? hexDigit(text[at + 2]) : -1;
            if (high >= 0 && low >= 0) {
                value += static_cast<char>(high * 16 + low);
                at += 3;
                continue;
            }
            value += next == 'n' ? '\n' : next == 'r' ? '\r' : next == 't' ? '\t' : next == '_' ? ' ' : next;
            at += 2;
            continue;
        }
        value += text[at++];
    }
    at += at < text.size() ? 1 : 0;
    return value;
}

// An unquoted value ends in front of " name=".
std::string readBare(std::string_view text, std::size_t& at) {
    const std::size_t begin = at;
    while (at < text.size()) {
        if (text[at] == ' ' && propertyNameAt(text, skipBlanks(text, at)) > 0) {
            break;
        }
        ++at;
    }
    std::size_t end = at;
    while (end > begin && text[end - 1] == ' ') {
        --end;
    }
    return std::string(text.substr(begin, end - begin));
}

struct Head {
    std::optional<int> number;
    std::string flags;
    std::size_t rest = 0; // where comment or properties begin
};

// " 7 DRS ;;; text", " 0 name=…"; not an item: nothing.
std::optional<Head> readHead(std::string_view line) {
    std::size_t at = skipBlanks(line, 0);
    const std::size_t digits = at;
    while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) {
        ++at;
    }
    if (at == digits || at - digits > 7 || at >= line.size() || line[at] != ' ') {
        return std::nullopt;
    }
    Head head;
    head.number = std::stoi(std::string(line.substr(digits, at - digits)));
    const std::size_t begin = at;
    for (; at < line.size() && at - begin <= kWidestFlags; ++at) {
        const std::string_view here = line.substr(at);
        if (here.starts_with(kComment) || (line[at - 1] == ' ' && propertyNameAt(line, at) > 0)) {
            head.rest = at;
            return head;
        }
        if (line[at] != ' ') {
            head.flags += line[at];
        }
    }
    return std::nullopt;
}

// Gathers the lines of one item.
class Items {
public:
    void head(const Head& head, std::string_view rest) {
        close();
        open_ = true;
        item_.number = head.number;
        item_.flags = head.flags;
        add(rest);
    }
    void add(std::string_view text) {
        if (text.starts_with(kComment)) {
            inComment_ = true;
            comment_ = std::string(text.substr(kComment.size()));
        } else {
            inComment_ = false;
            properties_ += properties_.empty() ? "" : " ";
            properties_ += text;
        }
    }
    void addToComment(std::string_view line) { (comment_ += '\n') += line; }
    void close() {
        if (open_) {
            while (!comment_.empty() && comment_.back() == ' ') {
                comment_.pop_back();
            }
            if (!comment_.empty()) {
                item_.row.set("comment", std::move(comment_));
            }
            readCliProperties(properties_, item_.row);
            items_.push_back(std::move(item_));
        }
        item_ = {};
        comment_.clear();
        properties_.clear();
        open_ = inComment_ = false;
    }
    [[nodiscard]] bool open() const { return open_; }
    [[nodiscard]] bool inComment() const { return inComment_; }
    std::vector<CliItem> take() {
        close();
        return std::move(items_);
    }

private:
    std::vector<CliItem> items_;
    CliItem item_;
    std::string comment_, properties_;
    bool open_ = false, inComment_ = false;
};

} // namespace

void readCliProperties(std::string_view text, core::model::Row& row) {
    std::size_t at = 0;
    while ((at = skipBlanks(text, at)) < text.size()) {
        const std::size_t length = propertyNameAt(text, at);
        if (length == 0) {
            at = text.find(' ', at);
            if (at == std::string_view::npos) {
                return;
            }
            continue;
        }
        const std::string_view name = text.substr(at, length);
        at += length + 1;
        if (at < text.size() && text[at] == '"') {
            row.set(name, readQuoted(text, ++at));
        } else {
            row.set(name, readBare(text, at));
        }
    }
}

std::vector<CliItem> parseCliDetail(std::string_view output) {
    std::vector<CliFlag> flags;
    Items items;
    bool afterBlank = true;
    bool flagsMayGoOn = false;
    for (const std::string& line : cliLines(output)) {
        const std::size_t begin = skipBlanks(line, 0);
        const std::string_view text = std::string_view(line).substr(begin);
        if (text.empty()) {
            if (!items.inComment()) {
                afterBlank = true;
            }
            continue;
        }
        if (line.starts_with("Flags:") || (flagsMayGoOn && !items.open())) {
            if (readFlags(line, flags)) {
                flagsMayGoOn = true;
                continue;
            }
        }
        flagsMayGoOn = false;
        if (const std::optional<Head> head = readHead(line)) {
            items.head(*head, std::string_view(line).substr(head->rest));
        } else if (const bool isText = (text.starts_with(kComment) && items.open()) || propertyNameAt(text, 0) > 0; isText) {
            // Without a number: another item after a blank line (log), or the rest of the one before.
            if (!items.open() || (afterBlank && begin < 3)) {
                items.head({}, text);
            } else {
                items.add(text);
            }
        } else if (items.inComment()) {
            items.addToComment(line);
        } else if (items.open() && !afterBlank) {
            items.add(text); // a value wrapped at a blank
        }
        afterBlank = false;
    }
    std::vector<CliItem> out = items.take();
    for (CliItem& item : out) {
        flagsToProperties(item, flags);
    }
    return out;
}

} // namespace core::link
