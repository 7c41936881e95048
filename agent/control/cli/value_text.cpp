#include "agent/control/cli/value_text.h"

#include "agent/control/tree/menus.h"
#include "core/routeros/config/values.h"
#include "core/routeros/script/quoting.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

namespace agent::control {

namespace config = core::routeros::config;
namespace script = core::routeros::script;

namespace {

template <std::size_t N> bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isDigits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isDigitsOrPair(std::string_view text) {
    const std::size_t slash = text.find('/');
    return isDigits(text.substr(0, slash)) && (slash == std::string_view::npos || isDigits(text.substr(slash + 1)));
}

std::uint64_t number(std::string_view digits) {
    std::uint64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

std::string oneDecimal(double value, std::string_view unit, int decimals = 1) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return std::string(text.data()).append(unit);
}

// 205149015 → "205 149 015"
std::string grouped(std::string_view digits) {
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) {
            out += ' ';
        }
        out += digits[i];
    }
    return out;
}

// Measured rates: 1760bps, 6.4kbps, 272.8Mbps.
std::string bitsPerSecond(std::string_view digits) {
    const auto rate = static_cast<double>(number(digits));
    constexpr double kPlain = 2000; // recorded: 1760bps, but 6.4kbps
    return rate < kPlain ? std::string(digits) + "bps" : rate < 1e6 ? oneDecimal(rate / 1e3, "kbps") : rate < 1e9 ? oneDecimal(rate / 1e6, "Mbps") : oneDecimal(rate / 1e9, "Gbps", 2);
}

// Configured rates keep their exact value: 10M, 512k, 1500001.
std::string configuredRate(std::string_view digits) {
    const std::uint64_t rate = number(digits);
    for (const auto& [unit, letter] : {std::pair{std::uint64_t{1'000'000'000}, 'G'}, std::pair{std::uint64_t{1'000'000}, 'M'}, std::pair{std::uint64_t{1'000}, 'k'}}) {
        if (rate != 0 && rate % unit == 0) {
            return std::to_string(rate / unit) + letter;
        }
    }
    return std::string(digits);
}

std::string octets(std::string_view digits) {
    const auto size = static_cast<double>(number(digits));
    constexpr double kKib = 1024;
    constexpr double kMib = kKib * 1024;
    constexpr double kSmall = 10 * kMib; // recorded: 3428.0KiB, but 16.0MiB
    return size < kKib ? std::string(digits) : size < kSmall ? oneDecimal(size / kKib, "KiB") : oneDecimal(size / kMib, "MiB");
}

// Both halves of "up/down", or the one value.
std::string each(std::string_view value, std::string (*write)(std::string_view)) {
    const std::size_t slash = value.find('/');
    return slash == std::string_view::npos ? write(value) : write(value.substr(0, slash)) + "/" + write(value.substr(slash + 1));
}

bool isMeasuredRate(std::string_view menu, std::string_view name) {
    return name.ends_with("-bits-per-second") || name == "orig-rate" || name == "repl-rate" || (menu.starts_with("/queue/") && (name == "rate" || name == "total-rate"));
}

constexpr std::array<std::string_view, 4> kMemory{"free-memory", "total-memory", "free-hdd-space", "total-hdd-space"};
constexpr std::array<std::string_view, 6> kPercent{"cpu-load", "bad-blocks", "load", "irq", "disk", "usage"};
constexpr std::array<std::string_view, 16> kCounterEnds{"-byte",  "-bytes",     "-packet",   "-packets", "-drop",    "-drops",   "-error",  "-errors",
                                                        "-pause", "-multicast", "-broadcast", "-unicast", "-control", "-jabber", "-fragment", "-overflow"};
constexpr std::array<std::string_view, 8> kCounterNames{"bytes", "packets", "dropped", "fp-rps-drop", "packet-rate", "queued-packets", "queued-bytes", "size"};
constexpr std::array<std::string_view, 11> kTexts{"name",   "default-name", "type", "comment", "ifname", "message", "host-name", "identity", "version", "log-prefix", "content"};

bool namesCount(std::string_view name) {
    const auto ends = [name](std::string_view end) { return name.ends_with(end); };
    const bool perSecond = name.ends_with("-per-second");
    const bool direction = name.starts_with("rx-") || name.starts_with("tx-") || name.starts_with("fp-") || name.starts_with("driver-");
    return perSecond || isOneOf(name, kCounterNames) || direction || std::any_of(kCounterEnds.begin(), kCounterEnds.end(), ends);
}

const config::Property* propertyOf(std::string_view menu, std::string_view name) {
    const config::Menu* known = knownMenu(menu);
    return known ? known->find(name) : nullptr;
}

} // namespace

std::string terminalValue(std::string_view menu, std::string_view name, std::string_view value) {
    if (value == "true" || value == "false") {
        return value == "true" ? "yes" : "no";
    }
    if (!isDigitsOrPair(value)) {
        return printable(value);
    }
    const config::Property* property = propertyOf(menu, name);
    if (isMeasuredRate(menu, name)) {
        return each(value, &bitsPerSecond);
    }
    if (property && property->type == config::ValueType::Rate) {
        return each(value, &configuredRate);
    }
    if (isOneOf(name, kMemory) || (property && property->type == config::ValueType::Size)) {
        return each(value, &octets);
    }
    if (isOneOf(name, kPercent)) {
        return std::string(value) + "%";
    }
    if (name == "cpu-frequency") {
        return std::string(value) + "MHz";
    }
    return namesCount(name) && !(property && !property->readOnly) ? each(value, &grouped) : std::string(value);
}

std::string detailPair(std::string_view menu, std::string_view name, std::string_view value) {
    std::string out(name);
    out += '=';
    const config::Property* property = propertyOf(menu, name);
    const bool spaced = property && property->type == config::ValueType::Text && value.find_first_of(" \"") != std::string_view::npos;
    const bool text = isOneOf(name, kTexts) || spaced;
    const std::string shown = terminalValue(menu, name, value);
    if (!text) {
        return out + shown;
    }
    out += '"';
    for (const char c : shown) {
        if (c == '"' || (c == '\\' && value.find('\\') != std::string_view::npos)) {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

bool isCounter(std::string_view menu, std::string_view name, std::string_view value) {
    const bool counts = menu == "/interface" || menu.starts_with("/interface/") || menu.starts_with("/ip/firewall/") || menu.starts_with("/ipv6/firewall/") || menu.starts_with("/queue/");
    const config::Property* property = propertyOf(menu, name);
    return counts && !menu.ends_with("/connection") && isDigitsOrPair(value) && (namesCount(name) || isMeasuredRate(menu, name)) && !(property && !property->readOnly);
}

bool isQuantity(std::string_view cell) {
    if (cell.empty() || cell.front() < '0' || cell.front() > '9' || cell.starts_with("0x")) {
        return false;
    }
    const std::size_t end = cell.find_first_not_of("0123456789 ./");
    const std::string_view unit = end == std::string_view::npos ? std::string_view() : cell.substr(end);
    constexpr std::array<std::string_view, 10> kUnits{"", "bps", "kbps", "Mbps", "Gbps", "KiB", "MiB", "%", "MHz", "M"};
    const bool address = std::count(cell.begin(), cell.end(), '.') > 1;
    return !address && isOneOf(unit, kUnits);
}

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto octet = static_cast<unsigned char>(c);
        out += octet < 0x20 || octet == 0x7F ? script::escape(std::string_view(&c, 1)) : std::string(1, c);
    }
    return out;
}

std::size_t textWidth(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace agent::control
