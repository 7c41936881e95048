// What FTP lines and SIP messages say, and how they are written anew.
#include "agent/dataplane/nat/ftp_announcement.h"
#include "agent/dataplane/nat/sequence_adjuster.h"
#include "agent/dataplane/nat/sip_message.h"
#include "tests/agent/dataplane/conntrack/test_packets.h"

#include <QTest>

#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;

class HelperTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ftpAnnouncements_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<bool>("client");
        QTest::addColumn<quint32>("address");
        QTest::addColumn<int>("port");
        const auto row = [](const char* line, bool client, std::uint32_t address, int port) {
            QTest::addRow("%s", line) << QByteArray(line) + "\r\n" << client << quint32(address) << port;
        };
        row("PORT 10,0,0,2,4,1", true, ip(10, 0, 0, 2), 1025);
        row("port 10,0,0,2,4,1", true, ip(10, 0, 0, 2), 1025);
        row("EPRT |1|10.0.0.2|1025|", true, ip(10, 0, 0, 2), 1025);
        row("227 Entering Passive Mode (203,0,113,5,156,64).", false, ip(203, 0, 113, 5), 40000);
        row("227 Entering Passive Mode 203,0,113,5,156,64", false, ip(203, 0, 113, 5), 40000);
        row("229 Entering Extended Passive Mode (|||40000|)", false, 0, 40000);
        row("PORT 10,0,0,256,4,1", true, 0, 0);
        row("PORT 10,0,0,2,4", true, 0, 0);
        row("PORT 10,0,0,2,0,0", true, 0, 0);
        row("EPRT |2|::1|1025|", true, 0, 0);
        row("229 no brackets", false, 0, 0);
        row("PORT 10,0,0,2,4,1", false, 0, 0); // a server does not say that
        row("227 (1,2,3,4,5,6)", true, 0, 0);
        row("USER anonymous", true, 0, 0);
    }
    void ftpAnnouncements() {
        QFETCH(QByteArray, line);
        QFETCH(bool, client);
        QFETCH(quint32, address);
        QFETCH(int, port);
        const auto found = ftpAnnouncement({line.data(), static_cast<std::size_t>(line.size())}, client);
        QCOMPARE(found.has_value(), port != 0);
        if (found) {
            QCOMPARE(found->address, address);
            QCOMPARE(int{found->port}, port);
            const std::string again = std::string(line.data(), found->at) + ftpText(found->form, address, found->port) +
                                      std::string(line.data() + found->at + found->length);
            QCOMPARE(QByteArray::fromStdString(again), line);
        }
    }
    void aLineWithoutItsEndIsNotReadYet() {
        QVERIFY(!ftpAnnouncement("PORT 10,0,0,2,4,1", true));
        const std::string whole = "227 Entering Passive Mode (203,0,113,5,156,64).\r\n";
        for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
            QVERIFY(!ftpAnnouncement(std::string(whole, 0, length), false));
        }
        std::mt19937 random(3);
        for (int i = 0; i < 20000; ++i) {
            std::string broken = whole;
            broken[random() % broken.size()] = static_cast<char>(random());
            broken.resize(random() % (broken.size() + 1));
            const auto found = ftpAnnouncement(broken, false);
            QVERIFY(!found || found->at + found->length <= broken.size());
        }
    }

    void sipAddressesAreReplacedWithTheirPort() {
        const std::string message = "INVITE sip:bob@203.0.113.5 SIP/2.0\r\n"
                                    "Via: SIP/2.0/UDP 10.0.0.2:5060;branch=z9\r\n"
                                    "Contact: <sip:alice@10.0.0.2>\r\n"
                                    "X-Other: 10.0.0.25 110.0.0.2 10.0.0.2:7000\r\n"
                                    "Content-Length: 21\r\n\r\n"
                                    "c=IN IP4 10.0.0.2\r\n\r\n";
        const std::string out = replaceEndpoint(message, {ip(10, 0, 0, 2), 5060}, {ip(192, 0, 2, 101), 1024});
        QCOMPARE(QByteArray::fromStdString(out), QByteArray("INVITE sip:bob@203.0.113.5 SIP/2.0\r\n"
                                                            "Via: SIP/2.0/UDP 192.0.2.101:1024;branch=z9\r\n"
                                                            "Contact: <sip:alice@192.0.2.101>\r\n"
                                                            "X-Other: 10.0.0.25 110.0.0.2 192.0.2.101:7000\r\n"
                                                            "Content-Length: 24\r\n\r\n"
                                                            "c=IN IP4 192.0.2.101\r\n\r\n"));
    }
    void mediaGoesWhereTheNearestAddressSays() {
        const auto media = mediaOf("SIP/2.0 200 OK\r\n\r\nv=0\r\nc=IN IP4 10.0.0.2\r\nm=audio 40000 RTP/AVP 0\r\n"
                                   "m=video 40002 RTP/AVP 31\r\nc=IN IP4 10.0.0.3/127\r\nm=text 0 RTP/AVP 1\r\n");
        QCOMPARE(media.size(), std::size_t(2));
        QCOMPARE(media[0].address, ip(10, 0, 0, 2));
        QCOMPARE(media[0].port, std::uint16_t(40000));
        QCOMPARE(media[1].address, ip(10, 0, 0, 3));
        QCOMPARE(media[1].port, std::uint16_t(40002));
        QVERIFY(mediaOf("no body").empty());
        QVERIFY(isSip("SIP/2.0 200 OK\r\n"));
        QVERIFY(!isSip("HELLO\r\n"));
    }
    void randomSipDoesNoHarm() {
        const std::string whole = "INVITE sip:x SIP/2.0\r\nl: 40\r\n\r\nc=IN IP4 10.0.0.2\r\nm=audio 40000 RTP/AVP 0\r\n";
        std::mt19937 random(5);
        for (int i = 0; i < 20000; ++i) {
            std::string broken = whole;
            for (unsigned n = random() % 4 + 1; n > 0; --n) {
                broken[random() % broken.size()] = static_cast<char>(random());
            }
            broken.resize(random() % (broken.size() + 1));
            QVERIFY(mediaOf(broken).size() < 4);
            QVERIFY(replaceEndpoint(broken, {ip(10, 0, 0, 2), 5060}, {ip(192, 0, 2, 101), 1}).size() < broken.size() + 20);
        }
    }

    void sequenceNumbersMoveBehindTheChange() {
        Packets packets;
        SequenceAdjuster adjuster;
        adjuster.note(7, 0, 1000, +3);
        const auto sequence = [&](std::uint8_t direction, std::uint32_t seq, std::uint32_t ack) {
            PacketBuf* p = packets.tcp(1, 1, 2, 2, tcp::kAck);
            p->direction = direction;
            std::uint8_t* h = p->frame() + p->l4Offset;
            storeBe32(h + tcp::kSequence, seq);
            storeBe32(h + tcp::kAcknowledgment, ack);
            adjuster.apply(*p, 7);
            return std::pair{core::base::loadBe32(h + tcp::kSequence), core::base::loadBe32(h + tcp::kAcknowledgment)};
        };
        QVERIFY(sequence(0, 1000, 50) == std::pair(1000u, 50u)); // the changed segment itself
        QVERIFY(sequence(0, 1024, 50) == std::pair(1027u, 50u));
        QVERIFY(sequence(1, 50, 1027) == std::pair(50u, 1024u));
        adjuster.note(7, 0, 1000, +3); // sent again: counted once
        QVERIFY(sequence(0, 1024, 50) == std::pair(1027u, 50u));
        adjuster.note(7, 0, 2000, -1);
        QVERIFY(sequence(0, 2000, 50) == std::pair(2003u, 50u));
        QVERIFY(sequence(0, 2024, 50) == std::pair(2026u, 50u));
        QVERIFY(sequence(1, 50, 2026) == std::pair(50u, 2024u));
    }
};

QTEST_APPLESS_MAIN(HelperTexts)
#include "tst_helper_texts.moc"
