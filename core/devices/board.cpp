#include "core/devices/board.h"

#include "core/base/resources.h"
#include "core/devices/board_files.h"
#include "core/devices/json_fields.h"

#include <algorithm>

namespace core::devices {
using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using nlohmann::json;

namespace {

const json& member(const json& object, const char* name) {
    static const json null;
    const auto it = object.find(name);
    return it == object.end() ? null : *it;
}

Result<Chip> parseChip(const json& object, const std::string& file, const std::string& where) {
    JsonFields f(object, file, where);
    Chip chip;
    chip.name = f.required<std::string>("name");
    chip.type = f.required<std::string>("type");
    chip.bridge = f.optional("bridge", true);
    chip.vlanFiltering = f.optional("vlanFiltering", false);
    chip.igmpSnooping = f.optional("igmpSnooping", false);
    chip.dhcpSnooping = f.optional("dhcpSnooping", false);
    chip.bonding = f.optional("bonding", false);
    chip.mstp = f.optional("mstp", false);
    chip.routing = f.optional("routing", false);
    chip.fastTrack = f.optional("fastTrack", false);
    chip.fastTrackLimit = f.optional<std::uint32_t>("fastTrackLimit", 0);
    chip.routeLimit = f.optional<std::uint32_t>("routeLimit", 0);
    chip.cpuLinkBps = f.optional<std::uint64_t>("cpuLinkBps", 0);
    return f.ok() ? Result<Chip>(chip) : tl::unexpected(f.error());
}

Result<Port> parsePort(const json& object, const std::vector<Chip>& chips, const std::string& file, const std::string& where) {
    JsonFields f(object, file, where);
    Port port;
    port.name = f.required<std::string>("name");
    port.speedBps = f.required<std::uint64_t>("speedBps");
    if (f.ok() && port.speedBps == 0) {
        f.complain("speedBps", "must be above 0");
    }
    if (const auto chipName = f.optional<std::string>("chip", {}); !chipName.empty()) {
        const auto it = std::find_if(chips.begin(), chips.end(), [&](const Chip& c) { return c.name == chipName; });
        if (it == chips.end()) {
            f.complain("chip", "names \"" + chipName + "\", which is not in chips");
        } else {
            port.chip = static_cast<std::uint16_t>(it - chips.begin());
        }
    }
    return f.ok() ? Result<Port>(port) : tl::unexpected(f.error());
}

Result<Cost> parseCost(const json& object, const std::string& file, const std::string& where) {
    JsonFields f(object, file, where);
    Cost cost;
    cost.bridge = f.required<double>("bridge");
    cost.fastPath = f.required<double>("fastPath");
    cost.fastTrack = f.required<double>("fastTrack");
    cost.slow = f.required<double>("slow");
    cost.tracking = f.optional<double>("tracking", 0);
    cost.low = f.optional<double>("low", cost.low);
    cost.high = f.optional<double>("high", cost.high);
    cost.slowBridge = f.required<double>("slowBridge");
    cost.connectionNew = f.required<double>("connectionNew");
    cost.rule = f.required<double>("rule");
    cost.vlan = f.required<double>("vlan");
    cost.simpleQueue = f.required<double>("simpleQueue");
    cost.queueing = f.required<double>("queueing");
    cost.receiveCores = f.required<std::uint32_t>("receiveCores");
    cost.receiveRing = f.optional<std::uint32_t>("receiveRing", 256);
    cost.source = f.required<std::string>("source");
    for (const auto& [name, value] : {std::pair{"bridge", cost.bridge}, {"fastPath", cost.fastPath}, {"fastTrack", cost.fastTrack}, {"slow", cost.slow}, {"tracking", cost.tracking},
                                      {"slowBridge", cost.slowBridge}, {"connectionNew", cost.connectionNew}, {"rule", cost.rule}, {"vlan", cost.vlan},
                                      {"simpleQueue", cost.simpleQueue}, {"queueing", cost.queueing}}) {
        if (value < 0) {
            f.complain(name, "is negative");
        }
    }
    if (f.ok() && !(cost.low > 0 && cost.low <= 1 && cost.high >= 1)) {
        f.complain("low and high", "must be around 1");
    }
    if (f.ok() && (cost.receiveCores == 0 || cost.receiveRing == 0)) {
        f.complain("receiveCores and receiveRing", "must be above 0");
    }
    return f.ok() ? Result<Cost>(cost) : tl::unexpected(f.error());
}

Result<std::vector<Calibration>> parseCalibrations(const json& list, const std::string& file) {
    std::vector<Calibration> out;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = "calibrations[" + std::to_string(i) + "].";
        JsonFields f(list[i], file, where);
        Calibration calibration;
        calibration.name = f.required<std::string>("name");
        calibration.basis = f.required<std::string>("basis");
        calibration.fittedOn = f.required<std::vector<std::string>>("fittedOn");
        if (!f.ok()) {
            return tl::unexpected(f.error());
        }
        auto cost = parseCost(member(list[i], "cost"), file, where + "cost.");
        if (!cost) {
            return tl::unexpected(cost.error());
        }
        calibration.cost = std::move(*cost);
        out.push_back(std::move(calibration));
    }
    return out;
}

} // namespace

