// pathscopectl: what the console shows, for terminals and scripts. Wiring only.
#include "app/ctl/advise.h"
#include "app/ctl/apply.h"
#include "app/ctl/board.h"
#include "app/ctl/change_command.h"
#include "app/ctl/check.h"
#include "app/ctl/config_command.h"
#include "app/ctl/doctor.h"
#include "app/ctl/experiment.h"
#include "app/ctl/fasttracked.h"
#include "app/ctl/fix.h"
#include "app/ctl/options.h"
#include "app/ctl/password.h"
#include "app/ctl/predict.h"
#include "app/ctl/qos.h"
#include "app/ctl/report.h"
#include "app/ctl/signals.h"
#include "app/ctl/sink.h"
#include "app/ctl/trace.h"
#include "app/ctl/watch.h"
#include "core/workspace/workspace.h"

#include <QCoreApplication>
#include <cstdio>

namespace {

using namespace app::ctl;
using core::workspace::Router;
using core::workspace::Workspace;

int complain(const core::base::Error& error, int code) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return code;
}

int listLabs() {
    const auto labs = Workspace::labs();
    if (!labs) {
        return complain(labs.error(), kInternal);
    }
    for (const core::workspace::LabInfo& lab : *labs) {
        std::printf("%-44s %-22s %s\n", qUtf8Printable(lab.name), qUtf8Printable(lab.board), qUtf8Printable(lab.title));
    }
    return kDone;
}

int watchRouter(const Options& options) {
    QString password;
    const auto endpoint = options.router.endpoint();
    if (options.router.lab.empty()) {
        const auto read = readPassword(options.router.passwordFile, endpoint.user, endpoint.host);
        if (!read) {
            return complain(read.error(), kUsage);
        }
        password = *read;
    }
    Workspace workspace;
    TerminationSignals signals;
    QObject::connect(&signals, &TerminationSignals::received, qApp, &QCoreApplication::quit);
    Router* router = options.router.lab.empty() ? workspace.addRouter(endpoint, password)
                                                : workspace.startLab(QString::fromStdString(options.router.lab));
    Watch watch(*router, options);
    // Queued: some failures are known before the event loop runs, and an exit before that would be forgotten.
    QObject::connect(
        &watch, &Watch::finished, qApp, [](int code) { QCoreApplication::exit(code); }, Qt::QueuedConnection);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication::setOrganizationName(QStringLiteral("Pathscope"));
    QCoreApplication::setApplicationName(QStringLiteral("pathscope")); // the console's: they share what is remembered
    const ParseOutcome outcome = parseOptions(argc, argv);
    if (!outcome.options) {
        return outcome.exitCode;
    }
    if (outcome.options->command == Options::Command::Config) {
        return runConfig(outcome.options->config);
    }
    if (outcome.options->command == Options::Command::Advise) {
        return runAdvise(outcome.options->advise);
    }
    if (outcome.options->command == Options::Command::Board) {
        return runBoard(outcome.options->board);
    }
    if (outcome.options->command == Options::Command::Report) {
        return runReport(outcome.options->report, argc, argv);
    }
    const QCoreApplication application(argc, argv);
    if (outcome.options->command == Options::Command::FastTracked) {
        return runFastTracked(outcome.options->fastTracked);
    }
    if (outcome.options->command == Options::Command::Qos) {
        return runQos(outcome.options->qos);
    }
    if (outcome.options->command == Options::Command::Fix) {
        return runFix(outcome.options->fix);
    }
    if (outcome.options->command == Options::Command::Sink) {
        return runSink(outcome.options->sink);
    }
    if (outcome.options->command == Options::Command::Apply) {
        return runApply(outcome.options->apply);
    }
    if (outcome.options->command == Options::Command::Change) {
        return runChange(outcome.options->change);
    }
    if (outcome.options->command == Options::Command::Check) {
        return runCheck(outcome.options->check);
    }
    if (outcome.options->command == Options::Command::Trace) {
        return runTrace(outcome.options->trace);
    }
    if (outcome.options->command == Options::Command::Predict) {
        return runPredict(outcome.options->predict);
    }
    if (outcome.options->command == Options::Command::Experiment) {
        return runExperiment(outcome.options->experiment);
    }
    if (outcome.options->command == Options::Command::Doctor) {
        return runDoctor(outcome.options->doctor);
    }
    return outcome.options->command == Options::Command::Labs ? listLabs() : watchRouter(*outcome.options);
}
