// Ties a port of the board to a real one: frames in go to buffers of the pool, frames out to the operating system in batches.
// Frames longer than a buffer takes are dropped and counted by the real port (io::PortStats::rxTooLong).
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/io/port.h"

#include <array>
#include <memory>

namespace agent::runtime {

class PortBinding {
public:
    PortBinding(std::unique_ptr<io::Port> port, dataplane::PacketPool& pool) : port_(std::move(port)), pool_(pool) {}
    ~PortBinding();
    PortBinding(const PortBinding&) = delete;
    PortBinding& operator=(const PortBinding&) = delete;

    // Appends what has arrived to an empty batch. A full batch means there may be more.
    void receive(dataplane::Batch& batch);
    // Takes ownership; sent with the next flush() at the latest.
    void send(dataplane::PacketBuf* packet);
    void flush();

    [[nodiscard]] io::Port& port() { return *port_; }

private:
    std::unique_ptr<io::Port> port_;
    dataplane::PacketPool& pool_;
    std::array<dataplane::PacketBuf*, dataplane::kBatchSize> empty_{}; // buffers waiting to be received into
    std::size_t emptyCount_ = 0;
    dataplane::Batch leaving_;
};

} // namespace agent::runtime
