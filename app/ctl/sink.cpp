#include "app/ctl/sink.h"

#include "app/ctl/signals.h"
#include "core/workspace/loads.h"

#include <CLI/CLI.hpp>
#include <QCoreApplication>
#include <cstdio>

namespace app::ctl {
namespace {

constexpr const char* kFooter = R"(
Takes and sends what `pathscopectl experiment run --load sink:HOST` asks for from the other side of a router, and answers its pings: TCP and UDP on
one port. Anyone who reaches the port can use it, so run it while you measure. Ctrl-C ends it.

Exit codes: 0 interrupted, 1 the port cannot be listened on, 2 wrong command line.)";

} // namespace

CLI::App* addSinkCommand(CLI::App& app, SinkOptions& options) {
    options.port = core::workspace::kSinkPort;
    CLI::App* sink = app.add_subcommand("sink", "The far end of a measurement's traffic");
    sink->footer(kFooter);
    sink->add_option("--address", options.address, "Listen on this address of this computer only")->type_name("ADDRESS");
    sink->add_option("--port", options.port, "Port, TCP and UDP; 0: one that is free")->type_name("N")->capture_default_str();
    return sink;
}

int runSink(const SinkOptions& options) {
    const QHostAddress address = options.address.empty() ? QHostAddress(QHostAddress::Any) : QHostAddress(QString::fromStdString(options.address));
    if (address.isNull()) {
        std::fprintf(stderr, "pathscopectl: '%s' is no address.\n", options.address.c_str());
        return 2;
    }
    core::workspace::Sink sink;
    if (const auto listening = sink.listen(address, options.port); !listening) {
        std::fprintf(stderr, "pathscopectl: %s\n", listening.error().describe().c_str());
        return 1;
    }
    const TerminationSignals signals;
    QObject::connect(&signals, &TerminationSignals::received, qApp, &QCoreApplication::quit);
    QObject::connect(&sink, &core::workspace::Sink::told, qApp, [](const QString& line) {
        std::printf("%s\n", qUtf8Printable(line));
        std::fflush(stdout);
    });
    std::printf("listening on port %d\n", sink.port());
    std::fflush(stdout);
    return QCoreApplication::exec();
}

} // namespace app::ctl
