// pathscope-agent: wires board, engine, configuration and API together.
#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/runtime_view.h"
#include "agent/control/commands/state_keeper.h"
#include "agent/control/commands/version.h"
#include "agent/io/port.h"
#include "agent/runtime/runtime.h"
#include "app/agentd/configure.h"
#include "app/agentd/doors.h"
#include "app/agentd/lifetime.h"
#include "app/agentd/options.h"
#include "app/agentd/password.h"
#include "app/agentd/rehearse.h"
#include "app/agentd/replay_files.h"
#include "app/agentd/ssh_door.h"
#include "core/base/clock.h"
#include "core/devices/lab.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QTimer>

#include <cstdio>
#include <filesystem>
#include <optional>

namespace {

using namespace app::agentd;
using core::base::Error;

int fail(const Error& error, int code) {
    std::fprintf(stderr, "pathscope-agent: %s\n", error.describe().c_str());
    return code;
}

void say(const std::string& text) {
    if (!text.empty()) {
        std::fprintf(stderr, "pathscope-agent: %s\n", text.c_str());
    }
}

// What was kept from the last time, else the configuration the command line names.
core::base::Result<void> prepare(agent::control::Context& context, agent::control::StateKeeper* keeper,
                                 const std::optional<core::devices::Lab>& lab, const std::vector<ConfigText>& configs) {
    if (keeper) {
        const auto restored = keeper->restore();
        if (!restored) {
            return tl::unexpected(restored.error());
        }
        say(restored->trouble);
        if (restored->found) {
            say(configs.empty() ? "" : "the configuration is the one kept in --state; --config is not run again.");
            return {};
        }
    }
    auto remarks = configure(context.config, lab, configs);
    if (!remarks) {
        return tl::unexpected(remarks.error());
    }
    printRemarks(*remarks);
    context.remarks = std::move(*remarks);
    return {};
}

bool sendsEmpty(EmptyReplies choice) { return choice == EmptyReplies::Auto ? agent::control::kSendsEmpty : choice == EmptyReplies::On; }

// The configuration on the board, without a running router.
int replay(const core::devices::Board& board, const Options& options, const std::optional<core::devices::Lab>& lab, const std::vector<ConfigText>& configs) {
    agent::control::LiveConfig live(board, true, [](const agent::dataplane::EngineConfigPtr&) {});
    const auto remarks = configure(live, lab, configs);
    if (!remarks) {
        return fail(remarks.error(), kBadInput);
    }
    printRemarks(*remarks);
    const auto summary = replayFiles(live.compiled().config, options);
    if (!summary) {
        return fail(summary.error(), kBadInput);
    }
    std::printf("%s\n", summary->c_str());
    return kOk;
}

int serve(const Options& options) {
    const auto password = options.replayFiles.empty() ? readPassword(options.passwordFile) : core::base::Result<std::string>(std::string());
    if (!password) {
        return fail(password.error(), kUsage);
    }
    const QHostAddress address(QString::fromStdString(options.apiAddress));
    if (address.isNull()) {
        return fail({core::base::ErrorCode::InvalidInput, "--api-address " + options.apiAddress + " is not an IP address.", {}}, kUsage);
    }
    std::optional<core::devices::Lab> lab;
    if (!options.lab.empty()) {
        auto loaded = core::devices::loadLab(options.lab);
        if (!loaded) {
            return fail(loaded.error(), kBadInput);
        }
        lab = std::move(*loaded);
    }
    const auto configs = readConfigs(options.configFiles);
    if (!configs) {
        return fail(configs.error(), kBadInput);
    }
    std::string said;
    auto board = chooseBoard(options, lab, *configs, said);
    if (!board) {
        return fail(board.error(), kBadInput);
    }
    say(said);

    if (!options.replayFiles.empty()) {
        return replay(*board, options, lab, *configs);
    }
    agent::runtime::RuntimeOptions runtimeOptions;
    runtimeOptions.native = options.native;
    agent::runtime::Runtime runtime(*board, runtimeOptions);
    runtime.start();
    agent::control::LiveConfig live(*board, options.native,
                                    [&runtime](agent::dataplane::EngineConfigPtr config) { runtime.publish(std::move(config)); });
    const core::base::SteadyClock clock;
    const agent::control::WallClock wallClock;
    agent::control::RuntimeView view(runtime);
    agent::control::ControlPlane plane(live, view, clock, wallClock, options.native);
    plane.context().lab = lab;

    const bool keeps = !options.stateDirectory.empty();
    agent::control::StateKeeper keeper(plane.context(), options.stateDirectory);
    if (const auto done = prepare(plane.context(), keeps ? &keeper : nullptr, lab, *configs); !done) {
        return fail(done.error(), kBadInput);
    }
    if (keeps) {
        plane.context().files = agent::control::FileStore(std::filesystem::path(options.stateDirectory) / "files");
    }
    for (const Attachment& attachment : options.attachments) {
        const auto usable = agent::io::usableBinding(attachment.binding);
        say(usable.why.empty() ? "" : "port " + attachment.port + ": " + usable.why);
        if (const auto done = runtime.attach(attachment.port, usable.binding); !done) {
            return fail(done.error(), kCannotAttach);
        }
    }
    if (lab && !lab->scenario.text.empty() && !options.noTraffic) {
        if (const auto done = runtime.loadScenario(lab->scenario.text, lab->scenario.path); !done) {
            return fail(done.error(), kBadInput);
        }
    }
    if (const auto made = plane.context().accounts.ensureUser(options.user, *password); !made) {
        return fail({core::base::ErrorCode::InvalidInput, "--user " + options.user + ": " + made.error().message + ".", {}}, kUsage);
    }
    DoorPlace place;
    place.address = address;
    place.apiPort = options.apiPort;
    place.stateDirectory = options.stateDirectory;
    place.conversation.sendsEmpty = sendsEmpty(options.apiEmpty);
    const auto doors = Doors::open(plane, place, options.doors);
    if (!doors) {
        return fail(doors.error(), kCannotListen);
    }
    const auto ssh = SshDoor::open(plane, place, options.doors);
    if (!ssh) {
        return fail(ssh.error(), kCannotListen);
    }
    if (*ssh) {
        QObject::connect(&(*ssh)->server(), &agent::control::SshServer::acted, doors->get(), &Doors::wake);
    }

    QTimer housekeeping;
    housekeeping.setTimerType(Qt::PreciseTimer);
    QObject::connect(&housekeeping, &QTimer::timeout, doors->get(), [&] {
        plane.housekeep();
        (*doors)->wake();
        if (keeps) {
            keeper.keep();
        }
    });
    plane.housekeep();
    housekeeping.start(1000);

    Lifetime lifetime(options.exitWithParent);
    QObject::connect(&lifetime, &Lifetime::over, qApp, &QCoreApplication::quit);

    // One line of JSON for whoever started us.
    const std::string sshFields = *ssh ? "," + (*ssh)->readyFields() : std::string();
    std::printf("{\"ready\":true,%s%s}\n", (*doors)->readyFields().c_str(), sshFields.c_str());
    std::fflush(stdout);
    const int code = QCoreApplication::exec();
    return !keeps || keeper.keep() ? code : kFailure;
}

} // namespace

int main(int argc, char** argv) {
    blockTerminationSignals();
    const QCoreApplication app(argc, argv);
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (parsed.options && !parsed.options->rehearsalFile.empty()) {
        return rehearse(parsed.options->rehearsalFile);
    }
    return parsed.options ? serve(*parsed.options) : parsed.exitCode;
}
