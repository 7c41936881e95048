// Request, Row, Reply: the hinge between console and router. A Request becomes API words or a CLI line;
// the answer is Rows either way. Values are bytes (RouterOS stores any code page); decode to text only for display.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::model {

struct Attribute {
    std::string name;
    std::string value;
    bool operator==(const Attribute&) const = default;
};

// Properties of one item in the order they arrived. Absent is not empty: get() tells them apart.
class Row {
public:
    Row() = default;
    Row(std::initializer_list<Attribute> attributes) : attributes_(attributes) {}

    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const {
        for (const Attribute& a : attributes_) {
            if (a.name == name) {
                return a.value;
            }
        }
        return std::nullopt;
    }
    // The value, or `otherwise` when absent.
    [[nodiscard]] std::string_view value(std::string_view name, std::string_view otherwise = {}) const {
        return get(name).value_or(otherwise);
    }
    // Replaces the value of `name`, or appends it.
    void set(std::string_view name, std::string value) {
        for (Attribute& a : attributes_) {
            if (a.name == name) {
                a.value = std::move(value);
                return;
            }
        }
        attributes_.push_back({std::string(name), std::move(value)});
    }
    [[nodiscard]] const std::vector<Attribute>& attributes() const { return attributes_; }
    [[nodiscard]] bool empty() const { return attributes_.empty(); }
    bool operator==(const Row&) const = default;

private:
    std::vector<Attribute> attributes_;
};

// One command. menu "/ip/firewall/filter" + verb "add". A flag argument ("once") has an empty value.
struct Request {
    std::string menu; // with leading slash, no trailing slash; "" for root commands such as /login, /cancel, /quit
    std::string verb; // "print", "add", "set", "monitor-traffic", "login" …
    std::vector<Attribute> arguments;
    std::vector<std::string> queries; // API query words without the leading '?', in order
    std::string tag;                  // empty: untagged

    [[nodiscard]] std::optional<std::string_view> argument(std::string_view name) const {
        for (const Attribute& a : arguments) {
            if (a.name == name) {
                return a.value;
            }
        }
        return std::nullopt;
    }
    // "/ip/firewall/filter/add"
    [[nodiscard]] std::string path() const { return menu + "/" + verb; }
    bool operator==(const Request&) const = default;
};

// !trap: the router refused. category as RouterOS numbers them, absent in some versions.
struct Trap {
    std::optional<int> category; // 0 missing item or command, 1 argument value, 2 interrupted, 3 script, 4 general, 5 API, 6 TTY, 7 :return
    std::string message;
    bool operator==(const Trap&) const = default;
};

enum class ReplyKind { Row, Done, Empty, Trap, Fatal };

// One reply sentence. Done carries ret= (and anything else) in row; Fatal carries its bare word in trap.message.
struct Reply {
    ReplyKind kind = ReplyKind::Done;
    std::string tag;
    Row row;
    Trap trap;
    bool operator==(const Reply&) const = default;
};

} // namespace core::model
