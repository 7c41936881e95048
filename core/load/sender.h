// The near end of a load: connections to a sink, pings beside them, and the look at both clocks. Lives in a thread of its own, so that a window
// stays quick; sink_load.h is its door.
//
// Pings are datagrams of 64 octets, ten a second, timed by this end's clock alone. The clocks of both ends are compared twice, at begin and end, each time
// by the fastest of eight answers: when one has gained on the other, one of them stood still meanwhile, and the round trips are not to be trusted.
#pragma once

#include "core/load/load.h"
#include "core/load/pump.h"
#include "core/load/wire.h"

#include <QElapsedTimer>
#include <QTcpSocket>
#include <QUdpSocket>
#include <map>

namespace core::load {

class Sender : public QObject {
    Q_OBJECT
public:
    explicit Sender(LoadRequest request);

public Q_SLOTS:
    void start();
    void stop();

Q_SIGNALS:
    void started();
    void failed(const core::base::Error& error); // once; before started(), or while it runs
    void ended(const core::load::LoadEnd& end);  // answer to stop()

private:
    // What the sink's clock is ahead of ours, and what the answer took, µs.
    struct ClockLook {
        std::int64_t aheadUs = 0, tookUs = 0;
    };
    struct Mean {
        double sum = 0;
        int count = 0;
        void add(double value) { sum += value, ++count; }
        [[nodiscard]] double value() const { return count > 0 ? sum / count : 0; }
    };
    void hear();
    void openData();
    void readDatagrams();
    void ping();
    void askClock();
    void answerClock(const ControlLine& line);
    void giveUp(core::base::ErrorCode code, const QString& text, const QString& cause = {});
    void finish();

    LoadRequest request_;
    QTcpSocket control_;
    QUdpSocket udp_;
    QTimer pings_, seconds_, patience_;
    QElapsedTimer clock_;
    ThreadLoad busy_;
    Mean ours_, theirs_; // percent of a core, of the run's seconds
    std::uint64_t token_ = 0, pingNumber_ = 0;
    std::map<std::uint64_t, std::int64_t> pingSentNs_;
    std::optional<ClockLook> clockBegin_, clockEnd_;
    int clockAsked_ = 0;
    std::int64_t clockSentUs_ = 0;
    int opening_ = 0; // data connections not there yet
    bool running_ = false, stopping_ = false, over_ = false;
    LoadEnd end_;
};

} // namespace core::load
