// content, tls-host, layer7-protocol.
#include "tests/agent/dataplane/classifier/rule_bench.h"

#include "agent/dataplane/classifier/regular_expression.h"
#include "agent/dataplane/classifier/tls_host.h"

#include <QtTest>

#include <random>

using namespace agent::dataplane;
using namespace agent::dataplane::testing;

namespace {

void append16(Octets& to, std::size_t value) {
    to.push_back(static_cast<std::uint8_t>(value >> 8));
    to.push_back(static_cast<std::uint8_t>(value));
}

// A ClientHello with server_name behind another extension.
Octets clientHello(std::string_view host) {
    Octets name;
    append16(name, host.size() + 3);
    name.push_back(0);
    append16(name, host.size());
    name.insert(name.end(), host.begin(), host.end());
    Octets extensions{0, 23, 0, 0};
    append16(extensions, 0);
    append16(extensions, name.size());
    extensions.insert(extensions.end(), name.begin(), name.end());
    Octets hello{3, 3};
    hello.resize(34, 0x55);
    hello.insert(hello.end(), {1, 7, 0, 2, 0x13, 0x01, 1, 0}); // session, suites, compression
    append16(hello, extensions.size());
    hello.insert(hello.end(), extensions.begin(), extensions.end());
    Octets record{22, 3, 1};
    append16(record, hello.size() + 4);
    record.insert(record.end(), {1, 0});
    append16(record, hello.size());
    record.insert(record.end(), hello.begin(), hello.end());
    return record;
}

} // namespace

