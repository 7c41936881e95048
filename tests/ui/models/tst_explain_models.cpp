// The three models of the Explain page.
#include "ui/models/finding_filter_model.h"
#include "ui/models/finding_list_model.h"
#include "ui/models/verdict_matrix_model.h"
#include "ui/models/walk_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace core::model;
using core::workspace::Explained;
using core::workspace::FollowedPacket;
using ui::FindingFilterModel;
using ui::FindingListModel;
using ui::VerdictMatrixModel;
using ui::WalkModel;

namespace {

Finding finding(const char* id, Severity severity, const char* why) {
    Finding out;
    out.id = id;
    out.severity = severity;
    out.title = std::string("title of ") + id;
    out.why = why;
    out.evidence = {{"/ip/firewall/filter", 2, "add action=accept chain=forward", 11}};
    return out;
}

Verdict verdict(const char* from, const char* to, PathKind steady) {
    Verdict out;
    out.from = from;
    out.to = to;
    out.steady.kind = out.first.kind = steady;
    return out;
}

std::shared_ptr<Explained> explained() {
    auto out = std::make_shared<Explained>();
    out->diagnosis.findings = {finding("leak", Severity::Critical, "a leak"), finding("slow", Severity::Warning, "a <b>slow</b> rule"),
                               finding("good", Severity::Healthy, "stays")};
    out->diagnosis.unseen = {{"slow", "whether a sniffer runs"}};
    out->problems = {{"error", 7, 1, {}, {}, "not RouterOS's language"}};
    out->diagnosis.verdicts = {verdict("bridge", "ether1", PathKind::Slow), verdict("ether1", "bridge", PathKind::FastTrack)};
    return out;
}

std::shared_ptr<FollowedPacket> followed() {
    PathTrace trace;
    trace.verdict = verdict("bridge", "ether1", PathKind::Slow);
    const ConfigRef accept{"/ip/firewall/filter", 2, "add action=accept chain=forward", 11};
    trace.verdict.reasons = {{"FT-SHADOWED", accept, "takes the packets first", true}};
    trace.later.path.kind = PathKind::Slow;
    trace.later.steps = {{"ingress", "received", "in by bridge", std::nullopt, false},
                         {"fasttrack", "no", "takes the packets first (FT-SHADOWED)", accept, false},
                         {"filter", "accept", "forward", accept, false},
                         {"filter", "drop", "forward, for what meets connection-state", ConfigRef{"/ip/firewall/filter", 3, "add action=drop", 12}, true},
                         {"egress", "sent", "out by ether1", std::nullopt, false}};
    trace.first.path.kind = PathKind::Slow;
    trace.first.steps = {{"ingress", "received", "in by bridge", std::nullopt, false}, {"drop", "rule", "a rule takes it away", std::nullopt, false}};
    trace.first.dropped = true;
    PathQuestion question;
    question.from = "bridge";
    question.to = "ether1";
    return std::make_shared<FollowedPacket>(FollowedPacket{question, trace});
}

QString at(const QAbstractItemModel& model, int row, int role) {
    return model.index(row, 0).data(role).toString();
}

} // namespace

