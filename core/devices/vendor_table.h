// A vendor's table of test results, as CSV or pasted from the product's page.
//
//   Result<std::vector<MeasuredRow>> rows = parseVendorTable(text, "table.csv");
//
// CSV has a header that names its columns: mode, configuration, octets, kpps, and mbps if there is one. A pasted table has a line for each mode and
// configuration, "Routing  25 simple queues  1613.0 19577.3 2332.0 9551.9 – –": kpps and Mbps for each frame size, in the order of the line with
// "1518 byte", "512 byte", "64 byte" (taken when it is missing). "-" stands for no figure. Mbps count frames without preamble and gap.
// InvalidInput, with the line: figures that are no numbers, rows that nothing is known of (other configurations), kpps and Mbps that contradict each
// other by more than 2 %. Pure; any thread.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace core::devices {

enum class TestMode { Bridging, BridgingRules, Routing, RoutingQueues, RoutingRules }; // none (fast path), 25 bridge filter rules, …

struct MeasuredRow {
    TestMode mode = TestMode::Routing;
    std::uint32_t octets = 0; // of a frame
    double pps = 0;           // all ports together
    int line = 0;             // of the text
    bool operator==(const MeasuredRow&) const = default;
};

// "bridging", "bridging, 25 rules", "routing" …
[[nodiscard]] std::string_view testModeText(TestMode mode);

[[nodiscard]] core::base::Result<std::vector<MeasuredRow>> parseVendorTable(std::string_view text, std::string_view fileName);

} // namespace core::devices
