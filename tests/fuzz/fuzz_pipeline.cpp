// The whole engine: the first octets choose a router (RandomLab), the rest are frames, some of them mutated from well-formed ones.
// Promises: no sanitizer complains, every packet is accounted for, and after all timeouts nothing is left.
//
//   seed (4) · { port (1) · length (1: 0…255, times 8) · octets | 255 (1) · octets to change in a frame of the router's own making }
#include "tests/agent/dataplane/pipeline/random_lab.h"
#include "tests/fuzz/fuzz_input.h"

#include <cstring>

using namespace agent::dataplane;
using namespace agent::dataplane::test;

namespace {

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size)
        : data_(data)
        , left_(size) {}

    [[nodiscard]] bool empty() const { return left_ == 0; }
    std::uint8_t octet() {
        if (left_ == 0) {
            return 0;
        }
        --left_;
        return *data_++;
    }
    Frame octets(std::size_t wanted) {
        const std::size_t length = wanted < left_ ? wanted : left_;
        Frame out(data_, data_ + length);
        data_ += length;
        left_ -= length;
        return out;
    }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

Frame nextFrame(Input& input, RandomLab& lab, PortId& port) {
    const std::uint8_t kind = input.octet();
    const auto ports = static_cast<std::uint8_t>(lab.config.ports.size());
    port = kind % ports;
    if (kind < 128) {
        return input.octets(input.octet() * 8u % (kMaxFrame + 1));
    }
    Frame frame = lab.frame(port);
    for (std::uint8_t changes = input.octet() % 8; changes > 0 && !frame.empty(); --changes) {
        const std::size_t at = (input.octet() | static_cast<std::size_t>(input.octet()) << 8) % frame.size();
        frame[at] = input.octet();
    }
    return frame;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    std::uint32_t seed = 0;
    for (int i = 0; i < 4; ++i) {
        seed = seed << 8 | input.octet();
    }
    RandomLab lab(seed);
    if (seed % 2 == 0) {
        lab.engine.startTrace({.count = 5});
    }
    Batch batch;
    while (!input.empty()) {
        PortId port = 0;
        const Frame frame = nextFrame(input, lab, port);
        if (PacketBuf* p = lab.packet(port, frame)) {
            batch.push(p);
        }
        if (batch.full() || frame.size() % 3 == 0) {
            lab.feed(batch);
            batch.clear();
            lab.now += core::base::kMillisecond;
        }
    }
    lab.feed(batch);
    const PacketLedger& l = lab.engine.ledger();
    fuzz::require(l.received + l.originated + l.copied == lab.sentByPorts() + l.consumed + l.dropped() + lab.lostInQueues() + lab.waiting());
    lab.ringRoom = 1000;
    lab.settle();
    fuzz::require(lab.waiting() == 0);
    lab.skip(90'000 * core::base::kSecond);
    fuzz::require(lab.engine.connectionCount() == 0);
    return 0;
}