Result<Board> parseBoard(std::string_view text, std::string_view fileName) {
    const std::string file(fileName);
    const auto document = parseJson(text, fileName);
    if (!document) {
        return tl::unexpected(document.error());
    }
    JsonFields f(*document, file);
    Board board;
    board.boardName = f.required<std::string>("boardName");
    board.model = f.required<std::string>("model");
    board.architecture = f.required<std::string>("architecture");
    board.cpu = f.required<std::string>("cpu");
    board.cores = f.required<std::uint32_t>("cores");
    board.mhz = f.optional<std::uint32_t>("mhz", 0);
    board.ramMb = f.optional<std::uint32_t>("ramMb", 0);
    if (f.ok() && (board.cores == 0 || board.cores > 256)) {
        f.complain("cores", "must be 1…256");
    }
    const auto chips = f.optional<json>("chips", json::array());
    const auto ports = f.required<json>("ports");
    if (f.ok() && (!chips.is_array() || !ports.is_array() || ports.empty())) {
        f.complain("chips and ports", "must be lists, ports with at least one entry");
    }
    if (!f.ok()) {
        return tl::unexpected(f.error());
    }
    for (std::size_t i = 0; i < chips.size(); ++i) {
        auto chip = parseChip(chips[i], file, "chips[" + std::to_string(i) + "].");
        if (!chip) {
            return tl::unexpected(chip.error());
        }
        board.chips.push_back(std::move(*chip));
    }
    for (std::size_t i = 0; i < ports.size(); ++i) {
        auto port = parsePort(ports[i], board.chips, file, "ports[" + std::to_string(i) + "].");
        if (!port) {
            return tl::unexpected(port.error());
        }
        board.ports.push_back(std::move(*port));
    }
    auto calibrations = parseCalibrations(f.optional<json>("calibrations", json::array()), file);
    if (!calibrations) {
        return tl::unexpected(calibrations.error());
    }
    board.calibrations = std::move(*calibrations);
    if (board.calibrations.empty() || document->contains("cost")) { // a job may bring costs of its own
        auto cost = parseCost(member(*document, "cost"), file, "cost.");
        if (!cost) {
            return tl::unexpected(cost.error());
        }
        board.cost = std::move(*cost);
    } else {
        board.cost = board.calibrations.front().cost;
    }
    if (board.cost.receiveCores > board.cores) {
        return fail(ErrorCode::InvalidInput, file + ": cost.receiveCores is more than cores.");
    }
    return board;
}

Result<Board> loadBoard(std::string_view model) {
    const auto file = boardFile(model);
    if (!file) {
        return tl::unexpected(file.error());
    }
    return core::base::readFile(*file).and_then([&](const std::string& text) { return parseBoard(text, file->string()); });
}

} // namespace core::devices
