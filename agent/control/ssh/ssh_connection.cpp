#include "agent/control/ssh/ssh_connection.h"

#include "agent/control/cli/value_text.h"
#include "agent/control/commands/context.h"
#include "core/base/base64.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace agent::control {

using std::chrono::seconds;
using std::chrono::steady_clock;

namespace {

constexpr seconds kLoginTime{60};      // for key exchange and login
constexpr seconds kKeepAlive{30};      // between two questions whether the client is there
constexpr int kVanishedMs = 120'000;   // sent data nobody acknowledges for so long: the client is gone
constexpr long kHandshakeSeconds = 20; // any one step of the key exchange
constexpr int kMaxFailures = 6;
constexpr std::size_t kMaxChannels = 10;
constexpr int kTurnMs = 1000;
constexpr const char* kVia = "ssh";

void watchPeer(int fd) {
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &kVanishedMs, sizeof kVanishedMs);
}

// The key as it goes over the wire (RFC 4253 6.6).
std::string blobOf(ssh_key key) {
    char* text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK) {
        return {};
    }
    const auto blob = core::base::decodeBase64(text);
    ssh_string_free_char(text);
    return blob.value_or(std::string());
}

} // namespace

SshConnection::SshConnection(ssh_session session, ControlGate& gate, std::string address, std::function<void()> ended)
    : session_(session), gate_(gate), address_(std::move(address)), whenEnded_(std::move(ended)), wakeFd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
      socket_(::fcntl(ssh_get_fd(session), F_DUPFD_CLOEXEC, 0)) {}

SshConnection::~SshConnection() {
    stop();
    if (thread_.joinable()) {
        thread_.join();
    }
    channels_.clear();
    ssh_free(session_); // and its socket
    ::close(wakeFd_);
    ::close(socket_);
}

bool SshConnection::start() {
    try {
        thread_ = std::thread([this] {
            run();
            ::shutdown(socket_, SHUT_RDWR);
            ended_ = true;
            whenEnded_();
        });
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

void SshConnection::stop() {
    stop_ = true;
    ::shutdown(socket_, SHUT_RDWR);
    wake();
}

void SshConnection::wake() {
    const std::uint64_t one = 1;
    static_cast<void>(::write(wakeFd_, &one, sizeof one)); // full: it is awake already
}

void SshConnection::run() {
    watchPeer(socket_);
    const long patience = kHandshakeSeconds;
    ssh_options_set(session_, SSH_OPTIONS_TIMEOUT, &patience);
    installCallbacks();
    ssh_set_auth_methods(session_, SSH_AUTH_METHOD_PASSWORD | SSH_AUTH_METHOD_PUBLICKEY);
    if (stop_ || ssh_handle_key_exchange(session_) != SSH_OK) {
        return;
    }
    ssh_set_blocking(session_, 0);
    serve();
    for (const auto& channel : channels_) {
        channel->abandon();
    }
    channels_.clear(); // waits for their sessions, which give up what they hold
    if (login_) {
        gate_.call([this](Context& context) { context.note("system,info,account", "user " + login_->user.name + " logged out from " + address_ + " via " + kVia); });
    }
}

void SshConnection::serve() {
    const std::unique_ptr<ssh_event_struct, decltype(&ssh_event_free)> event(ssh_event_new(), &ssh_event_free);
    const auto woken = [](socket_t fd, int, void*) {
        std::uint64_t count = 0;
        static_cast<void>(::read(fd, &count, sizeof count));
        return 0;
    };
    if (!event || ssh_event_add_session(event.get(), session_) != SSH_OK || ssh_event_add_fd(event.get(), wakeFd_, POLLIN, woken, nullptr) != SSH_OK) {
        return;
    }
    const SteadyTime deadline = steady_clock::now() + kLoginTime;
    asked_ = steady_clock::now();
    while (!stop_ && ssh_event_dopoll(event.get(), kTurnMs) != SSH_ERROR) {
        const bool late = !login_ && steady_clock::now() > deadline;
        if (late || failures_ >= kMaxFailures || (ssh_get_status(session_) & (SSH_CLOSED | SSH_CLOSED_ERROR)) != 0) {
            break;
        }
        serveChannels();
        keepAlive();
    }
    ssh_event_remove_fd(event.get(), wakeFd_);
    ssh_event_remove_session(event.get(), session_);
}

void SshConnection::serveChannels() {
    for (auto channel = channels_.begin(); channel != channels_.end();) {
        channel = (*channel)->serve() ? std::next(channel) : channels_.erase(channel);
    }
}

// A client that vanished without a word is found by TCP, which needs something to send.
void SshConnection::keepAlive() {
    if (login_ && steady_clock::now() - asked_ > kKeepAlive) {
        asked_ = steady_clock::now();
        ssh_send_keepalive(session_);
    }
}

void SshConnection::installCallbacks() {
    ssh_callbacks_init(&callbacks_);
    callbacks_.userdata = this;
    callbacks_.auth_password_function = [](ssh_session, const char* name, const char* password, void* self) {
        return static_cast<SshConnection*>(self)->password(name, password);
    };
    callbacks_.auth_pubkey_function = [](ssh_session, const char* name, ssh_key_struct* key, char signature, void* self) {
        return static_cast<SshConnection*>(self)->publicKey(name, key, signature);
    };
    callbacks_.channel_open_request_session_function = [](ssh_session, void* self) { return static_cast<SshConnection*>(self)->openChannel(); };
    ssh_set_server_callbacks(session_, &callbacks_);
}

int SshConnection::password(const char* name, const char* password) {
    const LoginOptions options = parseLogin(name);
    Outcome<User> user;
    const bool called = gate_.call([&](Context& context) { user = context.accounts.login(options.name, password, address_, kVia); });
    return called ? admit(options, std::move(user)) : SSH_AUTH_DENIED;
}

int SshConnection::publicKey(const char* name, ssh_key key, char signature) {
    const LoginOptions options = parseLogin(name);
    const std::string blob = blobOf(key);
    if (signature == SSH_PUBLICKEY_STATE_NONE) { // would this key do?
        bool known = false;
        gate_.call([&](Context& context) { known = context.accounts.hasKey(options.name, blob); });
        return known ? SSH_AUTH_SUCCESS : SSH_AUTH_DENIED;
    }
    if (signature != SSH_PUBLICKEY_STATE_VALID) {
        ++failures_;
        return SSH_AUTH_DENIED;
    }
    Outcome<User> user;
    const bool called = gate_.call([&](Context& context) { user = context.accounts.loginByKey(options.name, blob, address_, kVia); });
    return called ? admit(options, std::move(user)) : SSH_AUTH_DENIED;
}

int SshConnection::admit(const LoginOptions& options, Outcome<User> user) {
    gate_.call([&](Context& context) {
        const std::string who = printable(options.name) + " from " + address_ + " via " + kVia;
        user ? context.note("system,info,account", "user " + printable(options.name) + " logged in from " + address_ + " via " + kVia)
             : context.note("system,error,critical", "login failure for user " + who);
    });
    if (!user) {
        ++failures_;
        return SSH_AUTH_DENIED;
    }
    login_ = SshLogin{std::move(*user), options, address_};
    return SSH_AUTH_SUCCESS;
}

ssh_channel SshConnection::openChannel() {
    if (!login_ || channels_.size() >= kMaxChannels) {
        return nullptr;
    }
    auto channel = std::make_unique<SshChannel>(session_, gate_, *login_, [this] { wake(); });
    if (!channel->handle()) {
        return nullptr;
    }
    channels_.push_back(std::move(channel));
    return channels_.back()->handle();
}

} // namespace agent::control
