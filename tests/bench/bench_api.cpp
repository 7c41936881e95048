// What the API costs the agent: a print of 10 000 rows, and a short request, over the loopback and without a socket; and beside it,
// in the same run, what Debian's librouteros needs to parse the very same octets. Prints figures, judges no time; fails when an
// answer is wrong or librouteros is not there.
#include "agent/control/api/api_server.h"
#include "agent/control/commands/conversation.h"
#include "core/routeros/api/decoder.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/sentence.h"
#include "tests/agent/control/commands/fake_engine.h"
#include "tests/agent/control/tree/board.h"

#include <QCoreApplication>
#include <QHostAddress>

#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace agent::control;
using core::routeros::api::encodeSentence;

namespace {

constexpr std::size_t kRows = 10'000;
constexpr int kRequests = 5'000;
constexpr int kRounds = 5;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Keeps the octets a client would get.
class Recorder final : public ReplySink {
public:
    void send(const core::model::Reply& reply) override { octets += encodeSentence(core::routeros::api::encode(reply)); }
    [[nodiscard]] bool congested() const override { return false; }
    std::string octets;
};

// A blocking client: one request, then everything up to its !done.
class Client {
public:
    explicit Client(std::uint16_t port)
        : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int on = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        connected_ = connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    }
    ~Client() { close(socket_); }

    // Octets of the answer; 0 when there is none.
    std::size_t ask(const std::string& request) {
        static constexpr std::string_view end("\5!done\0", 7);
        if (!connected_ || send(socket_, request.data(), request.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(request.size())) {
            return 0;
        }
        std::size_t octets = 0;
        std::string last;
        while (!last.ends_with(end)) {
            const ssize_t got = recv(socket_, buffer_, sizeof buffer_, 0);
            if (got <= 0) {
                return 0;
            }
            octets += static_cast<std::size_t>(got);
            last.append(buffer_, static_cast<std::size_t>(got));
            last.erase(0, last.size() > end.size() ? last.size() - end.size() : 0);
        }
        return octets;
    }

private:
    int socket_;
    bool connected_ = false;
    char buffer_[256 << 10];
};

struct Wire {
    double print = 1e9, request = 1e9; // seconds, the best round
    std::size_t octets = 0;            // of one print
};

Wire measureWire(std::uint16_t port) {
    auto client = std::make_unique<Client>(port);
    Wire wire;
    if (client->ask(encodeSentence({"/login", "=name=admin", "=password=secret"})) == 0) {
        return wire;
    }
    for (int round = 0; round < kRounds; ++round) {
        auto start = std::chrono::steady_clock::now();
        wire.octets = client->ask(encodeSentence({"/ip/firewall/connection/print"}));
        wire.print = std::min(wire.print, secondsSince(start));
        start = std::chrono::steady_clock::now();
        for (int i = 0; i < kRequests; ++i) {
            client->ask(encodeSentence({"/system/identity/print"}));
        }
        wire.request = std::min(wire.request, secondsSince(start) / kRequests);
    }
    return wire;
}

// Seconds librouteros takes to read the octets; nothing when it cannot be asked.
std::optional<double> librouterosSeconds(const std::string& octets) {
    char name[] = "/tmp/bench_api_XXXXXX";
    const int file = mkstemp(name);
    const bool written = file >= 0 && write(file, octets.data(), octets.size()) == static_cast<ssize_t>(octets.size());
    close(file);
    const std::string command = std::string("/usr/bin/python3 " PATHSCOPE_BENCH_FOLDER "/bench_api_librouteros.py ") + name;
    FILE* answer = written ? popen(command.c_str(), "r") : nullptr;
    double seconds = 0;
    std::size_t rows = 0;
    const bool read = answer && std::fscanf(answer, "%lf %zu", &seconds, &rows) == 2 && rows == kRows;
    const bool ended = answer && pclose(answer) == 0;
    unlink(name);
    return read && ended ? std::optional(seconds) : std::nullopt;
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    const core::base::SteadyClock clock;
    const WallClock wallClock;
    tests::FakeEngine engine;
    LiveConfig live(tests::smallBoard(), false, [](auto) {});
    ControlPlane plane(live, engine, clock, wallClock, false);
    engine.stats.resize(live.compiled().config->interfaces.size());
    engine.table.resize(kRows);
    for (std::size_t i = 0; i < kRows; ++i) {
        engine.table[i].id = static_cast<std::uint32_t>(i + 1);
        engine.table[i].protocol = 6;
        engine.table[i].src = 0x0a000000u + static_cast<std::uint32_t>(i);
        engine.table[i].dst = 0xc0000201u;
        engine.table[i].tcpState = "established";
    }
    if (!plane.context().accounts.ensureUser("admin", "secret")) {
        std::puts("bench_api: no user");
        return 1;
    }

    // Without a socket: what the command and the encoding cost.
    Recorder recorder;
    Conversation conversation(plane.context(), {*plane.context().accounts.find("admin"), 0}, recorder, {});
    double commandAndEncoding = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        recorder.octets.clear();
        const auto start = std::chrono::steady_clock::now();
        conversation.submit({"/ip/firewall/connection", "print", {}, {}, {}});
        commandAndEncoding = std::min(commandAndEncoding, secondsSince(start));
    }

    ApiServer server(plane, {});
    const auto port = server.listen(QHostAddress::LocalHost, 0);
    if (!port) {
        std::printf("bench_api: %s\n", port.error().text.c_str());
        return 1;
    }
    Wire wire;
    std::thread client([&] {
        wire = measureWire(*port);
        QMetaObject::invokeMethod(&app, &QCoreApplication::quit, Qt::QueuedConnection);
    });
    QCoreApplication::exec();
    client.join();
    if (wire.octets != recorder.octets.size()) {
        std::printf("bench_api: %zu octets came over the wire, %zu were expected\n", wire.octets, recorder.octets.size());
        return 1;
    }
    const auto stranger = librouterosSeconds(recorder.octets);
    if (!stranger) {
        std::puts("bench_api: librouteros did not read the answer (python3-librouteros is needed)");
        return 1;
    }
    std::printf("bench_api: print of %zu rows, %.2f MB: %.1f ms over the loopback (%.0f rows/s), %.1f ms of it command and encoding; "
                "short request %.1f us; librouteros parses the same octets in %.1f ms: %.1f times our whole answer\n",
                kRows, static_cast<double>(wire.octets) / 1e6, wire.print * 1e3, kRows / wire.print, commandAndEncoding * 1e3,
                wire.request * 1e6, *stranger * 1e3, *stranger / wire.print);
    return 0;
}
