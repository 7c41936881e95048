// A port on an existing interface of this machine through packet sockets (packet(7)).
// Receives everything on the wire (promiscuous) but not what leaves by the interface itself; frames arrive as a hardware port
// would have seen them: VLAN tag in place, checksums complete, super-frames cut. TCP segments in a row are put together
// again on the way out (coalescer.h). Sends past the queueing discipline.
#pragma once

#include "agent/io/file_descriptor.h"
#include "agent/io/port.h"
#include "agent/io/unpacker.h"

#include <memory>
#include <string>

namespace agent::io {

class AfPacketPort final : public Port {
public:
    // Errors as openPort().
    static core::base::Result<std::unique_ptr<Port>> open(const std::string& interface);
    ~AfPacketPort() override;

    std::size_t receive(std::span<FrameSlot> slots) override;
    std::size_t send(std::span<const FrameView> frames) override;
    [[nodiscard]] bool pending() const override;
    [[nodiscard]] int fd() const override { return receiver_.get(); }
    [[nodiscard]] const std::string& interfaceName() const override { return interface_; }
    [[nodiscard]] PortStats stats() override;

private:
    struct Inbox;
    struct Outbox;

    AfPacketPort(std::string interface, FileDescriptor receiver, FileDescriptor sender);
    bool refill();
    void open();

    std::string interface_;
    FileDescriptor receiver_;
    FileDescriptor sender_; // apart, because the receiver's socket option for hints would want hints on every frame sent
    std::unique_ptr<Inbox> inbox_;
    std::unique_ptr<Outbox> outbox_;
    PortStats stats_;
    Unpacker unpacker_{stats_};
};

} // namespace agent::io
