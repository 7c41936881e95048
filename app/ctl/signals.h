// SIGINT and SIGTERM as a Qt signal, so that the program ends through its event loop and takes the agent with it.
#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace app::ctl {

// One per program. A second signal while the first is being worked on ends the program at once.
class TerminationSignals : public QObject {
    Q_OBJECT
public:
    explicit TerminationSignals(QObject* parent = nullptr);

Q_SIGNALS:
    void received();

private:
    QSocketNotifier notifier_;
};

} // namespace app::ctl
