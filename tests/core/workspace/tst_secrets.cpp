#include "core/workspace/sealed_text.h"
#include "core/workspace/secrets.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using core::base::ErrorCode;
using core::base::Result;
using core::workspace::Endpoint;
using core::workspace::Secrets;
using core::workspace::Via;

namespace {

QCoro::Task<void> lookInto(Secrets& secrets, Secrets::Store& into) {
    into = co_await secrets.look();
}
QCoro::Task<void> readInto(Secrets& secrets, Endpoint endpoint, std::optional<Result<std::optional<QString>>>& into) {
    auto answer = co_await secrets.read(endpoint);
    into = std::move(answer);
}
QCoro::Task<void> keepInto(Secrets& secrets, Endpoint endpoint, QString password, std::optional<Result<void>>& into) {
    auto answer = co_await secrets.keep(endpoint, password);
    into = std::move(answer);
}
QCoro::Task<void> forgetInto(Secrets& secrets, Endpoint endpoint, std::optional<Result<void>>& into) {
    auto answer = co_await secrets.forget(endpoint);
    into = std::move(answer);
}

Endpoint router(Via via = Via::ApiSsl) {
    Endpoint endpoint;
    endpoint.host = QStringLiteral("10.0.0.1");
    endpoint.user = QStringLiteral("admin");
    endpoint.via = via;
    return endpoint;
}

} // namespace

class TestSecrets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QFile::remove(file()); }

    void sealedTextOpensOnlyWithItsPassphraseAndUnchanged() {
        const auto sealed = core::workspace::seal("secret words", QStringLiteral("correct horse"));
        QVERIFY(sealed.has_value());
        QVERIFY(!sealed->contains("secret"));
        QCOMPARE(*core::workspace::unseal(*sealed, QStringLiteral("correct horse")), QByteArray("secret words"));
        QCOMPARE(core::workspace::unseal(*sealed, QStringLiteral("Correct horse")).error().code, ErrorCode::InvalidInput);
        for (const qsizetype at : {qsizetype{9}, qsizetype{30}, qsizetype{40}, sealed->size() - 1}) {
            QByteArray changed = *sealed;
            changed[at] = static_cast<char>(changed[at] ^ 1);
            QVERIFY(!core::workspace::unseal(changed, QStringLiteral("correct horse")));
        }
        for (qsizetype n = 0; n < 52; n += 5) {
            QVERIFY(!core::workspace::unseal(sealed->left(n), QStringLiteral("correct horse")));
        }
        QVERIFY(*core::workspace::seal("x", QStringLiteral("p")) != *core::workspace::seal("x", QStringLiteral("p")));
    }

    void withoutAKeychainAFileKeepsThemAndNeverInPlainText() {
        {
            Secrets secrets(file(), false);
            Secrets::Store store{};
            lookInto(secrets, store);
            QCOMPARE(store, Secrets::Store::NewFile);
            QCOMPARE(secrets.unlock(QStringLiteral("short")).error().code, ErrorCode::InvalidInput);
            QVERIFY(secrets.unlock(QStringLiteral("long enough")).has_value());
            std::optional<Result<void>> kept;
            keepInto(secrets, router(), QStringLiteral("pässword"), kept);
            QTRY_VERIFY(kept.has_value());
            QVERIFY(kept->has_value());
        }
        QFile raw(file());
        QVERIFY(raw.open(QIODevice::ReadOnly));
        QCOMPARE(raw.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther), QFileDevice::Permissions());
        const QByteArray octets = raw.readAll();
        QVERIFY(!octets.contains("ssword"));
        QVERIFY(!octets.contains("10.0.0.1"));

        Secrets later(file(), false);
        Secrets::Store store{};
        lookInto(later, store);
        QCOMPARE(store, Secrets::Store::Locked);
        std::optional<Result<std::optional<QString>>> locked, found, other;
        readInto(later, router(), locked);
        QCOMPARE(locked->error().code, ErrorCode::PermissionDenied);
        QVERIFY(!later.unlock(QStringLiteral("wrong one")));
        QVERIFY(later.unlock(QStringLiteral("long enough")).has_value());
        readInto(later, router(), found);
        QCOMPARE((**found).value_or(QString()), QStringLiteral("pässword"));
        readInto(later, router(Via::Ssh), other); // another door
        QVERIFY(!(**other).has_value());
        std::optional<Result<void>> gone;
        forgetInto(later, router(), gone);
        readInto(later, router(), found);
        QVERIFY(!(**found).has_value());
    }

    void theNameInTheKeychainTellsUserHostPortAndWay() {
        QCOMPARE(Secrets::keyOf(router(Via::Ssh)), QStringLiteral("admin@10.0.0.1:8729/ssh"));
    }

    void whereNoKeychainAnswersTheFileIsTaken() {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        Secrets secrets(file(), true);
        Secrets::Store store{};
        lookInto(secrets, store);
        QTRY_COMPARE_WITH_TIMEOUT(store, Secrets::Store::NewFile, 30000);
    }

private:
    [[nodiscard]] QString file() const { return dir_.filePath(QStringLiteral("passwords.sealed")); }
    QTemporaryDir dir_;
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
