// The rarer matchers of firewall rules, from RouterOS's spelling.
#include "agent/control/tree/compile_matchers.h"

#include "core/routeros/config/values.h"

#include <array>
#include <limits>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

template <class T> using Word = std::pair<std::string_view, T>;

template <class T, std::size_t N> std::optional<T> valueOf(const std::array<Word<T>, N>& words, std::string_view text) {
    for (const auto& [name, value] : words) {
        if (name == text) {
            return value;
        }
    }
    return std::nullopt;
}

template <class T> std::optional<T> number(std::string_view text, std::uint64_t most = std::numeric_limits<T>::max()) {
    const auto value = config::parseNumber(text);
    return value && *value <= most ? std::optional(static_cast<T>(*value)) : std::nullopt;
}

// "a-b", or "a" for both.
template <class T, class Parse> std::optional<std::pair<T, T>> span(std::string_view text, Parse parse) {
    const std::size_t dash = text.find('-');
    const auto first = parse(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse(text.substr(dash + 1));
    return first && last ? std::optional(std::pair<T, T>{static_cast<T>(*first), static_cast<T>(*last)}) : std::nullopt;
}

std::optional<match::Any> addressType(bool source, std::string_view text) {
    constexpr std::array<Word<std::uint8_t>, 7> kTypes{{{"unicast", kAddressUnicast}, {"local", kAddressLocal},
                                                        {"broadcast", kAddressBroadcast}, {"multicast", kAddressMulticast},
                                                        {"blackhole", kAddressBlackhole}, {"unreachable", kAddressUnreachable},
                                                        {"prohibit", kAddressProhibit}}};
    match::AddressType m{source, 0};
    for (const std::string_view word : config::splitList(text)) {
        const auto type = valueOf(kTypes, word);
        if (!type) {
            return std::nullopt;
        }
        m.types |= *type;
    }
    return m;
}

std::optional<match::Any> ttl(std::string_view text) { // "less-than:5"
    using enum match::TtlIs;
    constexpr std::array<Word<match::TtlIs>, 4> kWays{{{"equal", Equal}, {"not-equal", NotEqual}, {"less-than", Less}, {"greater-than", Greater}}};
    const std::size_t colon = text.find(':');
    const auto way = valueOf(kWays, colon == std::string_view::npos ? "equal" : text.substr(0, colon));
    const auto value = number<std::uint8_t>(text.substr(colon == std::string_view::npos ? 0 : colon + 1));
    return way && value ? std::optional<match::Any>(match::Ttl{*way, *value}) : std::nullopt;
}

std::optional<match::Any> ipv4Options(std::string_view text) {
    using enum match::Ipv4OptionIs;
    constexpr std::array<Word<match::Ipv4OptionIs>, 11> kWords{{{"any", Any}, {"none", None}, {"loose-source-routing", LooseSourceRouting},
                                                                {"strict-source-routing", StrictSourceRouting},
                                                                {"no-source-routing", NoSourceRouting}, {"record-route", RecordRoute},
                                                                {"no-record-route", NoRecordRoute}, {"router-alert", RouterAlert},
                                                                {"no-router-alert", NoRouterAlert}, {"timestamp", Timestamp},
                                                                {"no-timestamp", NoTimestamp}}};
    const auto is = valueOf(kWords, text);
    return is ? std::optional<match::Any>(match::Ipv4Options{*is}) : std::nullopt;
}

std::optional<match::Any> icmpOptions(std::string_view text) { // "3:4", "3:0-3"
    const std::size_t colon = text.find(':');
    const auto type = number<std::uint8_t>(text.substr(0, colon));
    const auto codes = span<std::uint8_t>(text.substr(colon + 1), [](auto part) { return number<std::uint8_t>(part); });
    return type && codes ? std::optional<match::Any>(match::IcmpOptions{*type, codes->first, codes->second}) : std::nullopt;
}

std::optional<match::Any> hotspot(std::string_view text) {
    match::Hotspot m;
    for (const std::string_view state : config::splitList(text)) {
        m.wanted = m.wanted || !state.starts_with('!');
    }
    return m;
}

std::optional<match::Any> ipsecPolicy(std::string_view text) { // "in,none"
    const auto parts = config::splitList(text);
    const bool known = parts.size() == 2 && (parts[0] == "in" || parts[0] == "out") && (parts[1] == "ipsec" || parts[1] == "none");
    return known ? std::optional<match::Any>(match::IpsecPolicy{parts[0] == "in", parts[1] == "ipsec"}) : std::nullopt;
}

std::optional<match::Any> connectionLimit(std::string_view text) { // "10,32"
    const auto parts = config::splitList(text);
    const auto limit = number<std::uint32_t>(parts.empty() ? text : parts[0]);
    const auto length = parts.size() > 1 ? number<std::uint8_t>(parts[1], 32) : std::optional<std::uint8_t>(32);
    return limit && length ? std::optional<match::Any>(match::ConnectionLimit{*limit, *length}) : std::nullopt;
}

std::optional<match::Any> connectionType(std::string_view text) {
    constexpr std::array<Word<Helper>, 7> kHelpers{{{"ftp", Helper::Ftp}, {"sip", Helper::Sip}, {"tftp", Helper::Tftp}, {"irc", Helper::Irc},
                                                    {"h323", Helper::H323}, {"pptp", Helper::Pptp}, {"rtsp", Helper::Rtsp}}};
    const auto helper = valueOf(kHelpers, text);
    return helper ? std::optional<match::Any>(match::ConnectionType{*helper}) : std::nullopt;
}

std::optional<match::Any> portScan(std::string_view text) { // "21,3s,3,1"
    const auto parts = config::splitList(text);
    if (parts.size() != 4) {
        return std::nullopt;
    }
    const auto weight = number<std::uint32_t>(parts[0]), low = number<std::uint32_t>(parts[2]), high = number<std::uint32_t>(parts[3]);
    const auto delay = config::parseDuration(parts[1]);
    return weight && low && high && delay ? std::optional<match::Any>(match::PortScan{*weight, *delay, *low, *high}) : std::nullopt;
}

std::optional<match::Any> time(std::string_view text) { // "8h-16h,mon,tue"
    constexpr std::array<Word<unsigned>, 7> kDays{{{"sun", 0}, {"mon", 1}, {"tue", 2}, {"wed", 3}, {"thu", 4}, {"fri", 5}, {"sat", 6}}};
    const auto parts = config::splitList(text);
    const auto hours = parts.empty() ? std::nullopt : span<core::base::Nanos>(parts[0], [](auto part) { return config::parseDuration(part); });
    if (!hours) {
        return std::nullopt;
    }
    match::Time m{static_cast<std::uint32_t>(hours->first / core::base::kSecond), static_cast<std::uint32_t>(hours->second / core::base::kSecond)};
    m.days = parts.size() > 1 ? std::uint8_t{0} : m.days;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const auto day = valueOf(kDays, parts[i]);
        if (!day) {
            return std::nullopt;
        }
        m.days = static_cast<std::uint8_t>(m.days | 1u << *day);
    }
    return m;
}

