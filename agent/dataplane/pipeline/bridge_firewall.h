// /interface/bridge/filter and nat at the five places of a bridge where frames pass on the CPU:
//
//   dstnat ─ decision ─┬─ forward ─ srcnat ─ port           input: up to the router, output: from the router, then srcnat
//                      └─ input ─ router
//
//   if (bridgeFirewall.any() && !bridgeFirewall.leave(packet, bridge, from, *to)) drop(packet);
//
// What a chip switches by itself never comes here, as with RouterOS. Source: RouterOS packet flow, "bridging" diagrams.
#pragma once

#include "agent/dataplane/classifier/log_ring.h"
#include "agent/dataplane/l2/bridge.h"
#include "agent/dataplane/l2/bridge_rules.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent::dataplane {

class BridgeFirewall {
public:
    enum class Arrival : std::uint8_t { Pass, Drop, Answered };

    // `interfaceNames`: by IfIndex, of the configuration before; lines that still wait are about those.
    void configure(const BridgeSettingsConfig& settings, const std::vector<std::string>& interfaceNames);

    // Whether any rule is in force: nothing else here needs to be called when not.
    [[nodiscard]] bool any() const { return any_; }

    // dstnat, before the bridge decides. Answered: the frame has become the answer to its sender (action=arp-reply).
    Arrival arrive(PacketBuf& p, const Bridge& bridge, const Bridge::Member& from, MacKey own);
    // input: up to the router.
    bool enter(PacketBuf& p, const Bridge& bridge, IfIndex from, MacKey own);
    // forward (from a port) or output (`from` null: from the router), then srcnat.
    bool leave(PacketBuf& p, const Bridge& bridge, const Bridge::Member* from, const Bridge::Member& to);

    // Rules compared with frames since this was asked last: what a modelled board is charged for.
    [[nodiscard]] std::uint32_t takeLooked() { return std::exchange(looked_, 0); }

    [[nodiscard]] std::optional<BridgeRules::Count> counters(std::uint32_t uid) const;
    void resetCounters(std::uint32_t uid);
    [[nodiscard]] std::vector<LogLine> takeLog(const std::vector<std::string>& interfaceNames) { return ring_.take(interfaceNames); }

private:
    class Noting final : public BridgeRuleLog {
    public:
        explicit Noting(LogRing& ring)
            : ring_(ring) {}
        void note(std::size_t rule, const PacketBuf& p) override { ring_.note(firstLabel + static_cast<std::uint32_t>(rule), p); }
        std::uint32_t firstLabel = 0; // of rule 0

    private:
        LogRing& ring_;
    };

    LogRing ring_;
    BridgeRules filter_, nat_;
    Noting filterLog_{ring_}, natLog_{ring_};
    bool any_ = false;
    std::uint32_t looked_ = 0;
};

} // namespace agent::dataplane
