#include "agent/control/ssh/ssh_channel.h"

#include "agent/control/cli/console_session.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace agent::control {

namespace {

constexpr std::size_t kPiece = 32 << 10; // octets moved at once
constexpr int kAccepted = 0;
constexpr int kRefused = 1;
constexpr int kLargestSide = 65535; // columns or rows

TerminalSize sizeOf(int width, int height) { return {std::clamp(width, 0, kLargestSide), std::clamp(height, 0, kLargestSide)}; }

} // namespace

SshChannel::SshChannel(ssh_session session, ControlGate& gate, const SshLogin& login, std::function<void()> wake)
    : channel_(ssh_channel_new(session)), gate_(gate), login_(login), wake_(std::move(wake)), terminal_(login_.options, wake_) {
    if (channel_) {
        installCallbacks();
    }
}

SshChannel::~SshChannel() {
    terminal_.abandon();
    if (console_.joinable()) {
        console_.join();
    }
    if (channel_) {
        ssh_remove_channel_callbacks(channel_, &callbacks_);
        ssh_channel_free(channel_);
    }
}

void SshChannel::installCallbacks() {
    ssh_callbacks_init(&callbacks_);
    callbacks_.userdata = this;
    callbacks_.channel_pty_request_function = [](ssh_session, ssh_channel, const char*, int width, int height, int, int, void* self) {
        static_cast<SshChannel*>(self)->terminal_.open(sizeOf(width, height));
        return kAccepted;
    };
    callbacks_.channel_pty_window_change_function = [](ssh_session, ssh_channel, int width, int height, int, int, void* self) {
        static_cast<SshChannel*>(self)->terminal_.resize(sizeOf(width, height));
        return kAccepted;
    };
    callbacks_.channel_shell_request_function = [](ssh_session, ssh_channel, void* self) { return static_cast<SshChannel*>(self)->start(std::nullopt); };
    callbacks_.channel_exec_request_function = [](ssh_session, ssh_channel, const char* command, void* self) {
        return static_cast<SshChannel*>(self)->start(std::string(command));
    };
    ssh_add_channel_callbacks(channel_, &callbacks_);
}

int SshChannel::start(std::optional<std::string> command) {
    if (console_.joinable()) {
        return kRefused; // one program a channel (RFC 4254 6.5)
    }
    try {
        console_ = std::thread([this, command = std::move(command)] {
            runConsole(command);
            consoleEnded_ = true;
            wake_();
        });
    } catch (const std::system_error&) { // the system gives no more threads
        return kRefused;
    }
    return kAccepted;
}

void SshChannel::runConsole(const std::optional<std::string>& command) {
    std::optional<SessionId> session;
    const bool called = gate_.call([&](Context& context) {
        const std::time_t now = context.wallClock.seconds();
        session = context.sessions.open({login_.user.name, login_.address, "ssh", login_.user.group, dateText(now) + " " + timeText(now)});
    });
    if (!called || !session) {
        terminal_.write("too many sessions\r\n");
        status_ = 1;
        return;
    }
    ConsoleSession console(terminal_, gate_, {login_.user, *session}, login_.options);
    if (command) {
        status_ = console.runCommand(*command);
    } else {
        console.runShell();
    }
    gate_.call([&session](Context& context) { context.sessions.close(*session); });
}

bool SshChannel::serve() {
    if (finished_) {
        return false;
    }
    if (ssh_channel_is_closed(channel_)) {
        terminal_.abandon();
        return false;
    }
    receive();
    if (!send()) {
        return false;
    }
    if (consoleEnded_ && terminal_.drained()) {
        finish();
        return false;
    }
    return true;
}

void SshChannel::receive() {
    std::array<char, kPiece> piece{};
    while (const std::size_t room = std::min(terminal_.room(), piece.size())) {
        const int got = ssh_channel_read_nonblocking(channel_, piece.data(), static_cast<std::uint32_t>(room), 0);
        if (got <= 0) {
            break;
        }
        terminal_.put({piece.data(), static_cast<std::size_t>(got)});
    }
    if (ssh_channel_is_eof(channel_)) {
        terminal_.endInput();
    }
}

bool SshChannel::send() {
    for (;;) {
        const std::size_t window = ssh_channel_window_size(channel_);
        const std::string piece = terminal_.peek(std::min(window, kPiece));
        if (piece.empty()) {
            return true;
        }
        const int sent = ssh_channel_write(channel_, piece.data(), static_cast<std::uint32_t>(piece.size()));
        if (sent == SSH_ERROR) {
            terminal_.abandon();
            return false;
        }
        if (sent <= 0) {
            return true;
        }
        terminal_.drop(static_cast<std::size_t>(sent));
    }
}

void SshChannel::finish() {
    finished_ = true;
    ssh_channel_request_send_exit_status(channel_, status_);
    ssh_channel_send_eof(channel_);
    ssh_channel_close(channel_);
}

} // namespace agent::control