class tst_ExplainModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findingsPraiseBlindSpotsAndBadLinesStandInThatOrder() {
        FindingListModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(explained());
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.worth(), 2);
        QCOMPARE(at(model, 0, FindingListModel::TitleRole), QStringLiteral("title of leak"));
        QVERIFY(at(model, 0, FindingListModel::SectionRole).isEmpty());
        QCOMPARE(at(model, 2, FindingListModel::SectionRole), QStringLiteral("Good as it is"));
        QCOMPARE(at(model, 3, FindingListModel::TitleRole), QStringLiteral("Whether a sniffer runs"));
        QVERIFY(at(model, 4, FindingListModel::TitleRole).contains(QStringLiteral("Line 7")));
        QCOMPARE(model.finding(model.index(1))->id, std::string("slow"));
        QVERIFY(model.finding(model.index(3)) == nullptr);
    }
    void theSameFindingsAgainKeepTheirRows() {
        FindingListModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(explained());
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.set(explained());
        QCOMPARE(reset.size(), 0);
        QCOMPARE(changed.size(), 1);
        auto fewer = explained();
        fewer->diagnosis.findings.pop_back();
        model.set(fewer);
        QCOMPARE(reset.size(), 1);
        model.set(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
    void aThousandBadLinesAreSummedUp() {
        FindingListModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(nullptr, std::vector<core::workspace::ConfigProblem>(1000, {"error", 1, 1, {}, {}, "what"}));
        QCOMPARE(model.rowCount(), 201);
        QVERIFY(at(model, 200, FindingListModel::TitleRole).contains(QStringLiteral("800")));
    }
    void hostileNamesAreTextAndNothingElse() {
        FindingListModel model;
        auto out = explained();
        out->diagnosis.findings[0].why = "rule \"a\nb\x1b[31m\xE2\x80\xAE<img src=x>\"";
        model.set(out);
        const QString detail = at(model, 0, FindingListModel::DetailRole);
        QVERIFY(!detail.contains(u'\n') && !detail.contains(QChar(0x1b)) && !detail.contains(QChar(0x202E)));
        QVERIFY(detail.contains(QStringLiteral("<img src=x>"))); // shown as it is written
        VerdictMatrixModel matrix;
        auto verdicts = explained();
        verdicts->diagnosis.verdicts[0].from = "<b>bold</b>";
        matrix.set(verdicts);
        QVERIFY(matrix.index(0, 1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;b&gt;bold")));
    }
    void theFilterTakesWordsInAnyCaseAndSeverities() {
        FindingListModel model;
        model.set(explained());
        FindingFilterModel filter;
        const QAbstractItemModelTester tester(&filter);
        filter.setSourceModel(&model);
        QCOMPARE(filter.rowCount(), 5);
        filter.setWords(QStringLiteral("SLOW rule"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setWords(QStringLiteral("firewall/filter accept"));
        QCOMPARE(filter.rowCount(), 3); // words of the evidence
        filter.setWords({});
        filter.setShow(FindingFilterModel::Show::Critical);
        QCOMPARE(filter.rowCount(), 1);
        filter.setShow(FindingFilterModel::Show::Warnings);
        QCOMPARE(filter.rowCount(), 2);
        filter.setShow(FindingFilterModel::Show::Good);
        QCOMPARE(filter.rowCount(), 1);
    }
    void theMatrixHasARowAndAColumnForEveryEnd() {
        VerdictMatrixModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(explained());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 2);
        const QModelIndex lan = model.indexOf("bridge", "ether1");
        QCOMPARE(model.verdict(lan)->to, std::string("ether1"));
        QCOMPARE(lan.data(VerdictMatrixModel::PathRole).toInt(), static_cast<int>(PathKind::Slow));
        QVERIFY(!model.index(0, 0).data(VerdictMatrixModel::PathRole).isValid());
        QVERIFY(!(model.index(0, 0).flags() & Qt::ItemIsEnabled));
        QVERIFY(!model.indexOf("bridge", "nowhere").isValid());
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("ether1"));
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        auto better = explained();
        better->diagnosis.verdicts[0].steady.kind = PathKind::FastTrack;
        model.set(better);
        QCOMPARE(reset.size(), 0); // what is chosen stays chosen
        QCOMPARE(lan.data(VerdictMatrixModel::PathRole).toInt(), static_cast<int>(PathKind::FastTrack));
        model.set(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
    void aVerdictOnOneNetworkAsksForThatNetwork() {
        auto out = explained();
        out->diagnosis.verdicts.push_back(verdict("bridge", "ether1 (10.20.0.0/16)", PathKind::FastTrack));
        VerdictMatrixModel model;
        model.set(out);
        const PathQuestion question = ui::questionOf(out->diagnosis.verdicts.back());
        QCOMPARE(question.to, std::string("ether1"));
        QCOMPARE(question.destination, std::string("10.20.0.0/16"));
        QCOMPARE(model.indexOf(question), model.indexOf("bridge", "ether1 (10.20.0.0/16)"));
        QVERIFY(model.indexOf(question) != model.indexOf(ui::questionOf(out->diagnosis.verdicts[0])));
    }
    void whatAFindingHoldsNowIsSaidFirst() {
        auto out = explained();
        out->diagnosis.findings[0].heldBps = 596e6;
        FindingListModel model;
        model.set(out);
        QVERIFY(at(model, 0, FindingListModel::DetailRole).startsWith(QStringLiteral("Holds 596 Mb/s")));
    }
    void theWalkTellsWhatDecidedWhatForksAndWhereItEnds() {
        WalkModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(followed(), false);
        QCOMPARE(model.rowCount(), 5);
        const auto dot = [&](int row) { return static_cast<WalkModel::Dot>(model.index(row).data(WalkModel::DotRole).toInt()); };
        QCOMPARE(dot(0), WalkModel::Dot::Edge);
        QCOMPARE(dot(1), WalkModel::Dot::Missed);
        QCOMPARE(dot(2), WalkModel::Dot::Decides);
        QCOMPARE(dot(3), WalkModel::Dot::Passed); // only a part of the traffic is dropped there
        QVERIFY(model.index(3).data(WalkModel::ForkRole).toBool());
        QCOMPARE(at(model, 2, WalkModel::TitleRole), QStringLiteral("Firewall filter: accept"));
        QVERIFY(at(model, 2, WalkModel::PlaceRole).contains(QStringLiteral("/ip/firewall/filter 2 · line 11")));
        QCOMPARE(model.decidingRow(), 2);
        model.set(followed(), true);
        QCOMPARE(dot(1), WalkModel::Dot::Ends);
        QCOMPARE(model.decidingRow(), 1);
    }
    void whatAPacketOnTheAgentDidOtherwiseStandsBesideIt() {
        auto both = followed();
        WalkDifference difference;
        const auto& steps = both->trace->later.steps;
        difference.stages = {{"ingress", StageMatch::Same, {steps[0]}, {steps[0]}, {}},
                             {"fasttrack", StageMatch::OnlyPredicted, {steps[1]}, {}, {}},
                             {"mangle", StageMatch::OnlyTaken, {}, {{"mangle", "mark-connection", "marks", std::nullopt, false}}, "the packet met mark-connection"},
                             {"filter", StageMatch::Differs, {steps[2], steps[3]}, {steps[2]}, "predicted accept, taken drop"},
                             {"egress", StageMatch::Same, {steps[4]}, {steps[4]}, {}}};
        both->laterDifference = difference;
        both->taken = TakenWalks{};
        WalkModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(both, false);
        QCOMPARE(model.rowCount(), 6);
        QVERIFY(model.index(0).data(WalkModel::SeenRole).toBool());
        QCOMPARE(static_cast<WalkModel::Dot>(model.index(2).data(WalkModel::DotRole).toInt()), WalkModel::Dot::Taken);
        QCOMPARE(at(model, 2, WalkModel::AgentRole), QStringLiteral("The packet met mark-connection"));
        QVERIFY(at(model, 3, WalkModel::AgentRole).isEmpty());
        QCOMPARE(at(model, 4, WalkModel::AgentRole), QStringLiteral("Predicted accept, taken drop"));
        QVERIFY(model.difference() != nullptr);
        model.set(both, true); // no first packet was seen
        QVERIFY(model.difference() == nullptr);
        QCOMPARE(model.rowCount(), 2);
    }
    void stagesThatAFindingSpeaksOfAreMarked() {
        WalkModel model;
        const QAbstractItemModelTester tester(&model);
        model.set(followed(), false);
        model.highlight({{"/ip/firewall/filter", 2, "add action=accept chain=forward", 11}});
        QVERIFY(!model.index(0).data(WalkModel::HighlightRole).toBool());
        QVERIFY(model.index(2).data(WalkModel::HighlightRole).toBool());
    }
    void aPacketThatCannotBeFollowedHasNoRows() {
        WalkModel model;
        const QAbstractItemModelTester tester(&model);
        auto failed = followed();
        failed->trace = core::base::fail(core::base::ErrorCode::NotFound, "no such interface");
        model.set(failed, false);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.walk() == nullptr);
    }
};

QTEST_GUILESS_MAIN(tst_ExplainModels)
#include "tst_explain_models.moc"
