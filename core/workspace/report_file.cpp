// Reports of evidence, written.
#include "core/experiment/judge.h"
#include "core/report/exports.h"
#include "core/report/pdf/pdf.h"
#include "core/report/text.h"
#include "core/workspace/evidence.h"

#include <QFile>
#include <QSaveFile>
#include <array>
#include <filesystem>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::model::Side;
using core::report::Document;
using core::report::Evidence;
using core::report::ReportOptions;

namespace {

constexpr qint64 kLargestLogo = 2 << 20; // octets

constexpr std::array<std::pair<std::string_view, ReportKind>, 6> kKinds{{{".html", ReportKind::Html},
                                                                          {".pdf", ReportKind::Pdf},
                                                                          {".csv", ReportKind::Csv},
                                                                          {".json", ReportKind::Json},
                                                                          {".flent.gz", ReportKind::Flent},
                                                                          {".pathscope", ReportKind::Bundle}}};

Result<void> keep(const std::string& fileName, const QByteArray& bytes) {
    QSaveFile file(QString::fromStdString(fileName));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return fail(ErrorCode::Io, "Cannot write " + fileName + ".", file.errorString().toStdString());
    }
    return {};
}

Result<ReportOptions> optionsOf(const ReportLook& look) {
    ReportOptions options;
    options.title = look.title;
    options.redaction = core::report::redactionText(look.redact);
    if (look.logoFile.empty()) {
        return options;
    }
    QFile file(QString::fromStdString(look.logoFile));
    if (!file.open(QIODevice::ReadOnly)) {
        return fail(ErrorCode::NotFound, "Cannot open the logo " + look.logoFile + ".", file.errorString().toStdString());
    }
    const QByteArray bytes = file.size() <= kLargestLogo ? file.readAll() : QByteArray();
    options.logoType = bytes.startsWith("\x89PNG\r\n") ? "image/png" : bytes.contains("<svg") ? "image/svg+xml" : "";
    if (options.logoType.empty()) {
        return fail(ErrorCode::InvalidInput, "The logo " + look.logoFile + " has to be a PNG or SVG picture of at most 2 MiB.");
    }
    options.logoBytes = bytes.toStdString();
    return options;
}

// Notes become the experiment's text: that is what is shown, and what redaction looks at.
Evidence judged(Bundle bundle, const ReportLook& look) {
    core::model::Experiment& experiment = bundle.experiment;
    for (const core::store::Note& note : bundle.notes) {
        experiment.note += (experiment.note.empty() ? "" : " ") + note.text;
    }
    // Secrets go whatever is asked.
    Evidence out{core::report::redacted(std::move(experiment), look.redact), {}};
    out.judgement = core::experiment::judge(out.experiment);
    return out;
}

std::vector<Evidence> allJudged(std::vector<Bundle> bundles, const ReportLook& look) {
    std::vector<Evidence> out;
    for (Bundle& bundle : bundles) {
        out.push_back(judged(std::move(bundle), look));
    }
    return out;
}

Document documentOf(const std::vector<Evidence>& evidence, const ReportOptions& options) {
    return evidence.size() == 1 ? core::report::describe(evidence.front(), options) : core::report::describeSeveral(evidence, options);
}

bool hasRuns(const core::model::Experiment& experiment, Side side) {
    return std::any_of(experiment.runs.begin(), experiment.runs.end(), [side](const auto& run) { return run.side == side; });
}

Result<std::vector<std::string>> writeFlent(const core::model::Experiment& experiment, const std::string& fileName) {
    const std::string stem = fileName.substr(0, fileName.size() - std::string_view(".flent.gz").size());
    const bool both = hasRuns(experiment, Side::Before) && hasRuns(experiment, Side::After);
    std::vector<std::string> written;
    for (const Side side : {Side::Before, Side::After}) {
        if (!hasRuns(experiment, side)) {
            continue;
        }
        const std::string name = !both ? fileName : stem + (side == Side::Before ? ".before" : ".after") + ".flent.gz";
        if (const auto done = keep(name, QByteArray::fromStdString(core::report::toFlent(experiment, side))); !done) {
            return tl::unexpected(done.error());
        }
        written.push_back(name);
    }
    if (written.empty()) {
        return fail(ErrorCode::InvalidInput, "The experiment has no runs yet, so there is nothing for " + fileName + ".");
    }
    return written;
}

