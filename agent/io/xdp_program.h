// The XDP program that hands what arrives on an interface to an AF_XDP socket, and its attachment: eight instructions, loaded through
// bpf(2), so no library and no compiler is needed. Attached by a BPF link: the kernel takes the program off when the last descriptor of
// the link is closed, that is with this object, after a signal, and after a crash.
#pragma once

#include "agent/io/file_descriptor.h"
#include "core/base/result.h"

#include <string>

namespace agent::io {

class XdpProgram {
public:
    // In the driver, else in the general hook. Errors as openPort(); AddressInUse: another XDP program is attached.
    static core::base::Result<XdpProgram> attach(int index, const std::string& interface);
    // From now on receive queue 0 ends in this socket; what has no socket goes to the kernel as ever.
    [[nodiscard]] core::base::Result<void> deliverTo(int socket, const std::string& interface);
    // False: the general hook, with a copy more per frame.
    [[nodiscard]] bool inDriver() const { return inDriver_; }

private:
    FileDescriptor sockets_, program_, link_;
    bool inDriver_ = false;
};

} // namespace agent::io
