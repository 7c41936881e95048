// Runs frames of capture files through an engine of its own, in virtual time, and keeps what left with the path of each frame.
//
//   Replay replay(config, portNames, 64 << 20);
//   replay.add({0, time, frame});            // in order of time
//   replay.finish();                         // what waits in queues leaves
//   write(replay.captured().octets());
//
// Neighbours answer by themselves: each ARP question that leaves is answered with a MAC made of the address asked for. One thread; no I/O.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/pipeline/engine.h"
#include "agent/io/pcapng_buffer.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace agent::runtime {

class Replay final : private dataplane::PortSink {
public:
    // captureLimit: octets of the file of what left.
    Replay(dataplane::EngineConfigPtr config, const std::vector<std::string>& portNames, std::size_t captureLimit);
    ~Replay() override;

    // The port whose own address the frame is sent to; `otherwise` when it is no port's.
    [[nodiscard]] dataplane::PortId portOf(std::span<const std::uint8_t> frame, dataplane::PortId otherwise) const;
    // Times of one file must not run backwards; a step back is taken as "at once". False: the frame is too long, or the pool empty.
    bool add(dataplane::PortId port, core::base::Nanos time, std::span<const std::uint8_t> frame);
    void finish();

    [[nodiscard]] const io::PcapngBuffer& captured() const { return captured_; }
    [[nodiscard]] const dataplane::Engine& engine() const { return engine_; }

private:
    [[nodiscard]] std::size_t room(dataplane::PortId) const override { return dataplane::kBatchSize; }
    bool send(dataplane::PortId port, dataplane::PacketBuf* packet, core::base::Nanos now) override;
    void moveTo(core::base::Nanos time);
    void run(dataplane::PacketBuf* packet);
    void answerQuestions();

    dataplane::PacketPool pool_;
    io::PcapngBuffer captured_;
    std::vector<dataplane::PacketBuf*> answers_; // of neighbours, to arrive next
    dataplane::Engine engine_;
    core::base::Nanos now_ = core::base::kSecond;
    core::base::Nanos offset_ = 0; // between the file's time and ours
    bool begun_ = false;
};

} // namespace agent::runtime
