// What a family of rules looks at and writes to. Internal to the room.
#pragma once

#include "core/doctor/fasttrack_rule.h"
#include "core/doctor/pairs.h"

namespace core::doctor {

// A pair with all that was worked out about it. Bridged pairs have no flow.
struct Examined {
    Pair pair;
    Flow flow;
    FastTrackAnswer track;
    core::model::Verdict verdict;

    [[nodiscard]] bool fastTracked() const { return verdict.steady.kind == core::model::PathKind::FastTrack; }
};

class Report {
public:
    Report(const Facts& all, std::vector<Examined> pairs, core::model::Diagnosis& out)
        : facts(all)
        , examined(std::move(pairs))
        , out_(out) {}

    const Facts& facts;
    const std::vector<Examined> examined;

    // Severity and title come from the catalogue. Rank: share of the traffic concerned by role.
    core::model::Finding& add(std::string_view id, double rank, std::string why, std::vector<core::model::ConfigRef> evidence = {});
    void unseen(std::string_view id, std::string text);
    [[nodiscard]] bool found(std::string_view id) const;

    // Any routed pair on FastTrack, and the rule that puts it there.
    [[nodiscard]] const Examined* fastTracked() const;
    [[nodiscard]] core::model::ConfigRef ref(const Line& line) const { return facts.view.ref(line); }

private:
    core::model::Diagnosis& out_;
};

void fastTrackFindings(Report& report);
void bypassFindings(Report& report);
void queueFindings(Report& report);
void shaperFindings(Report& report);
void bridgeFindings(Report& report);
void bondingFindings(Report& report);
void l3hwFindings(Report& report);
void cpuFindings(Report& report);
void vpnFindings(Report& report);
void subscriberFindings(Report& report);
void trackingFindings(Report& report);
void adviceFindings(Report& report);
void securityFindings(Report& report);
void liveFindings(Report& report); // last: compares with what the others worked out

// chain=forward accepts that take established packets.
[[nodiscard]] std::vector<Line> acceptsEstablished(const ConfigView& view, bool ipv6 = false);
[[nodiscard]] bool masquerades(const ConfigView& view);
// Simple queues of one host each, with those that a shortened listing says it leaves out ("... 498 more").
[[nodiscard]] std::size_t subscriberQueues(const ConfigView& view);

} // namespace core::doctor
