#include "agent/traffic/host.h"

#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <cstring>

namespace agent::traffic {
namespace {

using core::base::Nanos;
using core::base::storeBe16;
using core::base::storeBe32;
using dataplane::PacketBuf;
namespace ipv4 = dataplane::ipv4;

constexpr std::uint8_t kTtl = 64;
// Headers of earlier frames reach at most this far into a buffer (an ICMP error that quotes a tagged TCP segment ends before it);
// all octets behind it stay zero in buffers that only ever held simulated frames.
constexpr std::uint32_t kSoiledOctets = 256;
constexpr std::uint32_t kLeastMtu = 576;

} // namespace

Host::Host(const HostSpec& spec, dataplane::MacKey mac, Cable& cable, Services& services)
    : spec_(spec), mac_(mac), cable_(cable), services_(services), pathMtu_(spec.mtu) {
    cable.connect(*this);
    if (spec_.rateBps > 0) {
        towards_.emplace(static_cast<std::uint64_t>(spec_.rateBps));
        away_.emplace(static_cast<std::uint64_t>(spec_.rateBps));
    }
    if (spec_.pppoeClient != 0) {
        makeConcentrator();
    }
}

Host::~Host() {
    const auto drain = [this](PacketFifo& fifo) {
        while (PacketBuf* packet = fifo.popDue(kNever)) {
            services_.pool.give(packet);
        }
    };
    drain(incoming_);
    drain(outgoing_);
    for (Neighbour& neighbour : neighbours_.all()) {
        drain(neighbour.waiting);
    }
}

PacketBuf* Host::newPacket(std::uint8_t protocol, std::uint32_t destination, std::uint32_t l4Length, int trafficClass) {
    PacketBuf* packet = services_.pool.take();
    if (packet == nullptr) {
        return nullptr;
    }
    const std::uint32_t l3 = dataplane::kEthernetHeader + (spec_.vlan == 0 ? 0 : dataplane::kVlanTag);
    const std::uint32_t total = dataplane::kIpv4Header + l4Length;
    packet->l3Offset = static_cast<std::uint8_t>(l3);
    packet->l4Offset = static_cast<std::uint8_t>(l3 + dataplane::kIpv4Header);
    packet->length = static_cast<std::uint16_t>(std::max(l3 + total, dataplane::kMinFrame));
    packet->dst = destination;
    const std::uint32_t end = packet->offset + packet->length;
    const std::uint32_t soiled = services_.foreignFrames ? end : std::min(end, kSoiledOctets);
    std::memset(packet->frame(), 0, soiled - packet->offset);

    std::uint8_t* frame = packet->frame();
    dataplane::storeMac(frame + 6, mac_);
    if (spec_.vlan != 0) {
        storeBe16(frame + 12, dataplane::kEtherTypeVlan);
        storeBe16(frame + 14, spec_.vlan);
    }
    std::uint8_t* ip = frame + l3;
    storeBe16(ip - 2, dataplane::kEtherTypeIpv4);
    ip[0] = 0x45; // version 4, five words of header
    ip[1] = static_cast<std::uint8_t>(trafficClass);
    storeBe16(ip + ipv4::kTotalLength, static_cast<std::uint16_t>(total));
    storeBe16(ip + ipv4::kIdentification, ++identification_);
    storeBe16(ip + ipv4::kFragment, ipv4::kDontFragment);
    ip[ipv4::kTtl] = kTtl;
    ip[ipv4::kProtocol] = protocol;
    storeBe32(ip + ipv4::kSource, spec_.address);
    storeBe32(ip + ipv4::kDestination, destination);
    const std::uint32_t words = (0x4500u | static_cast<std::uint8_t>(trafficClass)) + total + identification_ + ipv4::kDontFragment + (kTtl << 8 | protocol) +
                                dataplane::wordsOf(spec_.address) + dataplane::wordsOf(destination);
    storeBe16(ip + ipv4::kChecksum, dataplane::checksumOfWords(words));
    return packet;
}

std::uint32_t Host::nextHop(std::uint32_t destination) const {
    const std::uint32_t mask = spec_.prefix == 0 ? 0 : ~std::uint32_t{0} << (32 - spec_.prefix);
    return ((destination ^ spec_.address) & mask) == 0 || spec_.gateway == 0 ? destination : spec_.gateway;
}

void Host::send(PacketBuf* packet, Nanos at) {
    if (concentrator_) {
        sendPppoe(packet, at);
        return;
    }
    Neighbour& neighbour = neighbours_.entry(nextHop(packet->dst));
    if (Neighbours::mustAsk(neighbour, at)) {
        ask(neighbour, at);
    }
    if (neighbour.mac != 0) {
        dataplane::storeMac(packet->frame(), neighbour.mac);
        transmit(packet, at);
    } else if (neighbour.waiting.size() < Neighbours::kMaxWaiting) {
        neighbour.waiting.push(packet, at);
    } else {
        services_.pool.give(packet);
    }
}

void Host::transmit(PacketBuf* packet, Nanos at) {
    Line& line = cable_.line();
    if (line.overflowing(at) || (away_ && away_->overflowing(at))) {
        services_.pool.give(packet);
        return;
    }
    if (away_) {
        at = away_->transmit(packet->wireLength(), at);
    }
    const Nanos arrival = line.transmit(packet->wireLength(), at) + spec_.delay;
    if (cable_.shared()) {
        const dataplane::MacKey destination = dataplane::destinationMac(*packet);
        if (cable_.find(destination, spec_.vlan) != nullptr) {
            cable_.deliver(packet, this, arrival);
            return;
        }
        if ((destination & dataplane::kGroupBit) != 0) {
            if (PacketBuf* copy = cable_.copyOf(*packet)) {
                cable_.deliver(copy, this, arrival);
            }
        }
    }
    outgoing_.push(packet, arrival);
}

void Host::transmitDue(Nanos now, FrameSink& sink) {
    while (PacketBuf* packet = outgoing_.popDue(now)) {
        sink.arrive(cable_.port(), packet, packet->enqueuedAt);
    }
}

void Host::arrive(PacketBuf* packet, Nanos at) {
    if (towards_) {
        if (towards_->overflowing(at)) {
            services_.pool.give(packet);
            return;
        }
        at = towards_->transmit(packet->wireLength(), at);
    }
    incoming_.push(packet, at + spec_.delay);
}

void Host::receiveDue(Nanos now) {
    while (PacketBuf* packet = incoming_.popDue(now)) {
        const Nanos at = packet->enqueuedAt;
        dataplane::parse(*packet);
        handle(packet, at);
    }
}

void Host::handle(PacketBuf* packet, Nanos at) {
    if ((packet->flags & dataplane::kIsArp) != 0) {
        handleArp(packet, at);
        return;
    }
    if (concentrator_ && (packet->flags & dataplane::kIsIpv4) == 0 && handlePppoe(packet, at)) {
        return;
    }
    constexpr std::uint8_t kUnusable = dataplane::kMalformed | dataplane::kIsFragment;
    const bool mine = (packet->flags & dataplane::kIsIpv4) != 0 && (packet->flags & kUnusable) == 0 && packet->dst == spec_.address;
    if (mine && packet->protocol == dataplane::kProtocolIcmp) {
        handleIcmp(packet, at);
        return;
    }
    if (mine && packet->protocol == dataplane::kProtocolTcp) {
        sockets_.receiveTcp(*packet, at);
    } else if (mine && packet->protocol == dataplane::kProtocolUdp) {
        sockets_.receiveUdp(*packet, at);
    }
    services_.pool.give(packet);
}

void Host::handleIcmp(PacketBuf* packet, Nanos at) {
    if (dataplane::icmpChecksumIsValid(*packet)) {
        const std::uint8_t* icmp = packet->frame() + packet->l4Offset;
        if (packet->icmpType == dataplane::icmp::kEchoRequest) {
            dataplane::turnIntoEchoReply(*packet);
            dataplane::storeMac(packet->frame() + 6, mac_);
            send(packet, at);
            return;
        }
        if (packet->icmpType == dataplane::icmp::kEchoReply) {
            sockets_.receiveEcho(*packet, at);
        } else if (packet->icmpType == dataplane::icmp::kUnreachable &&
                   icmp[dataplane::icmp::kCode] == dataplane::icmp::kFragmentationNeeded) {
            const std::uint32_t mtu = core::base::loadBe16(icmp + 6); // RFC 1191, section 4
            pathMtu_ = std::min(pathMtu_, std::max(mtu, kLeastMtu));
        }
    }
    services_.pool.give(packet);
}

void Host::handleArp(PacketBuf* packet, Nanos at) {
    const std::optional<dataplane::ArpMessage> message = dataplane::readArp(*packet);
    if (!message || message->targetAddress != spec_.address) {
        services_.pool.give(packet);
        return;
    }
    if (message->senderAddress != 0) {
        learn(message->senderAddress, message->senderMac, at);
    }
    if (message->operation != dataplane::ArpOperation::Request) {
        services_.pool.give(packet);
        return;
    }
    dataplane::writeArp(*packet, message->senderMac,
                        {dataplane::ArpOperation::Reply, mac_, spec_.address, message->senderMac, message->senderAddress});
    if (spec_.vlan != 0) {
        dataplane::pushVlanTag(*packet, spec_.vlan);
    }
    transmit(packet, at);
}

void Host::learn(std::uint32_t address, dataplane::MacKey mac, Nanos at) {
    Neighbour& neighbour = neighbours_.entry(address);
    neighbour.mac = mac;
    neighbour.confirmedAt = at;
    while (PacketBuf* packet = neighbour.waiting.popDue(kNever)) {
        dataplane::storeMac(packet->frame(), mac);
        transmit(packet, at);
    }
}

void Host::ask(Neighbour& neighbour, Nanos at) {
    PacketBuf* packet = services_.pool.take();
    if (packet == nullptr) {
        return;
    }
    neighbour.askedAt = at;
    dataplane::writeArp(*packet, dataplane::kBroadcastMac, {dataplane::ArpOperation::Request, mac_, spec_.address, 0, neighbour.address});
    if (spec_.vlan != 0) {
        dataplane::pushVlanTag(*packet, spec_.vlan);
    }
    transmit(packet, at);
    services_.timers.arm(arpTimer_, at + Neighbours::kRetry);
}

// Packets still wait: ask once more.
void Host::askAgain(Nanos at) {
    for (Neighbour& neighbour : neighbours_.all()) {
        if (neighbour.waiting.size() != 0 && Neighbours::mustAsk(neighbour, at)) {
            ask(neighbour, at);
        }
    }
}

} // namespace agent::traffic
