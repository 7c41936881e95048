#include "agent/control/cli/line_editor.h"
#include "agent/control/cli/login_options.h"
#include "tests/agent/control/cli/screen.h"

#include <QRandomGenerator>
#include <QTest>

using namespace agent::control;
using tests::Screen;

namespace {

std::vector<Key> keysOf(std::string_view octets) {
    KeyReader reader;
    reader.feed(octets);
    std::vector<Key> keys;
    while (auto key = reader.next()) {
        keys.push_back(std::move(*key));
    }
    return keys;
}

// An editor and the terminal it writes to.
struct Desk {
    explicit Desk(int columns = 80, LineEditor::Echo echo = LineEditor::Echo::Full) : screen(static_cast<std::size_t>(columns)), editor(echo) { screen.write(editor.begin("> ", columns)); }
    void type(std::string_view octets) {
        for (const Key& key : keysOf(octets)) {
            screen.write(editor.handle(key));
        }
    }
    Screen screen;
    LineEditor editor;
};

} // namespace

class LineEditorTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textAppearsAsItIsTyped() {
        Desk desk;
        desk.type("print");
        QCOMPARE(desk.editor.text(), "print");
        QCOMPARE(desk.screen.line(0), "> print");
    }

    void arrowsAndControlKeysMoveAndDelete() {
        Desk desk;
        desk.type("abc\x1b[D\x1b[DX");
        QCOMPARE(desk.screen.line(0), "> aXbc");
        desk.type("\x01" "1\x05" "2");
        QCOMPARE(desk.screen.line(0), "> 1aXbc2");
        desk.type("\x1b[H\x1b[3~");
        QCOMPARE(desk.editor.text(), "aXbc2");
        desk.type("\x1b[F\x7f\x1b[D\x0b");
        QCOMPARE(desk.editor.text(), "aXb");
        QCOMPARE(desk.screen.line(0), "> aXb");
        desk.type("\x15");
        QCOMPARE(desk.editor.text(), "");
        desk.type("one two\x17" "three");
        QCOMPARE(desk.editor.text(), "one three");
        QCOMPARE(desk.screen.line(0), "> one three");
    }

    void historyGoesUpAndDownAndKeepsWhatWasBeingTyped() {
        Desk desk;
        desk.editor.remember("first");
        desk.editor.remember("second");
        desk.editor.remember("second");
        desk.screen.write(desk.editor.begin("\r> ", 80));
        desk.type("new\x1b[A");
        QCOMPARE(desk.editor.text(), "second");
        desk.type("\x1b[A");
        QCOMPARE(desk.editor.text(), "first");
        desk.type("\x1b[A\x1b[B\x1b[B");
        QCOMPARE(desk.editor.text(), "new");
        QCOMPARE(desk.screen.line(0), "> new");
    }

    void aLineLongerThanTheTerminalIsDrawnOverSeveralRows() {
        Desk desk(20);
        const std::string text(50, 'x');
        desk.type(text + "\x01!");
        QCOMPARE(desk.screen.line(0), "> !" + std::string(17, 'x'));
        QCOMPARE(desk.screen.line(2), std::string(13, 'x'));
        QCOMPARE(desk.screen.row, std::size_t{0});
        QCOMPARE(desk.screen.column, std::size_t{3});
    }

    void charactersOfSeveralOctetsAreOne() {
        Desk desk;
        desk.type("gr\xC3\xBC\xC3\x9F\x7f\x7f");
        QCOMPARE(desk.editor.text(), "gr");
        QCOMPARE(desk.screen.line(0).substr(0, 4), "> gr");
        QCOMPARE(desk.screen.column, std::size_t{4});
    }

    // Whatever is typed, the terminal shows the line and the cursor stands where it stands.
    void theScreenAlwaysShowsTheLine() {
        constexpr std::string_view kKeys[] = {"a", "b", " ", "/", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\x1b[3~", "\x01", "\x05", "\x0b", "\x15", "\x17", "\x1b[1;5D", "\x1b[1;5C"};
        QRandomGenerator random(4);
        for (const int columns : {10, 17, 80}) {
            Desk desk(columns);
            desk.editor.remember("something long enough to wrap");
            desk.screen.write("\r" + desk.editor.begin("> ", columns));
            const auto width = static_cast<std::size_t>(columns);
            for (int i = 0; i < 4000; ++i) {
                desk.type(kKeys[random.bounded(static_cast<int>(std::size(kKeys)))]);
                if (desk.editor.text().size() > 60) {
                    desk.type("\x05\x15");
                }
                const std::size_t cell = 2 + desk.editor.cursor();
                QCOMPARE(desk.screen.row, cell / width);
                QCOMPARE(desk.screen.column, cell % width);
                std::string shown;
                const std::string whole = "> " + desk.editor.text();
                for (std::size_t row = 0; row * width < whole.size(); ++row) {
                    std::string line = desk.screen.line(row);
                    line.resize(std::min(width, whole.size() - row * width), ' ');
                    shown += line;
                }
                QCOMPARE(shown, whole);
            }
        }
    }

    void aDumbTerminalIsSentNoEscapeSequences() {
        Desk desk(80, LineEditor::Echo::Dumb);
        std::string written;
        desk.editor.remember("old");
        for (const Key& key : keysOf("abc\x1b[D\x1b[Dx\x01\x0b\x1b[A\x1b[B")) {
            written += desk.editor.handle(key);
        }
        written += desk.editor.finish() + desk.editor.repaint();
        QVERIFY(written.find('\x1b') == std::string::npos);
    }

    void withoutEchoNothingIsWritten() {
        LineEditor editor(LineEditor::Echo::None);
        static_cast<void>(editor.begin("", 0));
        for (const Key& key : keysOf("abc\x1b[D\x7f")) {
            QCOMPARE(editor.handle(key), "");
        }
        QCOMPARE(editor.finish(), "");
    }

    void keysArriveInAnyPieces() {
        const std::string octets = "a\xC3\xBC\x1b[A\x1bOP\x1b[1;5C\r\x03\x1b[99;99z\xE2\x82\xAC";
        const std::vector<Key> whole = keysOf(octets);
        QCOMPARE(whole.size(), std::size_t{8}); // the unknown sequence is no key
        for (std::size_t cut = 0; cut <= octets.size(); ++cut) {
            KeyReader reader;
            std::vector<Key> keys;
            for (const auto& piece : {octets.substr(0, cut), octets.substr(cut)}) {
                reader.feed(piece);
                while (auto key = reader.next()) {
                    keys.push_back(*key);
                }
            }
            QCOMPARE(keys, whole);
        }
    }

    void anythingMayBeTyped() {
        QRandomGenerator random(7);
        for (int run = 0; run < 200; ++run) {
            KeyReader reader;
            LineEditor editor;
            static_cast<void>(editor.begin("> ", 10));
            for (int i = 0; i < 200; ++i) {
                const char c = static_cast<char>(random.bounded(256));
                reader.feed({&c, 1});
                while (const auto key = reader.next()) {
                    static_cast<void>(editor.handle(*key));
                    QVERIFY(editor.cursor() <= editor.text().size());
                }
            }
        }
    }

    void aQuestionMarkInsideQuotesIsText() {
        Desk desk;
        desk.type("set comment=\"why");
        QVERIFY(desk.editor.insideQuotes());
        desk.type("\\\" still\"");
        QVERIFY(!desk.editor.insideQuotes());
    }

    void loginNamesMayCarryOptions() {
        const LoginOptions plain = parseLogin("admin");
        QCOMPARE(plain.name, "admin");
        QVERIFY(plain.colours && plain.detects && !plain.dumb && !plain.columns);
        const LoginOptions netmiko = parseLogin("admin+ct511w4098h");
        QCOMPARE(netmiko.name, "admin");
        QVERIFY(!netmiko.colours && !netmiko.detects && !netmiko.dumb);
        QCOMPARE(netmiko.columns, std::optional(511));
        QCOMPARE(netmiko.rows, std::optional(4098));
        const LoginOptions ansible = parseLogin("admin+cet1024w");
        QVERIFY(ansible.dumb);
        QCOMPARE(ansible.columns, std::optional(1024));
        QCOMPARE(parseLogin("admin+cetw511h4098").rows, std::optional(511));
        QCOMPARE(parseLogin("me+home").name, "me+home");
        QCOMPARE(parseLogin("+c").name, "+c");
        QCOMPARE(parseLogin("a+99999999w").name, "a+99999999w");
    }
};

QTEST_APPLESS_MAIN(LineEditorTest)
#include "tst_line_editor.moc"