std::optional<match::Any> nth(std::string_view text) { // "3,1"
    const auto parts = config::splitList(text);
    const auto every = parts.size() == 2 ? number<std::uint32_t>(parts[0]) : std::nullopt;
    const auto packet = parts.size() == 2 ? number<std::uint32_t>(parts[1]) : std::nullopt;
    return every && packet && *every > 0 ? std::optional<match::Any>(match::Nth{*every, *packet}) : std::nullopt;
}

std::optional<match::Any> perConnectionClassifier(std::string_view text) { // "both-addresses:3/0"
    using namespace match;
    constexpr std::uint8_t kAddresses = kPccSrcAddress | kPccDstAddress, kPorts = kPccSrcPort | kPccDstPort;
    constexpr std::array<Word<std::uint8_t>, 9> kFields{{{"src-address", kPccSrcAddress},
                                                         {"dst-address", kPccDstAddress},
                                                         {"both-addresses", kAddresses},
                                                         {"src-port", kPccSrcPort},
                                                         {"dst-port", kPccDstPort},
                                                         {"both-ports", kPorts},
                                                         {"src-address-and-port", kPccSrcAddress | kPccSrcPort},
                                                         {"dst-address-and-port", kPccDstAddress | kPccDstPort},
                                                         {"both-addresses-and-ports", kAddresses | kPorts}}};
    const std::size_t colon = text.find(':'), slash = text.find('/');
    if (colon == std::string_view::npos || slash == std::string_view::npos || slash < colon) {
        return std::nullopt;
    }
    const auto fields = valueOf(kFields, text.substr(0, colon));
    const auto denominator = number<std::uint32_t>(text.substr(colon + 1, slash - colon - 1));
    const auto remainder = number<std::uint32_t>(text.substr(slash + 1));
    const bool sound = fields && denominator && remainder && *denominator > 0;
    return sound ? std::optional<Any>(PerConnectionClassifier{*fields, *denominator, *remainder}) : std::nullopt;
}

