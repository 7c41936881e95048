#include "core/devices/device_table.h"

#include "core/devices/json_fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace core::devices {
namespace {

// "RouterBOARD 962UiGS-5HacT2HnT" and "RB962UiGS-5HacT2HnT" are the same board.
std::string plainModel(std::string_view text) {
    constexpr std::string_view old = "RouterBOARD ";
    std::string out;
    if (text.substr(0, old.size()) == old) {
        text.remove_prefix(old.size());
        out = text.substr(0, 2) == "RB" ? "" : "rb";
    }
    for (const char c : text) {
        if (c != ' ') {
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return out;
}

Device readDevice(const nlohmann::json& object, const std::string& fileName, std::string& complaint) {
    JsonFields fields(object, fileName, "devices.");
    Device device;
    device.model = fields.required<std::string>("model");
    device.names = fields.required<std::vector<std::string>>("names");
    device.cores = fields.optional<int>("cores", 0);
    device.routes = fields.optional<std::string>("routes", {});
    const auto l3hw = fields.required<std::string>("l3hw");
    device.l3hw = l3hw == "full" ? L3Hw::Full : l3hw == "routes" ? L3Hw::Routes : L3Hw::None;
    for (const nlohmann::json& chip : fields.required<nlohmann::json>("chips")) {
        JsonFields f(chip, fileName, device.model + ".chips.");
        device.chips.push_back({f.required<std::string>("name"), f.required<std::string>("type")});
        complaint += f.error().text;
    }
    for (const nlohmann::json& ports : fields.required<nlohmann::json>("ports")) {
        JsonFields f(ports, fileName, device.model + ".ports.");
        DevicePorts group;
        group.prefix = f.required<std::string>("prefix");
        group.speed = f.optional<std::string>("speed", {});
        group.chip = f.required<std::string>("chip");
        if (ports.contains("first")) {
            group.first = f.required<int>("first");
            group.last = f.required<int>("last");
        }
        complaint += f.error().text;
        device.ports.push_back(std::move(group));
    }
    complaint += fields.error().text;
    return device;
}

} // namespace

const DevicePorts* Device::portsOf(std::string_view defaultName) const {
    for (const DevicePorts& group : ports) {
        if (defaultName.substr(0, group.prefix.size()) != group.prefix) {
            continue;
        }
        if (!group.first) {
            return &group;
        }
        const std::string_view digits = defaultName.substr(group.prefix.size());
        int number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error == std::errc() && end == digits.data() + digits.size() && number >= *group.first && number <= *group.last) {
            return &group;
        }
    }
    return nullptr;
}

const DeviceChip* Device::chip(std::string_view name) const {
    const auto found = std::find_if(chips.begin(), chips.end(), [&](const DeviceChip& chip) { return chip.name == name; });
    return found == chips.end() ? nullptr : &*found;
}

core::base::Result<std::vector<Device>> loadDeviceTable() {
    std::string file;
    const auto json = readDevicesJson("devices.json", file);
    if (!json) {
        return tl::unexpected(json.error());
    }
    JsonFields fields(*json, file);
    std::vector<Device> table;
    std::string complaint;
    for (const nlohmann::json& object : fields.required<nlohmann::json>("devices")) {
        table.push_back(readDevice(object, file, complaint));
    }
    if (!fields.ok()) {
        return tl::unexpected(fields.error());
    }
    if (!complaint.empty()) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, complaint);
    }
    return table;
}

const Device* findDevice(const std::vector<Device>& table, std::string_view model) {
    const std::string wanted = plainModel(model);
    if (wanted.empty()) {
        return nullptr;
    }
    const Device* similar = nullptr;
    for (const Device& device : table) {
        const std::string have = plainModel(device.model);
        if (have == wanted) {
            return &device;
        }
        for (const std::string& name : device.names) {
            if (plainModel(name) == wanted && !similar) {
                similar = &device;
            }
        }
    }
    // "CCR1009-8G-1S" is written of CCR1009-8G-1S-1S+; too short a beginning would name any board of a series.
    constexpr std::size_t kTelling = 8;
    for (const Device& device : table) {
        if (!similar && wanted.size() >= kTelling && plainModel(device.model).substr(0, wanted.size()) == wanted) {
            similar = &device;
        }
    }
    return similar;
}

} // namespace core::devices
