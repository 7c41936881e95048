// The doctor: what path traffic takes on a router of this configuration, why, and what would change it.
//
//   const auto table = core::devices::loadDeviceTable();
//   Patient patient{loadConfig(text)};
//   core::model::Diagnosis diagnosis = diagnose(patient, *table, {});
//   for (const core::model::Finding& finding : diagnosis.findings) …          gravest first
//   for (const core::model::Verdict& verdict : diagnosis.verdicts) …          LAN → WAN, VLAN → VLAN, port → port
//
// Facts: the vendor's Packet Flow, Bridging and L3 Hardware Offloading pages, and published cases. Pure, any thread; a normal
// export takes milliseconds.
#pragma once

#include "core/devices/device_table.h"
#include "core/doctor/facts.h"
#include "core/model/finding.h"
#include "core/routeros/config/load.h"

namespace core::doctor {

struct Patient {
    core::routeros::config::LoadedConfig config;
    std::string board; // model or board name; empty: what the export says
    Running running;   // of a router that is asked; nothing runs in a file
    bool live = false; // read from a router just now
    std::optional<LiveCounters> counters{}; // what it counted meanwhile
};

// Null: the table has no such board, or none is named.
[[nodiscard]] const core::devices::Device* deviceOf(const Patient& patient, const std::vector<core::devices::Device>& table);

// With from and to in the question: the two directions between these. Else: every pair that matters, and findings either way.
[[nodiscard]] core::model::Diagnosis diagnose(const Patient& patient, const std::vector<core::devices::Device>& table,
                                              const core::model::PathQuestion& question);

} // namespace core::doctor
