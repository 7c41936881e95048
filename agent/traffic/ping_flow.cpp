#include "agent/traffic/ping_flow.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/traffic/host.h"

namespace agent::traffic {
namespace {

using core::base::Nanos;
using core::base::storeBe16;

constexpr std::uint32_t kPayload = 56; // as ping sends by default
constexpr Nanos kPatience = core::base::kSecond;

} // namespace

PingFlow::PingFlow(const FlowSpec& spec, Host& client, Host& server, Nanos now)
    : spec_(spec), client_(client), server_(server), identifier_(client.sockets().newPort(client.services().random)) {
    client_.sockets().bindEcho(identifier_, *this);
    client_.services().timers.arm(timer_, now + spec_.start);
}

void PingFlow::onTimer(Nanos at) {
    forgetOld(at);
    client_.services().timers.arm(timer_, at + spec_.interval);
    const std::uint64_t sequence = first_ + outstanding_.size();
    outstanding_.push_back({at, false});
    dataplane::PacketBuf* packet = client_.newPacket(dataplane::kProtocolIcmp, server_.address(), dataplane::kIcmpHeader + kPayload);
    if (packet == nullptr) {
        return;
    }
    std::uint8_t* icmp = packet->frame() + packet->l4Offset;
    icmp[0] = dataplane::icmp::kEchoRequest;
    storeBe16(icmp + dataplane::icmp::kIdentifier, identifier_);
    storeBe16(icmp + dataplane::icmp::kIdentifier + 2, static_cast<std::uint16_t>(sequence));
    storeBe16(icmp + dataplane::icmp::kChecksum, dataplane::checksum(icmp, dataplane::kIcmpHeader));
    client_.send(packet, at);
}

void PingFlow::receive(const dataplane::PacketBuf& reply, Nanos at) {
    const std::uint16_t sequence = core::base::loadBe16(reply.frame() + reply.l4Offset + dataplane::icmp::kIdentifier + 2);
    const std::uint16_t index = static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(first_));
    if (index >= outstanding_.size() || outstanding_[index].answered) {
        return; // too late, or twice
    }
    outstanding_[index].answered = true;
    rtt_.add(at - outstanding_[index].sentAt, at);
    answered_.add(kPayload, at);
}

void PingFlow::forgetOld(Nanos at) {
    while (!outstanding_.empty() && at - outstanding_.front().sentAt > kPatience) {
        lost_ += outstanding_.front().answered ? 0 : 1;
        outstanding_.pop_front();
        ++first_;
    }
}

FlowReport PingFlow::report(Nanos now) {
    forgetOld(now);
    FlowReport report;
    report.name = spec_.name;
    report.kind = "ping";
    report.bitsPerSecond = answered_.bitsPerSecond(now);
    report.bytes = answered_.total();
    report.lost = lost_;
    report.rttP50Ms = rtt_.percentileMs(0.5, now);
    report.rttP99Ms = rtt_.percentileMs(0.99, now);
    return report;
}

} // namespace agent::traffic
