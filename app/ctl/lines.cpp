#include "app/ctl/lines.h"

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

namespace app::ctl {

using core::base::BitRate;
using core::model::kAllPaths;
using core::model::PathShare;
using nlohmann::ordered_json;

namespace {

ordered_json wholeBits(const std::optional<BitRate>& rate) {
    return rate ? ordered_json(std::llround(rate->bps)) : ordered_json(nullptr);
}

ordered_json shares(const PathShare& paths) {
    ordered_json json = ordered_json::object();
    for (const auto kind : kAllPaths) {
        json[std::string(core::model::pathId(kind))] = paths.share(kind);
    }
    json["unattributed"] = paths.unattributedShare();
    return json;
}

std::string percent(double share) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%5.1f %%", share * 100);
    return text.data();
}

std::string padded(const std::string& text, std::size_t width) {
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

constexpr std::array<const char*, 10> kColumns{"time",     "total",     "packets", "switch",    "l3hw",
                                               "fastpath", "fasttrack", "slow",    "unattrib.", "busiest core"};
constexpr std::array<std::size_t, 10> kWidths{8, 11, 11, 10, 10, 10, 10, 10, 10, 13};

std::string joined(const std::array<std::string, 10>& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        line += padded(cells[i], kWidths[i]);
    }
    return line;
}

} // namespace

std::string jsonLine(const Sample& sample) {
    ordered_json json;
    json["time"] = sample.time.toUTC().toString(Qt::ISODateWithMs).toStdString();
    json["router"] = sample.router;
    json["total_bps"] = std::llround(sample.rates.paths.total.bps);
    json["total_pps"] = std::llround(sample.rates.paths.totalPackets.pps);
    json["paths"] = shares(sample.rates.paths);
    json["interfaces"] = ordered_json::array();
    for (const core::model::InterfaceRates& i : sample.rates.interfaces) {
        json["interfaces"].push_back({{"name", i.name},
                                      {"rx_bps", wholeBits(i.rx)},
                                      {"fp_rx_bps", wholeBits(i.fpRx)},
                                      {"tx_bps", wholeBits(i.tx)},
                                      {"fp_tx_bps", wholeBits(i.fpTx)},
                                      {"hw", i.hwOffload ? ordered_json(*i.hwOffload) : ordered_json(nullptr)}});
    }
    json["cpu_percent"] = sample.cpuPercent;
    json["inconsistent"] = ordered_json::array();
    for (const core::model::Inconsistency& bad : sample.rates.inconsistent) {
        json["inconsistent"].push_back(bad.interface.empty() ? bad.what : bad.interface + ": " + bad.what);
    }
    // Names are bytes of any code page; what is not UTF-8 becomes U+FFFD.
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string tableHeader() {
    std::array<std::string, 10> cells;
    std::copy(kColumns.begin(), kColumns.end(), cells.begin());
    return joined(cells);
}

std::string tableLine(const Sample& sample) {
    const PathShare& paths = sample.rates.paths;
    const auto busiest = std::max_element(sample.cpuPercent.begin(), sample.cpuPercent.end());
    std::array<std::string, 10> cells{sample.time.toLocalTime().toString(QStringLiteral("HH:mm:ss")).toStdString(),
                                      core::base::formatBitRate(paths.total), core::base::formatPacketRate(paths.totalPackets)};
    std::size_t column = 3;
    for (const auto kind : kAllPaths) {
        cells[column++] = percent(paths.share(kind));
    }
    cells[column++] = percent(paths.unattributedShare());
    cells[column] = busiest == sample.cpuPercent.end() ? "-" : percent(*busiest / 100);
    std::string line = joined(cells);
    for (const core::model::Inconsistency& bad : sample.rates.inconsistent) {
        line += "\n         ! " + (bad.interface.empty() ? bad.what : bad.interface + ": " + bad.what);
    }
    return line;
}

} // namespace app::ctl
