#include "agent/runtime/workers.h"

#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/runtime/mailbox.h"

#include <atomic>
#include <thread>

namespace agent::runtime {

using core::base::Nanos;
using dataplane::Batch;
using dataplane::Engine;

// A worker never sleeps: it is meant for a core of its own.
class Workers::One {
public:
    One(const core::base::Clock& clock, std::uint16_t index, std::uint16_t count, std::size_t buffers, const MakePorts& makePorts)
        : clock_(clock), pool_(buffers), ports_(makePorts(index, pool_)), engine_(pool_, *ports_) {
        engine_.shareNatPorts(index, count);
    }
    ~One() { stop(); }

    void start() {
        if (!thread_.joinable()) {
            stopping_ = false;
            mailbox_.open();
            thread_ = std::thread([this] { run(); });
        }
    }
    void stop() {
        if (thread_.joinable()) {
            mailbox_.close([this] {
                stopping_ = true;
                thread_.join();
            });
        }
    }
    void call(const std::function<void(Engine&, Nanos)>& job) {
        mailbox_.call([&] { job(engine_, clock_.now()); });
    }

private:
    void run() {
        Nanos due = 0;
        while (!stopping_.load(std::memory_order_relaxed)) {
            mailbox_.run();
            const Nanos now = clock_.now(); // once per batch
            Batch batch;
            ports_->receive(batch);
            if (batch.count != 0) {
                engine_.switchStage(batch, now);
                engine_.cpuStage(batch, now);
            }
            if (due <= now) {
                due = engine_.poll(now);
            } else if (batch.count == 0) {
                std::this_thread::yield();
            }
        }
    }

    const core::base::Clock& clock_;
    dataplane::PacketPool pool_;
    std::unique_ptr<WorkerPorts> ports_;
    Engine engine_;
    Mailbox mailbox_{[] {}};
    std::atomic<bool> stopping_ = false;
    std::thread thread_;
};

Workers::Workers(std::uint16_t count, std::size_t buffers, const MakePorts& makePorts)
    : steering_(std::make_unique<const dataplane::Steering>(dataplane::EngineConfig{}, count)) {
    for (std::uint16_t i = 0; i < count; ++i) {
        all_.push_back(std::make_unique<One>(clock_, i, count, buffers, makePorts));
    }
}

Workers::~Workers() = default;

void Workers::start() {
    for (const auto& one : all_) {
        one->start();
    }
}

void Workers::stop() {
    for (const auto& one : all_) {
        one->stop();
    }
}

void Workers::apply(const dataplane::EngineConfigPtr& config) {
    for (const auto& one : all_) {
        const dataplane::PreparedConfigPtr prepared = dataplane::prepare(config);
        one->call([&](Engine& engine, Nanos now) { engine.apply(*prepared, now); });
    }
    steering_ = std::make_unique<const dataplane::Steering>(*config, static_cast<std::uint16_t>(all_.size()));
}

void Workers::call(const std::function<void(Engine&, Nanos)>& job) {
    for (const auto& one : all_) {
        one->call(job);
    }
}

dataplane::PathCounters Workers::paths() {
    dataplane::PathCounters sum;
    call([&](Engine& engine, Nanos) {
        for (std::size_t path = 0; path < core::model::kPathCount; ++path) {
            sum.packets[path] += engine.pathCounters().packets[path];
            sum.bytes[path] += engine.pathCounters().bytes[path];
        }
    });
    return sum;
}

dataplane::BytesPackets Workers::ruleCounters(std::uint32_t uid) {
    dataplane::BytesPackets sum;
    call([&](Engine& engine, Nanos) {
        const dataplane::BytesPackets own = engine.ruleCounters(uid);
        sum.bytes += own.bytes;
        sum.packets += own.packets;
    });
    return sum;
}

std::size_t Workers::connectionCount() {
    std::size_t sum = 0;
    call([&](Engine& engine, Nanos) { sum += engine.connectionCount(); });
    return sum;
}

void Workers::forOthers(dataplane::PacketBuf& arp) {
    dataplane::parse(arp);
    if (auto message = dataplane::readArp(arp)) {
        message->operation = dataplane::ArpOperation::Reply;
        const dataplane::PortId port = arp.inPort;
        dataplane::writeArp(arp, dataplane::kBroadcastMac, *message);
        arp.inPort = port;
    }
}

} // namespace agent::runtime
