// WireGuard's handshake and transport against a recorded exchange. The octets were made by another implementation (BLAKE2s and HMAC of
// Python's hashlib, X25519 and ChaCha20-Poly1305 of its cryptography package) from the keys below.
#include "agent/dataplane/tunnel/replay_window.h"
#include "agent/dataplane/tunnel/wg_handshake.h"

#include <QByteArray>
#include <QTest>

#include <algorithm>
#include <numeric>

using namespace agent::dataplane;
using namespace agent::dataplane::wireguard;

namespace {

Key32 counting(int from) {
    Key32 key;
    std::iota(key.begin(), key.end(), static_cast<std::uint8_t>(from));
    return key;
}
Identity identity(int from) {
    return {counting(from), publicKeyOf(counting(from))};
}
template <class T> QByteArray hex(const T& octets) {
    return QByteArray(reinterpret_cast<const char*>(octets.data()), static_cast<qsizetype>(octets.size())).toHex();
}

const QByteArray kInitiationHex = "0100000044332211e05b1ae322024838095ffdefd865468ddb77b14b2dd275175ea0ab4294fa6d7a03a9ba4d9365a50c9cb3"
                                  "2c747fe5434b0bc463e19689da2f8ad07d1e8fd8fdb3a907b01b782a169863bc669444bea14bb783bb60bea1dee8bb3a13cb"
                                  "2d6ed9d4a20a3e8726f4afd6afaa5a44862bf97b7d8058d9c9aa4ba636b27b7d00000000000000000000000000000000";
const QByteArray kResponseHex = "02000000887766554433221108264ae690b411d8e3ede40f87192585ea114a082744a776105aac05eab1052e093b607ef543"
                                "61222d7553aac77caa295819cf13507eb5607bd851d382440eb900000000000000000000000000000000";
const QByteArray kFirstKeyHex = "558889a3f419d0fc3135d7aff127e3b0c26add8a195d9db7953edcaec9b22376";
const QByteArray kSecondKeyHex = "c1aff6f637f59e709ca9aa3322009ea216aca1883922cd552de57c85a1259f1a";

const Timestamp kTime{0x40, 0, 0, 0, 0x65, 0x53, 0xf1, 0, 0, 0, 0, 1};

} // namespace

class WireGuardCryptoTest : public QObject {
    Q_OBJECT
    Identity initiator_, responder_;
    RemoteIdentity toResponder_, toInitiator_;
    Handshake handshake_;
    std::optional<InitiationMessage> initiation_;

private Q_SLOTS:
    void initTestCase() {
        initiator_ = identity(0);
        responder_ = identity(100);
        toResponder_ = {responder_.publicKey, counting(200)};
        toInitiator_ = {initiator_.publicKey, counting(200)};
        initiation_ = handshake_.initiate(initiator_, toResponder_, 0x11223344, counting(50), kTime);
    }
    void theInitiationIsTheRecordedOne() {
        QVERIFY(initiation_);
        QCOMPARE(hex(*initiation_), kInitiationHex);
        QVERIFY(mac1IsRight(responder_.publicKey, *initiation_));
        QVERIFY(!mac1IsRight(initiator_.publicKey, *initiation_));
    }
    void theResponderKnowsWhoAsksAndAnswersAsRecorded() {
        const auto from = readInitiation(responder_, *initiation_);
        QVERIFY(from);
        QCOMPARE(hex(from->publicKey), hex(initiator_.publicKey));
        QCOMPARE(from->timestamp, kTime);
        const auto answer = respond(toInitiator_, *from, 0x55667788, counting(150));
        QVERIFY(answer);
        QCOMPARE(hex(answer->message), kResponseHex);
        QCOMPARE(hex(answer->keys.receive), kFirstKeyHex);
        QCOMPARE(hex(answer->keys.send), kSecondKeyHex);
        QCOMPARE(answer->keys.remoteIndex, 0x11223344u);
        const auto keys = handshake_.finish(initiator_, toResponder_, answer->message);
        QVERIFY(keys);
        QCOMPARE(hex(keys->send), kFirstKeyHex);
        QCOMPARE(hex(keys->receive), kSecondKeyHex);
        QCOMPARE(keys->remoteIndex, 0x55667788u);
    }
    void oneChangedBitAnywhereIsNoticed() {
        for (std::size_t at = 8; at < initiation_->size() - 32; ++at) { // behind the sender's index, which is proven by mac1 only
            InitiationMessage broken = *initiation_;
            broken[at] ^= 1;
            QVERIFY(!mac1IsRight(responder_.publicKey, broken));
            const auto from = readInitiation(responder_, broken);
            QVERIFY(!from);
        }
    }
    void anotherPresharedKeyEndsInNoSession() {
        const auto from = readInitiation(responder_, *initiation_);
        const auto answer = respond({initiator_.publicKey, counting(201)}, *from, 1, counting(150));
        QVERIFY(answer);
        QVERIFY(!handshake_.finish(initiator_, toResponder_, answer->message));
    }
    void aKeyOfSmallOrderIsRefused() { QVERIFY(!dh(counting(0), Key32{})); }
    void transportIsTheRecordedOneAndForgeriesFail() {
        Key32 key;
        const QByteArray octets = QByteArray::fromHex(kFirstKeyHex);
        std::copy(octets.begin(), octets.end(), key.begin());
        Cipher cipher(key);
        QByteArray text = "sixteen octets!!";
        const auto span = [&] { return std::span(reinterpret_cast<std::uint8_t*>(text.data()), std::size_t(text.size())); };
        Tag tag;
        cipher.seal(5, span(), tag.data());
        QCOMPARE(text.toHex() + hex(tag), QByteArray("e6b421b261046797c0d4944de1941c05a48a8d0acc3919dcecf6a8cc2972c89c"));
        QByteArray forged = text;
        tag[3] ^= 1;
        QVERIFY(!cipher.open(5, span(), tag.data()));
        tag[3] ^= 1;
        text = forged;
        QVERIFY(!cipher.open(6, span(), tag.data()));
        text = forged;
        QVERIFY(cipher.open(5, span(), tag.data()));
        QCOMPARE(text, QByteArray("sixteen octets!!"));
    }
    void aCounterIsTakenOnceAndNotWhenItIsTooOld() {
        ReplayWindow window;
        QVERIFY(window.accept(0));
        QVERIFY(!window.accept(0));
        QVERIFY(window.accept(2));
        QVERIFY(window.accept(1));
        QVERIFY(!window.accept(1));
        QVERIFY(window.accept(ReplayWindow::kSize + 1));
        QVERIFY(!window.accept(1));
        QVERIFY(!window.accept(2));
        QVERIFY(window.accept(3));
        QVERIFY(window.accept(1'000'000));
        QVERIFY(!window.accept(3));
        QVERIFY(window.accept(1'000'000 - ReplayWindow::kSize + 1));
        QVERIFY(!window.accept(1'000'000 - ReplayWindow::kSize));
        for (std::uint64_t c = 1'000'001; c < 1'020'000; ++c) {
            QVERIFY(window.accept(c));
            QVERIFY(!window.accept(c));
        }
    }
};

QTEST_APPLESS_MAIN(WireGuardCryptoTest)
#include "tst_wireguard_crypto.moc"
