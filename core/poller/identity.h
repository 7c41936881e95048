// Who a router is: read once per session.
#pragma once

#include "core/base/result.h"
#include "core/link/session.h"

#include <QCoroTask>
#include <string>

namespace core::poller {

// Bytes as the router sent them; empty when it does not say.
struct Identity {
    std::string name;     // /system/identity
    std::string board;    // board-name; the modelled board when it is an agent
    std::string model;    // /system/routerboard model
    std::string version;  // "7.16 (stable)"
    std::string platform; // "MikroTik", "Pathscope"
};

// A menu the router lacks or refuses leaves its fields empty; any other failure is the result.
QCoro::Task<core::base::Result<Identity>> readIdentity(core::link::Session& session);

} // namespace core::poller
