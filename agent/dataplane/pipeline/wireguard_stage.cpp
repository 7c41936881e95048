#include "agent/dataplane/pipeline/wireguard_stage.h"

#include "agent/dataplane/parse/checksum.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/icmp_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/tunnel/outer_header.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace agent::dataplane {

using core::base::Nanos;
using wireguard::Device;

namespace {

// Handshake timestamps have to grow over restarts: they are counted from the wall clock's time of the engine's time 0.
Nanos wallClockAtZero(Nanos now) {
    const auto wall = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count() - now;
}

} // namespace

void WireGuardStage::refresh(Nanos now) {
    if (known_ == s_.config) [[likely]] {
        return;
    }
    known_ = s_.config;
    std::vector<std::unique_ptr<Device>> before = std::move(devices_);
    devices_.clear();
    for (const WireGuardConfig& wanted : known_->wireguards) {
        if (wanted.interface >= s_.stack.size() || !s_.stack[wanted.interface].enabled) {
            continue;
        }
        const auto old =
            std::find_if(before.begin(), before.end(), [&](const auto& d) { return d != nullptr && d->config().uid == wanted.uid; });
        devices_.push_back(old == before.end() ? std::make_unique<Device>(*this, wallClockAtZero(now)) : std::move(*old));
        devices_.back()->configure(wanted, s_.stack[wanted.interface].mtu);
    }
}

Device* WireGuardStage::deviceOf(IfIndex interface) const {
    for (const std::unique_ptr<Device>& device : devices_) {
        if (device->config().interface == interface) {
            return device.get();
        }
    }
    return nullptr;
}

void WireGuardStage::send(PacketBuf* p, IfIndex interface, Nanos now) {
    refresh(now);
    Device* device = deviceOf(interface);
    if (device == nullptr || (p->flags & (kIsIpv4 | kMalformed)) != kIsIpv4) {
        s_.stats[interface].txError += 1;
        s_.drop(p, DropReason::Tunnel);
        return;
    }
    ++s_.work.encrypted;
    s_.work.encryptedOctets += p->l3Length();
    const std::uint32_t destination = p->dst;
    const std::uint8_t link = p->l3Offset;
    strip(*p, link);
    if (!device->send(p, destination, now)) { // nobody is allowed this address
        p->offset = static_cast<std::uint16_t>(p->offset - link);
        p->length = static_cast<std::uint16_t>(p->length + link);
        slow_.sendError(*p, icmp::kUnreachable, icmp::kHostUnreachable, now);
        s_.stats[interface].txError += 1;
        s_.drop(p, DropReason::Tunnel);
    }
}

bool WireGuardStage::receive(PacketBuf* p, Nanos now) {
    refresh(now);
    for (const std::unique_ptr<Device>& device : devices_) {
        if (device->config().listenPort != p->dport || p->length < p->l4Offset + kUdpHeader) {
            continue;
        }
        const wireguard::Endpoint from{p->src, p->sport};
        const std::uint32_t datagram = core::base::loadBe16(p->frame() + p->l4Offset + udp::kLength);
        const std::uint32_t room = p->length - std::uint32_t{p->l4Offset};
        ++s_.work.encrypted;
        s_.work.encryptedOctets += room;
        strip(*p, p->l4Offset + kUdpHeader);
        if (datagram >= kUdpHeader && datagram <= room) {
            p->length = static_cast<std::uint16_t>(datagram - kUdpHeader);
        }
        device->receive(p, from, now);
        return true;
    }
    return false;
}

Nanos WireGuardStage::poll(Nanos now) {
    refresh(now);
    Nanos next = kNever;
    for (const std::unique_ptr<Device>& device : devices_) {
        next = std::min(next, device->poll(now));
    }
    return next;
}

std::vector<wireguard::PeerState> WireGuardStage::peers() const {
    std::vector<wireguard::PeerState> all;
    for (const std::unique_ptr<Device>& device : devices_) {
        const auto some = device->peers();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

void WireGuardStage::transmit(const Device& from, wireguard::Octets message, wireguard::Endpoint to, Nanos now) {
    if (PacketBuf* p = s_.make()) {
        std::memcpy(p->frame(), message.data(), message.size());
        p->length = static_cast<std::uint16_t>(message.size());
        transmit(from, p, to, now);
    }
}

void WireGuardStage::transmit(const Device& from, PacketBuf* p, wireguard::Endpoint to, Nanos now) {
    const std::uint32_t source = s_.routes.lookup(to.address).source;
    if (source == 0 || !prepend(*p, kUdpHeader)) {
        s_.stats[from.config().interface].txError += 1;
        s_.drop(p, DropReason::Tunnel);
        return;
    }
    std::uint8_t* udpHeader = p->frame();
    core::base::storeBe16(udpHeader, from.config().listenPort);
    core::base::storeBe16(udpHeader + 2, to.port);
    core::base::storeBe16(udpHeader + udp::kLength, p->length);
    core::base::storeBe16(udpHeader + udp::kChecksum, 0);
    const std::uint16_t sum = checksum(udpHeader, p->length, pseudoHeaderSum(source, to.address, kProtocolUdp, p->length));
    core::base::storeBe16(udpHeader + udp::kChecksum, sum == 0 ? std::uint16_t{0xffff} : sum); // RFC 768: 0 means none
    if (!wrapInIpv4(*p, {source, to.address, kProtocolUdp, 0, false, ++identification_})) {
        s_.drop(p, DropReason::Tunnel);
        return;
    }
    slow_.originate(p, now);
}

void WireGuardStage::deliver(const Device& from, PacketBuf* p, Nanos) {
    const std::uint32_t octets = p->length;
    unwrapIpv4(*p, 0, octets);
    sink_.receiveInside(p, from.config().interface, octets, false);
}

} // namespace agent::dataplane
