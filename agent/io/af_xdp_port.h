// A port on an existing interface through an AF_XDP socket: frames are taken before the host's network stack sees them, through rings in
// shared memory, so that a batch costs no system call to receive and one per 32 frames to send. Copy mode, which every driver has.
//
// Only receive queue 0 is read: an interface with more is refused ("ethtool -L IF combined 1"). Frames of 1536 octets at most. A VLAN tag
// the driver has taken out of the frame is not seen (use af_packet there); checksums that a sender on the same machine left open are completed.
#pragma once

#include "agent/io/file_descriptor.h"
#include "agent/io/port.h"
#include "agent/io/xdp_program.h"

#include <memory>
#include <string>

namespace agent::io {

class AfXdpPort final : public Port {
public:
    // Errors as openPort(); Unsupported: the kernel or the driver does not let us, af_packet would do.
    static core::base::Result<std::unique_ptr<Port>> open(const std::string& interface);
    ~AfXdpPort() override;

    std::size_t receive(std::span<FrameSlot> slots) override;
    std::size_t send(std::span<const FrameView> frames) override;
    [[nodiscard]] bool pending() const override;
    [[nodiscard]] int fd() const override { return socket_.get(); }
    [[nodiscard]] const std::string& interfaceName() const override { return interface_; }
    [[nodiscard]] PortStats stats() override;

private:
    struct Memory; // the frames and the rings

    AfXdpPort(std::string interface, FileDescriptor socket, std::unique_ptr<Memory> memory, XdpProgram program);
    void reclaim(); // frames that have been sent
    void kick();

    std::string interface_;
    std::unique_ptr<Memory> memory_; // before the socket: goes after it
    FileDescriptor socket_;
    XdpProgram program_;
    PortStats stats_;
};

} // namespace agent::io
