// parse → print → parse gives the same tree: for ten thousand generated scripts, for every configuration of tests/data/cases
// and for exports recorded from real routers.
#include "core/routeros/script/parser.h"
#include "core/routeros/script/program_printer.h"
#include "tests/support/cannot_run.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <random>

using namespace core::routeros::script;

namespace {

// Random trees of everything the language has, in the one form the parser gives them.
class Generator {
public:
    explicit Generator(unsigned seed) : random_(seed) {}

    Program program() {
        Program out;
        menu_.clear();
        out.statements = block(8, 0);
        return out;
    }

private:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    std::string_view one(std::initializer_list<std::string_view> words) { return words.begin()[below(static_cast<unsigned>(words.size()))]; }

    std::string octets() {
        std::string out;
        for (unsigned n = below(10); n > 0; --n) {
            out += below(4) == 0 ? static_cast<char>(below(255) + 1) : static_cast<char>('a' + below(26));
        }
        return out;
    }
    Expression word() {
        return {ExpressionKind::Word, {}, std::string(one({"ether1", "10.0.0.0/8", "*1F", "!LAN", "1w2d3h", "15M/5M", "a,b,c", "0x80", "fe80::1/64", "5060-5061", "-7"}))};
    }
    Expression literal() { return {ExpressionKind::Word, {}, std::string(one({"ether1", "10.0.0.0/8", "*1F", "1w2d3h", "0x80", "fe80::1/64", "00:10:00", "7", "true"}))}; }
    Expression string() { return {ExpressionKind::String, {}, octets()}; }
    Expression variable() { return {ExpressionKind::Variable, {}, std::string(one({"a", "name1", "my name", "x-y"}))}; }
    Expression node(ExpressionKind kind, std::vector<Expression> parts, Operator op = Operator::None) {
        Expression out(kind, {});
        out.op = op;
        out.parts = std::move(parts);
        return out;
    }
    Expression substitution(int depth) {
        Expression out(ExpressionKind::Substitution, {});
        const std::string outer = menu_;
        for (unsigned n = below(3); n > 0; --n) {
            out.block.push_back(command(depth + 1));
        }
        menu_ = outer;
        return out;
    }
    Expression interpolated(int depth) {
        std::vector<Expression> parts;
        parts.push_back(below(2) ? variable() : substitution(depth));
        parts.push_back({ExpressionKind::String, {}, "t" + octets()});
        parts.push_back(below(2) ? variable() : operation(depth + 1));
        return node(ExpressionKind::Interpolated, std::move(parts));
    }
    Expression array(int depth) {
        std::vector<Expression> parts;
        for (unsigned n = below(4); n > 0; --n) {
            std::vector<Expression> pair;
            pair.push_back(string());
            pair.push_back(value(depth + 1));
            parts.push_back(below(2) ? node(ExpressionKind::Keyed, std::move(pair)) : value(depth + 1));
        }
        return node(ExpressionKind::Array, std::move(parts));
    }
    Expression operation(int depth) {
        std::vector<Expression> parts;
        parts.push_back(operand(depth + 1));
        if (below(5) == 0) {
            constexpr Operator kUnary[] = {Operator::Not, Operator::Negate, Operator::BitNot};
            return node(ExpressionKind::Unary, std::move(parts), kUnary[below(3)]);
        }
        const auto op = static_cast<Operator>(1 + below(26));
        if (op == Operator::Not || op == Operator::BitNot || op == Operator::Negate) {
            return node(ExpressionKind::Unary, std::move(parts), op);
        }
        const bool chain = op == Operator::Or || op == Operator::And || op == Operator::Join || op == Operator::Concat;
        while (chain && parts[0].kind == ExpressionKind::Binary && parts[0].op == op) {
            parts[0] = operand(depth + 1); // a chain is one node
        }
        for (unsigned n = chain ? 1 + below(3) : 1; n > 0; --n) {
            parts.push_back(operand(depth + 1));
        }
        return node(ExpressionKind::Binary, std::move(parts), op);
    }
    Expression operand(int depth) {
        switch (depth > 4 ? below(3) : below(7)) {
        case 0: return literal();
        case 1: return string();
        case 2: return variable();
        case 3: return substitution(depth);
        case 4: return interpolated(depth);
        case 5: return array(depth);
        default: return operation(depth);
        }
    }
    Expression value(int depth) {
        switch (below(3)) {
        case 0: return word();
        case 1: return string();
        default: return operand(depth);
        }
    }
    Expression comparison(int depth) {
        constexpr Operator kOps[] = {Operator::Equal, Operator::NotEqual, Operator::Less, Operator::GreaterOrEqual, Operator::Matches, Operator::In};
        std::vector<Expression> parts;
        parts.push_back({ExpressionKind::Property, {}, std::string(one({"name", "dst-address", ".id", "in-interface", "comment"}))});
        if (below(4) == 0) {
            return std::move(parts[0]);
        }
        parts.push_back(value(depth + 2));
        return node(ExpressionKind::Binary, std::move(parts), kOps[below(6)]);
    }
    Expression condition(int depth, bool and_ = false) {
        if (depth > 4 || below(2)) {
            Expression one = comparison(depth);
            if (below(4)) {
                return one;
            }
            std::vector<Expression> parts;
            parts.push_back(std::move(one));
            return node(ExpressionKind::Unary, std::move(parts), Operator::Not);
        }
        const Operator op = and_ ? Operator::And : Operator::Or;
        std::vector<Expression> parts;
        parts.push_back(comparison(depth));
        for (unsigned n = 1 + below(2); n > 0; --n) {
            parts.push_back(condition(depth + 1, !and_));
        }
        return node(ExpressionKind::Binary, std::move(parts), op);
    }
    Statement command(int depth) {
        Statement out;
        const std::string outer = menu_;
        out.menu = below(2) ? menu_ : std::string(one({"/ip/address", "/interface", "", "/future/menu"}));
        out.verb = one({"add", "set", "find", "print", "remove", "monitor", "newcommand"});
        if (out.verb == "newcommand") {
            out.menu = "/future/menu";
        }
        menu_ = out.menu;
        if (out.verb == "newcommand") {
            out.arguments.push_back({"a", word()});
        }
        if (out.verb != "find") {
            for (unsigned n = below(4); n > 0; --n) {
                out.arguments.push_back({std::string(one({"", "name", "address", "!comment", "datapath.bridge"})), value(depth)});
            }
        }
        if (below(3) == 0 && (out.verb == "find" || out.verb == "print")) {
            out.arguments.push_back({"where", condition(depth)});
        }
        menu_ = outer;
        return out;
    }
    Statement control(int depth) {
        Statement out;
        out.verb = one({":if", ":foreach", ":while", ":global"});
        out.arguments.push_back({{}, operand(depth)});
        out.arguments.push_back({"in", value(depth)});
        Expression body(ExpressionKind::Block, {});
        const std::string outer = menu_;
        body.block = block(3, depth + 1);
        menu_ = outer;
        out.arguments.push_back({"do", std::move(body)});
        return out;
    }
    Block block(unsigned atMost, int depth) {
        Block out;
        for (unsigned n = below(atMost + 1); n > 0; --n) {
            Statement next;
            switch (below(6)) {
            case 0:
                next.kind = Statement::Kind::Menu;
                next.menu = menu_ = one({"/ip/firewall/filter", "/interface/bridge/port", "/ip/dns", ""});
                break;
            case 1:
                next.kind = Statement::Kind::Comment;
                next.text = " a note; \"with [anything";
                break;
            case 2:
                next.kind = Statement::Kind::Call;
                next.arguments.push_back({{}, variable()});
                next.arguments.push_back({"x", value(depth)});
                break;
            case 3: next = depth < 3 ? control(depth) : command(depth); break;
            default: next = command(depth); break;
            }
            out.push_back(std::move(next));
        }
        return out;
    }

