#include "agent/traffic/tcp_flow.h"

#include "agent/traffic/host.h"

#include <algorithm>

namespace agent::traffic {
namespace {

using core::base::Nanos;

constexpr Nanos kSilence = 5 * core::base::kSecond;
constexpr Nanos kWatch = core::base::kSecond;
constexpr std::uint64_t kFrameOverhead = 14 + 4; // Ethernet header and FCS
constexpr Nanos kStagger = core::base::kMillisecond; // between the streams of a flow, so that they do not march in step

} // namespace

TcpStream::TcpStream(Host& client, Host& server, const Setup& setup, TcpFigures& figures)
    : client_(client), server_(server), setup_(setup), figures_(figures), clientEnd_(client, *this), serverEnd_(server, *this) {}

TcpData TcpStream::data(bool sends) const {
    TcpData data;
    data.octets = !sends ? 0 : setup_.octets == kEndless ? kEndless : setup_.octets - delivered_;
    data.segmentSize = std::min(client_.pathMtu(), server_.pathMtu()) - kSegmentHeaders;
    data.rateBps = sends ? setup_.rateBps : 0;
    data.dscp = setup_.dscp;
    data.congestion = setup_.congestion;
    data.ecn = setup_.ecn;
    data.delayAcks = setup_.delayAcks;
    data.window = setup_.window;
    return data;
}

void TcpStream::schedule(Nanos at) {
    lastProgress_ = at - kSilence; // so that the watch starts it
    client_.services().timers.arm(watch_, at);
}

void TcpStream::again(Nanos at) {
    figures_.retransmitted += retransmitted();
    delivered_ = 0;
    finished_ = false;
    serverEnd_.abandon();
    begin(at);
}

void TcpStream::finish(Nanos at) {
    if (!finished_) {
        finished_ = true;
        if (setup_.done) {
            setup_.done(at);
        }
    }
}

void TcpStream::begin(Nanos at) {
    Services& services = client_.services();
    const std::uint16_t port = client_.sockets().newPort(services.random);
    lastProgress_ = at;
    clientEnd_.connect({server_.address(), setup_.serverPort, port}, data(!setup_.download),
                       static_cast<std::uint32_t>(services.random.next()), at);
    services.timers.arm(watch_, at + kWatch);
}

bool TcpStream::accept(std::uint32_t remote, const TcpSegment& syn, Nanos at) {
    if (clientEnd_.state() != TcpEndpoint::State::SynSent || syn.sequence != clientEnd_.initialSequence()) {
        return false;
    }
    serverEnd_.accept({remote, syn.sourcePort, syn.destinationPort}, data(setup_.download), syn,
                      static_cast<std::uint32_t>(server_.services().random.next()), at);
    return true;
}

void TcpStream::delivered(std::uint64_t octets, Nanos at) {
    delivered_ += octets;
    lastProgress_ = at;
    figures_.goodput.add(octets, at);
    const std::uint64_t segment = std::min(client_.pathMtu(), server_.pathMtu()) - kSegmentHeaders;
    figures_.wireBytes += octets + (octets + segment - 1) / segment * (kSegmentHeaders + kFrameOverhead);
}

std::uint64_t TcpStream::retransmitted() const { return clientEnd_.sender().retransmissions() + serverEnd_.sender().retransmissions(); }

// The watch comes round within a second; restarting from there keeps a refusing router from being flooded.
void TcpStream::refused(Nanos at) {
    if (!finished_) {
        lastProgress_ = at - kSilence;
    }
}

// Only the client's end counts as the last word: it closes after, or together with, the server's.
void TcpStream::finished(Nanos at) {
    if (clientEnd_.state() == TcpEndpoint::State::Finished) {
        lastProgress_ = at;
        finish(at);
    }
}

void TcpStream::onWatch(Nanos at) {
    if (finished_) {
        return;
    }
    if (at - lastProgress_ >= kSilence) {
        restart(at);
        return;
    }
    client_.services().timers.arm(watch_, at + kWatch);
}

void TcpStream::restart(Nanos at) {
    if (setup_.octets != kEndless && delivered_ >= setup_.octets) {
        finish(at); // only the closing handshake got lost
        return;
    }
    figures_.retransmitted += retransmitted();
    serverEnd_.abandon();
    begin(at);
}

void TcpFlow::Service::accept(std::uint32_t remote, const TcpSegment& syn, Nanos at) {
    for (const auto& stream : streams) {
        if (stream->accept(remote, syn, at)) {
            return;
        }
    }
}

TcpFlow::TcpFlow(const FlowSpec& spec, Host& client, Host& server, Nanos now) : spec_(spec) {
    if (spec.direction != Direction::Upload) {
        addService(client, server, spec.port, true);
    }
    if (spec.direction != Direction::Download) {
        const bool both = spec.direction == Direction::Both;
        addService(client, server, static_cast<std::uint16_t>(spec.port + (both ? 1 : 0)), false);
    }
    client.services().timers.arm(start_, now + spec.start);
}

void TcpFlow::addService(Host& client, Host& server, std::uint16_t port, bool download) {
    auto service = std::make_unique<Service>();
    for (unsigned i = 0; i < spec_.streams; ++i) {
        TcpStream::Setup setup;
        setup.serverPort = port;
        setup.download = download;
        setup.rateBps = spec_.rateBps / spec_.streams;
        setup.dscp = spec_.dscp;
        setup.congestion = spec_.congestion;
        setup.ecn = spec_.ecn;
        setup.delayAcks = spec_.delayAcks;
        setup.window = spec_.window != 0 ? spec_.window : kWindowOctets;
        if (spec_.size != 0) {
            setup.octets = spec_.size / spec_.streams + (i < spec_.size % spec_.streams ? 1 : 0);
        }
        service->streams.push_back(std::make_unique<TcpStream>(client, server, setup, figures_));
    }
    server.sockets().listen(port, *service);
    services_.push_back(std::move(service));
}

void TcpFlow::onStart(Nanos at) {
    for (const auto& service : services_) {
        Nanos when = at;
        for (const auto& stream : service->streams) {
            stream->schedule(when);
            when += kStagger;
        }
    }
}

FlowReport TcpFlow::report(Nanos now) {
    FlowReport report;
    report.name = spec_.name;
    report.kind = "tcp";
    report.direction = directionName(spec_.direction);
    report.wireBytes = figures_.wireBytes;
    report.bitsPerSecond = figures_.goodput.bitsPerSecond(now);
    report.bytes = figures_.goodput.total();
    report.retransmitted = figures_.retransmitted;
    for (const auto& service : services_) {
        for (const auto& stream : service->streams) {
            report.retransmitted += stream->retransmitted();
        }
    }
    report.rttP50Ms = figures_.rtt.percentileMs(0.5, now);
    report.rttP99Ms = figures_.rtt.percentileMs(0.99, now);
    return report;
}

std::vector<std::uint64_t> TcpFlow::deliveredByStream() const {
    std::vector<std::uint64_t> delivered;
    for (const auto& service : services_) {
        for (const auto& stream : service->streams) {
            delivered.push_back(stream->deliveredOctets());
        }
    }
    return delivered;
}

} // namespace agent::traffic
