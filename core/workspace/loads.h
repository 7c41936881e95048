// What can make traffic while a router is measured, and the far end of it: see core/load/load_request.h and core/load/sink.h.
#pragma once

#include "core/load/load_request.h"
#include "core/load/sink.h"

namespace core::workspace {

using core::load::Direction;
using core::load::kMostFlows;
using core::load::kSinkPort;
using core::load::LoadRequest;
using core::load::parseLoad;
using core::load::Sink;

} // namespace core::workspace
