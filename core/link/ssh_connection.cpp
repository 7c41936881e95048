#include "core/link/ssh_connection.h"

#include "core/link/session.h"

#include <algorithm>
#include <libssh/libssh.h>
#include <poll.h>
#include <unistd.h>

namespace core::link {

using core::base::Error;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

namespace {

constexpr long kLoginSeconds = 10;
constexpr int kWaitMs = 1000;

// Complete lists: libssh 0.10 knows no "+algorithm".
constexpr const char* kLegacyKex =
    "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,diffie-hellman-group18-sha512,diffie-hellman-group16-sha512,"
    "diffie-hellman-group-exchange-sha256,diffie-hellman-group14-sha256,diffie-hellman-group14-sha1,diffie-hellman-group1-sha1";
constexpr const char* kLegacyKeys = "ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512,rsa-sha2-256,ssh-rsa";
constexpr const char* kLegacyCiphers =
    "aes256-gcm@openssh.com,aes128-gcm@openssh.com,aes256-ctr,aes192-ctr,aes128-ctr,aes256-cbc,aes192-cbc,aes128-cbc,3des-cbc";
constexpr const char* kLegacyMacs = "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512,hmac-sha1";
constexpr int kLegacyRsaBits = 1024;

void freeString(char* text) {
    ssh_string_free_char(text);
}

std::vector<HostKey> keysOf(const KnownHosts& known, const SshLogin& login) {
    return known.keysOf(login.host, login.port);
}

} // namespace

SshConnection::SshConnection(const SshLogin& login, int wake)
    : login_(login)
    , session_(ssh_new())
    , wake_(wake) {}

SshConnection::~SshConnection() {
    for (Channel& channel : channels_) {
        close(channel);
    }
    if (event_ != nullptr) {
        ssh_event_remove_fd(event_, wake_);
        ssh_event_remove_session(event_, session_);
        ssh_event_free(event_);
    }
    ssh_silent_disconnect(session_);
    ssh_free(session_);
}

std::string SshConnection::peer() const {
    const bool v6 = login_.host.find(':') != std::string::npos;
    return (v6 ? "[" + login_.host + "]" : login_.host) + ":" + std::to_string(login_.port);
}

std::string SshConnection::lastError() const {
    return ssh_get_error(session_);
}

Error SshConnection::lossError() const {
    return {ErrorCode::ConnectionLost, peer() + " closed the SSH connection.", lastError()};
}

void SshConnection::setOptions(const std::vector<HostKey>& known) {
    const int off = 0;
    // libssh closes what it is given, so it gets a descriptor of its own; the worker's is for shutdown().
    const socket_t descriptor = ::dup(login_.descriptor);
    const unsigned port = login_.port;
    ssh_options_set(session_, SSH_OPTIONS_PROCESS_CONFIG, &off); // the user's ~/.ssh/config is not about routers in here
    ssh_options_set(session_, SSH_OPTIONS_HOST, login_.host.c_str());
    ssh_options_set(session_, SSH_OPTIONS_PORT, &port);
    ssh_options_set(session_, SSH_OPTIONS_USER, login_.user.c_str());
    ssh_options_set(session_, SSH_OPTIONS_FD, &descriptor);
    ssh_options_set(session_, SSH_OPTIONS_TIMEOUT, &kLoginSeconds);
    ssh_options_set(session_, SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(session_, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    std::string keys = login_.options.legacyAlgorithms ? kLegacyKeys : "";
    if (!known.empty() && known.front().type != "ssh-rsa") {
        // The kind of key that is known comes first, so that a router with several keys shows the same one again.
        keys = known.front().type + "," + (keys.empty() ? std::string("ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512,rsa-sha2-256") : keys);
    }
    if (!keys.empty()) {
        ssh_options_set(session_, SSH_OPTIONS_HOSTKEYS, keys.c_str());
    }
    if (login_.options.legacyAlgorithms) {
        ssh_options_set(session_, SSH_OPTIONS_KEY_EXCHANGE, kLegacyKex);
        ssh_options_set(session_, SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, kLegacyKeys);
        ssh_options_set(session_, SSH_OPTIONS_CIPHERS_C_S, kLegacyCiphers);
        ssh_options_set(session_, SSH_OPTIONS_CIPHERS_S_C, kLegacyCiphers);
        ssh_options_set(session_, SSH_OPTIONS_HMAC_C_S, kLegacyMacs);
        ssh_options_set(session_, SSH_OPTIONS_HMAC_S_C, kLegacyMacs);
        ssh_options_set(session_, SSH_OPTIONS_RSA_MIN_SIZE, &kLegacyRsaBits);
    }
}

SshOpened SshConnection::open() {
    SshOpened opened;
    const Result<KnownHosts> known =
        login_.options.knownHosts.empty() ? Result<KnownHosts>(KnownHosts()) : KnownHosts::load(login_.options.knownHosts);
    if (!known) {
        opened.result = tl::unexpected(known.error());
        return opened;
    }
    setOptions(keysOf(*known, login_));
    if (ssh_connect(session_) != SSH_OK) {
        const std::string cause = lastError();
        const bool noCommon = cause.find("kex error") != std::string::npos || cause.find("no match for method") != std::string::npos;
        opened.result =
            noCommon
                ? fail(ErrorCode::Unsupported,
                       peer() + (login_.options.legacyAlgorithms
                                     ? " and this program have no SSH algorithm in common. Use the API with TLS instead."
                                     : " offers only SSH algorithms that are given up as weak. Allow old algorithms for this router, or "
                                       "update it and set strong-crypto=yes in /ip ssh."),
                       cause)
                : fail(ErrorCode::ConnectionLost, peer() + " did not complete the SSH handshake. Is it the port of the ssh service (22)?",
                       cause);
        return opened;
    }
    opened.result = checkHostKey(*known, opened);
    if (opened.result) {
        opened.result = authenticate();
    }
    if (opened.result) {
        event_ = ssh_event_new();
        ssh_event_add_session(event_, session_);
        ssh_event_add_fd(
            event_, wake_, POLLIN,
            [](socket_t fd, int, void*) {
                std::uint64_t count = 0;
                [[maybe_unused]] const auto taken = ::read(fd, &count, sizeof count);
                return 0;
            },
            nullptr);
        alive_ = true;
    }
    return opened;
}

Result<void> SshConnection::checkHostKey(const KnownHosts& known, SshOpened& opened) {
    ssh_key key = nullptr;
    char* blob = nullptr;
    if (ssh_get_server_publickey(session_, &key) != SSH_OK || ssh_pki_export_pubkey_base64(key, &blob) != SSH_OK) {
        ssh_key_free(key);
        return fail(ErrorCode::Protocol, peer() + " showed no host key.", lastError());
    }
    const HostKey seen{ssh_key_type_to_char(ssh_key_type(key)), blob};
    freeString(blob);
    ssh_key_free(key);
    const std::string fingerprint = hostKeyFingerprint(seen.blob);
    opened.identity = {PeerIdentity::Kind::HostKey, fingerprint, seen.type};

    const std::vector<HostKey> before = keysOf(known, login_);
    const auto sameBlob = [&seen](const HostKey& other) { return other.blob == seen.blob; };
    std::string expected = login_.options.pinned;
    if (expected.empty() && !before.empty() && std::none_of(before.begin(), before.end(), sameBlob)) {
        expected = hostKeyFingerprint(before.front().blob);
    }
    if (!expected.empty() && expected != fingerprint) {
        opened.change = PeerChange{expected, opened.identity};
        return tl::unexpected(peerChangedError(peer(), *opened.change));
    }
    opened.knownBefore = !expected.empty() || !before.empty();
    if (!login_.options.knownHosts.empty() && std::none_of(before.begin(), before.end(), sameBlob)) {
        KnownHosts updated = known;
        updated.trust(login_.host, login_.port, seen);
        return updated.save(login_.options.knownHosts);
    }
    return {};
}

Result<void> SshConnection::authenticate() {
    if (ssh_userauth_none(session_, nullptr) == SSH_AUTH_SUCCESS) {
        return {};
    }
    const int methods = ssh_userauth_list(session_, nullptr);
    const bool keys = (methods & SSH_AUTH_METHOD_PUBLICKEY) != 0;
    if (keys && !login_.options.keyFile.empty() && tryKeyFile()) {
        return {};
    }
    if (keys && login_.options.useAgent && ::getenv("SSH_AUTH_SOCK") != nullptr &&
        ssh_userauth_agent(session_, nullptr) == SSH_AUTH_SUCCESS) {
        return {};
    }
    if (tryPasswords(methods)) {
        return {};
    }
    if (ssh_is_connected(session_) == 0) {
        return fail(ErrorCode::ConnectionLost, peer() + " closed the SSH connection during the login.", lastError());
    }
    const bool passwords = (methods & (SSH_AUTH_METHOD_PASSWORD | SSH_AUTH_METHOD_INTERACTIVE)) != 0;
    const std::string hint =
        passwords ? " A RouterOS user who has an SSH key is refused with a password unless /ip ssh password-authentication is yes."
                  : " It takes no passwords: give a key file, or load the key into the SSH agent.";
    return fail(ErrorCode::LoginFailed, peer() + " did not accept user \"" + login_.user + "\"." + hint, {});
}

bool SshConnection::tryKeyFile() {
    ssh_key key = nullptr;
    const char* passphrase = login_.password.empty() ? nullptr : login_.password.c_str();
    if (ssh_pki_import_privkey_file(login_.options.keyFile.c_str(), passphrase, nullptr, nullptr, &key) != SSH_OK) {
        return false;
    }
    bool in = ssh_userauth_publickey(session_, nullptr, key) == SSH_AUTH_SUCCESS;
    if (!in && login_.options.legacyAlgorithms && ssh_options_set(session_, SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, "ssh-rsa") == SSH_OK) {
        in = ssh_userauth_publickey(session_, nullptr, key) == SSH_AUTH_SUCCESS; // a router that knows RSA signatures with SHA-1 only
    }
    ssh_key_free(key);
    return in;
}

bool SshConnection::tryPasswords(int methods) {
    if ((methods & SSH_AUTH_METHOD_PASSWORD) != 0 &&
        ssh_userauth_password(session_, nullptr, login_.password.c_str()) == SSH_AUTH_SUCCESS) {
        return true;
    }
    return (methods & SSH_AUTH_METHOD_INTERACTIVE) != 0 && answerQuestions();
}

// RFC 4256: every hidden question is taken for the password.
bool SshConnection::answerQuestions() {
    int result = ssh_userauth_kbdint(session_, nullptr, nullptr);
    for (int round = 0; round < 5 && result == SSH_AUTH_INFO; ++round) {
        const int questions = ssh_userauth_kbdint_getnprompts(session_);
        for (int i = 0; i < questions; ++i) {
            char echo = 0;
            ssh_userauth_kbdint_getprompt(session_, static_cast<unsigned>(i), &echo);
            ssh_userauth_kbdint_setanswer(session_, static_cast<unsigned>(i), echo == 0 ? login_.password.c_str() : "");
        }
        result = ssh_userauth_kbdint(session_, nullptr, nullptr);
    }
    return result == SSH_AUTH_SUCCESS;
}

std::optional<Error> SshConnection::start(const SshCommand& command) {
    ssh_channel channel = ssh_channel_new(session_);
    if (channel == nullptr || ssh_channel_open_session(channel) != SSH_OK ||
        ssh_channel_request_exec(channel, command.text.c_str()) != SSH_OK) {
        const Error error{ErrorCode::Refused, peer() + " opened no channel for a command.", lastError()};
        if (channel != nullptr) {
            ssh_channel_free(channel);
        }
        alive_ = ssh_is_connected(session_) != 0;
        return alive_ ? error : lossError();
    }
    channels_.push_back({command.id, channel, {}});
    return std::nullopt;
}

void SshConnection::close(Channel& channel) {
    ssh_channel_close(channel.channel);
    ssh_channel_free(channel.channel);
}

void SshConnection::drop(std::uint64_t id) {
    const auto it = std::find_if(channels_.begin(), channels_.end(), [id](const Channel& channel) { return channel.id == id; });
    if (it != channels_.end()) {
        close(*it);
        channels_.erase(it);
    }
}

// True when the channel is done.
bool SshConnection::read(Channel& channel, std::vector<Finished>& finished) {
    char buffer[16384];
    for (const int isError : {0, 1}) {
        int got = 0;
        while ((got = ssh_channel_read_nonblocking(channel.channel, buffer, sizeof buffer, isError)) > 0) {
            channel.output.append(buffer, static_cast<std::size_t>(got));
            if (channel.output.size() > kSshOutputOctets) {
                finished.push_back(
                    {channel.id, fail(ErrorCode::Protocol, peer() + " answered a command with more than " +
                                                               std::to_string(kSshOutputOctets >> 20) + " MiB, which is not kept.")});
                return true;
            }
        }
        if (got == SSH_ERROR) {
            alive_ = false;
            return false;
        }
    }
    if (ssh_channel_is_eof(channel.channel) != 0 || ssh_channel_is_closed(channel.channel) != 0) {
        finished.push_back({channel.id, std::move(channel.output)});
        return true;
    }
    return false;
}

std::vector<SshConnection::Finished> SshConnection::collect() {
    std::vector<Finished> finished;
    for (std::size_t i = 0; i < channels_.size() && alive_;) {
        if (read(channels_[i], finished)) {
            close(channels_[i]);
            channels_.erase(channels_.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    return finished;
}

void SshConnection::wait() {
    if (ssh_event_dopoll(event_, kWaitMs) == SSH_ERROR || ssh_is_connected(session_) == 0) {
        alive_ = false;
    }
}

} // namespace core::link
