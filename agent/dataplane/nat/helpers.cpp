#include "agent/dataplane/nat/helpers.h"

#include "agent/dataplane/nat/ftp_announcement.h"
#include "agent/dataplane/nat/payload_edit.h"
#include "agent/dataplane/nat/sip_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

#include <algorithm>

namespace agent::dataplane {

using core::base::Nanos;

void Helpers::configure(const ServicePorts& ports) {
    config_ = ports;
    conntrack_->setSipTimeout(ports.sipTimeout);
}

// By the port of the server behind a translation, so that a server on port 2121 of the router and 21 of its own is one.
Helper Helpers::helperFor(const FlowEntry& original) const {
    const auto listens = [&](const std::vector<std::uint16_t>& ports) {
        return std::find(ports.begin(), ports.end(), original.newDport) != ports.end();
    };
    if (original.protocol == kProtocolTcp) {
        return config_.ftp && listens(config_.ftpPorts) ? Helper::Ftp : Helper::None;
    }
    return original.protocol == kProtocolUdp && config_.sip && listens(config_.sipPorts) ? Helper::Sip : Helper::None;
}

void Helpers::read(PacketBuf& p, const ConnectionEntry& e, Nanos now) {
    if (e.helper == Helper::Ftp && config_.ftp) {
        readFtp(p, now);
    } else if (e.helper == Helper::Sip && config_.sip) {
        readSip(p, now);
    }
    if (e.has(kAdjusted)) {
        adjuster_.apply(p, conntrack_->id(p.connection));
    }
}

std::uint16_t Helpers::freePort(std::uint8_t protocol, std::uint32_t address, const Expectation& wanted, Nanos now) const {
    constexpr int kMostTries = 128;
    std::uint16_t port = wanted.toPort;
    for (int i = 0; i < kMostTries && conntrack_->expectations().isWantedByOthers(protocol, address, port, wanted, now); ++i) {
        port = static_cast<std::uint16_t>(port == 65535 ? 1024 : port + 1);
    }
    return port;
}

void Helpers::readFtp(PacketBuf& p, Nanos now) {
    const std::string_view text = payloadText(p);
    const auto announced = text.empty() ? std::nullopt : ftpAnnouncement(text, p.direction == 0);
    if (!announced) {
        return;
    }
    const FlowEntry& flow = conntrack_->flow(p.connection, p.direction);
    const std::uint32_t address = announced->address != 0 ? announced->address : flow.src;
    if (address != flow.src) {
        return; // somebody else's address: the bounce attack of RFC 2577
    }
    const bool translated = flow.newSrc != flow.src;
    Expectation e;
    e.protocol = kProtocolTcp;
    e.source = conntrack_->flow(p.connection, static_cast<std::uint8_t>(1 - p.direction)).src;
    e.destination = flow.newSrc;
    e.port = announced->port;
    e.by = Helper::Ftp;
    e.parent = conntrack_->id(p.connection);
    e.mark = conntrack_->entry(p.connection).mark;
    e.until = now + kFtpWait;
    if (translated) {
        e.toAddress = address;
        e.toPort = announced->port;
        e.port = freePort(kProtocolTcp, flow.newSrc, e, now);
        std::string line(text);
        line.replace(announced->at, announced->length, ftpText(announced->form, flow.newSrc, e.port));
        const auto grown = static_cast<std::int32_t>(line.size()) - static_cast<std::int32_t>(text.size());
        const std::uint32_t sequence = core::base::loadBe32(p.frame() + p.l4Offset + tcp::kSequence);
        if (line != text && !replacePayload(p, line)) {
            return;
        }
        if (grown != 0) {
            adjuster_.note(e.parent, p.direction, sequence, grown);
            conntrack_->entry(p.connection).flags |= kAdjusted;
        }
    }
    conntrack_->expectations().add(e);
}

void Helpers::readSip(PacketBuf& p, Nanos now) {
    const std::string_view text = payloadText(p);
    if (!isSip(text)) {
        return;
    }
    const FlowEntry& flow = conntrack_->flow(p.connection, p.direction);
    for (const SipEndpoint& media : mediaOf(text)) { // as the sender wrote it
        const bool translated = media.address == flow.src && flow.newSrc != flow.src;
        for (std::uint32_t port = media.port; port <= std::min(media.port + 1u, 65535u); ++port) { // RTP, and RTCP above it (RFC 3550)
            Expectation e;
            e.protocol = kProtocolUdp;
            e.destination = translated ? flow.newSrc : media.address;
            e.port = static_cast<std::uint16_t>(port);
            e.by = Helper::Sip;
            e.parent = conntrack_->id(p.connection);
            e.mark = conntrack_->entry(p.connection).mark;
            e.until = now + kSipWait;
            e.toAddress = translated ? media.address : 0;
            e.toPort = translated ? e.port : std::uint16_t{0};
            conntrack_->expectations().add(e);
        }
    }
    std::string message(text);
    if (flow.newSrc != flow.src) {
        message = replaceEndpoint(message, {flow.src, flow.sport}, {flow.newSrc, flow.newSport});
    }
    if (flow.newDst != flow.dst) {
        message = replaceEndpoint(message, {flow.dst, flow.dport}, {flow.newDst, flow.newDport});
    }
    if (message != text) {
        replacePayload(p, message); // one that does not fit goes as it is
    }
}

} // namespace agent::dataplane
