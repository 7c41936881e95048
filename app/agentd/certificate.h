// The agent's certificate for its TLS doors: given by files, or its own, self-signed.
#pragma once

#include "core/base/result.h"

#include <string>

namespace app::agentd {

struct Certificate {
    std::string certificatePem; // chain, leaf first
    std::string keyPem;
};

// Reads both files. The error names the file.
[[nodiscard]] core::base::Result<Certificate> readCertificate(const std::string& certificateFile, const std::string& keyFile);

// The certificate kept in `directory` (tls-certificate.pem, tls-key.pem, both 0600); made there when there is none, so that
// who has pinned it finds it again. An empty directory: a new one each time. EC P-256, ten years.
[[nodiscard]] core::base::Result<Certificate> ownCertificate(const std::string& directory);

// "AB:CD:…", SHA-256 of the leaf as it goes over the wire: what a client shows. Empty when the text is no certificate.
[[nodiscard]] std::string fingerprint(const std::string& certificatePem);

} // namespace app::agentd
