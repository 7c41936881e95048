// One TCP connection that speaks SSH, on a thread of its own: key exchange, login by password or key, channels.
// libssh allows one thread per connection; this is it. Sessions on the channels have threads of their own, which reach it
// through wake(). Nothing here ever runs on the control thread but what goes through the gate.
//
//   SshConnection connection(session, gate, "192.0.2.7", [&] { … });   // takes the accepted session over
//   connection.stop();                                                 // any thread; the destructor waits for the end
#pragma once

#include "agent/control/commands/answer.h"
#include "agent/control/ssh/ssh_channel.h"

#include <libssh/server.h>

#include <chrono>
#include <list>

namespace agent::control {

class SshConnection {
public:
    // `ended` is called on the connection's thread as the last thing it does.
    SshConnection(ssh_session session, ControlGate& gate, std::string address, std::function<void()> ended);
    ~SshConnection();
    SshConnection(const SshConnection&) = delete;
    SshConnection& operator=(const SshConnection&) = delete;

    // Starts the thread; false when the system gives none.
    [[nodiscard]] bool start();
    void stop();
    [[nodiscard]] bool hasEnded() const { return ended_; }

private:
    using SteadyTime = std::chrono::steady_clock::time_point;

    void run();
    void serve();
    void installCallbacks();
    int password(const char* name, const char* password);
    int publicKey(const char* name, ssh_key key, char signature);
    int admit(const LoginOptions& options, Outcome<User> user);
    ssh_channel openChannel();
    void serveChannels();
    void keepAlive();
    void wake();

    ssh_session session_;
    ControlGate& gate_;
    std::string address_;
    std::function<void()> whenEnded_;
    ssh_server_callbacks_struct callbacks_{};
    int wakeFd_ = -1;
    int socket_ = -1; // a second descriptor: libssh may close its own at any time
    std::optional<SshLogin> login_; // none before login
    int failures_ = 0;
    std::list<std::unique_ptr<SshChannel>> channels_;
    SteadyTime asked_{}; // when the client was last asked whether it is there
    std::atomic<bool> stop_ = false;
    std::atomic<bool> ended_ = false;
    std::thread thread_;
};

} // namespace agent::control
