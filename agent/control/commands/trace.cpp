#include "agent/control/commands/trace.h"

#include "agent/control/commands/print.h"
#include "agent/control/commands/trace_text.h"

namespace agent::control {

namespace config = core::routeros::config;
using core::base::Nanos;
using core::model::Request;
using core::model::Row;

namespace {

constexpr Nanos kInterval = 100 * core::base::kMillisecond;
constexpr Nanos kPatience = core::base::kSecond; // for packets that wait in a queue, after the last one was chosen

class TraceStream final : public Stream {
public:
    TraceStream(Context& context, const dataplane::TraceFilter& filter, std::optional<Nanos> duration, Nanos now)
        : context_(context), count_(filter.count), due_(now), lastNews_(now) {
        if (duration) {
            end_ = now + *duration;
        }
        context_.tracing = true;
        context_.engine.startTrace(filter);
    }
    ~TraceStream() override {
        context_.engine.stopTrace();
        context_.tracing = false;
    }

    bool poll(Nanos now, std::vector<Row>& rows) override {
        if (now < due_) {
            return true;
        }
        due_ = now + kInterval;
        const dataplane::TraceReport report = context_.engine.takeTrace();
        for (const dataplane::TraceEvent& event : report.events) {
            rows.push_back(text_.row(event));
        }
        lastNews_ = report.events.empty() ? lastNews_ : now;
        const bool quiet = report.begun == count_ && now - lastNews_ >= kPatience;
        return !report.finished && !quiet && (!end_ || now < *end_);
    }
    [[nodiscard]] std::optional<Nanos> due() const override { return due_; }
    [[nodiscard]] bool lossy() const override { return false; }

private:
    Context& context_;
    TraceText text_{context_};
    std::uint32_t count_;
    Nanos due_;
    Nanos lastNews_;
    std::optional<Nanos> end_;
};

} // namespace

Outcome<Answer> trace(Context& context, const Request& request) {
    const auto filter = traceFilter(context, request);
    const auto duration = durationArgument(request, "duration");
    if (!filter || !duration) {
        return tl::unexpected(!filter ? filter.error() : duration.error());
    }
    if (context.tracing) {
        return config::refuse(config::kGeneral, "failure: a trace is running already; cancel it first");
    }
    Answer answer;
    answer.stream = std::make_unique<TraceStream>(context, *filter, *duration, context.clock.now());
    return answer;
}

} // namespace agent::control
