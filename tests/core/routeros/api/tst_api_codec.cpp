// Requests and replies as words, the way recorded conversations spell them.
#include "core/routeros/api/challenge.h"
#include "core/routeros/api/reply_codec.h"
#include "core/routeros/api/request_codec.h"

#include <QTest>

using namespace core::routeros::api;
using core::model::Reply;
using core::model::ReplyKind;
using core::model::Request;

class TestApiCodec : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void requestPutsTheTagSecond() {
        const Request request{"/interface", "print", {{".proplist", "name"}}, {"type=ether"}, "7"};
        QCOMPARE(encode(request), (Sentence{"/interface/print", ".tag=7", "=.proplist=name", "?type=ether"}));
    }

    void requestSurvivesTheWire() {
        const Request request{"/ip/firewall/filter", "add", {{"chain", "forward"}, {"comment", "a=b"}}, {}, "x"};
        QCOMPARE(decodeRequest(encode(request)).value(), request);
    }

    void rootCommandsHaveNoMenu() {
        const auto request = decodeRequest({"/login", "=name=admin"});
        QVERIFY(request.has_value());
        QCOMPARE(request->menu, std::string());
        QCOMPARE(request->verb, std::string("login"));
        QCOMPARE(encode(*request).front(), std::string("/login"));
    }

    void tagIsFoundAnywhere() {
        const auto request = decodeRequest({"/interface/print", "=once=", ".tag=12", "?disabled=false"});
        QCOMPARE(request->tag, std::string("12"));
        QCOMPARE(request->arguments.size(), std::size_t(1));
        QCOMPARE(request->queries, std::vector<std::string>{"disabled=false"});
    }

    void attributeWithoutSecondEqualsIsEmpty() {
        const auto request = decodeRequest({"/interface/print", "=count-only", "=stats=detail", "=comment=x=y"});
        QCOMPARE(request->argument("count-only").value(), std::string_view());
        QCOMPARE(request->argument("stats").value(), std::string_view("detail"));
        QCOMPARE(request->argument("comment").value(), std::string_view("x=y"));
    }

    void strayWordsAreRefusedAndNamed() {
        QVERIFY(!decodeRequest({}).has_value());
        QVERIFY(!decodeRequest({"interface/print"}).has_value());
        const auto stray = decodeRequest({"/interface/print", "rubbish"});
        QVERIFY(!stray.has_value());
        QVERIFY(stray.error().text.find("rubbish") != std::string::npos);
        QCOMPARE(tagOf({"/interface/print", "rubbish", ".tag=3"}), std::string("3"));
    }

    void repliesAreSpelledAsRecorded() {
        QCOMPARE(encode(Reply{ReplyKind::Row, "7", {{".id", "*1"}}, {}}), (Sentence{"!re", ".tag=7", "=.id=*1"}));
        QCOMPARE(encode(Reply{ReplyKind::Done, {}, {{"ret", "*3"}}, {}}), (Sentence{"!done", "=ret=*3"}));
        QCOMPARE(encode(Reply{ReplyKind::Empty, "5", {}, {}}), (Sentence{"!empty", ".tag=5"}));
        QCOMPARE(encode(Reply{ReplyKind::Trap, "10", {}, {2, "interrupted"}}), (Sentence{"!trap", ".tag=10", "=category=2", "=message=interrupted"}));
        QCOMPARE(encode(Reply{ReplyKind::Trap, {}, {}, {{}, "cannot log in"}}), (Sentence{"!trap", "=message=cannot log in"}));
        QCOMPARE(encode(Reply{ReplyKind::Fatal, {}, {}, {{}, "not logged in"}}), (Sentence{"!fatal", "not logged in"}));
    }

    void repliesSurviveTheWire() {
        const std::vector<Reply> replies{
            {ReplyKind::Row, "1", {{".id", "*A"}, {"comment", ""}}, {}}, {ReplyKind::Done, "", {{"ret", "7"}}, {}},
            {ReplyKind::Empty, "9", {}, {}}, {ReplyKind::Trap, "2", {}, {1, "input does not match any value of interface"}},
            {ReplyKind::Fatal, "", {}, {{}, "session terminated on request"}}, {ReplyKind::Row, "", {}, {}},
        };
        for (const Reply& reply : replies) {
            QCOMPARE(decodeReply(encode(reply)).value(), reply);
        }
    }

    void oldRoutersPutTheTagLast() {
        const auto reply = decodeReply({"!trap", "=category=1", "=message=bad", ".tag=4"});
        QCOMPARE(reply->tag, std::string("4"));
        QCOMPARE(reply->trap.category, std::optional<int>(1));
    }

    void unknownReplyWordsAreIgnored() {
        QVERIFY(!decodeReply({"!progress", "=x=1"}).has_value());
        QVERIFY(!decodeReply({}).has_value());
        QCOMPARE(decodeReply({"!done", "oddity"})->kind, ReplyKind::Done);
    }

    void fatalMayAlsoCarryAMessage() {
        QCOMPARE(decodeReply({"!fatal", "=message=too many commands"})->trap.message, std::string("too many commands"));
    }

    void trapCategoryThatIsNoNumberIsAbsent() {
        QVERIFY(!decodeReply({"!trap", "=category=x", "=message=m"})->trap.category.has_value());
    }

    void challengeOfTheManualIsAnsweredAsTheManualSays() {
        QCOMPARE(challengeResponse("", "93b438ec9b80057c06dd9fe67d56aa9a").value(), std::string("00e134102a9d330dd7b1849fedfea3cb57"));
        QCOMPARE(challengeResponse("", "93B438EC9B80057C06DD9FE67D56AA9A").value(), std::string("00e134102a9d330dd7b1849fedfea3cb57"));
    }

    void brokenChallengesAreRefused() {
        QVERIFY(!challengeResponse("x", "93b4").has_value());
        QVERIFY(!challengeResponse("x", std::string(32, 'g')).has_value());
    }
};

QTEST_APPLESS_MAIN(TestApiCodec)
#include "tst_api_codec.moc"
