// The words for what a trace has noted: one row per event.
#pragma once

#include "agent/control/commands/context.h"
#include "agent/dataplane/pipeline/trace_event.h"
#include "core/model/request.h"

#include <map>
#include <optional>
#include <string>

namespace agent::control {

class TraceText {
public:
    explicit TraceText(const Context& context)
        : context_(context) {}

    // Events in the order they were noted. Names of interfaces and rules are those of the configuration in force now.
    [[nodiscard]] core::model::Row row(const dataplane::TraceEvent& event);

private:
    struct Said {
        std::string decision, menu, item, text;
    };
    [[nodiscard]] Said say(const dataplane::TraceEvent& event) const;
    [[nodiscard]] Said sayRule(const dataplane::TraceEvent& event) const;
    [[nodiscard]] Said sayConnection(const dataplane::TraceEvent& event) const;
    [[nodiscard]] Said sayRoute(const dataplane::TraceEvent& event) const;
    [[nodiscard]] Said sayTranslation(const dataplane::TraceEvent& event) const;
    [[nodiscard]] Said sayQueue(const dataplane::TraceEvent& event) const;
    [[nodiscard]] std::string interface(dataplane::IfIndex index) const;
    // What stands on the port a frame leaves by: its bridge, and the VLAN it is in where there is an interface for that.
    [[nodiscard]] std::string outInterface(const dataplane::TraceEvent& event) const;

    const Context& context_;
    std::optional<core::base::Nanos> began_;
    std::map<std::uint32_t, core::model::PathKind> paths_; // by packet, once decided
};

// "tcp 10.0.0.2:1000 > 203.0.113.5:80 ttl 64, 74 octets": what is known of a packet.
[[nodiscard]] std::string packetText(const dataplane::TraceEvent& event);
// Why a fast handler did not take a packet, for people.
[[nodiscard]] std::string_view refusalText(dataplane::FastRefusal why);

} // namespace agent::control
