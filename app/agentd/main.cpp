// pathscope-agent: wires board, engine, configuration and API together.
#include "agent/control/api/api_server.h"
#include "agent/control/commands/control_plane.h"
#include "agent/control/commands/runtime_view.h"
#include "agent/control/commands/version.h"
#include "agent/control/tree/load.h"
#include "agent/runtime/runtime.h"
#include "app/agentd/lifetime.h"
#include "app/agentd/options.h"
#include "app/agentd/password.h"
#include "core/base/clock.h"
#include "core/base/resources.h"
#include "core/devices/lab.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <cstdio>
#include <optional>

namespace {

using namespace app::agentd;
using core::base::Error;

int fail(const Error& error, int code) {
    std::fprintf(stderr, "pathscope-agent: %s\n", error.describe().c_str());
    return code;
}

// The lab's configuration files, then the user's.
core::base::Result<void> configure(agent::control::LiveConfig& live, const std::optional<core::devices::Lab>& lab, const std::vector<std::string>& files) {
    for (const core::devices::LabFile& file : lab ? lab->configs : std::vector<core::devices::LabFile>()) {
        if (auto done = agent::control::loadScript(live, file.text, file.path); !done) {
            return done;
        }
    }
    for (const std::string& file : files) {
        const auto text = core::base::readFile(file);
        if (!text) {
            return tl::unexpected(text.error());
        }
        if (auto done = agent::control::loadScript(live, *text, file); !done) {
            return done;
        }
    }
    return {};
}

bool sendsEmpty(EmptyReplies choice) { return choice == EmptyReplies::Auto ? agent::control::kSendsEmpty : choice == EmptyReplies::On; }

int serve(const Options& options) {
    const auto password = readPassword(options.passwordFile);
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
    auto board = core::devices::loadBoard(options.board.empty() ? lab->board : options.board);
    if (!board) {
        return fail(board.error(), kBadInput);
    }

    agent::runtime::RuntimeOptions runtimeOptions;
    runtimeOptions.native = options.native;
    agent::runtime::Runtime runtime(*board, runtimeOptions);
    runtime.start();
    agent::control::LiveConfig live(*board, options.native, [&runtime](agent::dataplane::EngineConfigPtr config) { runtime.publish(std::move(config)); });
    if (const auto done = configure(live, lab, options.configFiles); !done) {
        return fail(done.error(), kBadInput);
    }
    for (const Attachment& attachment : options.attachments) {
        if (const auto done = runtime.attach(attachment.port, attachment.binding); !done) {
            return fail(done.error(), kCannotAttach);
        }
    }

    const core::base::SteadyClock clock;
    const agent::control::WallClock wallClock;
    agent::control::RuntimeView view(runtime);
    agent::control::ControlPlane plane(live, view, clock, wallClock, options.native);
    if (lab && !lab->scenario.text.empty() && !options.noTraffic) {
        if (const auto done = runtime.loadScenario(lab->scenario.text, lab->scenario.path); !done) {
            return fail(done.error(), kBadInput);
        }
    }
    plane.context().lab = lab;

    agent::control::UserBook users;
    users.add({options.user, *password, agent::control::UserGroup::Full});
    agent::control::ApiServerOptions serverOptions;
    serverOptions.conversation.sendsEmpty = sendsEmpty(options.apiEmpty);
    agent::control::ApiServer server(plane, std::move(users), serverOptions);
    const auto port = server.listen(address, options.apiPort);
    if (!port) {
        return fail(port.error(), kCannotListen);
    }

    QTimer housekeeping;
    housekeeping.setTimerType(Qt::PreciseTimer);
    QObject::connect(&housekeeping, &QTimer::timeout, &server, [&] {
        plane.housekeep();
        server.wake();
    });
    plane.housekeep();
    housekeeping.start(1000);

    Lifetime lifetime(options.exitWithParent);
    QObject::connect(&lifetime, &Lifetime::over, qApp, &QCoreApplication::quit);

    // One line of JSON for whoever started us.
    std::printf("{\"ready\":true,\"api_port\":%u}\n", static_cast<unsigned>(*port));
    std::fflush(stdout);
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    blockTerminationSignals();
    const QCoreApplication app(argc, argv);
    const ParsedOptions parsed = parseOptions(argc, argv);
    return parsed.options ? serve(*parsed.options) : parsed.exitCode;
}
