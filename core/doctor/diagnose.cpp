#include "core/doctor/diagnose.h"

#include "core/doctor/live_traffic.h"
#include "core/doctor/report.h"
#include "core/doctor/verdicts.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::Diagnosis;
using core::model::Finding;
using core::model::PathQuestion;

std::string boardName(const Patient& patient) {
    return !patient.board.empty() ? patient.board : patient.config.header.model.value_or("");
}

Examined examine(const Facts& facts, const Pair& pair, const PathQuestion& question) {
    Examined out;
    out.pair = pair;
    if (!pair.bridged) {
        out.flow = flowOf(facts, pair, question);
        out.track = fastTrackOf(out.flow, facts.context(question.family == "ipv6"));
    }
    out.verdict = verdictOf(facts, pair, question);
    return out;
}

std::vector<Examined> examineAll(const Facts& facts, const std::vector<Pair>& pairs, const PathQuestion& question) {
    std::vector<Examined> out;
    out.reserve(pairs.size());
    for (const Pair& pair : pairs) {
        out.push_back(examine(facts, pair, question));
    }
    return out;
}

void narrow(Pair& pair, const PathQuestion& question) {
    pair.source = addressRange(question.source);
    pair.destination = addressRange(question.destination);
}

void addUnseen(const Facts& facts, const Patient& patient, Diagnosis& out) {
    if (!facts.hardware.known()) {
        const auto& model = facts.loaded.header.model;
        out.unseen.push_back({"", model ? "board \"" + *model + "\" is not in the table: what its switch chip keeps is not known"
                                        : "the board: the export names none; choose its model to have its switch chip judged"});
    }
    if (!facts.version.known) {
        out.unseen.push_back({"", "the RouterOS version: taken as a recent 7"});
    }
    if (!patient.live) {
        out.unseen.push_back({"", "whether a sniffer, torch or scan runs, dynamic rules and queues, flag H of ports and routes, and every "
                                  "counter: a file has none of them"});
    } else {
        out.unseen.push_back({"", "whether torch or a scan runs, which turns fast paths off meanwhile: no menu shows it"});
    }
}

} // namespace

const core::devices::Device* deviceOf(const Patient& patient, const std::vector<core::devices::Device>& table) {
    return core::devices::findDevice(table, boardName(patient));
}

Diagnosis diagnose(const Patient& patient, const std::vector<core::devices::Device>& table, const PathQuestion& question) {
    const core::devices::Device* device = deviceOf(patient, table);
    const Facts facts(patient.config, device, patient.running, patient.counters ? &*patient.counters : nullptr);
    Diagnosis out;
    out.board = device ? device->model : boardName(patient);
    out.version = patient.config.header.version.value_or("");

    std::vector<Examined> examined = examineAll(facts, pairsThatMatter(facts), question);
    if (question.from.empty() && question.to.empty()) {
        for (const Examined& e : examined) {
            out.verdicts.push_back(e.verdict);
        }
    } else {
        Pair asked = pairBetween(facts, question.from.empty() ? "LAN" : question.from, question.to.empty() ? "WAN" : question.to);
        narrow(asked, question);
        Pair back = asked;
        std::swap(back.from, back.to);
        std::swap(back.source, back.destination);
        out.verdicts = {verdictOf(facts, asked, question), verdictOf(facts, back, question)};
    }
    Report report(facts, std::move(examined), out);
    // Queues before bridges: what a queue finding explains is not said twice.
    for (const auto& family : {fastTrackFindings, bypassFindings, queueFindings, shaperFindings, bridgeFindings, bondingFindings,
                               l3hwFindings, cpuFindings, trackingFindings, vpnFindings, subscriberFindings, adviceFindings, securityFindings, liveFindings}) {
        family(report);
    }
    if (facts.counters != nullptr) {
        weigh(facts, report.examined, out.findings);
    }
    std::stable_sort(out.findings.begin(), out.findings.end(), [](const Finding& a, const Finding& b) {
        const double heldByA = a.heldBps.value_or(0), heldByB = b.heldBps.value_or(0);
        return a.severity != b.severity ? a.severity < b.severity : heldByA != heldByB ? heldByA > heldByB : a.rank > b.rank;
    });
    addUnseen(facts, patient, out);
    return out;
}

} // namespace core::doctor
