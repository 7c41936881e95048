#include "agent/dataplane/classifier/tls_host.h"

#include "core/base/endian.h"

#include <algorithm>
#include <cctype>

namespace agent::dataplane {

namespace {

// Takes a message apart from the front. Once it was asked for more than there is, it stays empty.
class Cursor {
public:
    explicit Cursor(std::span<const std::uint8_t> octets) : octets_(octets) {}
    [[nodiscard]] bool has(std::size_t count) const { return octets_.size() >= count; }
    std::uint32_t number(std::size_t octets) {
        std::uint32_t value = 0;
        for (const std::uint8_t octet : take(octets)) {
            value = value << 8 | octet;
        }
        return value;
    }
    std::span<const std::uint8_t> take(std::size_t count) {
        if (!has(count)) {
            octets_ = {};
            return {};
        }
        const auto taken = octets_.first(count);
        octets_ = octets_.subspan(count);
        return taken;
    }
    // A vector with its length in front; cut where the octets end.
    std::span<const std::uint8_t> vector(std::size_t lengthOctets) {
        const std::size_t length = number(lengthOctets);
        return take(std::min(length, octets_.size()));
    }

private:
    std::span<const std::uint8_t> octets_;
};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// One element of a pattern against one octet. `at` moves behind the element.
bool elementMatches(std::string_view pattern, std::size_t& at, char c) {
    const char p = pattern[at++];
    if (p == '?') {
        return true;
    }
    const std::size_t close = p == '[' ? pattern.find(']', at + 1) : std::string_view::npos;
    if (close == std::string_view::npos) {
        return lower(p) == c;
    }
    std::string_view set = pattern.substr(at, close - at);
    at = close + 1;
    const bool negate = set.starts_with('!') || set.starts_with('^');
    set.remove_prefix(negate ? 1 : 0);
    bool found = false;
    for (std::size_t i = 0; i < set.size(); ++i) {
        if (i + 2 < set.size() && set[i + 1] == '-') {
            found = found || (lower(set[i]) <= c && c <= lower(set[i + 2]));
            i += 2;
        } else {
            found = found || lower(set[i]) == c;
        }
    }
    return found != negate;
}

} // namespace

std::string_view tlsServerName(std::span<const std::uint8_t> payload) {
    constexpr std::uint32_t kHandshake = 22, kClientHello = 1, kServerName = 0, kHostName = 0;
    Cursor record(payload);
    if (record.number(1) != kHandshake || record.number(1) != 3) { // content type, major version
        return {};
    }
    record.number(1);
    Cursor handshake(record.vector(2));
    if (handshake.number(1) != kClientHello) {
        return {};
    }
    Cursor hello(handshake.vector(3));
    hello.take(2 + 32);  // version, random
    hello.vector(1);     // session
    hello.vector(2);     // cipher suites
    hello.vector(1);     // compression methods
    Cursor extensions(hello.vector(2));
    while (extensions.has(4)) {
        const std::uint32_t type = extensions.number(2);
        const auto body = extensions.vector(2);
        if (type == kServerName) {
            Cursor names(Cursor(body).vector(2));
            if (names.number(1) != kHostName || !names.has(3)) {
                return {};
            }
            const auto name = names.vector(2);
            return {reinterpret_cast<const char*>(name.data()), name.size()};
        }
    }
    return {};
}

bool globMatches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0; // the last "*" and where it may be tried again
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
            continue;
        }
        std::size_t next = p;
        if (p < pattern.size() && elementMatches(pattern, next, lower(text[t]))) {
            p = next;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

} // namespace agent::dataplane
