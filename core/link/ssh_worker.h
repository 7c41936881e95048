// The thread behind an SshSession: everything of libssh that waits happens here.
//
// The worker logs in on a socket that is connected already, then runs commands, each in an exec channel of its own, four at a time. What it
// has to tell goes through `post`, which must bring it to the owner's thread. stop() may be called from any thread and makes every wait end
// by shutting the socket down; nothing is posted after it. Output of one command is bounded by kSshOutputOctets; a longer one ends that
// command.
#pragma once

#include "core/base/result.h"
#include "core/link/known_hosts.h"
#include "core/link/peer_identity.h"
#include "core/link/ssh_options.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace core::link {

constexpr std::size_t kSshOutputOctets = 64u << 20;
constexpr int kSshChannelsAtOnce = 4;

struct SshLogin {
    int descriptor = -1; // connected; owned by the worker
    std::string host;
    std::uint16_t port = 22;
    std::string user;
    std::string password;
    SshOptions options;
};

// What became of the login.
struct SshOpened {
    core::base::Result<void> result;
    PeerIdentity identity;
    bool knownBefore = false;
    std::optional<PeerChange> change;
};

class SshWorker {
public:
    struct Handlers {
        std::function<void(SshOpened)> opened;
        std::function<void(std::uint64_t id, core::base::Result<std::string> output)> finished;
        std::function<void(core::base::Error)> lost;
    };
    // post(f) runs f in the owner's thread, or drops it when the owner is gone.
    using Post = std::function<void(std::function<void()>)>;

    SshWorker(SshLogin login, Handlers handlers, Post post);
    ~SshWorker();
    SshWorker(const SshWorker&) = delete;
    SshWorker& operator=(const SshWorker&) = delete;

    void run(std::uint64_t id, std::string command);
    // The command's output is not wanted any more.
    void abandon(std::uint64_t id);
    void stop();

private:
    struct State;
    std::shared_ptr<State> state_;
};

} // namespace core::link
