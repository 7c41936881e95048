#include "agent/dataplane/nat/sip_message.h"

#include "agent/dataplane/nat/dotted_address.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace agent::dataplane {

namespace {

std::string dotted(std::uint32_t address) {
    return std::to_string(address >> 24) + '.' + std::to_string(address >> 16 & 255) + '.' + std::to_string(address >> 8 & 255) + '.' +
           std::to_string(address & 255);
}

bool isPartOfNumber(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.'; }

std::string replaceIn(std::string_view text, const SipEndpoint& from, const SipEndpoint& to) {
    const std::string old = dotted(from.address), fresh = dotted(to.address);
    std::string out;
    std::size_t at = 0;
    while (true) {
        const std::size_t found = text.find(old, at);
        if (found == std::string_view::npos) {
            return out.append(text.substr(at));
        }
        const std::size_t end = found + old.size();
        out.append(text.substr(at, found - at));
        at = end;
        if ((found > 0 && isPartOfNumber(text[found - 1])) || (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)) {
            out.append(old); // a longer address
            continue;
        }
        out.append(fresh);
        std::uint16_t port = 0;
        if (end < text.size() && text[end] == ':') {
            const auto [next, error] = std::from_chars(text.data() + end + 1, text.data() + text.size(), port);
            if (error == std::errc{} && port == from.port) {
                out.append(':' + std::to_string(to.port));
                at = static_cast<std::size_t>(next - text.data());
            }
        }
    }
}

std::size_t bodyAt(std::string_view message) {
    const std::size_t blank = message.find("\r\n\r\n");
    return blank == std::string_view::npos ? message.size() : blank + 4;
}

// Writes the length of the body where the header says it, in the long or the short form.
void setContentLength(std::string& head, std::size_t length) {
    for (const std::string_view name : {"\r\nContent-Length", "\r\nl"}) {
        std::size_t at = head.find(name);
        if (at == std::string::npos) {
            continue;
        }
        at = head.find_first_not_of(" \t", at + name.size());
        if (at == std::string::npos || head[at] != ':') {
            continue;
        }
        at = head.find_first_not_of(" \t", at + 1);
        const std::size_t end = at == std::string::npos ? at : head.find_first_not_of("0123456789", at);
        if (end != std::string::npos) {
            head.replace(at, end - at, std::to_string(length));
        }
        return;
    }
}

} // namespace

bool isSip(std::string_view message) {
    const std::string_view line = message.substr(0, message.find('\r'));
    return line.starts_with("SIP/2.0 ") || line.ends_with(" SIP/2.0");
}

std::string replaceEndpoint(std::string_view message, const SipEndpoint& from, const SipEndpoint& to) {
    const std::size_t split = bodyAt(message);
    const std::string_view body = message.substr(split);
    std::string head = replaceIn(message.substr(0, split), from, to);
    const std::string freshBody = replaceIn(body, from, to);
    if (freshBody.size() != body.size()) {
        setContentLength(head, freshBody.size());
    }
    return head + freshBody;
}

std::vector<SipEndpoint> mediaOf(std::string_view message) {
    std::vector<SipEndpoint> media;
    std::uint32_t session = 0; // the address above the first m= line is everybody's that has none of his own
    std::string_view rest = message.substr(bodyAt(message));
    while (!rest.empty()) {
        const std::size_t end = rest.find_first_of("\r\n");
        const std::string_view line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        if (line.starts_with("c=IN IP4 ")) {
            const auto address = parseDotted(line.substr(9, line.find_first_of(" /", 9) - 9));
            (media.empty() ? session : media.back().address) = address.value_or(0);
        } else if (line.starts_with("m=")) {
            const std::size_t space = line.find(' ');
            SipEndpoint stream{session, 0};
            if (space != std::string_view::npos) {
                std::from_chars(line.data() + space + 1, line.data() + line.size(), stream.port);
            }
            media.push_back(stream);
        }
    }
    std::erase_if(media, [](const SipEndpoint& stream) { return stream.port == 0 || stream.address == 0; });
    return media;
}

} // namespace agent::dataplane
