#include "core/metrics/counter_step.h"

#include <QTest>

using core::metrics::counterStep;
using core::metrics::CounterStep;
using core::metrics::interfaceStep;
using core::model::InterfaceCounters;

class TestCounterStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anOrdinaryStepIsTheDifference() {
        const CounterStep step = counterStep(1000, 1500);
        QCOMPARE(step.moved.value(), 500u);
        QVERIFY(!step.reset);
    }

    void aCounterBeyond32BitsIsNotCutOff() { QCOMPARE(counterStep((1ull << 40) - 1, (1ull << 40) + 9).moved.value(), 10u); }

    void runningOver32BitsIsAWrap() {
        const CounterStep step = counterStep(0xFFFFFF00u, 0x100u);
        QCOMPARE(step.moved.value(), 0x200u);
        QVERIFY(!step.reset);
    }

    void fallingFromTheMiddleIsAReset() {
        const CounterStep step = counterStep(2'000'000'000u, 10u);
        QVERIFY(!step.moved);
        QVERIFY(step.reset);
    }

    void fallingFromBeyond32BitsIsAReset() { QVERIFY(counterStep(5'000'000'000u, 10u).reset); }

    void missingStaysMissing() {
        QVERIFY(!counterStep(std::nullopt, 5).moved);
        QVERIFY(!counterStep(5, std::nullopt).moved);
        QVERIFY(!counterStep(5, std::nullopt).reset);
    }

    void aStandingCounterMovedZero() { QCOMPARE(counterStep(7, 7).moved.value(), 0u); }

    void oneResetCounterVoidsTheInterface() {
        InterfaceCounters before, after;
        before.rxByte = 0xFFFFFFF0u; // alone this would look like a wrap
        before.rxPacket = 90000;
        after.rxByte = 60;
        after.rxPacket = 1;
        QVERIFY(!interfaceStep(before, after));
    }

    void anInterfaceStepKeepsNamesAndAbsence() {
        InterfaceCounters before, after;
        before.name = after.name = "ether1";
        after.running = true;
        before.rxByte = 10;
        after.rxByte = 30;
        after.fpRxByte = 5; // the router began to send it
        const auto moved = interfaceStep(before, after);
        QVERIFY(moved.has_value());
        QCOMPARE(moved->rxByte.value(), 20u);
        QVERIFY(!moved->fpRxByte);
        QVERIFY(moved->running);
        QCOMPARE(moved->name, std::string("ether1"));
    }
};

QTEST_APPLESS_MAIN(TestCounterStep)
#include "tst_counter_step.moc"
