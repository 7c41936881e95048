// When the agent has to end: SIGTERM, SIGINT, and with --exit-with-parent the parent's death or a closed standard input.
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace app::agentd {

// Keeps SIGTERM and SIGINT from every thread; call before the first thread is made.
void blockTerminationSignals();

class Lifetime final : public QObject {
    Q_OBJECT
public:
    explicit Lifetime(bool withParent, QObject* parent = nullptr);
    ~Lifetime() override;

Q_SIGNALS:
    void over();

private:
    void watchParent();

    int signals_ = -1; // signalfd
    std::unique_ptr<QSocketNotifier> signalNotifier_, stdinNotifier_;
};

} // namespace app::agentd
