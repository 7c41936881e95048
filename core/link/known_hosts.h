// SSH host keys seen before, in OpenSSH's known_hosts format (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT), in a file of our own.
//
//   Result<KnownHosts> known = KnownHosts::load(path);
//   known->keysOf("192.168.88.1", 22);                       // "[host]:port" for other ports
//   known->trust("192.168.88.1", 22, {"ssh-ed25519", blob});  // replaces whatever was known of this host and port
//   known->save(path);
//
// Lines that are not understood (hashed names, markers, comments) are kept as they are. Pure but for load and save; save replaces the file
// in one step and keeps it to its owner.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::link {

struct HostKey {
    std::string type; // "ssh-ed25519"
    std::string blob; // base64
    bool operator==(const HostKey&) const = default;
};

class KnownHosts {
public:
    static KnownHosts parse(std::string_view text);
    // A file that is not there is empty. Io when it cannot be read.
    [[nodiscard]] static core::base::Result<KnownHosts> load(const std::string& path);

    [[nodiscard]] std::vector<HostKey> keysOf(std::string_view host, std::uint16_t port) const;
    void trust(std::string_view host, std::uint16_t port, HostKey key);
    [[nodiscard]] std::string text() const;
    // Makes the folder. Io says why not.
    [[nodiscard]] core::base::Result<void> save(const std::string& path) const;

private:
    struct Line {
        std::string text;
        std::vector<std::string> names; // empty: kept, not looked at
        HostKey key;
    };
    std::vector<Line> lines_;
};

// "SHA256:…" as ssh-keygen -l prints it, from a base64 blob; empty when it is no base64.
[[nodiscard]] std::string hostKeyFingerprint(const std::string& blob);

} // namespace core::link
