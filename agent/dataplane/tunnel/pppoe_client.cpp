#include "agent/dataplane/tunnel/pppoe_client.h"

#include "core/base/endian.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>

namespace agent::dataplane {

using core::base::kSecond;
using core::base::loadBe16;
using core::base::loadBe32;
using pppoe::Message;
using pppoe::Octets;

namespace {

constexpr core::base::Nanos kRepeat = 3 * kSecond;
constexpr int kAttempts = 10;
constexpr int kEchoes = 3;
constexpr std::uint16_t kMaxMru = 1492; // RFC 2516 section 7

Octets octetsOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
std::array<std::uint8_t, 2> be16(std::uint16_t v) {
    std::array<std::uint8_t, 2> out;
    core::base::storeBe16(out.data(), v);
    return out;
}
std::array<std::uint8_t, 4> be32(std::uint32_t v) {
    std::array<std::uint8_t, 4> out;
    core::base::storeBe32(out.data(), v);
    return out;
}

} // namespace

std::string_view PppoeClient::status() const {
    switch (state_) {
    case State::Up:
        return "connected";
    case State::Authenticating:
        return "authenticating";
    case State::Link:
    case State::Network:
        return "link established";
    default:
        return "initializing";
    }
}

void PppoeClient::enter(State state, Nanos now) {
    state_ = state;
    attempts_ = 0;
    requestAcked_ = theirsAcked_ = false;
    actAt_ = now + kRepeat;
    if (state == State::Up) {
        unansweredEchoes_ = 0;
        actAt_ = now + std::max<Nanos>(config_.keepalive, kSecond);
    } else if (state == State::Idle) {
        session_ = {};
        cookie_.clear();
        authentication_ = 0;
    } else {
        sendAgain();
    }
}

void PppoeClient::sendAgain() {
    switch (state_) {
    case State::Asking:
        return sendDiscovery(pppoe::kPadi);
    case State::Requesting:
        return sendDiscovery(pppoe::kPadr);
    case State::Link:
        return requestAcked_ ? void() : sendLcpRequest();
    case State::Authenticating:
        if (authentication_ == pppoe::kPap) {
            Message body;
            const std::array<std::uint8_t, 1> user{static_cast<std::uint8_t>(config_.user.size())},
                password{static_cast<std::uint8_t>(config_.password.size())};
            body.octets(user).octets(octetsOf(config_.user)).octets(password).octets(octetsOf(config_.password));
            sendControl(pppoe::kPap, pppoe::kRequest, ++identifier_, body);
        }
        return; // CHAP: the other end asks
    case State::Network:
        return requestAcked_ ? void() : sendIpcpRequest();
    case State::Idle:
    case State::Up:
        return;
    }
}

PppoeClient::Nanos PppoeClient::poll(Nanos now) {
    if (state_ == State::Idle) {
        enter(State::Asking, now);
    } else if (now >= actAt_) {
        if (state_ == State::Up) {
            if (config_.keepalive != 0 && unansweredEchoes_++ >= kEchoes) {
                enter(State::Idle, now);
                return now;
            }
            Message body;
            body.be32(magic_);
            sendControl(pppoe::kLcp, pppoe::kEchoRequest, ++identifier_, body);
            actAt_ = now + std::max<Nanos>(config_.keepalive, kSecond);
        } else if (++attempts_ >= kAttempts) {
            enter(State::Idle, now);
            return now;
        } else {
            sendAgain();
            actAt_ = now + kRepeat;
        }
    }
    return actAt_;
}

void PppoeClient::hangUp() {
    if (session_.id != 0) {
        send_(session_.concentrator, kEtherTypePppoeDiscovery, Message().discovery(pppoe::kPadt, session_.id));
    }
}

// --- discovery ----------------------------------------------------------------------------------------------

void PppoeClient::sendDiscovery(std::uint8_t code) {
    Message tags;
    tags.tag(pppoe::kServiceName, octetsOf(config_.serviceName)).tag(pppoe::kHostUniq, be32(magic_));
    if (code == pppoe::kPadr && !cookie_.empty()) {
        tags.tag(pppoe::kAcCookie, cookie_);
    }
    send_(code == pppoe::kPadi ? kBroadcastMac : session_.concentrator, kEtherTypePppoeDiscovery, tags.discovery(code, 0));
}

void PppoeClient::receiveDiscovery(MacKey from, Octets octets, Nanos now) {
    const auto header = pppoe::readPppoe(octets);
    if (!header) {
        return;
    }
    const Octets tags = octets.subspan(pppoe::kHeader, header->length);
    if (header->code == pppoe::kPadt) {
        if (from == session_.concentrator && header->session == session_.id && session_.id != 0) {
            enter(State::Idle, now);
        }
        return;
    }
    bool mine = false, named = config_.acName.empty(), refused = false;
    std::vector<std::uint8_t> cookie;
    pppoe::forEachTag(tags, [&](std::uint16_t type, Octets value) {
        mine = mine || (type == pppoe::kHostUniq && value.size() == 4 && loadBe32(value.data()) == magic_);
        named = named || (type == pppoe::kAcName && std::ranges::equal(value, octetsOf(config_.acName)));
        refused = refused || type == pppoe::kServiceNameError;
        if (type == pppoe::kAcCookie) {
            cookie.assign(value.begin(), value.end());
        }
    });
    if (!mine || refused) {
        return;
    }
    if (header->code == pppoe::kPado && state_ == State::Asking && named) {
        session_.concentrator = from;
        cookie_ = std::move(cookie);
        enter(State::Requesting, now);
    } else if (header->code == pppoe::kPads && state_ == State::Requesting && from == session_.concentrator && header->session != 0) {
        session_.id = header->session;
        session_.mtu = std::min(config_.maxMtu, kMaxMru);
        enter(State::Link, now);
    }
}

// --- session ------------------------------------------------------------------------------------------------

void PppoeClient::receive(MacKey from, std::uint16_t etherType, Octets octets, Nanos now) {
    if (etherType == kEtherTypePppoeDiscovery) {
        receiveDiscovery(from, octets, now);
        return;
    }
    const auto header = pppoe::readPppoe(octets);
    if (!header || header->code != pppoe::kSession || header->length < 2 || session_.id == 0 || header->session != session_.id ||
        from != session_.concentrator) {
        return;
    }
    const std::uint16_t protocol = loadBe16(octets.data() + pppoe::kHeader);
    const auto control = pppoe::readControl(octets.subspan(pppoe::kSessionHeader, header->length - 2u));
    if (!control) {
        return;
    }
    if (protocol == pppoe::kLcp) {
        receiveLcp(*control, now);
    } else if (protocol == pppoe::kPap || protocol == pppoe::kChap) {
        receiveAuthentication(protocol, *control, now);
    } else if (protocol == pppoe::kIpcp) {
        receiveIpcp(*control, now);
    } else if (state_ == State::Network || state_ == State::Up) { // RFC 1661 section 5.7
        Message body;
        body.be16(protocol).octets(octets.subspan(pppoe::kSessionHeader, header->length - 2u));
        sendControl(pppoe::kLcp, pppoe::kProtocolReject, ++identifier_, body);
    }
}

void PppoeClient::sendControl(std::uint16_t protocol, std::uint8_t code, std::uint8_t identifier, const Message& body) {
    send_(session_.concentrator, kEtherTypePppoeSession, body.control(session_.id, protocol, code, identifier));
}

void PppoeClient::sendLcpRequest() {
    Message options;
    options.option(pppoe::kMru, be16(session_.mtu)).option(pppoe::kMagic, be32(magic_));
    sendControl(pppoe::kLcp, pppoe::kRequest, ++identifier_, options);
}

void PppoeClient::receiveLcp(const pppoe::Control& c, Nanos now) {
    switch (c.code) {
    case pppoe::kRequest:
        if (state_ != State::Link) { // the other end starts over
            enter(State::Link, now);
        }
        answerLcpRequest(c);
        break;
    case pppoe::kAck:
        requestAcked_ = requestAcked_ || (state_ == State::Link && c.identifier == identifier_);
        break;
    case pppoe::kNak:
        if (state_ == State::Link) {
            pppoe::forEachOption(c.body, [&](std::uint8_t type, Octets value) {
                if (type == pppoe::kMru && value.size() == 2) {
                    session_.mtu = std::min(session_.mtu, loadBe16(value.data()));
                }
            });
            sendLcpRequest();
        }
        break;
    case pppoe::kEchoRequest: {
        Message body;
        body.be32(magic_);
        sendControl(pppoe::kLcp, pppoe::kEchoReply, c.identifier, body);
        return;
    }
    case pppoe::kEchoReply:
        unansweredEchoes_ = 0;
        return;
    case pppoe::kTerminate:
        sendControl(pppoe::kLcp, pppoe::kTerminateAck, c.identifier, {});
        enter(State::Idle, now);
        return;
    default:
        return;
    }
    linkMayBeUp(now);
}

// Agrees to what it knows; else rejects all it does not, or asks for CHAP with MD5 where another authentication was wanted.
void PppoeClient::answerLcpRequest(const pppoe::Control& c) {
    Message rejected, wished;
    std::uint16_t authentication = 0;
    pppoe::forEachOption(c.body, [&](std::uint8_t type, Octets value) {
        if (type == pppoe::kMru && value.size() == 2) {
            session_.mtu = std::min(session_.mtu, std::max<std::uint16_t>(loadBe16(value.data()), 68));
        } else if (type == pppoe::kAuthentication && value.size() >= 2) {
            authentication = loadBe16(value.data());
            const bool md5 = authentication == pppoe::kChap && value.size() == 3 && value[2] == 5;
            if (authentication != pppoe::kPap && !md5) {
                wished.option(pppoe::kAuthentication, std::array<std::uint8_t, 3>{pppoe::kChap >> 8, pppoe::kChap & 0xff, 5});
            }
        } else if (type != pppoe::kMagic) {
            rejected.option(type, value);
        }
    });
    if (!rejected.view().empty()) {
        sendControl(pppoe::kLcp, pppoe::kReject, c.identifier, rejected);
    } else if (!wished.view().empty()) {
        sendControl(pppoe::kLcp, pppoe::kNak, c.identifier, wished);
    } else {
        sendControl(pppoe::kLcp, pppoe::kAck, c.identifier, Message().octets(c.body));
        authentication_ = authentication;
        theirsAcked_ = true;
    }
}

void PppoeClient::linkMayBeUp(Nanos now) {
    if (state_ == State::Link && requestAcked_ && theirsAcked_) {
        enter(authentication_ == 0 ? State::Network : State::Authenticating, now);
    }
}

void PppoeClient::receiveAuthentication(std::uint16_t protocol, const pppoe::Control& c, Nanos now) {
    constexpr std::uint8_t kChallenge = 1, kChapResponse = 2, kChapSuccess = 3, kChapFailure = 4;
    if (state_ != State::Authenticating || protocol != authentication_) {
        return;
    }
    if (protocol == pppoe::kPap) {
        enter(c.code == pppoe::kAck ? State::Network : State::Idle, now);
    } else if (c.code == kChallenge && !c.body.empty() && c.body.size() > c.body[0]) {
        Message secret; // RFC 1994 section 4.1
        const std::array<std::uint8_t, 1> id{c.identifier}, size{16};
        secret.octets(id).octets(octetsOf(config_.password)).octets(c.body.subspan(1, c.body[0]));
        std::array<std::uint8_t, 16> digest{};
        EVP_Digest(secret.view().data(), secret.view().size(), digest.data(), nullptr, EVP_md5(), nullptr);
        Message body;
        body.octets(size).octets(digest).octets(octetsOf(config_.user));
        sendControl(pppoe::kChap, kChapResponse, c.identifier, body);
    } else if (c.code == kChapSuccess) {
        enter(State::Network, now);
    } else if (c.code == kChapFailure) {
        enter(State::Idle, now);
    }
}

void PppoeClient::sendIpcpRequest() {
    Message options;
    options.option(pppoe::kAddress, be32(session_.local));
    sendControl(pppoe::kIpcp, pppoe::kRequest, ++identifier_, options);
}

void PppoeClient::receiveIpcp(const pppoe::Control& c, Nanos now) {
    if (state_ != State::Network) {
        return;
    }
    if (c.code == pppoe::kRequest) {
        answerIpcpRequest(c);
    } else if (c.code == pppoe::kNak && c.identifier == identifier_) {
        pppoe::forEachOption(c.body, [&](std::uint8_t type, Octets value) {
            if (type == pppoe::kAddress && value.size() == 4) {
                session_.local = loadBe32(value.data());
            }
        });
        sendIpcpRequest();
    } else if (c.code == pppoe::kAck && c.identifier == identifier_ && session_.local != 0) {
        requestAcked_ = true;
    }
    networkMayBeUp(now);
}

void PppoeClient::answerIpcpRequest(const pppoe::Control& c) {
    Message rejected;
    std::uint32_t address = 0;
    pppoe::forEachOption(c.body, [&](std::uint8_t type, Octets value) {
        if (type == pppoe::kAddress && value.size() == 4) {
            address = loadBe32(value.data());
        } else {
            rejected.option(type, value);
        }
    });
    if (!rejected.view().empty()) {
        sendControl(pppoe::kIpcp, pppoe::kReject, c.identifier, rejected);
        return;
    }
    sendControl(pppoe::kIpcp, pppoe::kAck, c.identifier, Message().octets(c.body));
    session_.remote = address;
    theirsAcked_ = true;
}

void PppoeClient::networkMayBeUp(Nanos now) {
    if (requestAcked_ && theirsAcked_) {
        enter(State::Up, now);
    }
}

} // namespace agent::dataplane
