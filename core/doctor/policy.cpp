#include "core/doctor/policy.h"

#include "core/doctor/verdicts.h"

#include <algorithm>
#include <charconv>

namespace core::doctor {
namespace {

using core::base::ErrorCode;
using core::base::fail;
using core::model::Certainty;
using core::model::Checked;
using core::model::Expectation;
using core::model::PathKind;
using core::model::Verdict;

constexpr std::string_view kForm = "write it as \"LAN->WAN: fasttrack\" or \"vlan10->ether1 udp/53: fast-path or better\"";

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::optional<PathKind> pathOf(std::string_view name) {
    for (const PathKind kind : core::model::kAllPaths) {
        if (core::model::verdictPathId({kind, {}}) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

// "tcp", "udp/53"; nothing to read: any TCP.
bool readProtocol(std::string_view text, Expectation& out) {
    if (text.empty()) {
        return true;
    }
    const auto slash = text.find('/');
    out.protocol = std::string(text.substr(0, slash));
    if (slash == std::string_view::npos) {
        return text.find_first_of(" \t") == std::string_view::npos;
    }
    const std::string_view port = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.destinationPort);
    return error == std::errc{} && end == port.data() + port.size() && out.destinationPort != 0;
}

std::vector<std::string> ends(const Facts& facts, const std::string& name) {
    if (name == "LAN" && !facts.topology.lans().empty()) {
        return facts.topology.lans();
    }
    if (name == "WAN" && !facts.topology.wans().empty()) {
        return facts.topology.wans();
    }
    return {name};
}

bool isThere(const Facts& facts, const std::string& name) {
    return name == "LAN" || name == "WAN" || facts.topology.find(name) != nullptr;
}

bool holds(const Expectation& expected, const Verdict& verdict) {
    return verdict.steady.kind && (*verdict.steady.kind == expected.path || (expected.orBetter && *verdict.steady.kind < expected.path));
}

std::string pairName(const Verdict& verdict) {
    return verdict.from + " -> " + verdict.to;
}

// The first blocking reason decides; where there is none any reason is better than none.
std::string whyNot(const Verdict& verdict) {
    const auto blocking = std::find_if(verdict.reasons.begin(), verdict.reasons.end(), [](const auto& r) { return r.blocking; });
    std::string text = pairName(verdict) + " takes " + std::string(core::model::verdictPathId(verdict.steady));
    if (blocking == verdict.reasons.end()) {
        return text;
    }
    text += ": " + blocking->effect + " (" + blocking->id + ")";
    if (blocking->at) {
        text += "; " + blocking->at->menu + (blocking->at->number ? " " + std::to_string(*blocking->at->number) : "") + "  " +
                blocking->at->text;
    }
    return text;
}

void judge(const Facts& facts, const std::string& from, const std::string& to, Checked& checked) {
    core::model::PathQuestion question;
    question.from = from;
    question.to = to;
    question.protocol = checked.expectation.protocol;
    question.destinationPort = checked.expectation.destinationPort;
    const Verdict verdict = verdictOf(facts, pairBetween(facts, from, to), question);
    if (!holds(checked.expectation, verdict)) {
        checked.met = false;
        checked.notes.push_back(whyNot(verdict));
    } else if (verdict.certainty != Certainty::Certain) {
        checked.notes.push_back(pairName(verdict) + " depends on " + verdict.dependsOn);
    }
    checked.verdicts.push_back(verdict);
}

Checked check(const Facts& facts, const Expectation& expectation) {
    Checked checked;
    checked.expectation = expectation;
    checked.met = true;
    for (const std::string& end : {expectation.from, expectation.to}) {
        if (!isThere(facts, end)) {
            checked.met = false;
            checked.notes.push_back("the configuration has no interface \"" + end + "\"");
            return checked;
        }
    }
    for (const std::string& from : ends(facts, expectation.from)) {
        for (const std::string& to : ends(facts, expectation.to)) {
            if (from != to) {
                judge(facts, from, to, checked);
            }
        }
    }
    return checked;
}

} // namespace

core::base::Result<Expectation> parseExpectation(std::string_view text) {
    Expectation out;
    out.text = std::string(trimmed(text));
    const auto bad = [&](const std::string& what) {
        return fail(ErrorCode::InvalidInput, "\"" + out.text + "\": " + what + "; " + std::string(kForm));
    };
    const auto colon = text.rfind(':');
    const auto arrow = text.find("->");
    if (arrow == std::string_view::npos || colon == std::string_view::npos || colon < arrow) {
        return bad("this is no expectation");
    }
    out.from = std::string(trimmed(text.substr(0, arrow)));
    std::string_view right = trimmed(text.substr(arrow + 2, colon - arrow - 2));
    const auto gap = right.find_first_of(" \t");
    out.to = std::string(right.substr(0, gap));
    if (out.from.empty() || out.to.empty()) {
        return bad("one end has no name");
    }
    const std::string_view protocol = gap == std::string_view::npos ? std::string_view{} : trimmed(right.substr(gap));
    if (!readProtocol(protocol, out)) {
        return bad("\"" + std::string(protocol) + "\" is no protocol with a port");
    }
    std::string_view path = trimmed(text.substr(colon + 1));
    constexpr std::string_view orBetter = "or better";
    if (path.size() > orBetter.size() && path.substr(path.size() - orBetter.size()) == orBetter) {
        out.orBetter = true;
        path = trimmed(path.substr(0, path.size() - orBetter.size()));
    }
    const auto kind = pathOf(path);
    if (!kind) {
        return bad("\"" + std::string(path) + "\" is none of switch, l3hw, fast-path, fasttrack, slow");
    }
    out.path = *kind;
    return out;
}

core::base::Result<std::vector<Expectation>> parseExpectations(std::string_view text, std::string_view name) {
    std::vector<Expectation> out;
    std::size_t number = 0;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, std::min(text.substr(at, end - at).find('#'), end - at)));
        at = end + 1;
        ++number;
        if (line.empty()) {
            continue;
        }
        auto expectation = parseExpectation(line);
        if (!expectation) {
            return fail(ErrorCode::InvalidInput, std::string(name) + ":" + std::to_string(number) + ": " + expectation.error().text);
        }
        expectation->line = number;
        out.push_back(std::move(*expectation));
    }
    return out;
}

std::vector<Checked> checkPolicy(const Patient& patient, const std::vector<core::devices::Device>& table,
                                 const std::vector<Expectation>& expectations) {
    const Facts facts(patient.config, deviceOf(patient, table), patient.running);
    std::vector<Checked> out;
    out.reserve(expectations.size());
    for (const Expectation& expectation : expectations) {
        out.push_back(check(facts, expectation));
    }
    return out;
}

} // namespace core::doctor
