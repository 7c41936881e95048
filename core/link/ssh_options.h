// How to log in over SSH.
#pragma once

#include <string>

namespace core::link {

struct SshOptions {
    std::string knownHosts; // file of host keys seen before; empty: none is known and none is remembered
    std::string pinned;     // "SHA256:…" the host key has to have, whatever knownHosts says; empty: decide by knownHosts
    std::string keyFile;    // private key; empty: none. The password given to open() opens it when it is encrypted.
    bool useAgent = true;   // keys of the running ssh-agent
    // Also what modern SSH has given up, for RouterOS 6: ssh-rsa (SHA-1) host and user keys, key exchange over group1 and group14 with
    // SHA-1, CBC ciphers, hmac-sha1, RSA keys from 1024 bits. Only by the user's choice for this very router.
    bool legacyAlgorithms = false;
};

} // namespace core::link
