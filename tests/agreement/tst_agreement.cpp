// Doctor and engine read the same configurations and are asked about the same flows: the path the one predicts must be the path the other takes.
// Each is the other's oracle; what they may differ in is listed in docs/agreement.md and counted here by name.
//   tst_agreement            the number of routers below
//   AGREEMENT_SEED=17        only that router, with all that was said about it
#include "core/doctor/diagnose.h"
#include "core/doctor/tracer.h"
#include "tests/agreement/taken_path.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <sstream>

using namespace agreement;
using core::model::PathKind;

namespace {

constexpr std::uint32_t kRouters = 1200;

struct Tally {
    int pairs = 0, agreed = 0;
    std::map<std::string, int> open, explained, unexplained; // by name
    std::vector<std::string> shown;
};

std::string nameOf(const std::optional<PathKind>& path) {
    return path ? std::string(core::model::pathId(*path)) : "none";
}

int sumOf(const std::map<std::string, int>& counts) {
    int sum = 0;
    for (const auto& [what, count] : counts) {
        sum += count;
    }
    return sum;
}

void printEach(const char* kind, const std::map<std::string, int>& counts) {
    for (const auto& [what, count] : counts) {
        qInfo("%s %5d  %s", kind, count, what.c_str());
    }
}

class Comparison {
public:
    Comparison(std::uint32_t seed, const std::vector<core::devices::Device>& table, Tally& tally)
        : seed_(seed)
        , table_(table)
        , tally_(tally)
        , router_(generateRouter(seed))
        , taken_(router_) {
        patient_.config = core::routeros::config::loadConfig(router_.text);
    }

    [[nodiscard]] std::string fault() const { return taken_.fault().empty() ? std::string() : taken_.fault() + "\n" + router_.text; }

    void run() {
        const std::vector<Traffic> kinds{{"tcp", 443}, {"udp", 53}, {"icmp", 0}};
        unsigned flow = 0;
        for (const Segment& from : router_.segments) {
            for (const Segment& to : router_.segments) {
                if (&from != &to) {
                    compare(from, to, kinds[(seed_ + flow) % 5 < 3 ? 0 : (seed_ + flow) % 5 - 2], flow);
                    ++flow;
                }
            }
        }
        for (const auto& [a, b] : router_.bridged) {
            compare(a, b, kinds[0], flow++);
            compare(b, a, kinds[1], flow++);
        }
    }

private:
    void compare(const Segment& from, const Segment& to, const Traffic& traffic, unsigned flow) {
        core::model::PathQuestion question;
        question.from = from.interface;
        question.to = to.interface;
        question.protocol = traffic.protocol;
        question.destinationPort = traffic.destinationPort;
        if (!from.network.empty()) {
            question.source = hostOf(from, flow);
            question.destination = hostOf(to, flow + 1);
        }
        const auto trace = core::doctor::tracePath(patient_, table_, question);
        const auto answers = core::doctor::traceAnswers(patient_, table_, question);
        const Taken taken = taken_.follow(from, to, traffic);
        ++tally_.pairs;
        leftOpen_.clear();
        explained_.clear();
        const std::string what = trace && answers ? differenceOf(*trace, *answers, taken) : "no answer";
        if (qEnvironmentVariableIsSet("AGREEMENT_SEED") || !what.empty()) {
            show(from, to, traffic, trace ? &*trace : nullptr, taken, what);
        }
        if (!what.empty()) {
            ++tally_.unexplained[what];
        } else if (!explained_.empty()) {
            ++tally_.explained[explained_];
        } else if (!leftOpen_.empty()) {
            ++tally_.open[leftOpen_];
        } else {
            ++tally_.agreed;
        }
    }

    // Rules that may or may not end a packet of this traffic.
    static bool forks(const core::model::PacketWalk& walk) {
        return std::any_of(walk.steps.begin(), walk.steps.end(), [](const core::model::WalkStep& step) {
            return step.fork && (step.decision == "drop" || step.decision == "reject" || step.decision == "accept" || step.decision == "return" || step.decision == "jump");
        });
    }

    // One packet: gets through or does not. False: the two say otherwise.
    bool sameFate(const core::model::PacketWalk& walk, bool lost) {
        if (walk.dropped == lost) {
            return true;
        }
        leftOpen_ = "a rule for a part of the traffic";
        return forks(walk) || !certain_;
    }

