#include "app/ctl/report.h"

#include "core/workspace/evidence.h"

#include <QGuiApplication>
#include <cstdio>

namespace app::ctl {
namespace {

using core::base::ErrorCode;
using core::workspace::Bundle;

constexpr int kWritten = 0, kNotWritten = 1, kUnusable = 2;

int complain(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return error.code == ErrorCode::NotFound || error.code == ErrorCode::InvalidInput ? kUnusable : kNotWritten;
}

core::base::Result<std::vector<Bundle>> find(const std::vector<std::string>& words) {
    std::vector<Bundle> all;
    for (const std::string& word : words) {
        auto found = core::workspace::findEvidence(word);
        if (!found) {
            return tl::unexpected(found.error());
        }
        all.push_back(std::move(*found));
    }
    return all;
}

core::base::Result<std::vector<Bundle>> gather(const ReportOptions& options) {
    if (!options.before.empty()) {
        auto made = core::workspace::evidenceFromFiles(options.before, options.after);
        if (!made) {
            return tl::unexpected(made.error());
        }
        return std::vector<Bundle>{std::move(*made)};
    }
    return find(options.evidence);
}

core::workspace::ReportLook lookOf(const ReportLookOptions& options) {
    core::workspace::ReportLook look{options.title, options.logo, {}};
    for (const std::string& what : options.redact) {
        (what == "names" ? look.redact.names : look.redact.addresses) = true;
    }
    return look;
}

int print(const std::vector<Bundle>& evidence, const core::workspace::ReportLook& look, bool json) {
    if (json) {
        std::fputs(core::workspace::reportJson(evidence, look).c_str(), stdout);
        return kWritten;
    }
    const auto text = core::workspace::reportText(evidence, look);
    if (!text) {
        return complain(text.error());
    }
    std::fputs(text->c_str(), stdout);
    return kWritten;
}

} // namespace

int runReport(const ReportOptions& options, int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen"); // fonts for the PDF, and no display
    const QGuiApplication application(argc, argv);
    // Before anything is read: a mistake in the last name should not cost the first file.
    for (const std::string& output : options.outputs) {
        if (const auto kind = core::workspace::reportKind(output); !kind) {
            return complain(kind.error());
        }
    }
    const auto evidence = gather(options);
    if (!evidence) {
        return complain(evidence.error());
    }
    const core::workspace::ReportLook look = lookOf(options.look);
    for (const std::string& output : options.outputs) {
        const auto written = core::workspace::writeReport(*evidence, output, look);
        if (!written) {
            return complain(written.error());
        }
        for (const std::string& file : *written) {
            std::fprintf(stderr, "written: %s\n", file.c_str());
        }
    }
    return options.outputs.empty() || options.json ? print(*evidence, look, options.json) : kWritten;
}

int printEvidence(const std::vector<std::string>& words, const ReportLookOptions& look, bool json) {
    const auto evidence = find(words);
    return evidence ? print(*evidence, lookOf(look), json) : complain(evidence.error());
}

} // namespace app::ctl
