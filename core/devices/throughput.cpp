#include "core/devices/throughput.h"

#include "core/devices/json_fields.h"

#include <algorithm>

namespace core::devices {

std::vector<const ThroughputFigure*> Throughput::of(std::string_view model) const {
    std::vector<const ThroughputFigure*> out;
    for (const ThroughputFigure& figure : figures) {
        if (figure.model == model) {
            out.push_back(&figure);
        }
    }
    return out;
}

const HardwareConnections* Throughput::hardwareOf(std::string_view model) const {
    const auto found = std::find_if(hardware.begin(), hardware.end(), [&](const auto& h) { return h.model == model; });
    return found == hardware.end() ? nullptr : &*found;
}

core::base::Result<Throughput> loadThroughput() {
    std::string file;
    const auto json = readDevicesJson("throughput.json", file);
    if (!json) {
        return tl::unexpected(json.error());
    }
    constexpr double kMega = 1e6;
    Throughput out;
    std::string complaint;
    JsonFields fields(*json, file);
    for (const nlohmann::json& object : fields.required<nlohmann::json>("figures")) {
        JsonFields f(object, file, "figures.");
        out.figures.push_back({f.required<std::string>("model"),
                               f.required<std::string>("path"),
                               {f.required<double>("mbps") * kMega},
                               f.required<int>("octets"),
                               f.required<std::string>("by"),
                               f.required<std::string>("source")});
        complaint += f.error().text;
    }
    for (const nlohmann::json& object : fields.required<nlohmann::json>("hardwareConnections")) {
        JsonFields f(object, file, "hardwareConnections.");
        out.hardware.push_back(
            {f.required<std::string>("model"), f.required<std::string>("fasttrackConnections"), f.required<std::string>("natEntries")});
        complaint += f.error().text;
    }
    if (!fields.ok()) {
        return tl::unexpected(fields.error());
    }
    if (!complaint.empty()) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, complaint);
    }
    return out;
}

} // namespace core::devices
