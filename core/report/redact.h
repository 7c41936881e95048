// Takes out of an experiment what is nobody else's business, before it is shown or given away. Pure.
//
//   const Experiment shown = redacted(experiment, {.addresses = true, .names = true});
//
// The same word gets the same stand-in everywhere in the experiment: 203.0.113.7 is ip-1 wherever it stands, a network keeps its length. Secrets
// (values of password=, secret=, key= and their kin) never stay, whatever is asked.
#pragma once

#include "core/model/experiment.h"

#include <string>

namespace core::report {

struct Redaction {
    bool addresses = false; // IPv4, IPv6 and MAC
    bool names = false;     // the router's, and the values of name=, comment=, user=, identity=, ssid=, host=
    [[nodiscard]] bool any() const { return addresses || names; }
};

[[nodiscard]] core::model::Experiment redacted(core::model::Experiment experiment, const Redaction& what);
// For the report's foot: "addresses and names replaced"; empty when nothing was asked for.
[[nodiscard]] std::string redactionText(const Redaction& what);

} // namespace core::report
