#include "agent/runtime/runtime.h"

#include "agent/io/port.h"
#include "agent/runtime/machine.h"
#include "agent/runtime/worker.h"
#include "agent/traffic/scenario_loader.h"

#include <algorithm>

namespace agent::runtime {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;

struct Runtime::Impl {
    Impl(core::devices::Board b, RuntimeOptions options)
        : board(std::move(b)), machine(board, {options.native, options.buffers, options.seed}), worker(machine) {
        for (const core::devices::Port& port : board.ports) {
            portNames.push_back(port.name);
        }
    }

    core::devices::Board board;
    std::vector<std::string> portNames;
    Machine machine;
    Worker worker;
};

Runtime::Runtime(core::devices::Board board, RuntimeOptions options) : impl_(std::make_unique<Impl>(std::move(board), options)) {}
Runtime::~Runtime() { stop(); }

void Runtime::start() { impl_->worker.start(); }
void Runtime::stop() { impl_->worker.stop(); }
const core::devices::Board& Runtime::board() const { return impl_->board; }

void Runtime::publish(dataplane::EngineConfigPtr config) {
    const dataplane::PreparedConfigPtr prepared = dataplane::prepare(std::move(config));
    impl_->worker.call([&] { impl_->machine.configure(*prepared); });
    // The former tables are freed here, on the caller's thread.
}

void Runtime::call(const std::function<void(dataplane::Engine&, core::base::Nanos now)>& job) {
    impl_->worker.call([&] { job(impl_->machine.engine(), impl_->machine.now()); });
}

std::vector<double> Runtime::cpuPercent() {
    std::vector<double> percent;
    impl_->worker.call([&] {
        if (auto modelled = impl_->machine.cpuPercent()) {
            percent = *std::move(modelled);
            return;
        }
        percent.assign(impl_->board.cores, 0.0);
        percent.front() = impl_->worker.load();
    });
    return percent;
}

core::base::Nanos Runtime::uptime() const {
    core::base::Nanos now = 0;
    impl_->worker.call([&] { now = impl_->machine.now(); });
    return now - Machine::kStart;
}

Result<void> Runtime::attach(std::string_view portName, std::string_view binding) {
    const auto found = std::find(impl_->portNames.begin(), impl_->portNames.end(), portName);
    if (found == impl_->portNames.end()) {
        std::string known;
        for (const std::string& name : impl_->portNames) {
            known += known.empty() ? name : ", " + name;
        }
        return fail(ErrorCode::NotFound, "board " + impl_->board.model + " has no port " + std::string(portName) + "; choose one of " + known);
    }
    const auto port = static_cast<dataplane::PortId>(found - impl_->portNames.begin());
    bool bound = false;
    impl_->worker.call([&] { bound = impl_->machine.bound(port); });
    if (bound) {
        return fail(ErrorCode::InvalidInput, "port " + *found + " is already bound to an interface; bind each port once");
    }
    auto opened = io::openPort(binding);
    if (!opened) {
        return fail(opened.error().code, "port " + *found + ": " + opened.error().text, opened.error().cause);
    }
    impl_->worker.call([&] {
        impl_->worker.watch((*opened)->fd());
        impl_->machine.bind(port, *std::move(opened));
    });
    return {};
}

Result<void> Runtime::loadScenario(std::string_view json, std::string_view fileName) {
    auto scenario = traffic::loadScenario(json, fileName, impl_->portNames);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    impl_->worker.call([&] { impl_->machine.play(*scenario); });
    return {};
}

void Runtime::stopScenario() {
    impl_->worker.call([&] { impl_->machine.stopPlaying(); });
}

void Runtime::startCapture(std::size_t limit) {
    impl_->worker.call([&] { impl_->machine.startCapture(limit); });
}

std::optional<std::string> Runtime::stopCapture() {
    std::optional<std::string> file;
    impl_->worker.call([&] { file = impl_->machine.stopCapture(); });
    return file;
}

TrafficReport Runtime::traffic() {
    TrafficReport report;
    impl_->worker.call([&] {
        const traffic::Traffic* running = impl_->machine.traffic();
        report.loadPercent = impl_->worker.load();
        report.skipped = impl_->worker.skipped();
        if (running == nullptr) {
            return;
        }
        report.scenario = running->name();
        for (traffic::FlowReport& flow : running->report(impl_->machine.now())) {
            report.flows.push_back({std::move(flow.name), std::move(flow.kind), flow.bitsPerSecond, flow.bytes, flow.lost, flow.retransmitted,
                                    flow.rttP50Ms, flow.rttP99Ms});
        }
        for (std::size_t i = 0; i < report.flows.size(); ++i) {
            traffic::RttWindow* measured = report.flows[i].kind == "ping" ? running->flows()[i]->roundTrips() : nullptr;
            if (measured != nullptr) {
                report.flows[i].roundTrips = measured->all().counts();
            }
        }
    });
    return report;
}

} // namespace agent::runtime
