// Framing: length octets, sentences cut anywhere, limits and garbage.
#include "core/routeros/api/decoder.h"
#include "core/routeros/api/sentence.h"

#include <QTest>

#include <random>

using core::routeros::api::appendLength;
using core::routeros::api::Decoder;
using core::routeros::api::encodeSentence;
using core::routeros::api::kBeforeLogin;
using core::routeros::api::Sentence;

namespace {

std::string lengthOctets(std::uint32_t length) {
    std::string out;
    appendLength(out, length);
    return out;
}

std::string bytes(std::initializer_list<unsigned> octets) {
    std::string out;
    for (const unsigned octet : octets) {
        out.push_back(static_cast<char>(octet));
    }
    return out;
}

const std::vector<Sentence>& conversation() {
    static const std::vector<Sentence> sentences{
        {"/login", "=name=admin", "=password="},
        {"!re", ".tag=7", "=.id=*1"},
        {"!empty", ".tag=5"},
        {"!fatal", "session terminated on request"},
        {"!re", "=comment=" + std::string(0x7f, 'a')},
        {"!re", "=comment=" + std::string(0x100 - 9, '\0')}, // 0x100 octets: the length holds a NUL of its own
        {"!re", "=comment=" + std::string(0x4000, '\xff')},
        {"!re", std::string(0x200000, 'x')},
        {"!done"},
    };
    return sentences;
}

std::string wire() {
    std::string out;
    for (const Sentence& sentence : conversation()) {
        out += encodeSentence(sentence);
    }
    return out;
}

void drain(Decoder& decoder, std::vector<Sentence>& into) {
    Sentence sentence;
    while (decoder.next(sentence) == Decoder::Status::Done) {
        into.push_back(sentence);
    }
}

} // namespace

