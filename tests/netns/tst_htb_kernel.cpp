// The engine's HTB against the kernel's: the same classes, the same senders, and what each class got per second. The kernel shapes
// real UDP packets that leave by one end of a veth pair in a namespace of this process; the engine runs the same load on paper.
#include "tests/agent/dataplane/queueing/queue_lab.h"
#include "tests/support/cannot_run.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

using namespace queue_lab;

namespace {

constexpr int kSettleMs = 1000, kMeasureMs = 2000;

// One class of the tree, for both sides. Leaves are 3, 4 and 5.
struct ClassRow {
    int number;
    int parent; // 0: the root
    double limitAt, maxLimit; // megabits per second
    int priority = 8;
};

struct Scenario {
    const char* name;
    std::vector<ClassRow> classes;
    std::array<double, 6> offered{}; // by class; 0: as much as goes
};

const std::vector<Scenario> kScenarios{
    {"priority beyond limit-at", {{1, 0, 0, 10}, {2, 1, 4, 10}, {3, 1, 6, 10, 1}, {4, 2, 2, 10, 3}, {5, 2, 2, 10, 5}}, {}},
    {"the best priority borrows first", {{1, 0, 0, 10}, {2, 1, 4, 10}, {3, 1, 2, 10, 3}, {4, 2, 2, 10, 1}, {5, 2, 2, 10, 5}}, {}},
    {"an inner limit-at is its children's", {{1, 0, 0, 10}, {2, 1, 8, 10}, {3, 1, 2, 10, 1}, {4, 2, 2, 10, 3}, {5, 2, 2, 10, 5}}, {}},
    {"what one leaves another takes", {{1, 0, 0, 10}, {2, 1, 4, 10}, {3, 1, 6, 10, 1}, {4, 2, 2, 10, 3}, {5, 2, 2, 10, 5}}, {0, 0, 0, 3, 0, 0}},
    {"max-limit ends borrowing", {{1, 0, 0, 10}, {2, 1, 4, 5}, {3, 1, 2, 3, 1}, {4, 2, 1, 2, 3}, {5, 2, 1, 10, 5}}, {}},
};

QString run(const QString& command) {
    QProcess process;
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    process.waitForFinished();
    const QString said = QString::fromUtf8(process.readAllStandardError()).trimmed();
    return process.exitCode() == 0 ? QString() : QStringLiteral("%1 (%2)").arg(said, command);
}

std::array<double, 6> sentOctets() {
    QProcess process;
    process.start(QStringLiteral("tc"), QStringLiteral("-s class show dev left").split(QLatin1Char(' ')));
    process.waitForFinished();
    std::array<double, 6> octets{};
    std::size_t number = 0;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() > 2 && words[0] == "class") {
            number = words[2].mid(2).toUInt();
        } else if (words.size() > 1 && words[0] == "Sent" && number < octets.size()) {
            octets[number] = words[1].toDouble();
        }
    }
    return octets;
}

// A sender of frames of 1500 octets into one class.
class Sender {
public:
    Sender(int number, double mbps) : socket_(::socket(AF_INET, SOCK_DGRAM, 0)), gap_(mbps > 0 ? Run::kFrame * 8 / mbps * 1e3 : 0) {
        const int priority = 0x10000 | number; // HTB takes a class named there
        ::setsockopt(socket_, SOL_SOCKET, SO_PRIORITY, &priority, sizeof priority);
    }
    ~Sender() { ::close(socket_); }
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    void send(qint64 nanos) {
        static const std::array<char, Run::kFrame - 42> payload{};
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(9);
        to.sin_addr.s_addr = htonl(0x0a090002);
        for (; gap_ == 0 || next_ <= static_cast<double>(nanos); next_ += gap_) {
            if (::sendto(socket_, payload.data(), payload.size(), MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&to), sizeof to) < 0) {
                return;
            }
        }
    }

private:
    int socket_;
    double gap_; // nanoseconds; 0: none
    double next_ = 0;
};

} // namespace

