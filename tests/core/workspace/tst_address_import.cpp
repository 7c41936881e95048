#include "core/workspace/address_import.h"
#include "core/workspace/winbox_addresses.h"

#include <QCryptographicHash>
#include <QRandomGenerator>
#include <QTest>
#include <array>
#include <numeric>

using core::base::ErrorCode;
using core::workspace::importAddresses;
using core::workspace::readWinboxFile;
using core::workspace::usualPort;
using core::workspace::Via;
using core::workspace::WinboxAddress;

namespace {

std::string little(unsigned value, int octets) {
    std::string out;
    for (int i = 0; i < octets; ++i, value >>= 8) {
        out += static_cast<char>(value & 255);
    }
    return out;
}
std::string text(unsigned tag, const std::string& value) {
    return value.size() < 256 ? little(tag, 2) + std::string("\0\x21", 2) + little(static_cast<unsigned>(value.size()), 1) + value
                              : little(tag, 2) + std::string("\0\x20", 2) + little(static_cast<unsigned>(value.size()), 2) + value;
}
std::string record(const WinboxAddress& a) {
    const std::string body = "M2" + little(7, 2) + little(0x0100, 2) + little(1, 2) + std::string("\xfe\x09", 2) +
                             little(static_cast<unsigned>(a.kind), 1) + text(1, a.target) + text(2, a.user) + text(3, a.password) +
                             text(6, "<own>") + text(4, a.comment) + text(8, a.group) + little(77, 2) + std::string("\0\x88", 2) +
                             little(2, 2) + little(1, 4) + little(2, 4);
    return little(static_cast<unsigned>(body.size()), 4) + body;
}
const WinboxAddress kOffice{5, "192.168.88.1:8291", "admin", "pass word", "Office", "customers"};
const WinboxAddress kMac{2, "4C:5E:0C:12:34:56", "admin", "", "by MAC", ""};

std::string plainFile() {
    return std::string("\x0d\xf0\x1d\xc0", 4) + record(kOffice) + record(kMac) +
           record({6, "router.lan", "ops", "", std::string(300, 'c'), ""});
}

// RC4 with the first 768 octets dropped, written down once more.
std::string encryptedFile(const std::string& password) {
    const std::string salt(32, 's');
    const QByteArray key = QCryptographicHash::hash(QByteArray::fromStdString(salt + password), QCryptographicHash::Sha1);
    std::array<int, 256> s{};
    std::iota(s.begin(), s.end(), 0);
    for (int i = 0, j = 0; i < 256; ++i) {
        j = (j + s[static_cast<std::size_t>(i)] + static_cast<unsigned char>(key[i % 20])) % 256;
        std::swap(s[static_cast<std::size_t>(i)], s[static_cast<std::size_t>(j)]);
    }
    std::string out = std::string("\x0d\xf0\x11\x40", 4) + salt;
    const std::string plain = plainFile();
    int a = 0, b = 0;
    for (std::size_t n = 0; n < 768 + plain.size(); ++n) {
        a = (a + 1) % 256;
        b = (b + s[static_cast<std::size_t>(a)]) % 256;
        std::swap(s[static_cast<std::size_t>(a)], s[static_cast<std::size_t>(b)]);
        const int k = s[static_cast<std::size_t>((s[static_cast<std::size_t>(a)] + s[static_cast<std::size_t>(b)]) % 256)];
        if (n >= 768) {
            out += static_cast<char>(static_cast<unsigned char>(plain[n - 768]) ^ k);
        }
    }
    return out;
}

} // namespace

