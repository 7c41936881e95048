// Routers from files other tools keep: WinBox's address file, CSV with a header line, and lists of "address[:port]|user|password".
//
// CSV (RFC 4180; commas, semicolons or tabs): columns by name in any order, of which address (or host, ip) is needed; name, user (username,
// login), password, port, via (api-ssl, ssh, api), group and comment (note) are taken. Pure; any thread.
#pragma once

#include "core/base/result.h"
#include "core/workspace/router_state.h"

#include <QByteArray>
#include <QStringList>
#include <vector>

namespace core::workspace {

struct ImportedRouter {
    Endpoint endpoint; // API-SSL unless the file says otherwise; label from name, comment and group
    QString password;  // empty: none in the file. For the keychain, nowhere else.
    bool operator==(const ImportedRouter&) const = default;
};

struct AddressImport {
    std::vector<ImportedRouter> routers;
    QStringList notes; // what was left out, and why, a line each
};

// The file is encrypted: a password is needed.
[[nodiscard]] bool wantsPassword(const QByteArray& file);
// InvalidInput: none of these, or damaged; text says where.
[[nodiscard]] core::base::Result<AddressImport> importAddresses(const QByteArray& file, const QString& password = {});

} // namespace core::workspace