    std::string differenceOf(const core::model::PathTrace& trace, const core::doctor::Answers& answers, const Taken& taken) {
        const auto& verdict = trace.verdict;
        const bool certain = verdict.certainty == core::model::Certainty::Certain;
        certain_ = certain;
        if (!sameFate(trace.first, taken.firstLost)) {
            return taken.firstLost ? "the engine drops what opens the connection: " + taken.lostBecause : "the doctor drops what opens the connection";
        }
        if (taken.firstLost || trace.first.dropped) {
            return {};
        }
        if (verdict.first.kind != taken.first) {
            if (taken.greeting == verdict.first.kind && taken.first == verdict.steady.kind) {
                explained_ = "only the very first frame of a host is learned on the slow path";
            } else if (certain) {
                return "first packet: doctor " + nameOf(verdict.first.kind) + ", engine " + nameOf(taken.first);
            }
        }
        if (!sameFate(answers.first, taken.replyLost)) {
            return taken.replyLost ? "the engine drops the answers: " + taken.lostBecause : "the doctor drops the answers";
        }
        if (taken.replyLost || answers.first.dropped) {
            return {}; // never established: there is no later packet to compare
        }
        if (!sameFate(trace.later, taken.laterLost)) {
            return taken.laterLost ? "the engine drops what follows: " + taken.lostBecause : "the doctor drops what follows";
        }
        if (taken.laterLost || trace.later.dropped) {
            return {};
        }
        if (!sameFate(answers.later, taken.laterReplyLost)) {
            return taken.laterReplyLost ? "the engine drops later answers: " + taken.lostBecause : "the doctor drops later answers";
        }
        if (taken.laterReplyLost || answers.later.dropped) {
            return {};
        }
        if (verdict.steady.kind != taken.steady) {
            if (certain) {
                return "steady: doctor " + nameOf(verdict.steady.kind) + ", engine " + nameOf(taken.steady);
            }
            leftOpen_ = "depends on " + verdict.dependsOn.substr(0, verdict.dependsOn.find_first_of(":0123456789"));
            return {};
        }
        for (const std::string& queue : taken.queues) {
            if (std::find(verdict.queues.begin(), verdict.queues.end(), queue) == verdict.queues.end()) {
                return "the engine queues where the doctor sees no queue: " + queue;
            }
        }
        return {};
    }

    void show(const Segment& from, const Segment& to, const Traffic& traffic, const core::model::PathTrace* trace, const Taken& taken, const std::string& what) {
        if (tally_.unexplained[what] >= 2 && !qEnvironmentVariableIsSet("AGREEMENT_SEED")) {
            return; // two of a kind are enough to see what it is
        }
        std::ostringstream text;
        text << "seed " << seed_ << ", " << from.interface << " -> " << to.interface << ", " << traffic.protocol << "/" << traffic.destinationPort << ": " << what
             << "\n  engine: greeting " << nameOf(taken.greeting) << ", first " << nameOf(taken.first) << (taken.firstLost ? " (lost)" : "") << ", steady " << nameOf(taken.steady) << ", back "
             << nameOf(taken.back) << (taken.laterLost ? " (lost)" : "") << (taken.replyLost ? " (answers lost: " : " (") << taken.lostBecause << ")";
        if (trace != nullptr) {
            text << "\n  doctor: first " << core::model::verdictPathId(trace->verdict.first) << (trace->first.dropped ? " (lost)" : "") << ", steady "
                 << core::model::verdictPathId(trace->verdict.steady) << (trace->later.dropped ? " (lost)" : "") << ", "
                 << core::model::certaintyId(trace->verdict.certainty) << " " << trace->verdict.dependsOn;
            for (const auto& reason : trace->verdict.reasons) {
                text << "\n    " << reason.id << (reason.blocking ? " (blocking) " : " ") << reason.effect;
            }
            for (const auto* walk : {&trace->first, &trace->later}) {
                text << (walk == &trace->first ? "\n  first:" : "\n  later:");
                for (const auto& step : walk->steps) {
                    text << "\n    " << step.stage << " " << step.decision << (step.fork ? " (part) " : " ") << step.text;
                }
            }
        }
        text << "\n" << router_.text;
        tally_.shown.push_back(text.str());
    }

    std::uint32_t seed_;
    const std::vector<core::devices::Device>& table_;
    Tally& tally_;
    GeneratedRouter router_;
    core::doctor::Patient patient_;
    TakenPath taken_;
    bool certain_ = true;              // the verdict
    std::string leftOpen_, explained_; // of the pair that is compared
};

} // namespace

class TestAgreement : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void doctorAndEngineAgree() {
        const auto table = core::devices::loadDeviceTable();
        QVERIFY(table.has_value());
        Tally tally;
        bool one = false;
        const auto only = static_cast<std::uint32_t>(qEnvironmentVariableIntValue("AGREEMENT_SEED", &one));
        for (std::uint32_t seed = one ? only : 1; seed <= (one ? only : kRouters); ++seed) {
            Comparison comparison(seed, *table, tally);
            QVERIFY2(comparison.fault().empty(), comparison.fault().c_str());
            comparison.run();
        }
        const int unexplained = sumOf(tally.unexplained), explained = sumOf(tally.explained), open = sumOf(tally.open);
        for (const std::string& text : tally.shown) {
            qInfo("%s", text.c_str());
        }
        printEach("unexplained", tally.unexplained);
        printEach("explained", tally.explained);
        printEach("left open", tally.open);
        qInfo("seeds 1 to %u, %d pairs: %d agreed, %d explained, %d the doctor leaves open, %d unexplained", kRouters, tally.pairs, tally.agreed, explained, open, unexplained);
        QCOMPARE(unexplained, 0);
        QVERIFY(one || tally.pairs >= 5000);
        QVERIFY2(one || open * 20 < tally.pairs, "the doctor leaves more than a twentieth open");
    }
};

QTEST_GUILESS_MAIN(TestAgreement)
#include "tst_agreement.moc"
