// Ports on real interfaces, in a network namespace of the test's own: veth pairs and a TAP. Needs root, or a kernel that grants
// user namespaces; where neither is given every test says so, and fails when CI=true.
#include "agent/io/internet_checksum.h"
#include "agent/io/port.h"
#include "core/base/endian.h"
#include "tests/support/cannot_run.h"

#include <QtTest>

#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <future>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace agent::io;
using core::base::loadBe16;

namespace {

QString missing; // why there is no namespace; empty when there is one

bool sh(const std::string& command) {
    return std::system((command + " 2>/dev/null").c_str()) == 0;
}

std::unique_ptr<Port> mustOpen(std::string_view binding) {
    auto port = openPort(binding);
    if (!port) {
        qWarning("%s", port.error().describe().c_str());
        return nullptr;
    }
    return std::move(*port);
}

using Bytes = std::vector<std::uint8_t>;

// What arrives within `milliseconds`, or until `enough` says so.
std::vector<Bytes> collect(Port& port, int milliseconds, const std::function<bool(const std::vector<Bytes>&)>& enough,
                           std::uint32_t capacity = 2000) {
    std::vector<Bytes> frames;
    QElapsedTimer timer;
    timer.start();
    while (!enough(frames) && timer.elapsed() < milliseconds) {
        pollfd waiting{port.fd(), POLLIN, 0};
        if (!port.pending()) {
            ::poll(&waiting, 1, 20);
        }
        std::array<Bytes, 8> buffers;
        std::array<FrameSlot, 8> slots;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            buffers[i].resize(capacity);
            slots[i] = {buffers[i].data(), capacity, 0};
        }
        const std::size_t got = port.receive(slots);
        for (std::size_t i = 0; i < got; ++i) {
            buffers[i].resize(slots[i].length);
            frames.push_back(buffers[i]);
        }
    }
    return frames;
}

// IPv4 UDP to this port, untagged or tagged; the L4 offset, 0 when it is something else.
std::size_t udpTo(const Bytes& frame, std::uint16_t port) {
    std::size_t l3 = 14;
    if (frame.size() > 18 && loadBe16(&frame[12]) == 0x8100) {
        l3 = 18;
    }
    if (frame.size() < l3 + 28 || loadBe16(&frame[l3 - 2]) != 0x0800 || frame[l3 + 9] != 17) {
        return 0;
    }
    const std::size_t l4 = l3 + (frame[l3] & 15u) * 4u;
    return frame.size() >= l4 + 8 && loadBe16(&frame[l4 + 2]) == port ? l4 : 0;
}

// Sum over pseudo header and datagram is all ones when the checksum is right.
bool udpChecksumIsRight(const Bytes& frame, std::size_t l4) {
    const std::size_t l3 = loadBe16(&frame[12]) == 0x8100 ? 18 : 14;
    const std::size_t length = loadBe16(&frame[l4 + 4]);
    std::uint64_t sum = 17 + length;
    sum = addWords(sum, std::span(&frame[l3 + 12], 8));
    return fold(addWords(sum, std::span(&frame[l4], length))) == 0xffff;
}

bool writeFile(const char* path, const std::string& text) {
    const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(fd);
    return ok;
}

// Without root: become root of a user namespace, because the program ip gives up capabilities of anybody else.
bool enterNamespace() {
    const uid_t uid = ::geteuid();
    const gid_t gid = ::getegid();
    if (uid == 0) {
        return ::unshare(CLONE_NEWNET) == 0;
    }
    return ::unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && writeFile("/proc/self/setgroups", "deny") &&
           writeFile("/proc/self/uid_map", "0 " + std::to_string(uid) + " 1") &&
           writeFile("/proc/self/gid_map", "0 " + std::to_string(gid) + " 1");
}

int udpSocket(const char* destination, std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ::inet_pton(AF_INET, destination, &address.sin_addr);
    ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address);
    return socket;
}

} // namespace