class TestSentence : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lengthsAreWrittenAsTheProtocolSays() {
        QCOMPARE(lengthOctets(0), bytes({0x00}));
        QCOMPARE(lengthOctets(1), bytes({0x01}));
        QCOMPARE(lengthOctets(0x7f), bytes({0x7f}));
        QCOMPARE(lengthOctets(0x80), bytes({0x80, 0x80}));
        QCOMPARE(lengthOctets(0x100), bytes({0x81, 0x00}));
        QCOMPARE(lengthOctets(0x3fff), bytes({0xbf, 0xff}));
        QCOMPARE(lengthOctets(0x4000), bytes({0xc0, 0x40, 0x00}));
        QCOMPARE(lengthOctets(0x1fffff), bytes({0xdf, 0xff, 0xff}));
        QCOMPARE(lengthOctets(0x200000), bytes({0xe0, 0x20, 0x00, 0x00}));
        QCOMPARE(lengthOctets(0x0fffffff), bytes({0xef, 0xff, 0xff, 0xff}));
        QCOMPARE(lengthOctets(0x10000000), bytes({0xf0, 0x10, 0x00, 0x00, 0x00}));
    }

    void loginSentenceHasTheKnownBytes() {
        const std::string expected = "\x06/login\x0b=name=admin\x0a=password=" + std::string(1, '\0');
        QCOMPARE(encodeSentence({"/login", "=name=admin", "=password="}), expected);
    }

    void wholeInputGivesEverySentence() {
        Decoder decoder;
        std::vector<Sentence> got;
        decoder.feed(wire());
        drain(decoder, got);
        QCOMPARE(got, conversation());
        QVERIFY(!decoder.failed());
    }

    void inputByteByByteGivesTheSame() {
        // Without the longest sentence: one call per octet of two megabytes proves nothing more.
        std::vector<Sentence> expected = conversation();
        expected.erase(expected.begin() + 7);
        std::string input;
        for (const Sentence& sentence : expected) {
            input += encodeSentence(sentence);
        }
        Decoder decoder;
        std::vector<Sentence> got;
        for (const char c : input) {
            decoder.feed(std::string_view(&c, 1));
            drain(decoder, got);
        }
        QCOMPARE(got, expected);
    }

    void inputCutAtRandomGivesTheSame() {
        const std::string input = wire();
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            Decoder decoder;
            std::vector<Sentence> got;
            for (std::size_t at = 0; at < input.size();) {
                const std::size_t piece = std::min<std::size_t>(random() % (seed % 2 ? 50'000 : 900'000) + 1, input.size() - at);
                decoder.feed(std::string_view(input).substr(at, piece));
                drain(decoder, got);
                at += piece;
            }
            QCOMPARE(got, conversation());
        }
    }

    void emptySentencesAreSkipped() {
        Decoder decoder;
        std::vector<Sentence> got;
        decoder.feed(bytes({0, 0, 0}) + encodeSentence({"!done"}) + bytes({0}));
        drain(decoder, got);
        QCOMPARE(got, std::vector<Sentence>{{"!done"}});
    }

    void halfASentenceAsksForMore() {
        Decoder decoder;
        Sentence sentence{"untouched"};
        decoder.feed(bytes({0x03, '!', 'r'}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::NeedMore);
        QCOMPARE(sentence, Sentence{"untouched"});
    }

    void aLengthOfFourGigabytesIsRefusedAtOnce() {
        Decoder decoder;
        Sentence sentence;
        decoder.feed(bytes({0xf0, 0xff, 0xff, 0xff, 0xff}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::Error);
        QVERIFY(decoder.error().text.find("4294967295") != std::string::npos);
    }

    void controlOctetsAreRefusedAndNamed() {
        for (const unsigned octet : {0xf1u, 0xf7u, 0xf8u, 0xffu}) {
            Decoder decoder;
            Sentence sentence;
            decoder.feed(bytes({octet}));
            QCOMPARE(decoder.next(sentence), Decoder::Status::Error);
            QCOMPARE(decoder.error().code, core::base::ErrorCode::Protocol);
            QVERIFY(decoder.error().text.starts_with("Octet 0xF"));
        }
    }

    void anErrorIsForEver() {
        Decoder decoder;
        Sentence sentence;
        decoder.feed(bytes({0xf8}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::Error);
        decoder.feed(encodeSentence({"!done"}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::Error);
    }

    void limitsBeforeLoginAreSmall() {
        Sentence sentence;
        Decoder longWord(kBeforeLogin);
        longWord.feed(encodeSentence({std::string(kBeforeLogin.wordOctets + 1, 'x')}));
        QCOMPARE(longWord.next(sentence), Decoder::Status::Error);

        Decoder manyWords(kBeforeLogin);
        manyWords.feed(encodeSentence(Sentence(kBeforeLogin.words + 1, "x")));
        QCOMPARE(manyWords.next(sentence), Decoder::Status::Error);

        Decoder fits(kBeforeLogin);
        fits.feed(encodeSentence(Sentence(kBeforeLogin.words, "x")));
        QCOMPARE(fits.next(sentence), Decoder::Status::Done);
    }

    void limitsCanBeRaisedAfterLogin() {
        Decoder decoder(kBeforeLogin);
        Sentence sentence;
        decoder.feed(encodeSentence({"/login"}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::Done);
        decoder.setLimits({});
        decoder.feed(encodeSentence({std::string(100'000, 'x')}));
        QCOMPARE(decoder.next(sentence), Decoder::Status::Done);
    }

    void randomBytesNeverHurt() {
        std::mt19937 random(7);
        for (int round = 0; round < 500; ++round) {
            Decoder decoder(kBeforeLogin);
            Sentence sentence;
            for (int piece = 0; piece < 20; ++piece) {
                std::string noise(random() % 200, '\0');
                for (char& c : noise) {
                    c = static_cast<char>(random());
                }
                decoder.feed(noise);
                while (decoder.next(sentence) == Decoder::Status::Done) {
                    QVERIFY(!sentence.empty());
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSentence)
#include "tst_sentence.moc"
