#include "agent/dataplane/pipeline/trace_notes.h"

#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/pipeline/fast_refusal.h"

#include <algorithm>

namespace agent::dataplane::trace_notes {

using core::base::Nanos;
using core::model::PathKind;

namespace {

TraceEvent event(TraceStage stage, TraceDecision decision = TraceDecision::Plain, std::uint8_t code = 0) {
    TraceEvent e;
    e.stage = stage;
    e.decision = decision;
    e.code = code;
    return e;
}

TraceEvent refusal(TraceStage stage, FastRefusal why) { return event(stage, TraceDecision::No, static_cast<std::uint8_t>(why)); }

// The table a rule is of; the packet's way through the tables is raw, connection tracking, mangle, nat, filter.
TraceStage stageOf(const EngineConfig& config, std::uint32_t uid) {
    const auto has = [uid](const std::vector<RuleConfig>& rules) {
        return std::any_of(rules.begin(), rules.end(), [uid](const RuleConfig& r) { return r.uid == uid; });
    };
    const FirewallConfig& f = config.firewall;
    return has(f.raw) ? TraceStage::Raw : has(f.mangle) ? TraceStage::Mangle : has(f.nat) ? TraceStage::SrcNat : TraceStage::Filter;
}

bool isNat(RuleAction action) {
    return action == RuleAction::Masquerade || action == RuleAction::SrcNat || action == RuleAction::DstNat;
}

void noteConnection(EngineState& s, const PacketBuf& p) {
    TraceEvent e = event(TraceStage::Conntrack, TraceDecision::Plain, p.connectionState);
    if (p.connection != kNoConnection) {
        e.item = s.conntrack.id(p.connection);
        e.value = s.conntrack.entry(p.connection).flags;
    }
    s.trace.note(p, e);
}

// A handler took it: noted once, before what follows from it.
void noteHandler(EngineState& s, const PacketBuf& p) {
    const TraceEvent* last = s.trace.last(p);
    if (last == nullptr || last->stage >= TraceStage::FastPath || (p.path != PathKind::FastTrack && p.path != PathKind::FastPath)) {
        return;
    }
    TraceEvent e = event(p.path == PathKind::FastTrack ? TraceStage::FastTrack : TraceStage::FastPath, TraceDecision::Yes);
    if (p.path == PathKind::FastTrack && p.connection != kNoConnection) {
        e.item = s.conntrack.id(p.connection);
    }
    s.trace.note(p, e);
}

} // namespace

void arrived(EngineState& s, const Batch& batch, Nanos now) {
    s.trace.setTime(now);
    for (std::size_t i = 0; i < batch.count; ++i) {
        PacketBuf& p = *batch.packets[i];
        const IfIndex ether = s.stack.etherOf(p.inPort);
        if (p.length < kEthernetHeader || ether == kNoInterface) {
            continue;
        }
        parse(p);
        s.trace.admit(p, ether);
    }
}

void leftToCpu(EngineState& s, const Batch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
        const PacketBuf& p = *batch.packets[i];
        if (p.inPort < s.config->ports.size() && s.config->ports[p.inPort].chip) {
            s.trace.note(p, event(TraceStage::Switch, TraceDecision::No));
        }
    }
}

void leftByChip(EngineState& s, const PacketBuf& p, IfIndex ether) {
    s.trace.note(p, event(TraceStage::Switch, TraceDecision::Yes));
    s.trace.left(p, ether);
}

void classified(EngineState& s, const PacketBuf& p, const Ingress& in) {
    for (std::uint8_t i = 0; i < in.crossedCount; ++i) {
        TraceEvent e = event(TraceStage::Vlan);
        e.interface = in.crossed[i].interface;
        s.trace.note(p, e);
    }
    if (in.fate == Fate::Bridge || in.fate == Fate::Group) {
        TraceEvent e = event(TraceStage::Bridge, TraceDecision::Plain, static_cast<std::uint8_t>(in.fate));
        e.interface = in.fate == Fate::Bridge ? in.target : kNoInterface;
        e.value = in.vid;
        s.trace.note(p, e);
    }
}

void taken(EngineState& s, const PacketBuf& p) {
    noteHandler(s, p);
    const TraceEvent* last = s.trace.last(p);
    if (last != nullptr && last->stage != TraceStage::Queue) {
        s.trace.left(p, p.outInterface);
    }
}

void leftBy(EngineState& s, const PacketBuf& p, IfIndex ether) {
    noteHandler(s, p);
    s.trace.left(p, ether);
}

void refused(EngineState& s, const PacketBuf& p, const Ingress& in) {
    if (in.fate == Fate::Bridge) {
        s.trace.note(p, refusal(TraceStage::FastPath, whyNotOnBridgeFastPath(s, p, in)));
        return;
    }
    s.trace.note(p, refusal(TraceStage::FastPath, whyNotOnFastPath(s, p, in)));
    if (in.fate == Fate::Route && (p.flags & kIsIpv4) != 0) {
        s.trace.note(p, refusal(TraceStage::FastTrack, whyNotOnFastTrack(s, p, in)));
    }
}

void hookDone(EngineState& s, const PacketBuf& p) {
    const TraceEvent* last = s.trace.last(p);
    if (last == nullptr) {
        s.matches.clear();
        return;
    }
    const std::uint32_t src = last->src, dst = last->dst;
    const std::uint16_t sport = last->sport, dport = last->dport;
    const bool first = last->stage < TraceStage::Raw || last->stage == TraceStage::Copy;
    bool tracked = !first;
    std::uint32_t natRule = 0;
    for (const MatchWatch::Match& m : s.matches.matches()) {
        const std::uint32_t uid = s.classifier.uidOf(m.counter);
        if (isNat(m.action)) {
            natRule = uid;
            continue;
        }
        const TraceStage stage = stageOf(*s.config, uid);
        if (!tracked && stage != TraceStage::Raw) {
            noteConnection(s, p);
            tracked = true;
        }
        TraceEvent e = event(stage, TraceDecision::Rule, static_cast<std::uint8_t>(m.action));
        e.item = uid;
        s.trace.note(p, e);
    }
    s.matches.clear();
    if (!tracked && p.connectionState != 0) {
        noteConnection(s, p);
    }
    const auto translated = [&](TraceStage stage, std::uint32_t before, std::uint16_t portBefore) {
        TraceEvent e = event(stage, natRule != 0 ? TraceDecision::Rule : TraceDecision::Yes);
        e.item = natRule;
        e.value = before;
        e.code = portBefore != 0 ? 1 : 0;
        s.trace.note(p, e);
    };
    if (dst != p.dst || dport != p.dport) {
        translated(TraceStage::DstNat, dst, dport);
    }
    if (src != p.src || sport != p.sport) {
        translated(TraceStage::SrcNat, src, sport);
    }
}

void routed(EngineState& s, const PacketBuf& p, const NextHop& hop) {
    TraceEvent e = event(TraceStage::Routing, TraceDecision::Plain, static_cast<std::uint8_t>(hop.kind));
    e.interface = hop.interface;
    e.value = hop.kind == NextHopKind::Gateway ? hop.gateway : 0;
    s.trace.note(p, e);
}

void queued(EngineState& s, const PacketBuf& p, IfIndex interface, Admission admission) {
    noteHandler(s, p);
    TraceEvent e = event(TraceStage::Queue, admission == Admission::Dropped ? TraceDecision::No : TraceDecision::Yes,
                         static_cast<std::uint8_t>(admission));
    e.interface = interface;
    s.trace.note(p, e);
    if (admission == Admission::Dropped) {
        s.trace.forget(p);
    }
}

} // namespace agent::dataplane::trace_notes
