// Settings that RouterOS does not have, or that cannot work where they stand.
#include "core/doctor/report.h"

#include <algorithm>

namespace core::doctor {
namespace {

using core::model::ConfigRef;
using Kind = core::routeros::config::LoadNote::Kind;

struct Impossible {
    std::string_view menu;
    std::string_view property; // or what it begins with
    std::string_view why;
};

// Seen in published guides; each contradicts the vendor's property list or packet flow.
constexpr Impossible kImpossible[] = {
    {"/ip/firewall/raw", "connection-", "raw runs before connection tracking, so nothing about the connection is known there"},
    {"/ip/firewall/connection/tracking", "max-entries", "the table's size follows from the memory and cannot be set"},
    {"/interface/bridge", "use-fast-path", "bridges have no such property; fast path is allowed in /interface bridge settings"},
};

} // namespace

void adviceFindings(Report& report) {
    const Facts& facts = report.facts;
    std::vector<ConfigRef> evidence;
    std::string why;
    const auto blame = [&](ConfigRef at, std::string_view text) {
        if (std::find(evidence.begin(), evidence.end(), at) == evidence.end()) {
            evidence.push_back(std::move(at));
            why += (why.empty() ? "" : "; ") + std::string(text);
        }
    };
    for (const Impossible& known : kImpossible) {
        for (const Line& line : facts.view.lines(known.menu)) {
            const bool there = std::any_of(line.item->values.begin(), line.item->values.end(),
                                           [&](const auto& value) { return value.first.starts_with(known.property); });
            if (there) {
                blame(facts.view.ref(line), known.why);
            }
        }
        for (const auto& note : facts.loaded.notes) {
            if (evidence.empty() && note.menu == known.menu && !note.property.empty() && note.property.starts_with(known.property)) {
                blame({note.menu, std::nullopt, note.property}, known.why);
            }
        }
    }
    // A router prints no property it does not have. What it prints and we do not know is ours to learn; what a guide invents is not.
    for (const auto& note : facts.loaded.notes) {
        if (note.kind == Kind::UnknownProperty && !facts.exported) {
            const bool told = std::any_of(std::begin(kImpossible), std::end(kImpossible), [&](const Impossible& k) {
                return k.menu == note.menu && note.property.starts_with(k.property);
            });
            if (!told) {
                blame({note.menu, std::nullopt, note.property}, note.menu + " has no property " + note.property);
            }
        }
    }
    if (!evidence.empty()) {
        report.add("advice-invalid-property", 0.3, std::move(why), std::move(evidence));
    }
}

} // namespace core::doctor
