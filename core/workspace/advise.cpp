#include "core/workspace/advise.h"

#include "core/advisor/advise.h"

namespace core::workspace {

core::base::Result<std::vector<core::model::BoardAdvice>> advise(const core::model::SizingNeed& need) {
    const auto devices = core::devices::loadDeviceTable();
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    const auto throughput = core::devices::loadThroughput();
    if (!throughput) {
        return tl::unexpected(throughput.error());
    }
    return core::advisor::advise(need, *devices, *throughput);
}

} // namespace core::workspace
