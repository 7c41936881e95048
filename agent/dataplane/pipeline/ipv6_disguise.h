// An IPv6 packet made to look, in its metadata, like the IPv4 packet that connection tracking and rules were written for: addresses are
// numbers of the address book, ICMPv6 is ICMP with the echo types of IPv4. The frame is not touched; the destructor takes it all back.
//
//   Disguise disguise(*p, book);
//   if (!disguise.complete()) …            // the book is full
//   disguise.forRules();    classifier.run(…, p, …);
//   disguise.forTracking(); conntrack.track(p, now);
//
// Rules of IPv6 are compiled to match: protocol icmpv6 as 1, types by disguisedIcmpType().
#pragma once

#include "agent/dataplane/fib/address_book.h"
#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/icmpv6_message.h"
#include "agent/dataplane/parse/ipv4.h"
#include "agent/dataplane/parse/ipv6.h"

namespace agent::dataplane {

constexpr std::uint8_t disguisedIcmpType(std::uint8_t icmpv6Type) {
    return icmpv6Type == icmpv6::kEchoRequest ? icmp::kEchoRequest : icmpv6Type == icmpv6::kEchoReply ? icmp::kEchoReply : icmpv6Type;
}
constexpr std::uint8_t disguisedProtocol(std::uint8_t protocol) { return protocol == kProtocolIcmpv6 ? kProtocolIcmp : protocol; }

class Disguise {
public:
    Disguise(PacketBuf& p, AddressBook& book)
        : p_(p)
        , book_(book)
        , flags_(p.flags)
        , protocol_(p.protocol)
        , icmpType_(p.icmpType)
        , src_(book.idOf(source6(p)))
        , dst_(book.idOf(destination6(p))) {
        p.flags = static_cast<std::uint8_t>((p.flags | kIsIpv4) & ~kIsFragment);
        p.protocol = disguisedProtocol(p.protocol);
        if (protocol_ == kProtocolIcmpv6) {
            p.icmpType = disguisedIcmpType(p.icmpType);
        }
    }
    Disguise(const Disguise&) = delete;
    Disguise& operator=(const Disguise&) = delete;
    ~Disguise() {
        p_.flags = flags_;
        p_.protocol = protocol_;
        p_.icmpType = icmpType_;
        p_.src = p_.dst = 0;
    }

    [[nodiscard]] bool complete() const { return src_ != 0 && dst_ != 0; }
    void forRules() {
        p_.src = book_.number(src_);
        p_.dst = book_.number(dst_);
    }
    void forTracking() {
        p_.src = src_;
        p_.dst = dst_;
    }
    // As it was before.
    [[nodiscard]] bool isFragment() const { return (flags_ & kIsFragment) != 0; }
    [[nodiscard]] bool isIcmpv6() const { return protocol_ == kProtocolIcmpv6; }
    [[nodiscard]] std::uint8_t icmpv6Type() const { return icmpType_; }
    [[nodiscard]] std::uint32_t src() const { return src_; }
    [[nodiscard]] std::uint32_t dst() const { return dst_; }

private:
    PacketBuf& p_;
    AddressBook& book_;
    std::uint8_t flags_, protocol_, icmpType_;
    std::uint32_t src_, dst_;
};

} // namespace agent::dataplane
