#include "agent/runtime/machine.h"

#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace agent::runtime {
namespace {

using core::base::Nanos;
using dataplane::PacketBuf;
using dataplane::PortId;

std::vector<traffic::CablePort> portsOf(const core::devices::Board& board) {
    std::vector<traffic::CablePort> ports;
    for (const core::devices::Port& port : board.ports) {
        ports.push_back({port.name, std::max<std::uint64_t>(port.speedBps, 1)});
    }
    return ports;
}

} // namespace

Machine::Machine(const core::devices::Board& board, const Options& options)
    : native_(options.native), seed_(options.seed), cablePorts_(portsOf(board)), pool_(options.buffers), engine_(pool_, *this),
      cpu_({board.cores, board.cost.receiveCores, board.cost.receiveRing}), bindings_(board.ports.size()) {
    for (const traffic::CablePort& port : cablePorts_) {
        links_.emplace_back(port.speedBps);
    }
}

Machine::~Machine() {
    for (Link& link : links_) {
        link.drain(traffic::kNever, [this](PacketBuf* packet, Nanos) { pool_.give(packet); });
    }
    while (PacketBuf* packet = cpu_.takeAny()) {
        pool_.give(packet);
    }
}

bool Machine::send(PortId port, PacketBuf* packet, Nanos now) {
    if (capture_) [[unlikely]] {
        capture(port, *packet, now, true);
    }
    if (links_[port].send(packet, now)) {
        return true;
    }
    pool_.give(packet); // the engine gave it away; false only tells it to count
    return false;
}

std::size_t Machine::sendBatch(PortId port, std::span<PacketBuf* const> packets, Nanos now) {
    if (capture_) [[unlikely]] {
        for (const PacketBuf* packet : packets) {
            capture(port, *packet, now, true);
        }
    }
    Link& link = links_[port];
    std::size_t taken = 0;
    while (taken < packets.size() && link.send(packets[taken], now)) {
        ++taken;
    }
    pool_.give(packets.subspan(taken));
    return taken;
}

void Machine::drainLinks(Nanos now) {
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const auto port = static_cast<PortId>(i);
        PortBinding* binding = bindings_[i].get();
        links_[i].drain(now, [&](PacketBuf* packet, Nanos at) {
            if (binding != nullptr) {
                binding->send(packet);
            } else if (traffic_) {
                traffic_->receive(port, packet, at);
            } else {
                pool_.give(packet); // nobody is plugged in
            }
        });
        if (binding != nullptr) {
            binding->flush();
        }
    }
}

void Machine::receiveFromReal() {
    pending_ = false;
    for (std::size_t i = 0; i < bindings_.size(); ++i) {
        if (bindings_[i] == nullptr) {
            continue;
        }
        dataplane::Batch batch;
        bindings_[i]->receive(batch);
        pending_ = pending_ || batch.full() || bindings_[i]->port().pending();
        for (PacketBuf* packet : batch) {
            enter(static_cast<PortId>(i), packet, now_);
        }
    }
}

void Machine::arrive(PortId port, PacketBuf* packet, Nanos at) {
    if (bindings_[port] != nullptr) {
        pool_.give(packet);
        return;
    }
    enter(port, packet, at);
}

void Machine::enter(PortId port, PacketBuf* packet, Nanos at) {
    if (capture_) [[unlikely]] {
        capture(port, *packet, at, false);
    }
    packet->inPort = port;
    packet->enqueuedAt = at;
    arrived_.push(packet);
    if (arrived_.full()) {
        forwardArrived();
    }
}

void Machine::forwardArrived() {
    if (arrived_.count == 0) {
        return;
    }
    engine_.switchStage(arrived_, now_);
    if (native_) {
        engine_.cpuStage(arrived_, now_);
    } else {
        for (PacketBuf* packet : arrived_) {
            dataplane::parse(*packet);
            packet->flowHash = dataplane::flowHashOf(*packet); // as a network card computes it
            const Nanos at = packet->enqueuedAt;
            if (!cpu_.arrive(packet, at)) {
                serveCores(at); // places that became free since the last step, before the packet came
                if (!cpu_.arrive(packet, at)) {
                    engine_.dropAtRing(packet);
                }
            }
        }
    }
    arrived_.clear();
}

void Machine::serveCores(Nanos until) {
    cpu_.serve(until, [this](dataplane::Batch& batch) { return engine_.cpuStage(batch, now_); });
}

Nanos Machine::step(Nanos now) {
    now_ = now;
    drainLinks(now);
    if (anyBound_) {
        receiveFromReal();
    }
    Nanos next = traffic_ ? traffic_->poll(now) : traffic::kNever;
    forwardArrived();
    if (!native_) {
        serveCores(now);
        next = std::min(next, cpu_.next());
    }
    next = std::min(next, engine_.poll(now));
    if (anyBound_) {
        drainLinks(now); // a native real port has no line to wait for
    }
    for (const Link& link : links_) {
        next = std::min(next, link.next());
    }
    return next;
}

void Machine::bind(PortId port, std::unique_ptr<io::Port> real) {
    bindings_[port] = std::make_unique<PortBinding>(std::move(real), pool_);
    engine_.useRealPorts();
    if (native_) { // as fast as this computer: the real interface is the only limit
        links_[port].drain(traffic::kNever, [this](PacketBuf* packet, Nanos) { pool_.give(packet); });
        links_[port] = Link(0);
    }
    anyBound_ = true;
    if (traffic_) {
        traffic_->setForeignFrames(true);
    }
}

void Machine::expectTunnels() {
    if (anyTunnels_ || engine_.config().tunnels.empty()) {
        return;
    }
    anyTunnels_ = true;
    if (traffic_) {
        traffic_->setForeignFrames(true);
    }
}

void Machine::play(const traffic::Scenario& scenario) {
    stopPlaying();
    traffic::FrameSink& sink = *this;
    traffic_ = std::make_unique<traffic::Traffic>(scenario, cablePorts_, pool_, sink,
                                                  traffic::Traffic::Options{seed_, anyBound_ || anyTunnels_}, now_);
}

void Machine::stopPlaying() { traffic_.reset(); }

void Machine::startCapture(std::size_t limit) {
    std::vector<std::string> names;
    for (const traffic::CablePort& port : cablePorts_) {
        names.push_back(port.name);
    }
    capture_ = std::make_unique<io::PcapngBuffer>(names, limit);
}

std::optional<std::string> Machine::stopCapture() {
    const std::unique_ptr<io::PcapngBuffer> file = std::move(capture_);
    return file ? std::optional(file->octets()) : std::nullopt;
}

void Machine::capture(PortId port, const PacketBuf& packet, Nanos at, bool leaves) {
    static constexpr std::array<std::string_view, core::model::kPathCount> comments{"path: switch", "path: l3hw", "path: fastpath", "path: fasttrack",
                                                                                    "path: slow"};
    capture_->add(port, at, packet.bytes(), leaves ? comments[static_cast<std::size_t>(packet.path)] : std::string_view("received"));
}

std::optional<std::vector<double>> Machine::cpuPercent() const {
    return native_ ? std::nullopt : std::optional(cpu_.percent());
}

} // namespace agent::runtime
