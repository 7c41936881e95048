#include "agent/traffic/named_tests.h"

#include "agent/traffic/line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

namespace agent::traffic {
namespace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

constexpr std::uint32_t kLargestFrame = 1518;
constexpr std::uint32_t kFrameOverhead = 18;         // Ethernet header and FCS
constexpr std::uint32_t kDatagramOverhead = 18 + 28; // … and IPv4 and UDP headers
constexpr std::uint32_t kLeastPacket = 64, kLeastTcpPacket = 128;
constexpr std::uint64_t kMostStreams = 1000;
constexpr std::uint8_t kExpedited = 46; // DSCP of speech, RFC 3246
constexpr core::base::Nanos kPingInterval = 49'973 * core::base::kMicrosecond; // in step with nothing else
constexpr std::string_view kKnown = "tcp_download, tcp_upload, tcp_bidirectional, tcp_nup=N, tcp_ndown=N, rrul, rrul_be, udp, udp_nup=N, udp_ndown=N, "
                                    "imix, imix_nup=N, imix_ndown=N, voip, voip=N, web, web=N, ping";

// "tcp_nup=20" and Flent's "tcp_20up": name with an n for the number, and the number.
struct Name {
    std::string base;
    unsigned count = 0; // 0: none was given
};

std::optional<unsigned> number(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 1 && value <= kMostStreams ? std::optional(value) : std::nullopt;
}

std::optional<Name> readName(std::string_view text) {
    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        const auto count = number(text.substr(equals + 1));
        return count ? std::optional(Name{std::string(text.substr(0, equals)), *count}) : std::nullopt;
    }
    const auto digits = text.find_first_of("0123456789");
    if (digits == std::string_view::npos) {
        return Name{std::string(text), 0};
    }
    const auto rest = text.find_first_not_of("0123456789", digits);
    const auto count = number(text.substr(digits, rest == std::string_view::npos ? rest : rest - digits));
    return count && rest != std::string_view::npos ? std::optional(Name{std::string(text.substr(0, digits)) + "n" + std::string(text.substr(rest)), *count})
                                                   : std::nullopt;
}

class Maker {
public:
    Maker(const Site& site, const TestsRequest& request) : request_(request), frame_(request.packetSize == 0 ? kLargestFrame : request.packetSize), nextPort_(request.firstPort) {
        HostSpec client = site.from.host(0), server = site.to.host(0);
        client.name = "client";
        server.name = "server";
        server.delay = request.rtt / 2;
        client.mtu = server.mtu = std::max(frame_, kLeastTcpPacket) - kFrameOverhead;
        scenario_.name = "tests";
        scenario_.hosts = {client, server};
    }

    Result<Scenario> make() {
        if (frame_ < kLeastPacket || frame_ > kLargestFrame) {
            return fail(ErrorCode::InvalidInput, "traffic.packet_size: must be 64 to 1518 octets, the FCS counts");
        }
        for (const std::string& text : request_.tests) {
            const auto name = readName(text);
            if (!name || !add(*name)) {
                return fail(ErrorCode::InvalidInput, "traffic.tests: no test is called " + text + "; choose from " + std::string(kKnown));
            }
        }
        if (request_.tests.empty()) {
            return fail(ErrorCode::InvalidInput, "traffic.tests: names no test; choose from " + std::string(kKnown));
        }
        if (request_.ping) {
            flow(FlowKind::Ping, "ping").interval = kPingInterval;
        }
        return std::move(scenario_);
    }

private:
    bool add(const Name& name) {
        const unsigned count = std::max(name.count, 1u);
        const std::string& base = name.base;
        if (base == "tcp_download" || base == "tcp_ndown") {
            tcp("tcp download", Direction::Download, count);
        } else if (base == "tcp_upload" || base == "tcp_nup") {
            tcp("tcp upload", Direction::Upload, count);
        } else if (base == "tcp_bidirectional") {
            tcp("tcp download", Direction::Download, count);
            tcp("tcp upload", Direction::Upload, count);
        } else if (base == "rrul" || base == "rrul_be") {
            rrul(base == "rrul");
        } else if (base == "udp" || base == "udp_nup" || base == "udp_ndown") {
            udp(base == "udp_ndown" ? Direction::Download : Direction::Upload, count, false);
        } else if (base == "imix" || base == "imix_nup" || base == "imix_ndown") {
            udp(base == "imix_ndown" ? Direction::Download : Direction::Upload, count, true);
        } else if (base == "voip") {
            FlowSpec& calls = flow(FlowKind::Voip, "voip");
            calls.streams = count;
            calls.dscp = kExpedited;
            nextPort_ = static_cast<std::uint16_t>(calls.port + 2 * count);
        } else if (base == "web") {
            flow(FlowKind::Web, "web").streams = count;
        } else {
            return base == "ping";
        }
        return true;
    }

    FlowSpec& flow(FlowKind kind, std::string name) {
        FlowSpec& spec = scenario_.flows.emplace_back();
        spec.kind = kind;
        spec.name = std::move(name);
        spec.client = 0;
        spec.server = 1;
        spec.port = nextPort_;
        nextPort_ = static_cast<std::uint16_t>(nextPort_ + 2);
        return spec;
    }
    FlowSpec& tcp(const std::string& name, Direction direction, unsigned streams) {
        FlowSpec& spec = flow(FlowKind::Tcp, name);
        spec.direction = direction;
        spec.streams = streams;
        const double payload = std::max(frame_, kLeastTcpPacket) - kFrameOverhead - 52.0; // IPv4, TCP, time stamps
        spec.rateBps = request_.rateBps * payload / std::max(frame_, kLeastTcpPacket);
        return spec;
    }
    // The four classes of Flent's rrul: best effort, background (CS1), CS5, expedited forwarding.
    void rrul(bool classes) {
        constexpr std::array<std::pair<const char*, std::uint8_t>, 4> marks{{{"BE", 0}, {"BK", 8}, {"CS5", 40}, {"EF", 46}}};
        for (const Direction direction : {Direction::Download, Direction::Upload}) {
            for (const auto& [name, dscp] : marks) {
                FlowSpec& spec = tcp(std::string("tcp ") + directionName(direction) + " " + name, direction, 1);
                spec.rateBps /= static_cast<double>(marks.size());
                spec.dscp = classes ? dscp : 0;
            }
        }
    }
    void udp(Direction direction, unsigned streams, bool mixed) {
        FlowSpec& spec = flow(FlowKind::Udp, std::string(mixed ? "imix " : "udp ") + directionName(direction));
        spec.direction = direction;
        spec.streams = streams;
        nextPort_ = static_cast<std::uint16_t>(spec.port + 2 * streams);
        spec.mixed = mixed;
        spec.size = (mixed ? kLargestFrame : frame_) - kDatagramOverhead;
        const double frame = mixed ? kMixMean : frame_;
        const double wire = request_.rateBps > 0 ? request_.rateBps : static_cast<double>(request_.lineBps) * frame / (frame + kLineOverhead);
        spec.rateBps = wire * (frame - kDatagramOverhead) / frame;
    }

    static constexpr double kMixMean = (7 * 64 + 4 * 594 + 1518) / 12.0;

    const TestsRequest& request_;
    std::uint32_t frame_;
    std::uint16_t nextPort_;
    Scenario scenario_;
};

} // namespace

Result<Scenario> makeTests(const Site& site, const TestsRequest& request) { return Maker(site, request).make(); }

} // namespace agent::traffic