// "10", "10/1m", "10M"
bool readRate(std::string_view text, match::Rate& into) {
    const std::size_t slash = text.find('/');
    const auto count = config::parseRate(text.substr(0, slash));
    const auto per = slash == std::string_view::npos ? std::optional(core::base::kSecond) : config::parseDuration(text.substr(slash + 1));
    if (!count || !per || *per <= 0) {
        return false;
    }
    into.count = *count;
    into.per = *per;
    return true;
}

std::optional<match::Any> limit(std::string_view text) { // "10,5:packet"
    match::Limit m;
    const std::size_t colon = text.find(':');
    const std::string_view mode = colon == std::string_view::npos ? "packet" : text.substr(colon + 1);
    const auto parts = config::splitList(text.substr(0, colon));
    const auto burst = parts.size() > 1 ? config::parseRate(parts[1]) : std::optional<std::uint64_t>(5);
    if (parts.empty() || !burst || !readRate(parts[0], m.rate) || (mode != "packet" && mode != "bit")) {
        return std::nullopt;
    }
    m.rate.burst = *burst;
    m.rate.bits = mode == "bit";
    return m;
}

std::optional<match::Any> dstLimit(std::string_view text) { // "1/1m,5,dst-address/1m40s"
    using namespace match;
    constexpr std::array<Word<std::uint8_t>, 6> kModes{{{"dst-address", kPccDstAddress},
                                                        {"src-address", kPccSrcAddress},
                                                        {"src-and-dst-addresses", kPccSrcAddress | kPccDstAddress},
                                                        {"dst-address-and-port", kPccDstAddress | kPccDstPort},
                                                        {"dst-port", kPccDstPort},
                                                        {"addresses-and-dst-port", kPccSrcAddress | kPccDstAddress | kPccDstPort}}};
    DstLimit m;
    const auto parts = config::splitList(text);
    if (parts.size() != 3) {
        return std::nullopt;
    }
    const std::size_t slash = parts[2].find('/');
    const auto burst = config::parseRate(parts[1]);
    const auto fields = valueOf(kModes, parts[2].substr(0, slash));
    const auto expire = slash == std::string_view::npos ? std::optional(m.expire) : config::parseDuration(parts[2].substr(slash + 1));
    if (!readRate(parts[0], m.rate) || !burst || !fields || !expire) {
        return std::nullopt;
    }
    m.rate.burst = *burst;
    m.fields = *fields;
    m.expire = *expire;
    return m;
}

class MoreReader {
public:
    MoreReader(const CompileContext& context, const Item& rule) : context_(context), rule_(rule) {}

    std::optional<std::vector<MoreMatch>> read() {
        readHeaders();
        readConnection();
        readRest();
        return valid_ ? std::optional(std::move(out_)) : std::nullopt;
    }

private:
    template <class Parse> void take(std::string_view property, Parse parse) {
        std::string_view text = rule_.value(property);
        if (text.empty()) {
            return;
        }
        const bool negate = text.starts_with('!') && property != "hotspot"; // there each word has its own
        std::optional<match::Any> what = parse(text.substr(negate ? 1 : 0));
        valid_ = valid_ && what.has_value();
        if (what) {
            out_.push_back({std::move(*what), negate});
        }
    }