class PayloadMatchers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contentIsFoundAnywhereInThePayload() {
        RuleBench b(match::Content{"needle"}), negated(match::Content{"needle"}, true);
        for (const char* text : {"needle", "a needle", "needle in hay"}) {
            QVERIFY(b.hits(b.udp(1, octetsOf(text))));
            QVERIFY(!negated.hits(negated.udp(1, octetsOf(text))));
        }
        for (const char* text : {"", "needl", "Needle", "need le"}) {
            QVERIFY(!b.hits(b.udp(1, octetsOf(text))));
            QVERIFY(negated.hits(negated.udp(1, octetsOf(text))));
        }
    }

    void tlsHostReadsTheServerName() {
        const auto segment = [](RuleBench& b, const Octets& data) {
            return b.packets.tcp(RuleBench::kClient, 1000, RuleBench::kServer, 443, tcp::kAck | tcp::kPsh, data);
        };
        RuleBench b(match::TlsHost{"*.example.com"}), negated(match::TlsHost{"*.example.com"}, true);
        QVERIFY(b.hits(segment(b, clientHello("www.Example.COM"))));
        QVERIFY(!b.hits(segment(b, clientHello("example.org"))));
        QVERIFY(!b.hits(segment(b, octetsOf("GET / HTTP/1.1"))));
        QVERIFY(!b.hits(b.udp(1, clientHello("www.example.com"))));
        QVERIFY(!negated.hits(segment(negated, clientHello("www.example.com"))));
        QVERIFY(negated.hits(segment(negated, clientHello("example.org"))));
    }

    void aHelloCutAnywhereIsNoHarm() {
        const Octets whole = clientHello("host.example.net");
        QVERIFY(tlsServerName(whole) == "host.example.net");
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const Octets part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)); // its own memory: ASan sees the end
            const std::string_view name = tlsServerName(part);
            QVERIFY(std::string_view("host.example.net").starts_with(name));
        }
        std::mt19937 random(7);
        for (int i = 0; i < 20000; ++i) {
            Octets broken = whole;
            for (unsigned n = random() % 4 + 1; n > 0; --n) {
                broken[random() % broken.size()] = static_cast<std::uint8_t>(random());
            }
            broken.resize(random() % (broken.size() + 1));
            QVERIFY(tlsServerName(broken).size() <= broken.size());
        }
    }

    void globs_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s %s", pattern, text) << QByteArray(pattern) << QByteArray(text) << matches;
        };
        row("*", "", true);
        row("", "", true);
        row("", "a", false);
        row("a*b*c", "aXbXbc", true);
        row("a*b*c", "aXbXb", false);
        row("*.example.com", "example.com", false);
        row("*example.com", "example.com", true);
        row("h?st", "host", true);
        row("h?st", "hst", false);
        row("[a-c]x", "bx", true);
        row("[!a-c]x", "bx", false);
        row("[!a-c]x", "DX", true);
        row("[", "[", true);
        row("*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false);
    }
    void globs() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QTEST(globMatches(pattern.toStdString(), text.toStdString()), "matches");
    }

    void layer7FindsAPatternAcrossPacketsAndDirections() {
        RuleBench b(match::Layer7{"x", "hello.*WORLD"});
        QVERIFY(!b.hitsTracked(b.udp(1, octetsOf("..hel"))));
        QVERIFY(!b.hitsTracked(b.udp(1, octetsOf("lo "))));
        QVERIFY(b.hitsTracked(b.answer(1, octetsOf("world"))));
        QVERIFY(b.hitsTracked(b.udp(1, octetsOf("later")))); // found once, found for good
        QVERIFY(!b.hitsTracked(b.udp(2, octetsOf("hello"))));
        RuleBench negated(match::Layer7{"x", "abc"}, true);
        QVERIFY(negated.hitsTracked(negated.udp(1, octetsOf("ab"))));
        QVERIFY(!negated.hitsTracked(negated.udp(1, octetsOf("c"))));
    }

    void layer7LooksAtTenPacketsOrTwoKilobytes() {
        RuleBench b(match::Layer7{"x", "late"});
        for (int i = 0; i < 10; ++i) {
            QVERIFY(!b.hitsTracked(b.udp(1, octetsOf("-"))));
        }
        QVERIFY(!b.hitsTracked(b.udp(1, octetsOf("late"))));
        QVERIFY(!b.hitsTracked(b.udp(2, Octets(1400, 'a'))));
        QVERIFY(!b.hitsTracked(b.udp(2, Octets(1400, 'a'))));
        QVERIFY(!b.hitsTracked(b.udp(2, octetsOf("late"))));
        QVERIFY(!b.hitsTracked(b.udp(3, octetsOf({"l\0a", 3}))));
        QVERIFY(b.hitsTracked(b.udp(3, octetsOf({"\0te", 3})))); // zero octets are left out
    }

    void layer7AsksEachPatternOnItsOwn() {
        RuleBench b(match::Layer7{"one", "aaa"});
        RuleConfig second = b.config.filter[0];
        second.uid = 2;
        second.match.more = {{match::Layer7{"two", "bbb"}, false}};
        b.config.filter.insert(b.config.filter.begin(), second);
        QVERIFY(b.configure());
        b.hitsTracked(b.udp(1, octetsOf("aaa")));
        QCOMPARE(b.classifier.counters(1)->packets, std::uint64_t(1));
        QCOMPARE(b.classifier.counters(2)->packets, std::uint64_t(0));
        b.hitsTracked(b.udp(1, octetsOf("bbb")));
        QCOMPARE(b.classifier.counters(2)->packets, std::uint64_t(1));
    }

    void aBrokenExpressionMatchesNothingEitherWay() {
        QVERIFY(!RegularExpression::compile("(unclosed"));
        RuleBench b(match::Layer7{"x", "(unclosed"}), negated(match::Layer7{"x", "(unclosed"}, true);
        QVERIFY(!b.hitsTracked(b.udp(1, octetsOf("(unclosed"))));
        QVERIFY(!negated.hitsTracked(negated.udp(1, octetsOf("x"))));
    }

    void aHostileExpressionGivesUp() {
        const auto slow = RegularExpression::compile("(a+)+(a+)+(a+)+b");
        QVERIFY(slow);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!slow->isIn(Octets(2048, 'a')));
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_APPLESS_MAIN(PayloadMatchers)
#include "tst_payload_matchers.moc"
