#include "agent/traffic/pppoe_concentrator.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace agent::traffic {

using dataplane::MacKey;
using dataplane::pppoe::Control;
using dataplane::pppoe::Message;
namespace pppoe = dataplane::pppoe;

namespace {

constexpr std::array<std::uint8_t, 8> kCookie{'p', 'a', 't', 'h', 's', 'c', 'o', 'p'};
constexpr std::array<std::uint8_t, 4> kMagic{0x70, 0x73, 0x61, 0x63};
constexpr std::uint8_t kIdentifier = 1;

std::array<std::uint8_t, 4> be32(std::uint32_t v) {
    std::array<std::uint8_t, 4> out;
    core::base::storeBe32(out.data(), v);
    return out;
}
PppoeConcentrator::Octets octetsOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

} // namespace

void PppoeConcentrator::forget(bool sayGoodbye) {
    if (sayGoodbye && session_ != 0) {
        const auto goodbye = Message().discovery(pppoe::kPadt, session_);
        send_(client_, dataplane::kEtherTypePppoeDiscovery, goodbye);
    }
    session_ = 0;
    authenticated_ = addressAcked_ = ownAcked_ = up_ = false;
}

void PppoeConcentrator::receive(MacKey from, std::uint16_t etherType, Octets octets) {
    if (etherType == dataplane::kEtherTypePppoeDiscovery) {
        discovery(from, octets);
        return;
    }
    const auto header = pppoe::readPppoe(octets);
    if (!header || session_ == 0 || header->session != session_ || from != client_ || header->length < 2) {
        return;
    }
    const std::uint16_t protocol = core::base::loadBe16(octets.data() + pppoe::kHeader);
    const auto c = pppoe::readControl(octets.subspan(pppoe::kSessionHeader, header->length - 2u));
    if (!c) {
        return;
    }
    if (protocol == pppoe::kLcp) {
        lcp(*c);
    } else if (protocol == pppoe::kPap || protocol == pppoe::kChap) {
        authenticate(protocol, *c);
    } else if (protocol == pppoe::kIpcp && authenticated_) {
        ipcp(*c);
    }
}

void PppoeConcentrator::discovery(MacKey from, Octets octets) {
    const auto header = pppoe::readPppoe(octets);
    if (!header) {
        return;
    }
    Message tags;
    tags.tag(pppoe::kAcName, octetsOf("pathscope"));
    bool knowsCookie = false;
    pppoe::forEachTag(octets.subspan(pppoe::kHeader, header->length), [&](std::uint16_t type, Octets value) {
        if (type == pppoe::kServiceName || type == pppoe::kHostUniq) {
            tags.tag(type, value);
        }
        knowsCookie = knowsCookie || (type == pppoe::kAcCookie && std::ranges::equal(value, kCookie));
    });
    if (header->code == pppoe::kPadi) {
        tags.tag(pppoe::kAcCookie, kCookie);
        const auto offer = tags.discovery(pppoe::kPado, 0);
        send_(from, dataplane::kEtherTypePppoeDiscovery, offer);
    } else if (header->code == pppoe::kPadr && knowsCookie) {
        forget(false);
        client_ = from;
        session_ = next_++;
        const auto confirmation = tags.discovery(pppoe::kPads, session_);
        send_(from, dataplane::kEtherTypePppoeDiscovery, confirmation);
        requestLink();
    } else if (header->code == pppoe::kPadt && from == client_ && header->session == session_) {
        forget(false);
    }
}

void PppoeConcentrator::control(std::uint16_t protocol, std::uint8_t code, std::uint8_t identifier, const Message& body) {
    const auto octets = body.control(session_, protocol, code, identifier);
    send_(client_, dataplane::kEtherTypePppoeSession, octets);
}

void PppoeConcentrator::requestLink() {
    Message options;
    const std::array<std::uint8_t, 2> mru{static_cast<std::uint8_t>(service_.mru >> 8), static_cast<std::uint8_t>(service_.mru)};
    options.option(pppoe::kMru, mru);
    options.option(pppoe::kAuthentication, std::array<std::uint8_t, 2>{pppoe::kPap >> 8, pppoe::kPap & 0xff});
    options.option(pppoe::kMagic, kMagic);
    control(pppoe::kLcp, pppoe::kRequest, kIdentifier, options);
}

void PppoeConcentrator::lcp(const Control& c) {
    switch (c.code) {
    case pppoe::kRequest:
        control(pppoe::kLcp, pppoe::kAck, c.identifier, Message().octets(c.body));
        break;
    case pppoe::kEchoRequest:
        control(pppoe::kLcp, pppoe::kEchoReply, c.identifier, Message().octets(kMagic));
        break;
    case pppoe::kTerminate:
        control(pppoe::kLcp, pppoe::kTerminateAck, c.identifier, {});
        forget(false);
        break;
    default:
        break;
    }
}

void PppoeConcentrator::authenticate(std::uint16_t protocol, const Control& c) {
    if (protocol != pppoe::kPap || c.code != pppoe::kRequest || c.body.empty()) {
        return;
    }
    const std::size_t user = c.body[0];
    const bool whole = c.body.size() >= 2 + user && c.body.size() >= 2 + user + c.body[1 + user];
    const bool right =
        whole && (service_.user.empty() || (std::ranges::equal(c.body.subspan(1, user), octetsOf(service_.user)) &&
                                            std::ranges::equal(c.body.subspan(2 + user, c.body[1 + user]), octetsOf(service_.password))));
    const std::array<std::uint8_t, 1> noText{0};
    control(pppoe::kPap, right ? pppoe::kAck : pppoe::kNak, c.identifier, Message().octets(noText));
    if (right && !authenticated_) {
        authenticated_ = true;
        requestNetwork();
    }
}

void PppoeConcentrator::requestNetwork() {
    control(pppoe::kIpcp, pppoe::kRequest, kIdentifier, Message().option(pppoe::kAddress, be32(service_.own)));
}

void PppoeConcentrator::ipcp(const Control& c) {
    if (c.code == pppoe::kRequest) {
        std::uint32_t wished = 0;
        Message unknown;
        pppoe::forEachOption(c.body, [&](std::uint8_t type, Octets value) {
            if (type == pppoe::kAddress && value.size() == 4) {
                wished = core::base::loadBe32(value.data());
            } else {
                unknown.option(type, value);
            }
        });
        if (!unknown.view().empty()) {
            control(pppoe::kIpcp, pppoe::kReject, c.identifier, unknown);
        } else if (wished != service_.client) {
            control(pppoe::kIpcp, pppoe::kNak, c.identifier, Message().option(pppoe::kAddress, be32(service_.client)));
        } else {
            control(pppoe::kIpcp, pppoe::kAck, c.identifier, Message().octets(c.body));
            addressAcked_ = true;
        }
    } else if (c.code == pppoe::kAck) {
        ownAcked_ = true;
    }
    up_ = addressAcked_ && ownAcked_;
}

} // namespace agent::traffic
