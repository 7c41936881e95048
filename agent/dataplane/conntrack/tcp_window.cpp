#include "agent/dataplane/conntrack/tcp_window.h"

#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::loadBe32;

namespace {

// Sequence numbers wrap; `a` is before `b` when that is the shorter way round (RFC 9293 section 3.4).
bool before(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) < 0; }
bool after(std::uint32_t a, std::uint32_t b) { return before(b, a); }

// How far back an acknowledgment may lie though the window offered is small.
constexpr std::uint32_t kAckWindow = 66000;

struct Segment {
    std::uint32_t sequence = 0, acknowledged = 0, end = 0, window = 0;
    bool syn = false;
    std::span<const std::uint8_t> options;

    explicit Segment(const PacketBuf& p) {
        const std::uint8_t* h = p.frame() + p.l4Offset;
        const std::uint32_t header = (h[tcp::kDataOffset] >> 4) * 4u;
        const std::uint8_t* ip = p.frame() + p.l3Offset; // of either family: IPv6 packets come here in IPv4's metadata
        const std::uint32_t total = ip[0] >> 4 == 6 ? kIpv6Header + loadBe16(ip + ipv6::kPayloadLength) : loadBe16(ip + ipv4::kTotalLength);
        const std::uint32_t before4 = std::uint32_t{p.l4Offset} - p.l3Offset;
        const std::uint32_t payload = total > before4 + header ? total - before4 - header : 0;
        sequence = loadBe32(h + tcp::kSequence);
        acknowledged = loadBe32(h + tcp::kAcknowledgment);
        window = loadBe16(h + tcp::kWindow);
        syn = (p.tcpFlags & tcp::kSyn) != 0;
        end = sequence + payload + (syn ? 1u : 0u) + ((p.tcpFlags & tcp::kFin) != 0 ? 1u : 0u);
        if (header > kTcpHeader && p.length >= p.l4Offset + header) {
            options = {h + kTcpHeader, header - kTcpHeader};
        }
    }
};

// Calls visit(kind, value) for each option.
template <class Visit> void eachOption(std::span<const std::uint8_t> list, Visit&& visit) {
    for (std::size_t at = 0; at < list.size() && list[at] != 0;) {
        if (list[at] == 1) {
            ++at;
        } else if (at + 1 >= list.size() || list[at + 1] < 2 || at + list[at + 1] > list.size()) {
            return;
        } else {
            visit(list[at], list.subspan(at + 2, list[at + 1] - 2u));
            at += list[at + 1];
        }
    }
}

// RFC 7323 section 2.3: at most 14. 15 here: not offered.
std::uint8_t offeredScale(std::span<const std::uint8_t> options) {
    std::uint8_t scale = 15;
    eachOption(options, [&](std::uint8_t kind, std::span<const std::uint8_t> value) {
        constexpr std::uint8_t kWindowScale = 3;
        if (kind == kWindowScale && value.size() == 1) {
            scale = std::min<std::uint8_t>(value[0], 14);
        }
    });
    return scale;
}

// The highest octet a selective acknowledgment (RFC 2018) speaks of, at least `acknowledged`.
std::uint32_t highestAcknowledged(std::uint32_t acknowledged, std::span<const std::uint8_t> options) {
    constexpr std::size_t kTimestampsOnly = 12; // the usual case: two no-operations and timestamps
    if (options.empty() || (options.size() == kTimestampsOnly && loadBe32(options.data()) == 0x0101080a)) {
        return acknowledged;
    }
    std::uint32_t highest = acknowledged;
    eachOption(options, [&](std::uint8_t kind, std::span<const std::uint8_t> value) {
        constexpr std::uint8_t kSack = 5;
        for (std::size_t block = 0; kind == kSack && block + 8 <= value.size(); block += 8) {
            const std::uint32_t right = loadBe32(value.data() + block + 4);
            highest = after(right, highest) ? right : highest;
        }
    });
    return highest;
}

} // namespace

void TcpWindow::begin(const PacketBuf& packet, std::uint8_t direction) {
    const Segment s(packet);
    End& sender = ends_[direction];
    End& receiver = ends_[1u - direction];
    sender = {};
    sender.end = sender.mostEnd = s.end;
    sender.maxWindow = std::max(s.window, 1u);
    if (s.syn) {
        const std::uint8_t scale = offeredScale(s.options);
        sender.scaleOffered = scale != 15;
        sender.scale = sender.scaleOffered ? scale & 15u : 0u;
        if (receiver.maxWindow != 0 && !(sender.scaleOffered && receiver.scaleOffered)) {
            sender.scale = receiver.scale = 0; // both have to offer it
        }
        return;
    }
    // A running stream: how windows are scaled is not known, so allow what the largest scale would.
    sender.scale = 14;
    sender.maxWindow = std::max(s.window << 14, 1u);
    sender.mostEnd = s.end + sender.maxWindow;
    if (receiver.maxWindow == 0) {
        receiver.end = receiver.mostEnd = s.acknowledged;
    }
}

bool TcpWindow::admits(const PacketBuf& packet, std::uint8_t direction) {
    End& sender = ends_[direction];
    End& receiver = ends_[1u - direction];
    const bool learned = sender.maxWindow == 0;
    const std::array<End, 2> known = ends_;
    if (learned) {
        begin(packet, direction);
    }

    const Segment s(packet);
    std::uint32_t acknowledged = s.acknowledged;
    std::uint32_t highest = 0;
    const bool says = (packet.tcpFlags & tcp::kAck) != 0 && !(acknowledged == 0 && (packet.tcpFlags & tcp::kRst) != 0);
    if (says) {
        highest = highestAcknowledged(acknowledged, s.options);
    } else { // it says nothing about the other end
        acknowledged = highest = receiver.end;
    }
    const std::uint32_t ackWindow = std::max(sender.maxWindow, kAckWindow);
    const bool fits = before(s.sequence, sender.mostEnd + 1) &&
                      (receiver.maxWindow == 0 || after(s.end, sender.end - receiver.maxWindow - 1)) &&
                      before(highest, receiver.end + 1) && after(highest, receiver.end - ackWindow - 1);
    if (!fits) {
        ends_ = known;
        return false;
    }
    const std::uint32_t window = s.syn ? s.window : s.window << sender.scale;
    sender.maxWindow = std::max(sender.maxWindow, window + (highest - acknowledged));
    if (after(s.end, sender.end)) {
        sender.end = s.end;
        sender.unacknowledged = true;
        sender.repeats = 0;
    } else if (!learned && !s.syn && s.end != s.sequence && sender.repeats != 255) {
        ++sender.repeats;
    }
    if (receiver.maxWindow != 0 && after(s.end, sender.mostEnd)) {
        receiver.maxWindow += s.end - sender.mostEnd;
    }
    if (after(highest + window, receiver.mostEnd - 1)) {
        receiver.mostEnd = highest + window + (window == 0 ? 1u : 0u); // a probe of a closed window is one octet
    }
    if (says && acknowledged == receiver.end) {
        receiver.unacknowledged = false;
        receiver.repeats = 0;
    }
    return true;
}

} // namespace agent::dataplane
