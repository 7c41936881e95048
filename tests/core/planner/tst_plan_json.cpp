#include "core/planner/plan_json.h"
#include "core/planner/plan_text.h"

#include <QTest>

using core::model::PathKind;
using core::model::Plan;
using core::model::PlanNote;
using core::model::PlanStep;
using core::model::Precondition;
using core::model::Risk;
using core::planner::readPlan;
using core::planner::writePlan;

namespace {

Plan fullPlan() {
    Plan plan;
    plan.id = "qos";
    plan.title = "FastTrack-friendly QoS";
    plan.expectation = "Ping under load falls.";
    PlanStep step;
    step.command = {"/queue/type", "add", {{"name", "pathscope-fq-codel"}, {"kind", "fq-codel"}}, {}, {}};
    step.commandLine = "/queue type add name=pathscope-fq-codel kind=fq-codel";
    step.inverse = {"/queue/type", "remove", {{".id", ""}}, {}, {}};
    step.inverseLine = "/queue type remove [find name=pathscope-fq-codel]";
    step.why = "Flows share the line.";
    step.needs = {{Precondition::Kind::Absent, "There is no such type.", "/queue/type", {{"name", "pathscope-fq-codel"}}, {}},
                  {Precondition::Kind::Words, "The line is not busy.", {}, {}, {}}};
    step.risks = {Risk::BlinksPorts, Risk::LosesLimits};
    plan.steps.push_back(step);
    PlanStep set;
    set.command = {"/ip/firewall/filter", "set", {{".id", "*3"}, {"comment", std::string("caf\xe9 \x00 \xff", 8)}}, {}, {}};
    set.commandLine = "/ip firewall filter set *3 comment=\"caf\\E9\"";
    set.inverse = {"/ip/firewall/filter", "set", {{".id", "*3"}, {"comment", ""}}, {}, {}};
    set.inverseAlso = {{"/ip/firewall/connection", "remove", {{".id", "[find fasttrack=yes]"}}, {}, {}}};
    plan.steps.push_back(set);
    plan.notes = {{PlanNote::Tone::Warning, "Also shaped", "What the router itself sends."}};
    plan.paths = {{"bridge", "ether1", {PathKind::Slow, {}}, {PathKind::FastTrack, {}}}, {"wg1", "ether1", {std::nullopt, "none"}, {std::nullopt, "unknown"}}};
    plan.throughputNowBps = core::model::Interval{560e6, 540e6, 570e6};
    plan.origin = {"office-gw", "RB5009UG+S+", "7.16", true, "ab12"};
    return plan;
}

QString refusal(const std::string& text) {
    const auto read = readPlan(text, "plan.json");
    return read ? QStringLiteral("was read") : QString::fromStdString(read.error().text);
}

// The text of a whole plan with one piece of it replaced.
std::string with(std::string_view piece, std::string_view by) {
    std::string text = writePlan(fullPlan());
    const auto at = text.find(piece);
    return at == std::string::npos ? std::string() : text.replace(at, piece.size(), by);
}

} // namespace

class TestPlanJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsReadAgainOctetByOctet() {
        const auto read = readPlan(writePlan(fullPlan()), "plan.json");
        QVERIFY2(read, read ? "" : read.error().text.c_str());
        QVERIFY(*read == fullPlan());
        Plan refused;
        refused.obstacle = "There is no active default route.";
        refused.alternatives = {"Name the interface."};
        QVERIFY(*readPlan(writePlan(refused), "plan.json") == refused);
    }

    void theTextIsTheSameEveryTime() {
        QCOMPARE(writePlan(fullPlan()), writePlan(*readPlan(writePlan(fullPlan()), "x")));
    }

    void aFaultIsNamedWithItsPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const std::string& text, const char* place) { QTest::newRow(name) << QByteArray::fromStdString(text) << place; };
        row("a menu that is none", with("\"/queue/type\"", "\"/queue/type; /system reset\""), "steps[0].command.menu");
        row("a verb that is no write", with("\"verb\": \"add\"", "\"verb\": \"import\""), "steps[0].command.verb");
        row("an unknown risk", with("blinks-ports", "explodes"), "steps[0].risks[0]");
        row("an unknown member", with("\"fulfilled\"", "\"extra\": 1, \"fulfilled\""), "extra");
        row("a member of another type", with("\"why\": \"Flows share the line.\"", "\"why\": 5"), "steps[0].why");
        row("a pair of three", with("[\n            \"kind\",", "[\n            \"kind\", \"x\","), "steps[0].command.arguments[1]");
        row("half an octet", with("\"hex\": \"", "\"hex\": \"a"), "hex");
        row("another format", with("\"format\": 1", "\"format\": 2"), "format");
        row("an obstacle beside steps", with("\"obstacle\": \"\"", "\"obstacle\": \"no\""), "obstacle");
        row("a path that is none", with("\"path\": \"fasttrack\"", "\"path\": \"warp\""), "paths[0].then");
    }
    void aFaultIsNamedWithItsPlace() {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        QVERIFY(!text.isEmpty());
        const QString said = refusal(text.toStdString());
        QVERIFY2(said.startsWith(QLatin1String("plan.json: ")) && said.contains(place), qPrintable(said));
    }

    void whatIsNoPlanAtAllIsRefused() {
        QVERIFY(refusal("").contains(QLatin1String("not JSON")));
        QVERIFY(refusal("[]").contains(QLatin1String("must be an object")));
        QVERIFY(refusal(std::string(100'000, '[')).contains(QLatin1String("not JSON")));
        QVERIFY(refusal(std::string(core::planner::kMaximumPlanSize + 1, ' ')).contains(QLatin1String("too large")));
    }

    // Cut anywhere, a plan is refused and never read as a shorter one.
    void aPlanThatWasCutIsRefused() {
        const std::string text = writePlan(fullPlan());
        for (std::size_t size = 0; size + 2 < text.size(); size += 7) {
            QVERIFY2(!readPlan(text.substr(0, size), "plan.json"), qPrintable(QString::number(size)));
        }
    }

    void aDiffSaysWhatComesAndWhatChanges() {
        QCOMPARE(core::planner::planDiff(fullPlan()),
                 std::string("+ /queue type add name=pathscope-fq-codel kind=fq-codel\n~ /ip firewall filter set *3 comment=\"caf\\E9\"\n"));
        QCOMPARE(core::planner::risksOf(fullPlan()).size(), 2u);
        QVERIFY(core::planner::planScript(fullPlan()).starts_with("# FastTrack-friendly QoS\n# Flows share the line.\n/queue type add"));
        QVERIFY(core::planner::inverseScript(fullPlan()).ends_with("/queue type remove [find name=pathscope-fq-codel]\n"));
    }
};

QTEST_APPLESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
