// The terminal at the other end of an SSH channel: two queues between the connection's thread, which alone may touch libssh,
// and the session's thread, which reads, writes and may wait.
//
//   ChannelTerminal terminal(login, [&] { wake the connection's thread });
//   session thread:      terminal.write("…"); terminal.read(octets, patience)
//   connection's thread: terminal.put(received); text = terminal.peek(); terminal.drop(sent)
#pragma once

#include "agent/control/cli/login_options.h"
#include "agent/control/cli/terminal.h"

#include <condition_variable>
#include <functional>
#include <mutex>

namespace agent::control {

class ChannelTerminal final : public Terminal {
public:
    ChannelTerminal(const LoginOptions& login, std::function<void()> wake) : login_(login), wake_(std::move(wake)) {}

    // --- the session's thread -------------------------------------------------------------------------
    void write(std::string_view octets) override; // waits while the reader is slow
    Input read(std::string& octets, core::base::Nanos patience) override;
    [[nodiscard]] TerminalSize size() const override;
    [[nodiscard]] bool interactive() const override;

    // --- the connection's thread ----------------------------------------------------------------------
    void open(TerminalSize size); // a PTY was asked for
    void resize(TerminalSize size);
    [[nodiscard]] std::size_t room() const; // octets it will take now
    void put(std::string_view octets);
    void endInput(); // nothing more is typed
    void abandon();  // nobody is there any more
    // What is to be sent, at most so much; and that so much of it was.
    [[nodiscard]] std::string peek(std::size_t most) const;
    void drop(std::size_t sent);
    [[nodiscard]] bool drained() const;

private:
    LoginOptions login_;
    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    TerminalSize size_;
    bool interactive_ = false;
    bool ended_ = false;
    bool abandoned_ = false;
    std::string input_, output_;
};

} // namespace agent::control
