#include "agent/control/ssh/host_key.h"

#include "core/base/atomic_file.h"

#include <libssh/libssh.h>

#include <sys/stat.h>

namespace agent::control {

using core::base::ErrorCode;
using core::base::Result;

void FreeKey::operator()(ssh_key_struct* key) const { ssh_key_free(key); }

namespace {

constexpr std::string_view kFile = "ssh_host_ed25519_key";

Result<HostKey> fresh() {
    ssh_key key = nullptr;
    if (ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key) != SSH_OK) {
        return core::base::fail(ErrorCode::Unsupported, "Cannot make an Ed25519 host key. Check the installed libssh and OpenSSL.");
    }
    return HostKey(key);
}

Result<HostKey> stored(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & 077) != 0) {
        return core::base::fail(ErrorCode::PermissionDenied, "Others may read the host key " + file.string() + ". Run chmod 600 on it, or remove it to get a new one.");
    }
    ssh_key key = nullptr;
    if (ssh_pki_import_privkey_file(file.c_str(), nullptr, nullptr, nullptr, &key) != SSH_OK) {
        return core::base::fail(ErrorCode::InvalidInput, "There is no usable key in " + file.string() + ". Remove the file to get a new host key.");
    }
    return HostKey(key);
}

Result<void> store(const HostKey& key, const std::filesystem::path& file) {
    char* text = nullptr;
    if (ssh_pki_export_privkey_base64(key.get(), nullptr, nullptr, nullptr, &text) != SSH_OK) {
        return core::base::fail(ErrorCode::Unsupported, "Cannot write out the host key. Check the installed libssh.");
    }
    const std::string content(text);
    ssh_string_free_char(text);
    return core::base::writeFileAtomically(file, content); // for its owner only
}

} // namespace

Result<HostKey> hostKey(const std::filesystem::path& stateDirectory) {
    if (stateDirectory.empty()) {
        return fresh();
    }
    const std::filesystem::path file = stateDirectory / kFile;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        return stored(file);
    }
    std::filesystem::create_directories(stateDirectory, ignored); // store() says what is wrong with it
    auto key = fresh();
    if (!key) {
        return key;
    }
    if (const auto done = store(*key, file); !done) {
        return tl::unexpected(done.error());
    }
    return key;
}

std::string fingerprint(const HostKey& key) {
    unsigned char* hash = nullptr;
    std::size_t length = 0;
    if (ssh_get_publickey_hash(key.get(), SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != SSH_OK) {
        return {};
    }
    char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    std::string out = text ? text : "";
    ssh_string_free_char(text);
    ssh_clean_pubkey_hash(&hash);
    return out;
}

} // namespace agent::control