class TestHtbKernel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (::unshare(CLONE_NEWNET) != 0) {
            CANNOT_RUN(QStringLiteral("a network namespace needs root"));
        }
        QString fault = run(QStringLiteral("ip link add left type veth peer name right && ip link set left up && ip link set right up && "
                                           "ip addr add 10.9.0.1/24 dev left && "
                                           "ip neigh add 10.9.0.2 lladdr 02:00:00:00:00:02 dev left nud permanent"));
        fault = fault.isEmpty() ? run(QStringLiteral("tc qdisc add dev left root handle 1: htb && tc qdisc del dev left root")) : fault;
        if (!fault.isEmpty()) {
            CANNOT_RUN(fault);
        }
    }

    void classesGetWhatTheKernelGivesThem_data() {
        QTest::addColumn<int>("scenario");
        for (std::size_t i = 0; i < kScenarios.size(); ++i) {
            QTest::newRow(kScenarios[i].name) << int(i);
        }
    }
    void classesGetWhatTheKernelGivesThem() {
        QFETCH(int, scenario);
        const Scenario& s = kScenarios[static_cast<std::size_t>(scenario)];
        const std::array<double, 6> kernel = kernelRates(s);
        const std::vector<double> ours = engineRates(s);
        for (const std::size_t leaf : {3u, 4u, 5u}) {
            const double tolerance = std::max(0.04 * kernel[leaf], 0.1);
            QVERIFY2(std::abs(ours[leaf] - kernel[leaf]) <= tolerance,
                     qPrintable(QStringLiteral("class %1: engine %2, kernel %3 Mbit/s").arg(leaf).arg(ours[leaf]).arg(kernel[leaf])));
        }
    }

private:
    static std::array<double, 6> kernelRates(const Scenario& s) {
        run(QStringLiteral("tc qdisc del dev left root"));
        QString commands = QStringLiteral("tc qdisc add dev left root handle 1: htb");
        for (const ClassRow& c : s.classes) {
            // The kernel has no class without a rate: what RouterOS calls limit-at 0 is the least there is, or at the top the whole.
            const double rate = c.limitAt > 0 ? c.limitAt : c.maxLimit;
            commands += QStringLiteral(" && tc class add dev left parent 1:%1 classid 1:%2 htb rate %3kbit ceil %4kbit prio %5 burst 6000 cburst 6000")
                            .arg(c.parent == 0 ? QString() : QString::number(c.parent))
                            .arg(c.number)
                            .arg(rate * 1000)
                            .arg(c.maxLimit * 1000)
                            .arg(c.priority - 1);
        }
        if (const QString fault = run(commands); !fault.isEmpty()) {
            qWarning("%s", qPrintable(fault));
            return {};
        }
        Sender three(3, s.offered[3]), four(4, s.offered[4]), five(5, s.offered[5]);
        const auto sendUntil = [&](const QElapsedTimer& clock, int ms) {
            while (clock.elapsed() < ms) {
                for (Sender* sender : {&three, &four, &five}) {
                    sender->send(clock.nsecsElapsed());
                }
                ::poll(nullptr, 0, 1);
            }
        };
        QElapsedTimer clock;
        clock.start();
        sendUntil(clock, kSettleMs);
        const std::array<double, 6> before = sentOctets();
        const qint64 from = clock.nsecsElapsed();
        sendUntil(clock, kSettleMs + kMeasureMs);
        std::array<double, 6> rates = sentOctets();
        const double seconds = static_cast<double>(clock.nsecsElapsed() - from) * 1e-9;
        for (std::size_t i = 0; i < rates.size(); ++i) {
            rates[i] = (rates[i] - before[i]) * 8e-6 / seconds;
        }
        return rates;
    }

    static std::vector<double> engineRates(const Scenario& s) {
        std::vector<HtbClassSpec> classes;
        for (const ClassRow& c : s.classes) { // numbers are positions, from 1
            HtbClassSpec spec;
            spec.uid = static_cast<std::uint32_t>(c.number);
            if (c.parent > 0) {
                spec.parent = static_cast<std::uint32_t>(c.parent - 1);
            }
            spec.packetMarks = {static_cast<MarkId>(c.number)};
            spec.htb = rates(c.limitAt, c.maxLimit, static_cast<std::uint8_t>(c.priority));
            classes.push_back(spec);
        }
        Run load(classes);
        for (const MarkId leaf : {MarkId{3}, MarkId{4}, MarkId{5}}) {
            if (s.offered[leaf] > 0) {
                load.offer(leaf, s.offered[leaf]);
            } else {
                load.saturate(leaf);
            }
        }
        load.runUntil(kSettleMs * kMillisecond);
        return load.runUntil((kSettleMs + kMeasureMs) * kMillisecond);
    }
};

QTEST_GUILESS_MAIN(TestHtbKernel)
#include "tst_htb_kernel.moc"
