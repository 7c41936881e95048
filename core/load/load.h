// Traffic through a router while it is measured.
//
//   std::unique_ptr<Load> load = makeLoad(*parseLoad("sink:10.0.0.9"));
//   co_await load->start(65);          runs when answered
//   load->problem();                   looked at now and then: why it stopped before its time
//   LoadEnd end = co_await load->stop();
//
// One run at a time; start() may follow stop(). Nothing is left running when the object goes. GUI thread, which is never kept waiting.
#pragma once

#include "core/base/result.h"
#include "core/load/load_request.h"

#include <QCoroTask>
#include <QObject>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core::load {

struct LoadPing {
    std::int64_t atMs = 0; // when it came back, since 1970, UTC
    double ms = 0;
};

struct LoadEnd {
    std::vector<LoadPing> pings;
    std::optional<double> busyPercent; // of a core, making or taking the traffic, at the busier end, over the run; absent: the tool does not tell
    std::vector<std::string> remarks;  // sentences for the report: the clock check
};

class Load {
public:
    virtual ~Load() = default;

    // Errors: Unreachable, Refused, NotFound (a program that is not installed), Io, Timeout, Protocol.
    virtual QCoro::Task<core::base::Result<void>> start(double seconds) = 0;
    [[nodiscard]] virtual std::optional<core::base::Error> problem() const = 0;
    // Ends it, when it has not ended yet. Errors: problem(), or an outcome that cannot be read.
    virtual QCoro::Task<core::base::Result<LoadEnd>> stop() = 0;
};

[[nodiscard]] std::unique_ptr<Load> makeLoad(const LoadRequest& request);

} // namespace core::load
