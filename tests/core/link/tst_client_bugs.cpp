// Bugs other people's clients had with RouterOS, each with the octets that caused it. Every recording is played whole, and cut into single
// octets.
#include "core/link/api_session.h"
#include "core/link/as_value.h"
#include "core/link/cli_block.h"
#include "core/link/cli_detail.h"
#include "core/link/cli_table.h"
#include "core/link/cli_text.h"
#include "core/link/cli_values.h"
#include "tests/core/link/kept.h"
#include "tests/core/link/replay_channel.h"

#include <QTest>

using core::base::ErrorCode;
using core::link::Answer;
using core::link::ApiSession;
using tests::Kept;
using tests::ReplayChannel;
using Say = ReplayChannel::Say;
using Lines = std::vector<ReplayChannel::Line>;

namespace {

std::string word(const std::string& text) {
    std::string out;
    const std::size_t n = text.size();
    if (n < 0x80) {
        out += static_cast<char>(n);
    } else {
        out += static_cast<char>(0x80 | (n >> 8));
        out += static_cast<char>(n & 0xFF);
    }
    return out + text;
}

std::string sentence(std::initializer_list<std::string> words) {
    std::string out;
    for (const std::string& w : words) {
        out += word(w);
    }
    return out + '\0';
}

// The login takes tag 1, so the first request is tag 2.
Lines afterLogin(Lines lines) {
    Lines all{{Say::Console, "/login"}, {Say::Router, sentence({"!done", ".tag=1"})}};
    all.insert(all.end(), lines.begin(), lines.end());
    return all;
}

} // namespace

Q_DECLARE_METATYPE(Lines)

