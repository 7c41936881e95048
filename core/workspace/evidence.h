// Experiments that were made, as people name them, and reports of them in a file of choice.
//
//   Result<Bundle> bundle = findEvidence("last");                    // also the first letters of an id, or a file NAME.pathscope
//   writeReport({*bundle}, "branch.pdf", {.title = "Branch office"});
//
// Blocks for the disk and, for a verdict, up to a second of work: not for the GUI thread. A PDF needs a QGuiApplication and its thread.
#pragma once

#include "core/base/result.h"
#include "core/report/bundle.h"
#include "core/report/redact.h"
#include "core/report/report.h"

#include <string>
#include <vector>

namespace core::workspace {

using core::report::Bundle;

// Errors: those of the store; NotFound names what was looked for.
[[nodiscard]] core::base::Result<Bundle> findEvidence(const std::string& word);

// What is kept, newest first.
[[nodiscard]] core::base::Result<std::vector<core::store::ExperimentEntry>> experimentList();
// By id, its first letters, or "last"; answers the whole id.
core::base::Result<std::string> addExperimentNote(const std::string& word, const std::string& text);
core::base::Result<std::string> removeExperiment(const std::string& word);

// An experiment of runs somebody else measured: Flent's data files and iperf3's JSON, one after the other. Interleaved cannot be told from files: it
// counts as before and after. Nothing is kept. InvalidInput names the file and what is missing in it.
[[nodiscard]] core::base::Result<Bundle> evidenceFromFiles(const std::vector<std::string>& before, const std::vector<std::string>& after);

[[nodiscard]] core::model::ExperimentVerdict verdictOf(const core::model::Experiment& experiment);

enum class ReportKind { Html, Pdf, Csv, Json, Flent, Bundle };
// By how the name ends: .html .pdf .csv .json .flent.gz .pathscope. InvalidInput lists them.
[[nodiscard]] core::base::Result<ReportKind> reportKind(const std::string& fileName);

struct ReportLook {
    std::string title;    // empty: the experiment's
    std::string logoFile; // PNG or SVG; empty: none
    core::report::Redaction redact{};
};

// Several are shown beside each other, in HTML and PDF only. Of an experiment whose sides differ, a .flent.gz is two files: NAME.before.flent.gz
// and NAME.after.flent.gz. Answers the files written. A file that is there is replaced as a whole or not at all.
[[nodiscard]] core::base::Result<std::vector<std::string>> writeReport(std::vector<Bundle> evidence, const std::string& fileName, const ReportLook& look);

// What stands in it, to be drawn.
[[nodiscard]] core::base::Result<core::report::Document> reportDocument(std::vector<Bundle> evidence, const ReportLook& look);
// The same for a terminal; and {"judgement":…,"experiment":…}, several as an array.
[[nodiscard]] core::base::Result<std::string> reportText(std::vector<Bundle> evidence, const ReportLook& look);
[[nodiscard]] std::string reportJson(std::vector<Bundle> evidence, const ReportLook& look);

} // namespace core::workspace
