// Reports: what stands in them, hostile names, the same evidence giving the same page, and the files for other programs, read by those programs.
#include "core/experiment/judge.h"
#include "core/report/bundle.h"
#include "core/report/exports.h"
#include "core/report/gzip.h"
#include "core/report/redact.h"
#include "core/report/report.h"
#include "core/report/svg.h"
#include "core/report/words.h"
#include "core/store/experiment_json.h"
#include "tests/core/report/sample_experiment.h"
#include "tests/support/cannot_run.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace core::report;
using core::model::Experiment;
using core::model::Metric;
using core::model::Side;

namespace {

std::string htmlOf(const Experiment& experiment, const ReportOptions& options = {}) {
    return toHtml(describe({experiment, core::experiment::judge(experiment)}, options));
}

bool holds(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
}

void keep(const QString& path, const std::string& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreWritten() {
        QCOMPARE(valueText(Metric::Throughput, 5.6e8), std::string("560 Mb/s"));
        QCOMPARE(valueText(Metric::PingP95, 13.07), std::string("13.1 ms"));
        QCOMPARE(valueText(Metric::PingP95, 0.5), std::string("0.50 ms"));
        QCOMPARE(valueText(Metric::FastShare, 0.992), std::string("99.2 %"));
        QCOMPARE(differenceText(Metric::Throughput, 0.64), std::string("+64 %"));
        QCOMPARE(differenceText(Metric::BusiestCore, -8), std::string("\u22128.0 pt"));
        QCOMPARE(differenceText(Metric::FastShare, 0.99), std::string("+99 pt"));
        QCOMPARE(differenceText(Metric::Throughput, 0), std::string("0 %"));
        QCOMPARE(intervalText(Metric::Throughput, 0.61, 0.66), std::string("+61 \u2026 +66 %"));
        QCOMPARE(dateText(1'796'000'000'000), std::string("30 Nov 2026"));
        QCOMPARE(svgNumber(-0.001), std::string("0"));
        QCOMPARE(svgNumber(120), std::string("120"));
        QCOMPARE(niceTop(561), 600.0);
        QCOMPARE(niceTop(0), 1.0);
        QCOMPARE(niceTop(48), 60.0);
        QCOMPARE(niceTop(1121), 1200.0);
        QCOMPARE(niceTop(801), 1000.0);
    }

    void aReportSaysWhatWasFoundAndHow() {
        const std::string html = htmlOf(sampleExperiment());
        for (const char* word : {"Better", "Throughput rose by <b>63 %</b>", "3 interleaved pairs of 20 s", "smallest effect this could have seen", "905 Mb/s (860 Mb/s \u2026 940 Mb/s)",
                                 "action=fasttrack-connection", "/ip firewall filter remove *9", "before aaaabbbbcccc, after ddddeeeeffff", "at most 38 % busy", "20 TCP flows"}) {
            QVERIFY2(holds(html, word), word);
        }
        QCOMPARE(QString::fromStdString(html).count(QStringLiteral("<svg")), 3);
        for (const char* outside : {"http://www.w3.org/2000/svg\" src", "<script", "<link", "@import", "url("}) {
            QVERIFY2(!holds(html, outside), outside);
        }
    }

    void theSameEvidenceGivesTheSamePage() { QCOMPARE(htmlOf(sampleExperiment()), htmlOf(sampleExperiment())); }

    void everyPictureIsWellFormed() {
        const Document document = describe({sampleExperiment(), {}});
        int pictures = 0;
        for (const auto& block : document.blocks) {
            if (const auto* all = std::get_if<Pictures>(&block)) {
                for (const Picture& each : all->pictures) {
                    QXmlStreamReader reader(QByteArray::fromStdString(each.svg));
                    while (!reader.atEnd()) {
                        reader.readNext();
                    }
                    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
                    ++pictures;
                }
            }
        }
        QCOMPARE(pictures, 3);
    }

    void hostileNamesAreText() {
        Experiment hostile = sampleExperiment();
        const std::string evil = "</title></pre><script>alert(1)</script><img src=x onerror=\"a()\"> & '\u202e\x07";
        hostile.title = hostile.router = hostile.question = hostile.method = hostile.note = hostile.board = hostile.version = evil;
        hostile.change = hostile.inverse = {evil};
        hostile.runs[0].configHash = evil;
        for (const std::string& html : {htmlOf(hostile, {evil, "image/png\"><script>", "x", ""}), toHtml(describeSeveral({{hostile, core::experiment::judge(hostile)}}))}) {
            QVERIFY(!holds(html, "<script"));
            QVERIFY(!holds(html, "<img src=x"));
            QVERIFY(!holds(html, "\u202e"));
            QVERIFY(!holds(html, "\x07"));
            QVERIFY(holds(html, "&lt;script&gt;"));
        }
        QCOMPARE(QString::fromStdString(toCsv(hostile)).count(u'\n'), 151);
    }

    void withoutPingsOrRunsThereIsStillAPage() {
        Experiment bare = sampleExperiment();
        for (auto& run : bare.runs) {
            for (auto& sample : run.samples) {
                sample.rtts.clear();
                sample.cpuPercent.clear();
            }
        }
        QCOMPARE(QString::fromStdString(htmlOf(bare)).count(QStringLiteral("<svg")), 1);
        bare.runs.clear();
        const std::string html = htmlOf(bare);
        QVERIFY(holds(html, "Not enough data"));
    }

    void titleAndLogoAreTheUsers() {
        const std::string html = htmlOf(sampleExperiment(), {"Branch office", "image/png", "\x89PNG", "addresses replaced"});
        QVERIFY(holds(html, "<h1>Branch office</h1>"));
        QVERIFY(holds(html, "data:image/png;base64,iVBORw=="));
        QVERIFY(holds(html, "addresses replaced"));
    }

    void severalAreShownBesideEachOther() {
        Experiment other = sampleExperiment();
        other.title = "Queues";
        const std::string html = toHtml(describeSeveral({{sampleExperiment(), core::experiment::judge(sampleExperiment())}, {other, core::experiment::judge(other)}}));
        QVERIFY(holds(html, "2 experiments"));
        QVERIFY(holds(html, "after: Queues"));
        QCOMPARE(QString::fromStdString(html).count(QStringLiteral("<svg")), 2);
    }

    void oneSideAloneIsShownAsItIs() {
        Experiment half = sampleExperiment();
        std::erase_if(half.runs, [](const auto& run) { return run.side == core::model::Side::After; });
        const std::string alone = htmlOf(half);
        const auto value = core::experiment::sideValue(half, core::model::Side::Before, Metric::Throughput);
        QVERIFY(value.has_value());
        QVERIFY(holds(alone, valueText(Metric::Throughput, *value)));
        QVERIFY(!holds(alone, ">after<"));
        const std::string both = toHtml(describeSeveral({{half, core::experiment::judge(half)}, {sampleExperiment(), core::experiment::judge(sampleExperiment())}}));
        QCOMPARE(QString::fromStdString(both).count(QStringLiteral("<td>before</td>")), 2);
        QCOMPARE(QString::fromStdString(both).count(QStringLiteral("<td>after</td>")), 1);
    }

    void aBundleGivesTheSameReportToTheOctet() {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.filePath(QStringLiteral("x.pathscope")).toStdString());
        QVERIFY(writeBundle(file, {sampleExperiment(), {{5, "a note"}}}));
        const auto again = readBundle(file);
        QVERIFY(again.has_value());
        QCOMPARE(again->experiment == sampleExperiment(), true);
        QCOMPARE(again->notes.front().text, std::string("a note"));
        QCOMPARE(htmlOf(again->experiment), htmlOf(sampleExperiment()));
        QVERIFY(writeBundle(file, {sampleExperiment(), {}})); // replaces it
        QVERIFY(readBundle(file)->notes.empty());
        QVERIFY(!readBundle(folder.filePath(QStringLiteral("none")).toStdString()));
        QVERIFY(core::store::Store::create(file).has_value());
        QVERIFY(holds(readBundle(file).error().text, "0 experiments"));
    }