class TestAddressImport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPlainWinboxFileIsRead() {
        const auto read = readWinboxFile(plainFile());
        QVERIFY2(read.has_value(), read ? "" : read.error().text.c_str());
        QCOMPARE(read->size(), 3u);
        QCOMPARE((*read)[0], kOffice);
        QCOMPARE((*read)[2].comment.size(), 300u);
    }
    void anEncryptedOneWantsItsPassword() {
        const std::string file = encryptedFile("master");
        QVERIFY(core::workspace::wantsPassword(QByteArray::fromStdString(file)));
        const auto read = readWinboxFile(file, "master");
        QVERIFY(read.has_value());
        QCOMPARE((*read)[0], kOffice);
        QCOMPARE(readWinboxFile(file, "Master").error().code, ErrorCode::InvalidInput);
        QVERIFY(readWinboxFile(file, "").error().text.find("master password") != std::string::npos);
    }
    void everyCutIsAnErrorOrHasFewerRecords() {
        const std::string whole = plainFile();
        for (std::size_t n = 0; n < whole.size(); ++n) {
            const auto read = readWinboxFile(std::string_view(whole).substr(0, n));
            QVERIFY(!read || read->size() < 3);
        }
    }
    void randomDamageIsSurvived() {
        QRandomGenerator random(8291);
        for (int i = 0; i < 20'000; ++i) {
            std::string bytes = plainFile();
            for (int hit = 0; hit < 3; ++hit) {
                bytes[4 + random.bounded(static_cast<quint32>(bytes.size() - 4))] = static_cast<char>(random.bounded(256u));
            }
            const auto read = readWinboxFile(bytes);
            QVERIFY(!read || read->size() < 1000);
        }
    }
    void routersOfAWinboxFileGetTheApisPortAndMacAddressesAreLeftOutWithANote() {
        const auto import = importAddresses(QByteArray::fromStdString(plainFile()));
        QVERIFY(import.has_value());
        QCOMPARE(import->routers.size(), 2u);
        QCOMPARE(import->routers[0].endpoint.host, QStringLiteral("192.168.88.1"));
        QCOMPARE(import->routers[0].endpoint.port, usualPort(Via::ApiSsl));
        QCOMPARE(import->routers[0].endpoint.label, QStringLiteral("Office"));
        QCOMPARE(import->routers[0].password, QStringLiteral("pass word"));
        QCOMPARE(import->notes.size(), 1);
        QVERIFY(import->notes[0].contains(QStringLiteral("4C:5E:0C:12:34:56")));
    }
    void csvIsReadByItsColumnNames() {
        const auto import = importAddresses(
            "\xef\xbb\xbfName;Address;Port;User;Via;Password;ignored\r\n\"Office; main\";10.0.0.1;;admin;;\"a\"\"b\";x\r\n"
            "Shed;10.0.0.2;22;ops;ssh;;\r\n;10.0.0.3:8291;;;;;\r\n;4C:5E:0C:12:34:56;;;;;\r\n;10.0.0.4;99999;;api;;\r\n\r\n");
        QVERIFY(import.has_value());
        QCOMPARE(import->routers.size(), 4u);
        QCOMPARE(import->routers[0].endpoint.label, QStringLiteral("Office; main"));
        QCOMPARE(import->routers[0].password, QStringLiteral("a\"b"));
        QCOMPARE(import->routers[0].endpoint.via, Via::ApiSsl);
        QCOMPARE(import->routers[1].endpoint.via, Via::Ssh);
        QCOMPARE(import->routers[1].endpoint.port, 22);
        QCOMPARE(import->routers[2].endpoint.port, 8729);
        QCOMPARE(import->routers[3].endpoint.via, Via::Api);
        QCOMPARE(import->routers[3].endpoint.port, 8728);
        QCOMPARE(import->notes.size(), 2);
    }
    void listsWithBarsAreRead() {
        const auto import = importAddresses("10.0.0.1|admin|secret\n[fe80::1]:8729|ops|\n# comment|x|y\n");
        QVERIFY(import.has_value());
        QCOMPARE(import->routers.size(), 2u);
        QCOMPARE(import->routers[0].password, QStringLiteral("secret"));
        QCOMPARE(import->routers[1].endpoint.host, QStringLiteral("fe80::1"));
    }
    void somethingElseIsRefused() {
        QVERIFY(importAddresses("name,color\nx,y\n").error().text.find("address") != std::string::npos);
        QVERIFY(!importAddresses(QByteArray("\0\0\0", 3)));
        QVERIFY(!importAddresses(QByteArray()));
    }
};

QTEST_APPLESS_MAIN(TestAddressImport)
#include "tst_address_import.moc"