// With its notes apart, unless something is hidden in them.
Result<void> writeWhole(const Bundle& bundle, const std::string& fileName, const ReportLook& look) {
    if (!look.redact.any()) {
        return core::report::writeBundle(fileName, bundle);
    }
    return core::report::writeBundle(fileName, {judged(bundle, look).experiment, {}});
}

} // namespace

core::model::ExperimentVerdict verdictOf(const core::model::Experiment& experiment) {
    return core::experiment::judge(experiment).verdict;
}

Result<ReportKind> reportKind(const std::string& fileName) {
    std::string all;
    for (const auto& [ending, kind] : kKinds) {
        if (fileName.ends_with(ending)) {
            return kind;
        }
        all += (all.empty() ? "" : ", ") + std::string(ending);
    }
    return fail(ErrorCode::InvalidInput, "What " + fileName + " should be is not known from its name. Let it end in one of " + all + ".");
}

Result<std::vector<std::string>> writeReport(std::vector<Bundle> evidence, const std::string& fileName, const ReportLook& look) {
    const auto kind = reportKind(fileName);
    if (!kind) {
        return tl::unexpected(kind.error());
    }
    const auto options = optionsOf(look);
    if (!options) {
        return tl::unexpected(options.error());
    }
    const bool page = *kind == ReportKind::Html || *kind == ReportKind::Pdf;
    if (evidence.empty() || (evidence.size() > 1 && !page && *kind != ReportKind::Json)) {
        return fail(ErrorCode::InvalidInput, evidence.empty() ? "There is no experiment to report." : "Several experiments go into one .html, .pdf or .json; for " + fileName + " name one.");
    }
    if (*kind == ReportKind::Bundle) {
        const auto done = writeWhole(evidence.front(), fileName, look);
        return done ? Result<std::vector<std::string>>(std::vector{fileName}) : tl::unexpected(done.error());
    }
    if (*kind == ReportKind::Flent) {
        return writeFlent(core::report::redacted(std::move(evidence.front().experiment), look.redact), fileName);
    }
    QByteArray bytes;
    if (*kind == ReportKind::Json) {
        bytes = QByteArray::fromStdString(reportJson(std::move(evidence), look));
    } else if (*kind == ReportKind::Csv) {
        bytes = QByteArray::fromStdString(core::report::toCsv(evidence.front().experiment));
    } else {
        const Document document = documentOf(allJudged(std::move(evidence), look), *options);
        bytes = *kind == ReportKind::Pdf ? core::report::toPdf(document) : QByteArray::fromStdString(core::report::toHtml(document));
    }
    const auto done = keep(fileName, bytes);
    return done ? Result<std::vector<std::string>>(std::vector{fileName}) : tl::unexpected(done.error());
}

Result<Document> reportDocument(std::vector<Bundle> evidence, const ReportLook& look) {
    const auto options = optionsOf(look);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return documentOf(allJudged(std::move(evidence), look), *options);
}

Result<std::string> reportText(std::vector<Bundle> evidence, const ReportLook& look) {
    const auto document = reportDocument(std::move(evidence), look);
    return document ? Result<std::string>(core::report::toText(*document)) : tl::unexpected(document.error());
}

std::string reportJson(std::vector<Bundle> evidence, const ReportLook& look) {
    const std::vector<Evidence> all = allJudged(std::move(evidence), look);
    if (all.size() == 1) {
        return core::report::toJson(all.front());
    }
    std::string out = "[";
    for (const Evidence& each : all) {
        out += (out.size() == 1 ? "\n" : ",\n") + core::report::toJson(each);
    }
    return out + "\n]\n";
}

} // namespace core::workspace