    void jsonCarriesVerdictAndSamples() {
        const std::string json = toJson({sampleExperiment(), core::experiment::judge(sampleExperiment())});
        QVERIFY(holds(json, "\"verdict\": \"better\""));
        QCOMPARE(core::store::readExperiment(json).value() == sampleExperiment(), true);
    }

    void csvHasALineASecond() {
        const QString csv = QString::fromStdString(toCsv(sampleExperiment()));
        const QStringList lines = csv.split(QStringLiteral("\r\n"));
        QCOMPARE(lines.size(), 1 + 6 * 25 + 1);
        QVERIFY(lines[0].startsWith(QStringLiteral("run,side,t_s,judged,throughput_bps,switch_bps")));
        QCOMPARE(lines[6].split(u',').size(), lines[0].split(u',').size());
        QVERIFY(lines[1].startsWith(QStringLiteral("1,before,1.000,0,567000000")));
    }

    void whatIsPackedIsUnpacked() {
        const std::string text(100'000, 'x');
        QCOMPARE(gunzip(gzip(text)).value(), text);
        QCOMPARE(gzip(text), gzip(text));
        QVERIFY(!gunzip("\x1f\x8b nonsense"));
        QVERIFY(!gunzip(gzip(text).substr(0, 30)));
    }

    void ourFlentFilesComeBack() {
        const auto run = readRun(toFlent(sampleExperiment(), Side::After));
        QVERIFY(run.has_value());
        QCOMPARE(run->samples.size(), std::size_t(75));
        QVERIFY(std::abs(run->samples[10].throughputBps / 918e6 - 1) < 0.02);
        QCOMPARE(run->samples[10].rtts.size(), std::size_t(1));
    }

    // Debian's own flent judges: it loads the file and prints a summary of what is in it.
    void flentReadsOurFiles() {
        const QString flent = QStandardPaths::findExecutable(QStringLiteral("flent"));
        if (flent.isEmpty()) {
            CANNOT_RUN(QStringLiteral("flent is not installed"));
        }
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("x.flent.gz"));
        keep(file, toFlent(sampleExperiment(), Side::After));
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(flent, {QStringLiteral("-i"), file, QStringLiteral("-f"), QStringLiteral("summary")});
        QVERIFY(process.waitForFinished(60000));
        const QString said = QString::fromUtf8(process.readAll());
        QVERIFY2(process.exitCode() == 0 && said.contains(QStringLiteral("TCP download")) && said.contains(QStringLiteral("Ping (ms) ICMP")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("92")) && said.contains(QStringLiteral("Mbits/s")), qPrintable(said));
    }

