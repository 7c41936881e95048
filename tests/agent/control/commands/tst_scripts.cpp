// /export, /import, /file, /pathscope/unmodelled; and every case's configuration through an agent and out again.
#include "agent/control/tree/lenient_load.h"
#include "core/routeros/config/diff.h"
#include "core/routeros/config/load.h"
#include "tests/agent/control/commands/console.h"

#include <QDir>
#include <QFile>
#include <QTest>

using core::routeros::api::Sentence;
using tests::Console;

namespace {

std::string message(const Console::Sentences& answer) {
    return answer.front().back().starts_with("=message=") ? answer.front().back().substr(9) : answer.front().front();
}

std::string exported(Console& console, std::vector<core::model::Attribute> arguments = {}, std::string menu = {}) {
    const auto answer = console.ask(std::move(menu), "export", std::move(arguments));
    return answer.back().back().starts_with("=ret=") ? answer.back().back().substr(5) : answer.back().back();
}

std::string put(Console& console, const char* name, const std::string& text) {
    return message(console.ask("/file", "add", {{"name", name}, {"contents", text}}));
}

} // namespace

class TestScripts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNewRouterExportsNothing() {
        Console console;
        const std::string text = exported(console);
        QVERIFY2(text.find('/') == std::string::npos, text.c_str());
        QVERIFY2(text.starts_with("# 2026-11-30 01:33:20 by RouterOS 7.20"), text.c_str());
    }

    void exportGivesLinesAndTheWholeText() {
        Console console;
        console.load("/ip firewall filter add chain=input action=drop comment=\"last one\"");
        const auto answer = console.ask("", "export");
        QVERIFY(answer.size() > 3);
        QCOMPARE(answer[0][0], std::string("!re"));
        std::string joined;
        for (std::size_t i = 0; i + 1 < answer.size(); ++i) {
            joined += answer[i][1].substr(6) + "\n";
        }
        QCOMPARE("=ret=" + joined, answer.back().back());
        QVERIFY(joined.find("/ip firewall filter\nadd action=drop chain=input comment=\"last one\"\n") != std::string::npos);
    }

    void exportOfAMenuIsThatMenuAndBelow() {
        Console console;
        console.load("/ip firewall filter add chain=input\n/interface bridge add name=b");
        const std::string text = exported(console, {}, "/ip/firewall");
        QVERIFY(text.find("filter") != std::string::npos && text.find("bridge") == std::string::npos);
        QVERIFY(exported(console, {{"terse", ""}}).find("/interface bridge add name=b") != std::string::npos);
        QVERIFY(exported(console, {{"verbose", ""}}).find("protocol-mode=rstp") != std::string::npos);
    }

    void exportIntoAFileAndBack() {
        Console console;
        console.load("/interface bridge add name=b\n/ip address add address=10.0.0.1/24 interface=b");
        QCOMPARE(console.ask("", "export", {{"file", "flash/saved"}}), (Console::Sentences{{"!done"}}));
        const auto files = console.rows("/file");
        QCOMPARE(files[0].value("name"), std::string_view("flash/saved.rsc"));
        Console other;
        QCOMPARE(put(other, "flash/saved.rsc", std::string(files[0].value("contents"))), std::string("!done"));
        const auto answer = other.ask("", "import", {{"file-name", "flash/saved.rsc"}});
        QCOMPARE(answer.back().back(), std::string("=ret=Script file loaded and executed successfully"));
        QVERIFY(core::routeros::config::diff(console.live.tree(), other.live.tree()).empty());
        QCOMPARE(other.live.history().entries().size(), std::size_t(1)); // one step, to be undone as one
        other.ask("", "undo");
        QVERIFY(other.live.tree().items("/interface/bridge").empty());
    }

    void secretsNeedTheirOption() {
        Console console;
        QVERIFY(console.live.apply([](auto& tree) {
            (void)loadScriptLine(tree);
            return agent::control::Outcome<void>();
        }));
        QVERIFY(exported(console).find("hush") == std::string::npos);
        QVERIFY(exported(console, {{"show-sensitive", ""}}).find("hush") != std::string::npos);
        QCOMPARE(message(console.ask("", "export", {{"everything", ""}})), std::string("unknown parameter everything"));
    }

    void anImportIsAllOrNothing() {
        Console console;
        put(console, "bad.rsc", "/interface bridge add name=b\n/interface bridge add name=b\n");
        const std::string trap = message(console.ask("", "import", {{"file-name", "bad.rsc"}}));
        QVERIFY2(trap.starts_with("bad.rsc:2:"), trap.c_str());
        QVERIFY(console.live.tree().items("/interface/bridge").empty());
        QCOMPARE(message(console.ask("", "import", {{"file-name", "none.rsc"}})), std::string("failure: no such file: none.rsc"));
        QCOMPARE(message(console.ask("", "import")), std::string("missing value(s) of argument(s) file-name"));
    }

    void aDryRunChangesNothingAndTellsWhatWouldGoWrong() {
        Console console;
        put(console, "good.rsc", "/interface bridge add name=b\n");
        put(console, "bad.rsc", "/interface bridge add name=b priority=high\n");
        QVERIFY(console.ask("", "import", {{"file-name", "good.rsc"}, {"verbose", "yes"}, {"dry-run", ""}})
                    .back()
                    .back()
                    .ends_with("successfully"));
        QVERIFY(
            message(console.ask("", "import", {{"file-name", "bad.rsc"}, {"verbose", "yes"}, {"dry-run", ""}})).starts_with("bad.rsc:1:"));
        QVERIFY(console.live.tree().items("/interface/bridge").empty());
    }

    void anImportMayBeAProgram() {
        Console console;
        put(console, "loop.rsc",
            ":foreach i in={2;3;4} do={ /interface list add name=(\"L\" . $i) }\n:if ([:len [/interface list find where name~\"^L\"]] = 3) "
            "do={\n"
            "  /interface list set [find name=L3] comment=third\n}\n:put \"made them\"\n");
        const auto answer = console.ask("", "import", {{"file-name", "loop.rsc"}});
        QCOMPARE(answer[0], (Sentence{"!re", "=line=made them"}));
        QCOMPARE(console.live.tree().findBy("/interface/list", "name", "L3")->value("comment"), std::string_view("third"));
    }

    void anImportStartsWhereItIsTold() {
        Console console;
        put(console, "two.rsc", "/interface bridge add name=one\n/interface bridge add name=two\n");
        console.ask("", "import", {{"file-name", "two.rsc"}, {"from-line", "2"}});
        QCOMPARE(console.live.tree().items("/interface/bridge").size(), std::size_t(1));
        QVERIFY(console.live.tree().findInterface("two"));
    }

    void anImportMayDoOnlyWhatItsCallerMay() {
        Console console;
        put(console, "s.rsc", "/safe-mode take\n");
        QVERIFY(message(console.ask("", "import", {{"file-name", "s.rsc"}})).find("cannot be used in a script that is imported") !=
                std::string::npos);
        Console writer("write");
        put(writer, "u.rsc", "/user add name=x group=full password=y\n");
        QCOMPARE(message(writer.ask("", "import", {{"file-name", "u.rsc"}})), std::string("not enough permissions (9)"));
    }

    void anImportedPasswordIsHashedToo() {
        Console console;
        put(console, "u.rsc", "/user add name=x group=full password=hush\n");
        console.ask("", "import", {{"file-name", "u.rsc"}});
        QVERIFY(console.live.tree().findBy("/user", "name", "x")->value("password").starts_with("$6$"));
    }

    void filesAreAddedReadSetAndRemoved() {
        Console console;
        QCOMPARE(put(console, "a.txt", "one"), std::string("!done"));
        QCOMPARE(put(console, "a.txt", "two"), std::string("failure: already have file with such name"));
        console.ask("/file", "set", {{"numbers", "a.txt"}, {"contents", "three"}});
        QCOMPARE(console.ask("/file", "get", {{"numbers", "a.txt"}, {"value-name", "contents"}}).back().back(), std::string("=ret=three"));
        QCOMPARE(console.ask("/file", "remove", {{"numbers", "a.txt"}}), (Console::Sentences{{"!done"}}));
        QCOMPARE(message(console.ask("/file", "remove", {{"numbers", "a.txt"}})), std::string("no such item"));
        for (const char* name : {"", "/etc/passwd", "../x", ".hidden", "a\nb"}) {
            QVERIFY(put(console, name, "x") != "!done");
        }
        QVERIFY(put(console, "big", std::string((16 << 20) + 1, 'x')).find("no space") != std::string::npos);
    }

    void backupsAreRefusedPlainly() {
        Console console;
        QVERIFY(message(console.ask("/system/backup", "save", {{"name", "x"}})).find("use /export file=NAME") != std::string::npos);
    }

    void everyCaseComesThroughAnAgentUnchanged_data() {
        QTest::addColumn<QString>("file");
        const QDir cases(QStringLiteral(PATHSCOPE_TEST_DATA "/cases"));
        const QStringList files = cases.entryList({QStringLiteral("*.rsc")});
        QVERIFY2(files.size() >= 40, "the cases are missing");
        for (const QString& file : files) {
            QTest::newRow(qPrintable(file)) << cases.filePath(file);
        }
    }

    void everyCaseComesThroughAnAgentUnchanged() {
        QFETCH(QString, file);
        QFile in(file);
        QVERIFY(in.open(QIODevice::ReadOnly));
        const std::string text = in.readAll().toStdString();
        Console console;
        console.plane.context().remarks = agent::control::loadLeniently(console.live, text, "config.rsc");
        const std::string out = exported(console, {{"show-sensitive", ""}});
        const auto difference =
            core::routeros::config::diff(core::routeros::config::loadConfig(text).tree, core::routeros::config::loadConfig(out).tree);
        QVERIFY2(difference.empty(), (core::routeros::config::describe(difference) + "\n---\n" + out).c_str());
        QVERIFY(console.rows("/pathscope/unmodelled").size() < 400);
        for (const auto& [menu, table] : console.live.tree().tables()) {
            if (!menu.empty()) {
                QCOMPARE(console.ask(menu, "print").back()[0], std::string("!done"));
            }
        }
    }

private:
    static agent::control::Outcome<void> loadScriptLine(agent::control::Tree& tree) {
        std::vector<core::routeros::config::LoadNote> notes;
        core::routeros::config::applyLeniently(
            tree, {"/interface/pppoe-client", "add", {{"name", "p"}, {"interface", "ether1"}, {"password", "hush"}}, {}, {}}, {}, notes);
        return {};
    }
};

QTEST_APPLESS_MAIN(TestScripts)
#include "tst_scripts.moc"
