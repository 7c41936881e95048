// What a running router's processor does for what it forwards, second by second: the grounds on which the twin's costs are refined.
//
//   CostMeter meter(router);
//   QObject::connect(&meter, &CostMeter::changed, …);
//   if (auto seen = meter.reading()) …                    the last ten seconds
//
// GUI thread. Asks nothing of the router: it reads what is polled anyway.
#pragma once

#include "core/workspace/cost_reading.h"
#include "core/workspace/router.h"

#include <QObject>
#include <deque>
#include <optional>

namespace core::workspace {

class CostMeter : public QObject {
    Q_OBJECT
public:
    explicit CostMeter(Router& router, QObject* parent = nullptr);

    // Absent: fewer than five seconds were seen, or it forwarded next to nothing.
    [[nodiscard]] std::optional<CostReading> reading() const;

Q_SIGNALS:
    void changed();

private:
    struct Second {
        double cpuPercent = 0, pps = 0, bps = 0;
    };
    std::deque<Second> seconds_;
};

} // namespace core::workspace