    void othersRunsAreRead_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("bps");
        QTest::newRow("flent 3") << QByteArray(R"({"version":3,"x_values":[0,0.2,0.4,1.0,1.2],"results":{"TCP download sum":[10,20,null,40,40],"Ping (ms) ICMP":[1,2,null,3,4]}})") << 2 << 15e6;
        QTest::newRow("iperf3") << QByteArray(R"({"start":{"timestamp":{"timesecs":5}},"intervals":[{"streams":[{"rtt":1500}],"sum":{"end":1.0,"bits_per_second":9e8}},)"
                                              R"({"sum":{"end":2.0,"bits_per_second":8e8}}],"end":{"cpu_utilization_percent":{"host_total":38.5,"remote_total":97}}})")
                                << 2 << 9e8;
    }
    void othersRunsAreRead() {
        QFETCH(QByteArray, text);
        QFETCH(int, samples);
        QFETCH(double, bps);
        for (const std::string& bytes : {text.toStdString(), gzip(text.toStdString())}) {
            const auto run = readRun(bytes);
            QVERIFY2(run.has_value(), run ? "" : run.error().describe().c_str());
            QCOMPARE(run->samples.size(), static_cast<std::size_t>(samples));
            QCOMPARE(run->samples[0].throughputBps, bps);
            QVERIFY(!run->samples[0].rtts.empty());
        }
        if (QByteArray(QTest::currentDataTag()) == "iperf3") {
            QCOMPARE(readRun(text.toStdString())->generatorPercent.value(), 97.0);
            QCOMPARE(readRun(text.toStdString())->startedMs, std::int64_t(5000));
        }
    }

    void whatIsNoRunIsRefused() {
        for (const char* text : {"", "{", "[]", "7", "{\"x_values\":[1]}", "{\"version\":9,\"x_values\":[],\"results\":{}}", "{\"version\":4,\"x_values\":[],\"results\":{}}",
                                 "{\"version\":4,\"x_values\":[1e300],\"results\":{\"TCP totals\":[1]}}", "{\"intervals\":[{}]}", "{\"intervals\":[],\"error\":\"refused\"}", "{\"a\":1}"}) {
            QVERIFY2(!readRun(text), text);
        }
    }

    void secretsNeverStay() {
        Experiment e = sampleExperiment();
        e.change = {"/ppp secret add name=anna password=\"hunter two\" service=pppoe", "/interface wireguard set wg private-key=AAAA= preshared-key=BBB", "/x wpa2-psk=CCC key=DDD"};
        const Experiment shown = redacted(e, {});
        QCOMPARE(shown.change[0], std::string("/ppp secret add name=anna password=*** service=pppoe"));
        for (const std::string& line : shown.change) {
            for (const char* secret : {"hunter", "two", "AAAA", "BBB", "CCC", "DDD"}) {
                QVERIFY2(!holds(line, secret), line.c_str());
            }
        }
        QCOMPARE(shown.title, e.title);
    }

    void standInsAreTheSameEverywhere() {
        Experiment e = sampleExperiment();
        e.title = "FastTrack on branch-hap at 203.0.113.7";
        e.change = {"/ip address add address=192.168.88.1/24 comment=\"Anna's office\"", "/ip route add gateway=203.0.113.7", "/ipv6 address add address=2001:db8::1/64",
                    "/interface set ether1 mac-address=AA:BB:CC:00:11:22", "/system identity set name=branch-hap"};
        e.note = "branch-hap, not branch-haps, is Anna's office";
        const Experiment shown = redacted(e, {true, true});
        QCOMPARE(shown.router, std::string("name-1"));
        QCOMPARE(shown.change[0], std::string("/ip address add address=ip-1/24 comment=name-2"));
        QCOMPARE(shown.change[1], std::string("/ip route add gateway=ip-2"));
        QCOMPARE(shown.change[2], std::string("/ipv6 address add address=ip-3/64"));
        QCOMPARE(shown.change[3], std::string("/interface set ether1 mac-address=mac-1"));
        QCOMPARE(shown.change[4], std::string("/system identity set name=name-1"));
        QCOMPARE(shown.title, std::string("FastTrack on name-1 at ip-2"));
        QCOMPARE(shown.note, std::string("name-1, not branch-haps, is name-2"));
        QCOMPARE(redacted(e, {true, false}).router, std::string("branch-hap"));
        QCOMPARE(redactionText({true, true}), std::string("addresses and names replaced"));
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