class TestPorts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        if (!missing.isEmpty()) {
            CANNOT_RUN(missing);
        }
        // pa is the port's end, ha the host's, with an address and a neighbour that exists only on paper.
        QVERIFY(sh("ip link add pa type veth peer name ha && ip link set pa up && ip link set ha up"));
        QVERIFY(sh("ip addr add 10.9.0.1/24 dev ha && ip neigh add 10.9.0.2 lladdr 02:00:00:00:00:02 dev ha"));
    }
    void cleanup() { sh("ip link del pa; ip link del pt"); }

    void anInterfaceThatIsDownIsNamedWithTheRemedy() {
        QVERIFY(sh("ip link set pa down"));
        const auto port = openPort("af_packet:pa");
        QVERIFY(!port);
        QCOMPARE(port.error().code, core::base::ErrorCode::Io);
        QVERIFY2(port.error().text.find("ip link set pa up") != std::string::npos, port.error().text.c_str());
    }
    void sentFramesArriveAsTheyWere() {
        const auto a = mustOpen("af_packet:pa"), h = mustOpen("af_packet:ha");
        QVERIFY(a && h);
        std::vector<Bytes> frames;
        std::vector<FrameView> views;
        for (std::size_t i = 0; i < 100; ++i) {
            Bytes frame(60 + i * 14, static_cast<std::uint8_t>(i));
            core::base::storeBe16(&frame[12], 0x88b5); // an EtherType for experiments
            frames.push_back(frame);
        }
        for (const Bytes& frame : frames) {
            views.push_back({frame.data(), static_cast<std::uint32_t>(frame.size())});
        }
        QCOMPARE(a->send(views), std::size_t{100});
        const auto isOurs = [](const Bytes& f) { return loadBe16(&f[12]) == 0x88b5; };
        auto got = collect(*h, 3000, [&](const auto& all) { return std::count_if(all.begin(), all.end(), isOurs) >= 100; });
        got.erase(std::remove_if(got.begin(), got.end(), [&](const Bytes& f) { return !isOurs(f); }), got.end());
        QCOMPARE(got, frames);
        QCOMPARE(a->stats().txFrames, 100u);
        // What the port itself sent does not come back to it.
        const auto echoed = collect(*a, 50, [](const auto&) { return false; });
        QVERIFY(std::none_of(echoed.begin(), echoed.end(), isOurs));
    }
    void aFrameTheInterfaceCannotCarryIsCountedAndTheOthersGo() {
        const auto a = mustOpen("af_packet:pa");
        QVERIFY(a);
        const Bytes good(100, 2), tooLong(4000, 2);
        const std::array<FrameView, 3> views{FrameView{good.data(), 100}, FrameView{tooLong.data(), 4000}, FrameView{good.data(), 100}};
        QCOMPARE(a->send(views), std::size_t{2});
        QCOMPARE(a->stats().txDropped, 1u);
    }
    void checksumsTheHostLeftOpenAreComplete() {
        const auto a = mustOpen("af_packet:pa");
        QVERIFY(a);
        const int socket = udpSocket("10.9.0.2", 7001);
        const std::string text = "hello, port";
        QCOMPARE(::send(socket, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
        const auto isOurs = [](const Bytes& f) { return udpTo(f, 7001) != 0; };
        const auto got = collect(*a, 3000, [&](const auto& all) { return std::any_of(all.begin(), all.end(), isOurs); });
        const auto frame = std::find_if(got.begin(), got.end(), isOurs);
        QVERIFY(frame != got.end());
        QVERIFY(udpChecksumIsRight(*frame, udpTo(*frame, 7001)));
        QCOMPARE(std::string(frame->end() - static_cast<long>(text.size()), frame->end()), text);
        QVERIFY(a->stats().checksumsCompleted >= 1);
        ::close(socket);
    }
    void aSuperFrameOfTheHostArrivesCut() {
        const auto a = mustOpen("af_packet:pa");
        QVERIFY(a);
        const int socket = udpSocket("10.9.0.2", 7002);
        const int segment = 1000;
        if (::setsockopt(socket, IPPROTO_UDP, 103 /* UDP_SEGMENT */, &segment, sizeof segment) != 0) {
            CANNOT_RUN(QStringLiteral("this kernel has no UDP segmentation offload"));
        }
        Bytes data(20'500);
        for (std::size_t i = 0; i < data.size(); ++i) {
            data[i] = static_cast<std::uint8_t>(i / 1000);
        }
        QCOMPARE(::send(socket, data.data(), data.size(), 0), static_cast<ssize_t>(data.size()));
        const auto isOurs = [](const Bytes& f) { return udpTo(f, 7002) != 0; };
        // Only 8 slots a call: the rest of the super-frame waits in the port.
        auto got = collect(*a, 3000, [&](const auto& all) { return std::count_if(all.begin(), all.end(), isOurs) >= 21; });
        got.erase(std::remove_if(got.begin(), got.end(), [&](const Bytes& f) { return !isOurs(f); }), got.end());
        QCOMPARE(got.size(), std::size_t{21});
        Bytes joined;
        for (const Bytes& frame : got) {
            QVERIFY(udpChecksumIsRight(frame, udpTo(frame, 7002)));
            joined.insert(joined.end(), frame.begin() + static_cast<long>(udpTo(frame, 7002)) + 8, frame.end());
        }
        QCOMPARE(joined, data);
        ::close(socket);
    }
    void aVlanTagTheKernelTakesOutOnReceiptIsBack_data() {
        QTest::addColumn<int>("tpid");
        QTest::newRow("802.1Q") << 0x8100;
        QTest::newRow("802.1ad") << 0x88a8;
    }
    void aVlanTagTheKernelTakesOutOnReceiptIsBack() {
        QFETCH(int, tpid);
        const auto a = mustOpen("af_packet:pa"), h = mustOpen("af_packet:ha");
        QVERIFY(a && h);
        Bytes tagged(100, 0x5a);
        tagged[0] = 2;
        core::base::storeBe16(&tagged[12], static_cast<std::uint16_t>(tpid));
        core::base::storeBe16(&tagged[14], 0x6000 | 30); // priority 3, VID 30
        core::base::storeBe16(&tagged[16], 0x88b5);
        const std::array<FrameView, 1> views{FrameView{tagged.data(), 100}};
        QCOMPARE(h->send(views), std::size_t{1});
        const auto isOurs = [&](const Bytes& f) { return f.size() >= 18 && (loadBe16(&f[12]) == 0x88b5 || loadBe16(&f[16]) == 0x88b5); };
        const auto got = collect(*a, 3000, [&](const auto& all) { return std::any_of(all.begin(), all.end(), isOurs); });
        const auto frame = std::find_if(got.begin(), got.end(), isOurs);
        QVERIFY(frame != got.end());
        QCOMPARE(*frame, tagged);
    }
    void aFrameLongerThanTheSlotIsCountedNotCutShort() {
        const auto a = mustOpen("af_packet:pa");
        QVERIFY(a);
        const int socket = udpSocket("10.9.0.2", 7004);
        const Bytes data(1000, 1);
        QCOMPARE(::send(socket, data.data(), data.size(), 0), ssize_t{1000});
        QCOMPARE(::send(socket, data.data(), 10, 0), ssize_t{10});
        const auto isOurs = [](const Bytes& f) { return udpTo(f, 7004) != 0; };
        const auto got = collect(
            *a, 3000, [&](const auto& all) { return std::any_of(all.begin(), all.end(), isOurs); }, 200);
        QCOMPARE(std::count_if(got.begin(), got.end(), isOurs), 1);
        QVERIFY(a->stats().rxTooLong >= 1);
        ::close(socket);
    }

    // A TCP connection between two namespaces whose only way leads through two ports: super-frames, partial checksums, ACKs.
    void tcpBetweenTwoNamespacesFlowsThroughTwoPorts_data() {
        QTest::addColumn<QByteArray>("server");
        QTest::newRow("packet sockets") << QByteArray("af_packet:pb");
        QTest::newRow("AF_XDP") << QByteArray("af_xdp:pb");
        QTest::newRow("TAP") << QByteArray("tap:hb");
    }
    void tcpBetweenTwoNamespacesFlowsThroughTwoPorts() {
        QFETCH(QByteArray, server);
        const bool viaTap = server.startsWith("tap:");
        if (viaTap && ::access("/dev/net/tun", R_OK | W_OK) != 0) {
            CANNOT_RUN(QStringLiteral("no /dev/net/tun here, TAP ports"));
        }
        std::unique_ptr<Port> b;
        if (viaTap) {
            b = mustOpen(server.toStdString()); // its interface then moves into the server's namespace
        } else {
            // The last row's pair goes with its namespace, and that goes when the kernel finds time.
            QVERIFY(sh("ip link del pb 2>/dev/null; ip link add pb type veth peer name hb && ip link set pb up"));
        }
        std::promise<pid_t> inside;
        std::promise<void> moved;
        constexpr std::size_t kOctets = 8 << 20;
        std::atomic<std::size_t> received{0};
        std::atomic<bool> intact{true}, listening{false};
        std::thread host([&] {
            ::unshare(CLONE_NEWNET);
            inside.set_value(static_cast<pid_t>(::syscall(SYS_gettid)));
            moved.get_future().wait();
            sh("ip link set hb up && ip addr add 10.9.0.2/24 dev hb");
            const int door = ::socket(AF_INET, SOCK_STREAM, 0);
            sockaddr_in any{};
            any.sin_family = AF_INET;
            any.sin_port = htons(5201);
            ::bind(door, reinterpret_cast<sockaddr*>(&any), sizeof any);
            ::listen(door, 1);
            listening = true;
            pollfd waiting{door, POLLIN, 0};
            if (::poll(&waiting, 1, 10'000) == 1) {
                const int peer = ::accept(door, nullptr, nullptr);
                const timeval patience{10, 0};
                ::setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
                Bytes buffer(65536);
                for (ssize_t n; (n = ::recv(peer, buffer.data(), buffer.size(), 0)) > 0;) {
                    for (ssize_t i = 0; i < n; ++i) {
                        const std::size_t at = static_cast<std::size_t>(i);
                        if (buffer[at] != static_cast<std::uint8_t>((received + at) % 251)) {
                            intact = false;
                        }
                    }
                    received += static_cast<std::size_t>(n);
                }
                ::close(peer);
            }
            ::close(door);
        });
        const pid_t thread = inside.get_future().get();
        const bool movedIn = sh("ip link set hb netns " + std::to_string(thread));
        moved.set_value();
        sh("ip neigh del 10.9.0.2 dev ha");
        QTRY_VERIFY(listening);
        const auto a = mustOpen("af_packet:pa");
        if (!viaTap) {
            b = mustOpen(server.toStdString());
        }
        std::atomic<bool> stop{false};
        std::thread pump([&] {
            std::vector<std::uint8_t> memory(32 * 2000);
            while (!stop && a && b) {
                std::array<pollfd, 2> waiting{pollfd{a->fd(), POLLIN, 0}, pollfd{b->fd(), POLLIN, 0}};
                ::poll(waiting.data(), waiting.size(), a->pending() || b->pending() ? 0 : 10);
                for (const auto& [from, to] : {std::pair{a.get(), b.get()}, std::pair{b.get(), a.get()}}) {
                    std::array<FrameSlot, 32> slots;
                    std::array<FrameView, 32> views;
                    for (std::size_t i = 0; i < slots.size(); ++i) {
                        slots[i] = {&memory[i * 2000], 2000, 0};
                    }
                    const std::size_t got = from->receive(slots);
                    for (std::size_t i = 0; i < got; ++i) {
                        views[i] = {slots[i].buffer, slots[i].length};
                    }
                    to->send(std::span(views.data(), got));
                }
            }
        });
        const int client = ::socket(AF_INET, SOCK_STREAM, 0);
        const timeval patience{10, 0};
        ::setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(5201);
        ::inet_pton(AF_INET, "10.9.0.2", &address.sin_addr);
        const bool connected = ::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        Bytes data(kOctets);
        for (std::size_t i = 0; i < data.size(); ++i) {
            data[i] = static_cast<std::uint8_t>(i % 251);
        }
        for (std::size_t at = 0; connected && at < data.size();) {
            const ssize_t n = ::send(client, &data[at], data.size() - at, MSG_NOSIGNAL);
            if (n <= 0) {
                break;
            }
            at += static_cast<std::size_t>(n);
        }
        ::close(client);
        host.join();
        stop = true;
        pump.join();
        QVERIFY(movedIn && a && b && connected);
        QCOMPARE(received.load(), kOctets);
        QVERIFY(intact);
        QVERIFY2(a->stats().superFrames > 0, "the host sent no super-frame: this test did not test what it should");
        QVERIFY(server.startsWith("af_xdp:") ? b->stats().checksumsCompleted > 0 : b->stats().superFramesSent > 0);
    }

    void anAfXdpPortLeavesTheInterfaceAsItWas() {
        {
            const auto a = mustOpen("af_xdp:pa");
            QVERIFY(a);
            const auto second = openPort("af_xdp:pa");
            QVERIFY(!second);
            QVERIFY(sh("ip link show pa | grep -q xdp"));
        }
        QVERIFY(!sh("ip link show pa | grep -q xdp"));
        const auto again = mustOpen("af_xdp:pa");
        QVERIFY(again);
    }
    void aCrashOfTheProgramTakesTheXdpProgramOff() {
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            const auto port = openPort("af_xdp:pa");
            ::kill(::getpid(), port ? SIGKILL : SIGTERM);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(WTERMSIG(status), SIGKILL);
        QTRY_VERIFY(!sh("ip link show pa | grep -q xdp"));
        QVERIFY(mustOpen("af_xdp:pa"));
    }
    void anInterfaceWithMoreQueuesIsSaidAndPacketSocketsStandIn() {
        QVERIFY(sh("ip link add pq numrxqueues 2 numtxqueues 2 type veth peer name hq numrxqueues 2 numtxqueues 2 && ip link set pq up && ip link set hq up"));
        const auto port = openPort("af_xdp:pq");
        const UsableBinding usable = usableBinding("af_xdp:pq");
        sh("ip link del pq");
        QVERIFY(!port);
        QCOMPARE(port.error().code, core::base::ErrorCode::Unsupported);
        QVERIFY2(port.error().text.find("ethtool -L pq combined 1") != std::string::npos, port.error().text.c_str());
        QCOMPARE(usable.binding, std::string("af_packet:pq"));
        QVERIFY(!usable.why.empty());
    }

    void aTapIsCreatedAndCarriesFramesBothWays() {
        if (::access("/dev/net/tun", R_OK | W_OK) != 0) {
            CANNOT_RUN(QStringLiteral("no /dev/net/tun here, TAP ports"));
        }
        auto tap = mustOpen("tap:pt");
        QVERIFY(tap);
        QCOMPARE(tap->interfaceName(), std::string("pt"));
        QVERIFY(sh("ip addr add 10.8.0.1/24 dev pt && ip neigh add 10.8.0.2 lladdr 02:00:00:00:00:02 dev pt"));
        const int socket = udpSocket("10.8.0.2", 7005);
        QCOMPARE(::send(socket, "out", 3, 0), ssize_t{3});
        const auto isOurs = [](const Bytes& f) { return udpTo(f, 7005) != 0; };
        const auto got = collect(*tap, 3000, [&](const auto& all) { return std::any_of(all.begin(), all.end(), isOurs); });
        const auto frame = std::find_if(got.begin(), got.end(), isOurs);
        QVERIFY(frame != got.end());
        QVERIFY(udpChecksumIsRight(*frame, udpTo(*frame, 7005)));
        // The other way: the same datagram turned round reaches the socket.
        Bytes reply = *frame;
        std::swap_ranges(reply.begin(), reply.begin() + 6, reply.begin() + 6);
        std::swap_ranges(reply.begin() + 26, reply.begin() + 30, reply.begin() + 30);
        std::swap_ranges(reply.begin() + 34, reply.begin() + 36, reply.begin() + 36);
        const std::array<FrameView, 1> views{FrameView{reply.data(), static_cast<std::uint32_t>(reply.size())}};
        QCOMPARE(tap->send(views), std::size_t{1});
        pollfd waiting{socket, POLLIN, 0};
        QCOMPARE(::poll(&waiting, 1, 3000), 1);
        char text[8];
        QCOMPARE(::recv(socket, text, sizeof text, 0), ssize_t{3});
        ::close(socket);
        const auto second = openPort("tap:pt");
        QVERIFY(!second);
        QCOMPARE(second.error().code, core::base::ErrorCode::AddressInUse);
    }
    void aTapCannotTakeAnInterfaceOfAnotherKind() {
        if (::access("/dev/net/tun", R_OK | W_OK) != 0) {
            CANNOT_RUN(QStringLiteral("no /dev/net/tun here, TAP ports"));
        }
        const auto port = openPort("tap:ha");
        QVERIFY(!port);
        QCOMPARE(port.error().code, core::base::ErrorCode::InvalidInput);
        QVERIFY2(port.error().text.find("af_packet:ha") != std::string::npos, port.error().text.c_str());
    }
};

int main(int argc, char** argv) {
    // Before any thread is there; a namespace of the test's own keeps the machine's interfaces out of it.
    if (!enterNamespace()) {
        missing = QStringLiteral("NOT TESTED: ports on real interfaces need a network namespace (run as root): %1")
                      .arg(QString::fromLocal8Bit(std::strerror(errno)));
    } else if (!sh("ip link set lo up")) {
        missing = QStringLiteral("NOT TESTED: ports on real interfaces need the program ip (package iproute2)");
    } else if (!sh("ip link add pa type veth peer name ha && ip link del pa")) {
        missing = QStringLiteral("NOT TESTED: this kernel makes no veth pairs");
    }
    TestPorts test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_ports.moc"
