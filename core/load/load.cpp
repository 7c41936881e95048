#include "core/load/load.h"

#include "core/load/sink_load.h"
#include "core/load/tool_load.h"

namespace core::load {

std::unique_ptr<Load> makeLoad(const LoadRequest& request) {
    if (request.tool == Tool::Sink) {
        return std::make_unique<SinkLoad>(request);
    }
    return std::make_unique<ToolLoad>(request);
}

} // namespace core::load
