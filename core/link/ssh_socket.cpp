#include "core/link/ssh_socket.h"

#include <QTcpSocket>
#include <fcntl.h>

namespace core::link {

int SshSocket::takeDescriptor() {
    const int descriptor = ::fcntl(static_cast<int>(socket().socketDescriptor()), F_DUPFD_CLOEXEC, 0);
    if (descriptor >= 0) {
        ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    }
    return descriptor;
}

} // namespace core::link
