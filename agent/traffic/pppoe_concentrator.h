// The provider's end of one PPPoE session: answers discovery, negotiates LCP and IPCP, asks for PAP, gives out one address.
// Knows frames, not cables.
//
//   PppoeConcentrator ac({.own = …, .client = …}, send);
//   ac.receive(source, etherType, octets);     // what follows the Ethernet header
//   if (ac.up()) … ac.session(), ac.clientMac()
//
// Believes only what it receives. Belongs to the traffic's thread; control packets allocate.
#pragma once

#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/pppoe.h"

#include <functional>
#include <string>
#include <vector>

namespace agent::traffic {

struct PppoeService {
    std::uint32_t own = 0;      // address of this end
    std::uint32_t client = 0;   // address given out
    std::string user, password; // user empty: anybody
    std::uint16_t mru = 1492;
};

class PppoeConcentrator {
public:
    using Octets = dataplane::pppoe::Octets;
    using Send = std::function<void(dataplane::MacKey to, std::uint16_t etherType, Octets octets)>;

    PppoeConcentrator(PppoeService service, Send send)
        : service_(std::move(service))
        , send_(std::move(send)) {}

    void receive(dataplane::MacKey from, std::uint16_t etherType, Octets octets);
    // Ends the session as a restarted concentrator would: without a word, or with PADT.
    void forget(bool sayGoodbye);

    [[nodiscard]] bool up() const { return up_; }
    [[nodiscard]] std::uint16_t session() const { return session_; }
    [[nodiscard]] dataplane::MacKey clientMac() const { return client_; }

private:
    void discovery(dataplane::MacKey from, Octets octets);
    void lcp(const dataplane::pppoe::Control& c);
    void authenticate(std::uint16_t protocol, const dataplane::pppoe::Control& c);
    void ipcp(const dataplane::pppoe::Control& c);
    void control(std::uint16_t protocol, std::uint8_t code, std::uint8_t identifier, const dataplane::pppoe::Message& body);
    void requestLink();
    void requestNetwork();

    PppoeService service_;
    Send send_;
    dataplane::MacKey client_ = 0;
    std::uint16_t session_ = 0, next_ = 1;
    bool authenticated_ = false, addressAcked_ = false, ownAcked_ = false, up_ = false;
};

} // namespace agent::traffic