    std::mt19937 random_;
    std::string menu_;
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void checkFile(const QString& path) {
    const QByteArray text = contentOf(path);
    QVERIFY(!text.isEmpty());
    const Program program = parseProgram(text.toStdString());
    const Diagnostic* error = program.firstError();
    QVERIFY2(!error, error ? (std::to_string(error->at.line) + ":" + std::to_string(error->at.column) + ": " + error->text).c_str() : "");
    const std::string printed = printProgram(program);
    const Program again = parseProgram(printed);
    QVERIFY(again.diagnostics.empty());
    QVERIFY(again.statements == program.statements);
    QCOMPARE(printProgram(again), printed);
}

} // namespace

class TestScriptRoundTrip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void generatedScripts() {
        std::size_t statements = 0;
        for (unsigned seed = 0; seed < 10'000; ++seed) {
            const Program program = Generator(seed).program();
            statements += program.statements.size();
            const std::string printed = printProgram(program);
            const Program again = parseProgram(printed);
            QVERIFY2(again.diagnostics.empty() && again.statements == program.statements, (printed + "\n--- reads back as\n" + printProgram(again)).c_str());
        }
        QVERIFY(statements > 20'000);
    }

    // A word that is an operator, next to every octet and beside both kinds of operand: what is read once reads back as the same.
    void operatorWordsAreNeverMistakenForNames() {
        int read = 0;
        for (const std::string word : {"not", "and", "or", "in"}) {
            for (char c = ' '; c < 0x7f; ++c) {
                for (const std::string& text : {":put ($a " + word + c + " 7)", ":put (" + word + c + "$a)", ":put ($a > " + word + c + " !($a = 7))",
                                                "/x print where a " + word + c + "b=1", "/x print where " + word + c + " c", "/x print where a=1 and " + word + c + "=2"}) {
                    const Program program = parseProgram(text);
                    if (program.firstError()) {
                        continue;
                    }
                    ++read;
                    const std::string printed = printProgram(program);
                    const Program again = parseProgram(printed);
                    QVERIFY2(!again.firstError() && again.statements == program.statements, (text + " → " + printed + " → " + printProgram(again)).c_str());
                }
            }
        }
        QVERIFY(read > 500);
    }

    void everyCase_data() {
        QTest::addColumn<QString>("path");
        const QDir dir(QStringLiteral(PATHSCOPE_TEST_DATA "/cases"));
        for (const QFileInfo& file : dir.entryInfoList({QStringLiteral("*.rsc")}, QDir::Files, QDir::Name)) {
            QTest::newRow(qPrintable(file.fileName())) << file.filePath();
        }
    }
    void everyCase() {
        QFETCH(QString, path);
        checkFile(path);
    }

    void recordedExports() {
        const QDir dir(QStringLiteral(PATHSCOPE_FIXTURES "/oxidized"));
        const QFileInfoList files = dir.entryInfoList({QStringLiteral("*_output.txt")}, QDir::Files, QDir::Name);
        if (files.isEmpty()) {
            CANNOT_RUN(QStringLiteral("no recorded exports in %1, so none was read").arg(dir.path()));
        }
        for (const QFileInfo& file : files) {
            checkFile(file.filePath());
        }
    }
};

QTEST_APPLESS_MAIN(TestScriptRoundTrip)
#include "tst_script_round_trip.moc"
