#include "agent/dataplane/pipeline/engine.h"

#include "agent/dataplane/pipeline/engine_impl.h"

namespace agent::dataplane {

Engine::Engine(PacketPool& pool, PortSink& sink)
    : impl_(std::make_unique<Impl>(pool, sink)) {}

Engine::~Engine() {
    // Packets that wait for a neighbour go back to the pool, as those in queues do.
    impl_->state.v6.neighbours.retain([](const Neighbour&) { return false; }, [&](PacketBuf* p) { impl_->state.drop(p, DropReason::Configuration); });
    impl_->state.neighbours.retain([](const Neighbour&) { return false; }, [&](PacketBuf* p) { impl_->state.drop(p, DropReason::Configuration); });
}

void Engine::apply(PreparedConfig& prepared, core::base::Nanos now) {
    EngineState& state = impl_->state;
    state.given = prepared.config;
    state.apply(prepared, now);
    if (!state.learned.empty()) {
        state.applyLearned(now);
    }
}

void Engine::useRealPorts() {
    impl_->state.realPorts = true;
}

void Engine::apply(EngineConfigPtr config, core::base::Nanos now) {
    apply(*prepare(std::move(config)), now);
}

void Engine::shareNatPorts(std::uint16_t index, std::uint16_t of) {
    impl_->state.nat.setPortShare({index, of});
}

void Engine::switchStage(Batch& batch, core::base::Nanos now) {
    impl_->hardware.run(batch, now);
}

CpuCost Engine::cpuStage(Batch& batch, core::base::Nanos now) {
    return impl_->cpu.run(batch, now);
}

core::base::Nanos Engine::poll(core::base::Nanos now) {
    return impl_->cpu.poll(now);
}

void Engine::rememberWalks(bool on) {
    impl_->state.walks.enable(on);
}

void Engine::dropAtRing(PacketBuf* packet) {
    const IfIndex ether = impl_->state.stack.etherOf(packet->inPort);
    if (ether != kNoInterface) {
        impl_->state.stats[ether].rxDrop += 1;
    }
    impl_->state.drop(packet, DropReason::ReceiveRing);
}

} // namespace agent::dataplane
