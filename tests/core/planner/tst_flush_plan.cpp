// Connections taken off FastTrack: the commands, for all and for chosen ones.
#include "core/planner/flush_plan.h"

#include <QTest>

using core::planner::flushFastTracked;

class TestFlushPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void allAreOneStep() {
        const auto plan = flushFastTracked({});
        QCOMPARE(plan.steps.size(), std::size_t{1});
        QCOMPARE(plan.steps[0].commandLine, std::string("/ip firewall connection remove [find fasttrack=yes]"));
        QCOMPARE(plan.steps[0].risks, std::vector{core::model::Risk::DropsConnections});
        QVERIFY(plan.steps[0].inverse.verb.empty());
    }

    void chosenOnesAreAStepEach() {
        const auto plan = flushFastTracked({{"tcp", "192.168.88.10", "50000", "203.0.113.1", "443"}, {"icmp", "192.168.88.10", "", "203.0.113.1", ""}});
        QCOMPARE(plan.steps.size(), std::size_t{2});
        QCOMPARE(plan.steps[0].commandLine,
                 std::string("/ip firewall connection remove [find fasttrack=yes protocol=tcp src-address=192.168.88.10 dst-address=203.0.113.1 src-port=50000 dst-port=443]"));
        QCOMPARE(plan.steps[1].commandLine, std::string("/ip firewall connection remove [find fasttrack=yes protocol=icmp src-address=192.168.88.10 dst-address=203.0.113.1]"));
    }
};

QTEST_GUILESS_MAIN(TestFlushPlan)
#include "tst_flush_plan.moc"