    void readHeaders() {
        take("src-mac-address", [](auto text) -> std::optional<match::Any> {
            const auto mac = config::parseMac(text);
            return mac ? std::optional<match::Any>(match::SrcMac{{*mac}}) : std::nullopt;
        });
        take("src-address-type", [](auto text) { return addressType(true, text); });
        take("dst-address-type", [](auto text) { return addressType(false, text); });
        take("ttl", ttl);
        take("dscp", [](auto text) -> std::optional<match::Any> {
            const auto value = number<std::uint8_t>(text, 63);
            return value ? std::optional<match::Any>(match::Dscp{*value}) : std::nullopt;
        });
        take("packet-size", [](auto text) -> std::optional<match::Any> {
            const auto sizes = span<std::uint16_t>(text, [](auto part) { return number<std::uint16_t>(part); });
            return sizes ? std::optional<match::Any>(match::PacketSize{sizes->first, sizes->second}) : std::nullopt;
        });
        take("tls-host", [](auto text) -> std::optional<match::Any> { return match::TlsHost{std::string(text)}; });
        take("ipv4-options", ipv4Options);
        take("tcp-mss", [](auto text) -> std::optional<match::Any> {
            const auto sizes = span<std::uint16_t>(text, [](auto part) { return number<std::uint16_t>(part); });
            return sizes ? std::optional<match::Any>(match::TcpMss{sizes->first, sizes->second}) : std::nullopt;
        });
        if (rule_.value("icmp-options").find(':') != std::string_view::npos) { // a type alone is a plain matcher
            take("icmp-options", icmpOptions);
        }
        take("hotspot", hotspot);
        take("ipsec-policy", ipsecPolicy);
        const auto port = [this](bool in) {
            return [this, in](auto text) -> std::optional<match::Any> {
                const auto index = context_.interface(text);
                return index ? std::optional<match::Any>(match::BridgePort{in, {*index}}) : std::nullopt;
            };
        };
        const auto ports = [this](bool in) {
            return [this, in](auto text) -> std::optional<match::Any> {
                const auto list = context_.interfaceList(text);
                return list ? std::optional<match::Any>(match::BridgePort{in, *list}) : std::nullopt;
            };
        };
        take("in-bridge-port", port(true));
        take("out-bridge-port", port(false));
        take("in-bridge-port-list", ports(true));
        take("out-bridge-port-list", ports(false));
    }

    void readConnection() {
        take("connection-bytes", [](auto text) -> std::optional<match::Any> {
            const auto bytes = span<std::uint64_t>(text, [](auto part) { return config::parseNumber(part); });
            return bytes ? std::optional<match::Any>(match::ConnectionBytes{bytes->first, bytes->second}) : std::nullopt;
        });
        take("connection-rate", [](auto text) -> std::optional<match::Any> {
            const auto rates = span<std::uint64_t>(text, [](auto part) { return config::parseRate(part); });
            return rates ? std::optional<match::Any>(match::ConnectionRate{rates->first, rates->second}) : std::nullopt;
        });
        take("connection-limit", connectionLimit);
        take("connection-type", connectionType);
    }

    void readRest() {
        take("content", [](auto text) -> std::optional<match::Any> { return match::Content{std::string(text)}; });
        take("psd", portScan);
        take("layer7-protocol", [this](auto text) -> std::optional<match::Any> {
            const Item* protocol = context_.tree.findBy("/ip/firewall/layer7-protocol", "name", text);
            return protocol ? std::optional<match::Any>(match::Layer7{std::string(text), std::string(protocol->value("regexp"))})
                            : std::nullopt;
        });
        take("time", time);
        take("random", [](auto text) -> std::optional<match::Any> {
            const auto percent = number<std::uint8_t>(text, 100);
            return percent ? std::optional<match::Any>(match::Random{*percent}) : std::nullopt;
        });
        take("nth", nth);
        take("per-connection-classifier", perConnectionClassifier);
        take("limit", limit);
        take("dst-limit", dstLimit);
    }

    const CompileContext& context_;
    const Item& rule_;
    std::vector<MoreMatch> out_;
    bool valid_ = true;
};

} // namespace

std::optional<std::vector<MoreMatch>> readMoreMatchers(const CompileContext& context, const Item& rule) {
    return MoreReader(context, rule).read();
}

} // namespace agent::control
