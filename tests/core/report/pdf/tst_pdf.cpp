// The report on paper: pages that hold all of it, whatever its length.
#include "core/experiment/judge.h"
#include "core/report/pdf/pdf.h"
#include "core/report/report.h"
#include "tests/core/report/sample_experiment.h"
#include "tests/support/cannot_run.h"

#include <QGuiApplication>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

QString textOf(const QByteArray& pdf) {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("r.pdf")));
    if (!file.open(QIODevice::WriteOnly) || file.write(pdf) != pdf.size()) {
        return {};
    }
    file.close();
    QProcess process;
    process.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), file.fileName(), QStringLiteral("-")});
    return process.waitForFinished(30000) ? QString::fromUtf8(process.readAllStandardOutput()) : QString();
}

core::report::Document documentOf(const core::model::Experiment& experiment) {
    return core::report::describe({experiment, core::experiment::judge(experiment)});
}

} // namespace

class TestPdf : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty()) {
            CANNOT_RUN(QStringLiteral("pdftotext (poppler-utils) is not installed"));
        }
    }

    void whatThePageSaysIsOnPaper() {
        const QString text = textOf(core::report::toPdf(documentOf(sampleExperiment())));
        for (const char* word : {"FastTrack on branch-hap", "Better", "63 %", "564 Mb/s", "Throughput by path", "fasttrack-connection", "How it was measured", "Made with Pathscope"}) {
            QVERIFY2(text.contains(QString::fromUtf8(word)), word);
        }
    }

    void aLongChangeGoesOnOnTheNextPages() {
        auto experiment = sampleExperiment();
        for (int i = 0; i < 200; ++i) {
            experiment.change.push_back("/ip firewall address-list add list=l address=198.51.100." + std::to_string(i));
        }
        experiment.title = std::string(600, 'M');
        const QByteArray pdf = core::report::toPdf(documentOf(experiment));
        const QString text = textOf(pdf);
        QVERIFY(text.count(u'\f') >= 4);
        for (int i = 0; i < 200; ++i) {
            QVERIFY(text.contains(QStringLiteral("198.51.100.%1\n").arg(i)));
        }
    }

    void severalAndAnUnreadableLogoAreDrawnToo() {
        const auto experiment = sampleExperiment();
        const auto evidence = core::report::Evidence{experiment, core::experiment::judge(experiment)};
        const QByteArray pdf = core::report::toPdf(core::report::describeSeveral({evidence, evidence}, {"", "image/svg+xml", "no svg", ""}));
        QVERIFY(textOf(pdf).contains(QStringLiteral("2 experiments")));
    }
};

// QTEST_MAIN would be without fonts: these tests are compiled without what it looks at.
int main(int argc, char** argv) {
    QGuiApplication application(argc, argv);
    TestPdf test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_pdf.moc"
