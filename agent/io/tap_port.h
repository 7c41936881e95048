// A port that is the other end of a TAP interface: what the host sends into the interface is received here, and the reverse.
// Segments and checksums that the host leaves to the interface are done here, and rows of TCP segments go back to it as super-frames.
// The interface is created when it does not exist, set up, and gone again with this object unless somebody made it persistent.
#pragma once

#include "agent/io/file_descriptor.h"
#include "agent/io/packer.h"
#include "agent/io/port.h"
#include "agent/io/unpacker.h"

#include <memory>
#include <string>
#include <vector>

namespace agent::io {

class TapPort final : public Port {
public:
    // Errors as openPort().
    static core::base::Result<std::unique_ptr<Port>> open(const std::string& interface);

    std::size_t receive(std::span<FrameSlot> slots) override;
    std::size_t send(std::span<const FrameView> frames) override;
    [[nodiscard]] bool pending() const override { return !unpacker_.empty(); }
    [[nodiscard]] int fd() const override { return tap_.get(); }
    [[nodiscard]] const std::string& interfaceName() const override { return interface_; }
    [[nodiscard]] PortStats stats() override { return stats_; }

private:
    TapPort(std::string interface, FileDescriptor tap);
    bool refill();

    std::string interface_;
    FileDescriptor tap_;
    std::vector<std::uint8_t> inbox_; // one frame or super-frame
    PortStats stats_;
    Unpacker unpacker_{stats_};
    std::unique_ptr<Packer> packer_;
};

} // namespace agent::io
