#include "agent/traffic/web_flow.h"

#include "agent/traffic/host.h"

namespace agent::traffic {
namespace {

using core::base::kMillisecond;
using core::base::Nanos;

constexpr std::uint64_t kDocument = 60'000, kObject = 60'000; // octets
constexpr std::uint32_t kShortestReading = 1000, kLongestReading = 3000; // ms

} // namespace

WebFlow::Person::Person(WebFlow& owner, Host& client, Host& server, std::uint16_t port) : flow(owner) {
    for (std::size_t i = 0; i < 1 + kObjects; ++i) {
        TcpStream::Setup setup;
        setup.serverPort = port;
        setup.octets = i == 0 ? kDocument : kObject;
        setup.dscp = owner.spec_.dscp;
        setup.done = [this](Nanos at) { loaded(at); };
        streams.push_back(std::make_unique<TcpStream>(client, server, setup, owner.figures_));
    }
}

void WebFlow::Person::click(Nanos at) {
    clickedAt = at;
    document = true;
    left = 1;
    streams.front()->again(at);
}

void WebFlow::Person::loaded(Nanos at) {
    if (--left != 0) {
        return;
    }
    if (document) {
        document = false;
        left = kObjects;
        for (std::size_t i = 1; i < streams.size(); ++i) {
            streams[i]->again(at);
        }
        return;
    }
    flow.pages_.add(at - clickedAt, at);
    flow.services_.timers.arm(clickTimer, at + flow.services_.random.between(kShortestReading, kLongestReading) * kMillisecond);
}

WebFlow::WebFlow(const FlowSpec& spec, Host& client, Host& server, Nanos now) : spec_(spec), services_(client.services()) {
    for (unsigned i = 0; i < spec.streams; ++i) {
        people_.push_back(std::make_unique<Person>(*this, client, server, spec.port));
        services_.timers.arm(people_.back()->clickTimer, now + spec.start + services_.random.between(0, kShortestReading) * kMillisecond);
    }
    server.sockets().listen(spec.port, *this);
}

void WebFlow::accept(std::uint32_t remote, const TcpSegment& syn, Nanos at) {
    for (const auto& person : people_) {
        for (const auto& stream : person->streams) {
            if (stream->accept(remote, syn, at)) {
                return;
            }
        }
    }
}

FlowReport WebFlow::report(Nanos now) {
    FlowReport report;
    report.name = spec_.name;
    report.kind = "web";
    report.direction = directionName(Direction::Download);
    report.bitsPerSecond = figures_.goodput.bitsPerSecond(now);
    report.bytes = figures_.goodput.total();
    report.wireBytes = figures_.wireBytes;
    report.retransmitted = figures_.retransmitted;
    report.rttP50Ms = pages_.percentileMs(0.5, now);
    report.rttP99Ms = pages_.percentileMs(0.99, now);
    return report;
}

} // namespace agent::traffic
