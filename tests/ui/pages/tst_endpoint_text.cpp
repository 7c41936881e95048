#include "ui/pages/endpoint_text.h"

#include <QTest>

class tst_EndpointText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void hostsAreCheckedBeforeTheResolverIsAsked_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("plausible");
        for (const char* good : {"192.168.88.1", "router.lan", "r1", "fe80::1%eth0", "2001:db8::1", "::1", "my_router", "example.com."}) {
            QTest::newRow(good) << QString::fromLatin1(good) << true;
        }
        for (const char* bad :
             {"192.168.88", "192.168.88.256", "1.2.3.4.5", "a b", "-x", "x-", "http://router", "a..b", "", ":", "fe80:zz::1", "1.2..3"}) {
            QTest::addRow("not '%s'", bad) << QString::fromLatin1(bad) << false;
        }
    }
    void hostsAreCheckedBeforeTheResolverIsAsked() {
        QFETCH(QString, host);
        QTEST(ui::isPlausibleHost(host), "plausible");
    }
    void loopbackIsOnlyThisMachine() {
        QVERIFY(ui::isLoopbackHost(QStringLiteral("127.0.0.1")));
        QVERIFY(ui::isLoopbackHost(QStringLiteral("127.9.9.9")));
        QVERIFY(ui::isLoopbackHost(QStringLiteral("::1")));
        QVERIFY(ui::isLoopbackHost(QStringLiteral("localhost")));
        QVERIFY(!ui::isLoopbackHost(QStringLiteral("127.evil.example")));
        QVERIFY(!ui::isLoopbackHost(QStringLiteral("192.168.88.1")));
    }
    void onlyAnUnusualPortIsWritten() {
        const QString host = QStringLiteral("192.168.88.1");
        const QString user = QStringLiteral("admin");
        using core::workspace::Via;
        QCOMPARE(ui::endpointText({host, 8728, user, Via::Api}), QStringLiteral("admin@192.168.88.1"));
        QCOMPARE(ui::endpointText({host, 8729, user, Via::ApiSsl}), QStringLiteral("admin@192.168.88.1"));
        QCOMPARE(ui::endpointText({host, 22, user, Via::Ssh}), QStringLiteral("admin@192.168.88.1"));
        QCOMPARE(ui::endpointText({host, 8729, user, Via::Api}), QStringLiteral("admin@192.168.88.1:8729"));
        QCOMPARE(ui::endpointText({QStringLiteral("::1"), 9000, user, Via::Api}), QStringLiteral("admin@[::1]:9000"));
    }
};

QTEST_APPLESS_MAIN(tst_EndpointText)
#include "tst_endpoint_text.moc"
