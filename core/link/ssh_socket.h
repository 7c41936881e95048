// Reaches the SSH port: a SocketChannel whose connection is handed over once it stands.
#pragma once

#include "core/link/socket_channel.h"

namespace core::link {

class SshSocket final : public SocketChannel {
    Q_OBJECT
public:
    using SocketChannel::SocketChannel;
    // In the slot of opened(), before the first octet is read: the connection's descriptor, now the caller's. -1 when the system has none
    // left.
    int takeDescriptor();
};

} // namespace core::link
