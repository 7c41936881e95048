#include "app/agentd/lifetime.h"

#include <QTimer>

#include <csignal>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace app::agentd {

namespace {

sigset_t terminationSignals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    return set;
}

} // namespace

void blockTerminationSignals() {
    const sigset_t set = terminationSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

Lifetime::Lifetime(bool withParent, QObject* parent) : QObject(parent) {
    const sigset_t set = terminationSignals();
    signals_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    signalNotifier_ = std::make_unique<QSocketNotifier>(signals_, QSocketNotifier::Read);
    connect(signalNotifier_.get(), &QSocketNotifier::activated, this, [this] {
        signalfd_siginfo info;
        if (read(signals_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
            Q_EMIT over();
        }
    });
    if (withParent) {
        watchParent();
    }
}

Lifetime::~Lifetime() {
    signalNotifier_.reset(); // before its descriptor
    if (signals_ >= 0) {
        close(signals_);
    }
}

void Lifetime::watchParent() {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == 1) {
        // The parent was gone before the kernel knew that we care.
        QTimer::singleShot(0, this, &Lifetime::over);
        return;
    }
    stdinNotifier_ = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
    connect(stdinNotifier_.get(), &QSocketNotifier::activated, this, [this] {
        char ignored[256];
        if (read(STDIN_FILENO, ignored, sizeof ignored) <= 0) {
            stdinNotifier_->setEnabled(false);
            Q_EMIT over();
        }
    });
}

} // namespace app::agentd
