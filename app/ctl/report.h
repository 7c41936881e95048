// pathscopectl report: experiments that were made, as text and files.
#pragma once

#include "app/ctl/report_options.h"
#include "core/base/result.h"

namespace app::ctl {

// Exit status as --help says. Makes the application object it needs: call it before there is one.
int runReport(const ReportOptions& options, int argc, char** argv);

// Experiments by id, "last" or bundle, as text or JSON on standard output. The same exit status.
int printEvidence(const std::vector<std::string>& words, const ReportLookOptions& look, bool json);

} // namespace app::ctl
