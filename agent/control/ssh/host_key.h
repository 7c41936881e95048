// The key the agent is known by: Ed25519, made at the first start and kept in the state directory, readable by its owner only.
//
//   auto key = hostKey("/var/lib/pathscope");       // "…/ssh_host_ed25519_key"
//   auto key = hostKey({});                         // a new one for this run
//
// Errors name the file and the remedy: one that others may read, or that holds no key, is refused rather than replaced.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

struct ssh_key_struct;

namespace agent::control {

struct FreeKey {
    void operator()(ssh_key_struct* key) const;
};
using HostKey = std::unique_ptr<ssh_key_struct, FreeKey>;

[[nodiscard]] core::base::Result<HostKey> hostKey(const std::filesystem::path& stateDirectory);

// "SHA256:…", as ssh shows it at the first connection.
[[nodiscard]] std::string fingerprint(const HostKey& key);

} // namespace agent::control
