// One libssh session: login and exec channels. Waits; belongs to the worker's thread. Not for use outside core/link.
#pragma once

#include "core/link/ssh_worker.h"

struct ssh_session_struct;
struct ssh_channel_struct;
struct ssh_event_struct;

namespace core::link {

struct SshCommand {
    std::uint64_t id = 0;
    std::string text;
};

class SshConnection {
public:
    struct Finished {
        std::uint64_t id = 0;
        core::base::Result<std::string> output;
    };

    // `wake` becomes readable when wait() is to return.
    SshConnection(const SshLogin& login, int wake);
    ~SshConnection();
    SshConnection(const SshConnection&) = delete;
    SshConnection& operator=(const SshConnection&) = delete;

    // Key exchange, host key, authentication. Nothing of the user's is sent to a host whose key is another than the known one.
    SshOpened open();

    // An error: this command will not run.
    std::optional<core::base::Error> start(const SshCommand& command);
    void drop(std::uint64_t id);
    std::vector<Finished> collect();
    // Until there is something to read, or wake.
    void wait();

    [[nodiscard]] int running() const { return static_cast<int>(channels_.size()); }
    [[nodiscard]] bool alive() const { return alive_; }
    [[nodiscard]] core::base::Error lossError() const;

private:
    struct Channel {
        std::uint64_t id = 0;
        ssh_channel_struct* channel = nullptr;
        std::string output;
    };
    void setOptions(const std::vector<HostKey>& known);
    core::base::Result<void> checkHostKey(const KnownHosts& known, SshOpened& opened);
    core::base::Result<void> authenticate();
    bool tryKeyFile();
    bool tryPasswords(int methods);
    bool answerQuestions();
    bool read(Channel& channel, std::vector<Finished>& finished);
    void close(Channel& channel);
    [[nodiscard]] std::string lastError() const;
    [[nodiscard]] std::string peer() const;

    const SshLogin& login_;
    ssh_session_struct* session_;
    ssh_event_struct* event_ = nullptr;
    int wake_;
    bool alive_ = false;
    std::vector<Channel> channels_;
};

} // namespace core::link
