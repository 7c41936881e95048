// A session somebody owns who is often resumed by it: it is closed at once and destroyed by the event loop, never from within itself.
#pragma once

#include "core/link/session.h"

#include <memory>

namespace core::change {

struct CloseLater {
    void operator()(core::link::Session* session) const {
        session->close();
        session->deleteLater();
    }
};

using OwnSession = std::unique_ptr<core::link::Session, CloseLater>;

} // namespace core::change
