#include "agent/traffic/udp_flow.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/host.h"

#include <algorithm>
#include <array>

namespace agent::traffic {
namespace {

using core::base::loadBe16;
using core::base::loadBe32;
using core::base::Nanos;
using core::base::storeBe16;
using core::base::storeBe32;

constexpr std::uint32_t kStamp = 16; // sequence number and sending time, 8 octets each
constexpr std::uint32_t kHeaders = 18 + 20 + 8; // Ethernet with FCS, IPv4, UDP
constexpr Nanos kStagger = 17 * core::base::kMicrosecond; // between streams, so that they do not send in step
constexpr Nanos kAskEvery = core::base::kSecond;
constexpr Nanos kAskTimeout = 5 * core::base::kSecond;

void store64(std::uint8_t* at, std::uint64_t value) {
    storeBe32(at, static_cast<std::uint32_t>(value >> 32));
    storeBe32(at + 4, static_cast<std::uint32_t>(value));
}
std::uint32_t words64(std::uint64_t value) {
    return dataplane::wordsOf(static_cast<std::uint32_t>(value >> 32)) + dataplane::wordsOf(static_cast<std::uint32_t>(value));
}
std::uint64_t load64(const std::uint8_t* at) { return static_cast<std::uint64_t>(loadBe32(at)) << 32 | loadBe32(at + 4); }

} // namespace

void sendDatagram(Host& host, const UdpPath& path, std::uint32_t octets, std::uint64_t sequence, Nanos at, std::uint8_t dscp) {
    const std::uint32_t length = dataplane::kUdpHeader + octets;
    dataplane::PacketBuf* packet = host.newPacket(dataplane::kProtocolUdp, path.remote, length, dscp << 2);
    if (packet == nullptr) {
        return;
    }
    const auto stamp = static_cast<std::uint64_t>(at);
    std::uint8_t* udp = packet->frame() + packet->l4Offset;
    storeBe16(udp, path.localPort);
    storeBe16(udp + 2, path.remotePort);
    storeBe16(udp + dataplane::udp::kLength, static_cast<std::uint16_t>(length));
    store64(udp + dataplane::kUdpHeader, sequence);
    store64(udp + dataplane::kUdpHeader + 8, stamp);
    const std::uint32_t pseudo = dataplane::pseudoHeaderSum(host.address(), path.remote, dataplane::kProtocolUdp, length);
    const std::uint32_t words = path.localPort + path.remotePort + length + words64(sequence) + words64(stamp); // the rest is zero
    const std::uint16_t sum = dataplane::checksumOfWords(pseudo + words);
    storeBe16(udp + dataplane::udp::kChecksum, sum == 0 ? 0xffff : sum); // 0 means none (RFC 768)
    host.send(packet, at);
}

std::uint32_t DatagramSizes::of(std::uint64_t sequence) const {
    // In an order that puts neither all small ones nor all large ones together.
    constexpr std::array<std::uint16_t, 12> mix{64, 594, 64, 64, 594, 64, 1518, 64, 594, 64, 64, 594};
    return mixed_ ? std::max(mix[sequence % mix.size()] - kHeaders, kStamp) : octets_;
}

double DatagramSizes::mean() const {
    double sum = 0;
    for (std::uint64_t i = 0; i < 12; ++i) {
        sum += of(i);
    }
    return sum / 12;
}

void UdpSender::direct(const UdpPath& path, Nanos at) {
    path_ = path;
    if (!running_) {
        running_ = true;
        startedAt_ = at;
        sinceStart_ = 0;
        onTimer(at);
    }
}

void UdpSender::onTimer(Nanos at) {
    if (!running_) {
        return;
    }
    sendDatagram(host_, path_, sizes_.of(sequence_), sequence_, at, dscp_);
    ++sequence_;
    ++sinceStart_;
    host_.services().timers.arm(timer_, startedAt_ + static_cast<Nanos>(static_cast<double>(sinceStart_) * interval_));
}

void UdpReceiver::receive(const dataplane::PacketBuf& packet, Nanos at) {
    const std::uint8_t* udp = packet.frame() + packet.l4Offset;
    const std::uint32_t length = loadBe16(udp + dataplane::udp::kLength);
    const std::uint32_t end = packet.l4Offset + length;
    if (length < dataplane::kUdpHeader + kStamp || end > packet.length) {
        return;
    }
    const std::uint32_t pseudo = dataplane::pseudoHeaderSum(packet.src, packet.dst, dataplane::kProtocolUdp, length);
    if (dataplane::onesSum(udp, dataplane::kUdpHeader + kStamp, pseudo) != 0xffff) { // the rest is zero
        return;
    }
    ++received_;
    highest_ = std::max(highest_, load64(udp + dataplane::kUdpHeader) + 1);
    goodput_.add(length - dataplane::kUdpHeader, at);
    wireBytes_ += packet.wireLength();
    if (delays_ != nullptr) {
        delays_->add(at - static_cast<Nanos>(load64(udp + dataplane::kUdpHeader + 8)));
    }
}

UdpStream::UdpStream(const FlowSpec& spec, Host& client, Host& server, Nanos now)
    : spec_(spec), client_(client), server_(server), downloadPort_(spec.port),
      uploadPort_(static_cast<std::uint16_t>(spec.port + (spec.direction == Direction::Both ? 1 : 0))),
      download_(server, {static_cast<std::uint32_t>(spec.size), spec.mixed}, spec.rateBps, spec.dscp),
      upload_(client, {static_cast<std::uint32_t>(spec.size), spec.mixed}, spec.rateBps, spec.dscp) {
    if (spec_.direction != Direction::Upload) {
        downloadFrom_ = client_.sockets().newPort(client_.services().random);
        client_.sockets().bindUdp(downloadFrom_, downloaded_);
        server_.sockets().bindUdp(downloadPort_, responder_);
    }
    if (spec_.direction != Direction::Download) {
        server_.sockets().bindUdp(uploadPort_, uploaded_);
    }
    client_.services().timers.arm(start_, now + spec_.start);
}

void UdpStream::onStart(Nanos at) {
    if (spec_.direction != Direction::Upload) {
        onAsk(at);
    }
    if (spec_.direction != Direction::Download) {
        upload_.direct({server_.address(), uploadPort_, client_.sockets().newPort(client_.services().random)}, at);
    }
}

void UdpStream::onAsk(Nanos at) {
    sendDatagram(client_, {server_.address(), downloadPort_, downloadFrom_}, kStamp, 0, at);
    client_.services().timers.arm(ask_, at + kAskEvery);
}

void UdpStream::Responder::receive(const dataplane::PacketBuf& packet, Nanos at) {
    flow.download_.direct({packet.src, packet.sport, packet.dport}, at);
    flow.server_.services().timers.arm(flow.nobodyAsks_, at + kAskTimeout);
}

void UdpStream::onNobodyAsks(Nanos) { download_.stop(); }

void UdpStream::addTo(FlowReport& report, Nanos now) {
    for (UdpReceiver* receiver : {&downloaded_, &uploaded_}) {
        report.bitsPerSecond += receiver->goodput().bitsPerSecond(now);
        report.bytes += receiver->goodput().total();
        report.wireBytes += receiver->wireBytes();
        report.lost += receiver->lost();
    }
}

UdpFlow::UdpFlow(const FlowSpec& spec, Host& client, Host& server, Nanos now) : spec_(spec) {
    for (unsigned i = 0; i < spec.streams; ++i) {
        FlowSpec one = spec;
        one.rateBps = spec.rateBps / spec.streams;
        one.port = static_cast<std::uint16_t>(spec.port + 2 * i);
        one.start = spec.start + static_cast<Nanos>(i) * kStagger;
        streams_.push_back(std::make_unique<UdpStream>(one, client, server, now));
    }
}

FlowReport UdpFlow::report(Nanos now) {
    FlowReport report;
    report.name = spec_.name;
    report.kind = "udp";
    report.direction = directionName(spec_.direction);
    for (const auto& stream : streams_) {
        stream->addTo(report, now);
    }
    return report;
}

} // namespace agent::traffic
