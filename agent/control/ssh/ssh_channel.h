// One session channel of a connection: a shell or one command, on a thread of its own.
// All of it belongs to the connection's thread but for what runs in the console's.
#pragma once

#include "agent/control/cli/control_gate.h"
#include "agent/control/cli/login_options.h"
#include "agent/control/commands/user.h"
#include "agent/control/ssh/channel_terminal.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

#include <atomic>
#include <optional>
#include <thread>

namespace agent::control {

// Who logged in on this connection.
struct SshLogin {
    User user;
    LoginOptions options;
    std::string address;
};

class SshChannel {
public:
    // Makes the channel; handle() is null when libssh could not. `wake` may be called on any thread.
    SshChannel(ssh_session session, ControlGate& gate, const SshLogin& login, std::function<void()> wake);
    ~SshChannel();
    SshChannel(const SshChannel&) = delete;
    SshChannel& operator=(const SshChannel&) = delete;

    [[nodiscard]] ssh_channel handle() const { return channel_; }
    // Moves octets both ways as far as they go now. False: the channel is over.
    [[nodiscard]] bool serve();
    // The connection is gone.
    void abandon() { terminal_.abandon(); }

private:
    void installCallbacks();
    int start(std::optional<std::string> command);
    void runConsole(const std::optional<std::string>& command);
    void receive();
    [[nodiscard]] bool send();
    void finish();

    ssh_channel channel_ = nullptr;
    ssh_channel_callbacks_struct callbacks_{};
    ControlGate& gate_;
    const SshLogin login_;
    std::function<void()> wake_;
    ChannelTerminal terminal_;
    std::thread console_;
    std::atomic<bool> consoleEnded_ = false;
    std::atomic<int> status_ = 0; // what the command ended with
    bool finished_ = false;
};

} // namespace agent::control
