// An experiment as a page to show: what was asked, changed, measured and found. Pure; the same evidence gives the same page, to the octet.
//
//   const Document page = describe({experiment, judge(experiment)}, {.title = "Branch office"});
//   writeFile("r.html", toHtml(page));
#pragma once

#include "core/model/experiment.h"
#include "core/report/document.h"

#include <string>
#include <vector>

namespace core::report {

struct Evidence {
    core::model::Experiment experiment;
    core::model::Judgement judgement;
};

struct ReportOptions {
    std::string title; // empty: the experiment's
    std::string logoType, logoBytes;
    std::string redaction; // what was hidden, in words; empty: nothing
};

[[nodiscard]] Document describe(const Evidence& evidence, const ReportOptions& options = {});
// Several beside each other, overlaid in the same pictures.
[[nodiscard]] Document describeSeveral(const std::vector<Evidence>& evidence, const ReportOptions& options = {});

// One file without anything outside it: no script, no font, no address that is loaded.
[[nodiscard]] std::string toHtml(const Document& document);

} // namespace core::report
