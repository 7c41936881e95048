#include "app/ctl/report_options.h"

#include <CLI/CLI.hpp>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
EXPERIMENT is an id or its first letters (pathscopectl experiment list), "last", or a bundle NAME.pathscope. Several are shown beside each other.
Without -o the report is printed as text. The name's ending says what is written: .html .pdf .csv .json .flent.gz .pathscope (the evidence, to be
opened again anywhere). Passwords and keys in commands are never written.

Runs of other programs are compared with --before and --after: Flent's data files and iperf3's JSON (iperf3 -J).

Examples:
  pathscopectl report last
  pathscopectl report 7f3a -o branch.html -o branch.pdf --title "Branch office" --logo logo.svg
  pathscopectl report monday.pathscope friday.pathscope -o week.html --redact addresses,names
  pathscopectl report --before slow.flent.gz --after fast.flent.gz -o fast.html

Exit codes: 0 written, 1 a file cannot be written or the database not be read, 2 wrong command line, no such experiment, or a file that is none.)";

} // namespace

CLI::App* addReportCommand(CLI::App& app, ReportOptions& options) {
    CLI::App* report = app.add_subcommand("report", "What an experiment found: as text, page, PDF or data");
    report->footer(kFooter);
    CLI::Option* evidence = report->add_option("EXPERIMENT", options.evidence, "Experiments: id, last, or NAME.pathscope");
    CLI::Option* before = report->add_option("--before", options.before, "Runs before, by Flent or iperf3")->type_name("FILE")->excludes(evidence);
    CLI::Option* after = report->add_option("--after", options.after, "Runs after")->type_name("FILE")->excludes(evidence);
    before->needs(after);
    after->needs(before);
    report->add_option("-o,--output", options.outputs, "File to write; may be given several times")->type_name("FILE");
    report->add_flag("--json", options.json, "JSON instead of text on standard output");
    report->add_option("--title", options.look.title, "Title of the page")->type_name("TEXT");
    report->add_option("--logo", options.look.logo, "PNG or SVG beside the title")->type_name("FILE");
    report->add_option("--redact", options.look.redact, "What to replace: addresses, names")->delimiter(',')->check(CLI::IsMember({"addresses", "names"}))->type_name("WHAT");
    report->callback([&options] {
        if (options.evidence.empty() && options.before.empty()) {
            throw CLI::RequiredError("report: EXPERIMENT, or --before FILE --after FILE");
        }
    });
    return report;
}

} // namespace app::ctl
