// Who a peer proved to be: what is shown at first sight, remembered, and compared ever after.
#pragma once

#include <string>

namespace core::link {

struct PeerIdentity {
    enum class Kind { None, Certificate, HostKey };
    Kind kind = Kind::None;
    // SHA-256. Of a certificate in hex as RouterOS prints it (/certificate print detail, property fingerprint); of a host key as OpenSSH
    // prints it ("SHA256:…").
    std::string fingerprint;
    std::string detail; // for people: "CN=router, valid until 2034-01-31", "ssh-ed25519"

    bool operator==(const PeerIdentity&) const = default;
};

// The peer is not the one remembered. Nothing was sent to it, the password least of all.
struct PeerChange {
    std::string known; // fingerprint remembered
    PeerIdentity seen;

    bool operator==(const PeerChange&) const = default;
};

} // namespace core::link
