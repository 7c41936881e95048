// Text under a passphrase: scrypt (RFC 7914, N = 2^15, r = 8, p = 1) for the key, AES-256-GCM for the text.
//
//   Result<QByteArray> sealed = seal("{…}", passphrase);
//   Result<QByteArray> text = unseal(*sealed, passphrase);
//
// Layout: "PSSEAL1\n", 16 octets salt, 12 nonce, 16 tag, the rest is the text. A wrong passphrase and a changed octet look the same:
// InvalidInput. Takes a tenth of a second and 32 MiB, on purpose. Any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace core::workspace {

[[nodiscard]] core::base::Result<QByteArray> seal(const QByteArray& text, const QString& passphrase);
[[nodiscard]] core::base::Result<QByteArray> unseal(const QByteArray& sealed, const QString& passphrase);

} // namespace core::workspace