class TestClientBugs : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theAnswerIsReadWhole_data() {
        QTest::addColumn<Lines>("lines");
        QTest::addColumn<int>("rows");         // -1: an error
        QTest::addColumn<QByteArray>("first"); // name of the first row, or the error's cause
        const Lines ask{{Say::Console, "/interface/print"}};
        const auto add = [&ask](const char* name, Lines reply, int rows, const QByteArray& first) {
            Lines lines = ask;
            lines.insert(lines.end(), reply.begin(), reply.end());
            QTest::newRow(name) << afterLogin(lines) << rows << first;
        };
        add("7.18 says !empty, then !done", {{Say::Router, sentence({"!empty", ".tag=2"}) + sentence({"!done", ".tag=2"})}}, 0, {});
        add("a reply word of the future", {{Say::Router, sentence({"!hint", ".tag=2", "=x=y"}) + sentence({"!done", ".tag=2"})}}, 0, {});
        add("names that are no UTF-8 (cp1251, GBK)",
            {{Say::Router, sentence({"!re", ".tag=2", "=name=\xdd\xed\xe3\xe5\xeb\xfc\xf1"}) + sentence({"!done", ".tag=2"})}}, 1,
            "\xdd\xed\xe3\xe5\xeb\xfc\xf1");
        add("identities padded with NULs",
            {{Say::Router, sentence({"!re", ".tag=2", std::string("=name=core\0\0\0", 13)}) + sentence({"!done", ".tag=2"})}}, 1,
            QByteArray("core\0\0\0", 7));
        add("a word of 256 octets has a NUL in its length",
            {{Say::Router, sentence({"!re", ".tag=2", "=name=" + std::string(250, 'x')}) + sentence({"!done", ".tag=2"})}}, 1,
            QByteArray(250, 'x'));
        add("a value with = in it", {{Say::Router, sentence({"!re", ".tag=2", "=name=a=b=c"}) + sentence({"!done", ".tag=2"})}}, 1,
            "a=b=c");
        add("a word without =", {{Say::Router, sentence({"!re", ".tag=2", "broken", "=name=ok"}) + sentence({"!done", ".tag=2"})}}, 1,
            "ok");
        add("the tag at the end, as 6.1 puts it", {{Say::Router, sentence({"!re", "=name=old", ".tag=2"}) + sentence({"!done", ".tag=2"})}},
            1, "old");
        add("rows without attributes",
            {{Say::Router, sentence({"!re", ".tag=2"}) + sentence({"!re", ".tag=2"}) + sentence({"!done", ".tag=2"})}}, 2, {});
        add("empty sentences between the replies",
            {{Say::Router,
              std::string(3, '\0') + sentence({"!re", ".tag=2", "=name=x"}) + std::string(1, '\0') + sentence({"!done", ".tag=2"})}},
            1, "x");
        add("replies to a tag nobody has",
            {{Say::Router, sentence({"!re", ".tag=77", "=name=stray"}) + sentence({"!done", ".tag=77"}) + sentence({"!done", ".tag=2"})}},
            0, {});
        add("the same row twice",
            {{Say::Router, sentence({"!re", ".tag=2", "=.id=*1", "=name=a"}) + sentence({"!re", ".tag=2", "=.id=*1", "=name=a"}) +
                               sentence({"!done", ".tag=2"})}},
            2, "a");
        add("several traps before !done, the first counts",
            {{Say::Router, sentence({"!trap", ".tag=2", "=category=0", "=message=no such command prefix"}) +
                               sentence({"!trap", ".tag=2", "=message=other"}) + sentence({"!done", ".tag=2"})}},
            -1, "no such command prefix");
        add("a trap without message and category", {{Say::Router, sentence({"!trap", ".tag=2"}) + sentence({"!done", ".tag=2"})}}, -1, "");
        add("!fatal carries a bare word", {{Say::Router, sentence({"!fatal", "session terminated on request"})}}, -1,
            "session terminated on request");
        add("end in the middle of a sentence", {{Say::Router, std::string("\x03!re\x10=na", 8)}, {Say::HangUp, {}}}, -1, "");
        add("a length byte of F1", {{Say::Router, "\xF1\x01\x02\x03\x04"}}, -1, "-");
        add("a reserved control byte", {{Say::Router, "\xF8"}}, -1, "-");
    }
    void theAnswerIsReadWhole() {
        QFETCH(Lines, lines);
        QFETCH(int, rows);
        QFETCH(QByteArray, first);
        for (const std::size_t piece : {std::size_t{1} << 20, std::size_t{1}}) {
            ApiSession session(std::make_unique<ReplayChannel>(lines, piece));
            Kept<void> opened(session.open("admin", "x"));
            QTRY_VERIFY(opened.ready());
            QVERIFY(opened.result().has_value());
            Kept<Answer> answer(session.request({"/interface", "print", {}, {}, {}}));
            QTRY_VERIFY(answer.ready());
            QCOMPARE(answer.result().has_value(), rows >= 0);
            if (rows < 0) {
                if (first != "-") {
                    QCOMPARE(QByteArray::fromStdString(answer.result().error().cause), first);
                }
                continue;
            }
            QCOMPARE(answer.result()->rows.size(), static_cast<std::size_t>(rows));
            if (rows > 0) {
                QCOMPARE(QByteArray::fromStdString(std::string(answer.result()->rows[0].value("name"))), first);
            }
        }
    }

    void logins_data() {
        QTest::addColumn<Lines>("lines");
        QTest::addColumn<bool>("in");
        QTest::newRow("plain, 6.43 and later") << Lines{{Say::Console, "=password=x"}, {Say::Router, sentence({"!done", ".tag=1"})}}
                                               << true;
        QTest::newRow("challenge, before 6.43")
            << Lines{{Say::Console, "/login"},
                     {Say::Router, sentence({"!done", ".tag=1", "=ret=93b438ec9b80057c06dd9fe67d56aa9a"})},
                     {Say::Console, "=response=00"},
                     {Say::Router, sentence({"!done", ".tag=2"})}}
            << true;
        QTest::newRow("6.47 answers with a challenge and then refuses it")
            << Lines{{Say::Console, "/login"},
                     {Say::Router, sentence({"!done", ".tag=1", "=ret=93b438ec9b80057c06dd9fe67d56aa9a"})},
                     {Say::Console, "=response=00"},
                     {Say::Router,
                      sentence({"!trap", ".tag=2", "=message=invalid user name or password (6)"}) + sentence({"!done", ".tag=2"})}}
            << false;
        QTest::newRow("old refusal") << Lines{{Say::Console, "/login"},
                                              {Say::Router,
                                               sentence({"!trap", ".tag=1", "=message=cannot log in"}) + sentence({"!done", ".tag=1"})}}
                                     << false;
    }
    void logins() {
        QFETCH(Lines, lines);
        QFETCH(bool, in);
        ApiSession session(std::make_unique<ReplayChannel>(lines));
        Kept<void> opened(session.open("admin", "x"));
        QTRY_VERIFY(opened.ready());
        QCOMPARE(opened.result().has_value(), in);
        if (!in) {
            QCOMPARE(opened.result().error().code, ErrorCode::LoginFailed);
        }
    }

    void hangingUpIsHowSomeRoutersAnswerARebootAndAQuit() {
        for (const char* path : {"/system/reboot", "/quit"}) {
            ApiSession session(std::make_unique<ReplayChannel>(afterLogin({{Say::Console, path}, {Say::HangUp, {}}})));
            Kept<void> opened(session.open("admin", "x"));
            QTRY_VERIFY(opened.ready());
            const std::string text(path);
            const std::size_t slash = text.rfind('/');
            Kept<Answer> answer(session.request({text.substr(0, slash), text.substr(slash + 1), {}, {}, {}}));
            QTRY_VERIFY(answer.ready());
            QVERIFY(answer.result().has_value());
        }
    }

    void everyRequestIsTagged() {
        auto channel = std::make_unique<ReplayChannel>(afterLogin({}));
        const ReplayChannel* played = channel.get();
        ApiSession session(std::move(channel));
        Kept<void> opened(session.open("admin", "x"));
        QTRY_VERIFY(opened.ready());
        session.request({"/a", "print", {}, {}, {}});
        session.request({"/b", "print", {}, {}, {}});
        QVERIFY(played->sent().find(".tag=2") != std::string::npos);
        QVERIFY(played->sent().find(".tag=3") != std::string::npos);
    }

    void aPasswordThatIsNotAsciiIsSentAsUtf8() {
        auto channel = std::make_unique<ReplayChannel>(Lines{});
        const ReplayChannel* played = channel.get();
        ApiSession session(std::move(channel));
        session.open("admin", "p\xc3\xa4ss w\xc3\xb6rd longer than nine");
        QTRY_VERIFY(played->sent().find("=password=p\xc3\xa4ss w\xc3\xb6rd longer than nine") != std::string::npos);
    }

    // --- the console's text ---------------------------------------------------------------------------------------------------------

    void aColumnThatWasAskedForMayBeAbsent() {
        const auto items = core::link::parseCliTable("Flags: R - RUNNING\nColumns: NAME\n#   NAME  \n0 R ether1\n1 R ether2\n");
        QCOMPARE(items.size(), 2u);
        QCOMPARE(items[1].row.value("name"), std::string_view("ether2"));
        QCOMPARE(items[1].row.value("running"), std::string_view("true"));
        QVERIFY(!items[1].row.get("speed"));
    }

    void groupedDigitsAndWrappedLines() {
        const auto items =
            core::link::parseCliDetail(" 1 RS ;;; Connects to SW1 ether2\n"
                                       "      name=\"ether2\" driver-rx-byte=75 646 301 659 driver-rx-packet=108 943 132 rx-fcs-error=0\n"
                                       "      rx-jabber=0 rx-drop=1 353 956 tx-bytes=75 715 981 292 tx-rx-64=4 924 532\n");
        QCOMPARE(items.size(), 1u);
        QCOMPARE(items[0].flags, std::string("RS"));
        QCOMPARE(items[0].row.value("comment"), std::string_view("Connects to SW1 ether2"));
        const auto plain = [&items](std::string_view name) {
            return core::link::apiSpelling("/interface/ethernet", name, items[0].row.value(name));
        };
        QCOMPARE(plain("driver-rx-byte"), std::string("75646301659"));
        QCOMPARE(plain("rx-drop"), std::string("1353956"));
        QCOMPARE(plain("tx-rx-64"), std::string("4924532"));
    }

    void aQueueTreeWhoseLastValueWrapped() {
        const auto items = core::link::parseCliDetail("Flags: X - disabled, I - invalid\n"
                                                      " 0 X name=\"ISP1-Uplink-cake\" parent=vlan100 packet-mark=no-mark limit-at=0 "
                                                      "queue=cake1500mtu priority=8 max-limit=880M burst-time=0s\n"
                                                      "     bucket-size=0.1\n");
        QCOMPARE(items.size(), 1u);
        QCOMPARE(items[0].row.value("bucket-size"), std::string_view("0.1"));
        QCOMPARE(items[0].row.value("disabled"), std::string_view("true"));
        QCOMPARE(items[0].row.value("invalid"), std::string_view("false"));
    }

    void oneColumnPerInterfaceBecomesOneRowEach() {
        const auto rows = core::link::parseCliBlock("                 name:     ether1 sfp1\n"
                                                    "   rx-bits-per-second:   27.8kbps 1.45Gbps\n"
                                                    " rx-packets-per-second:        19    0\n");
        QCOMPARE(rows.size(), 2u);
        QCOMPARE(rows[1].value("name"), std::string_view("sfp1"));
        QCOMPARE(core::link::apiSpelling("/interface", "rx-bits-per-second", rows[0].value("rx-bits-per-second")), std::string("27800"));
        QCOMPARE(core::link::apiSpelling("/interface", "rx-bits-per-second", rows[1].value("rx-bits-per-second")),
                 std::string("1450000000"));
    }

    void aLogLineInTheMiddleOfAMonitorIsNoValue() {
        const auto rows = core::link::parseCliBlock("        name: ether1\n17:20:06 echo: system,error,critical login failure for user "
                                                    "admin from 198.51.100.13 via ssh\n      status: link-ok\n");
        QCOMPARE(rows.size(), 1u);
        QCOMPARE(rows[0].attributes().size(), 2u);
        QCOMPARE(rows[0].value("name"), std::string_view("ether1"));
    }

    void spellings_data() {
        QTest::addColumn<QString>("menu");
        QTest::addColumn<QString>("property");
        QTest::addColumn<QString>("cli");
        QTest::addColumn<QString>("api");
        const auto add = [](const char* menu, const char* property, const char* cli, const char* api) {
            QTest::newRow(cli) << QString::fromUtf8(menu) << QString::fromUtf8(property) << QString::fromUtf8(cli)
                               << QString::fromUtf8(api);
        };
        add("/interface", "disabled", "yes", "true");
        add("/ip/settings", "rp-filter", "no", "no");
        add("/ip/firewall/connection/tracking", "enabled", "yes", "yes");
        add("/system/resource", "cpu-load", "36%", "36");
        add("/system/resource", "cpu-frequency", "800MHz", "800");
        add("/system/resource", "total-memory", "64.0MiB", "67108864");
        add("/interface", "rx-bits-per-second", "0bps", "0");
        add("/interface", "comment", "10 000 yes", "10 000 yes");
        add("/interface", "rx-byte", "205 149 015", "205149015");
        add("/interface", "rx-byte", "18446744073709551615", "18446744073709551615");
        add("/system/resource", "uptime", "1w4d23:26:09", "1w4d23h26m9s");
        add("/ping", "time", "9ms445us", "9ms445us");
        add("/ip/dhcp-server/lease", "last-seen", "00:00:00", "0s");
        add("/interface", "tx-error", "", "");
        add("/queue/simple", "max-limit", "10M/10M", "10M/10M");
        add("/interface/ethernet/switch/port", "rx-bytes", "12034,993,0,0", "12034,993,0,0");
        add("/interface", "rate", "65Mbps-20MHz/1S", "65Mbps-20MHz/1S");
    }
    void spellings() {
        QFETCH(QString, menu);
        QFETCH(QString, property);
        QFETCH(QString, cli);
        QFETCH(QString, api);
        QCOMPARE(QString::fromStdString(core::link::apiSpelling(menu.toStdString(), property.toStdString(), cli.toStdString())), api);
    }

    void complaintsAreToldFromValues() {
        QCOMPARE(core::link::cliComplaint("bad command name poe (line 1 column 21)\r\n").value_or(""),
                 std::string("bad command name poe (line 1 column 21)"));
        QVERIFY(core::link::cliComplaint("no such item"));
        QVERIFY(core::link::cliComplaint("failure: already have such entry"));
        QVERIFY(!core::link::cliComplaint(".id=*1;comment=no such item"));
        QVERIFY(!core::link::cliComplaint(""));
        QVERIFY(core::link::isNoSuchCommand({ErrorCode::Refused, "x", "bad command name poe (line 1 column 21)"}));
    }

    void asValueWithSemicolonsInValues() {
        const auto rows =
            core::link::parseAsValue(".id=*1;name=full;policy=local;ssh;read;.id=*2;name=a;b;comment=x; y;disabled=false\r\n");
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), 2u);
        QCOMPARE((*rows)[0].value("policy"), std::string_view("local,ssh,read"));
        QCOMPARE((*rows)[1].value("name"), std::string_view("a;b"));
        QCOMPARE((*rows)[1].value("comment"), std::string_view("x; y"));
        QVERIFY(!core::link::parseAsValue("what is this"));
    }

    void jsonWithEverythingInIt() {
        const auto rows = core::link::parseJsonRows("[{\".id\":\"*1\",\"mtu\":1500,\"running\":true,\"gone\":null,\"list\":[\"a\",\"b\"],"
                                                    "\"name\":\"\\u00e4\\ud83d\\ude00\\\\\\\"\\n\"},{}]");
        QVERIFY(rows.has_value());
        QCOMPARE(rows->size(), 2u);
        QCOMPARE((*rows)[0].value("mtu"), std::string_view("1500"));
        QCOMPARE((*rows)[0].value("running"), std::string_view("true"));
        QVERIFY(!(*rows)[0].get("gone"));
        QCOMPARE((*rows)[0].value("list"), std::string_view("a,b"));
        QCOMPARE((*rows)[0].value("name"), std::string_view("\xc3\xa4\xf0\x9f\x98\x80\\\"\n"));
        for (const char* bad : {"[", "[{]", "{\"a\":}", "[{\"a\":1}] x", "[[[[", "{\"a\":\"\\u12\"}"}) {
            QVERIFY2(!core::link::parseJsonRows(bad), bad);
        }
        QVERIFY(!core::link::parseJsonRows("{\"a\":" + std::string(100000, '[')));
    }

    void terminalSequencesAndOverwrittenTextAreGone() {
        const auto lines = core::link::cliLines("\x1b[m\x1b[1mhello\x1b[0m\r\nechoed\rkept\r\n\x1b[9999B");
        QCOMPARE(lines.size(), 3u);
        QCOMPARE(lines[0], std::string("hello"));
        QCOMPARE(lines[1], std::string("kept"));
        QVERIFY(lines[2].empty());
    }
};

QTEST_GUILESS_MAIN(TestClientBugs)
#include "tst_client_bugs.moc"
