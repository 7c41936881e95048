#include "app/ctl/signals.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace app::ctl {
namespace {

// A handler may do next to nothing; it writes an octet into this pipe, and the event loop reads it.
std::array<int, 2> pipeEnds{-1, -1};

int readEnd() {
    if (pipeEnds[0] < 0 && pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        pipeEnds = {-1, -1};
    }
    return pipeEnds[0];
}

void onSignal(int) {
    const char octet = 1;
    [[maybe_unused]] const auto written = write(pipeEnds[1], &octet, 1);
}

} // namespace

TerminationSignals::TerminationSignals(QObject* parent)
    : QObject(parent)
    , notifier_(readEnd(), QSocketNotifier::Read) {
    connect(&notifier_, &QSocketNotifier::activated, this, [this] {
        char octet = 0;
        [[maybe_unused]] const auto got = read(pipeEnds[0], &octet, 1);
        Q_EMIT received();
    });
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A reader that goes away (| head) shows as a failed write, not as sudden death.
    std::signal(SIGPIPE, SIG_IGN);
}

} // namespace app::ctl
