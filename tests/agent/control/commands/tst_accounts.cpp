// Who may come in: passwords, keys, doors, addresses, the rate limit; what is stored of a password; users as configuration.
#include "agent/control/commands/password_hash.h"
#include "core/base/base64.h"
#include "tests/agent/control/commands/console.h"

#include <QTest>

using agent::control::Accounts;
using core::base::kSecond;
using core::routeros::api::Sentence;
using tests::Console;

namespace {

std::string refusal(const agent::control::Outcome<agent::control::User>& user) { return user ? "let in" : user.error().message; }
const std::string kWrong = "invalid user name or password (6)";

std::string message(const Console::Sentences& answer) {
    for (const std::string& word : answer.front()) {
        if (word.starts_with("=message=")) {
            return word.substr(9);
        }
    }
    return answer.front().front();
}

} // namespace

class TestAccounts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theRightPasswordLetsInWithTheGroupsPolicies() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "secret", "read").has_value());
        const auto user = accounts.login("anna", "secret", "192.0.2.1", "api");
        QVERIFY(user.has_value());
        QCOMPARE(user->group, std::string("read"));
        QVERIFY(user->may(agent::control::Policy::Read) && !user->may(agent::control::Policy::Write));
        QCOMPARE(accounts.passwordOf("anna"), std::optional<std::string>("secret"));
    }

    void everythingElseIsRefusedInTheSameWords() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "secret"));
        QVERIFY(accounts.ensureUser("empty", ""));
        QCOMPARE(refusal(accounts.login("anna", "Secret", "a", "api")), kWrong);
        QCOMPARE(refusal(accounts.login("anna", "", "a", "api")), kWrong);
        QCOMPARE(refusal(accounts.login("empty", "", "a", "api")), kWrong);
        QCOMPARE(refusal(accounts.login("nobody", "secret", "a", "api")), kWrong);
        QCOMPARE(refusal(accounts.login("anna", std::string("secret\0", 7), "a", "api")), kWrong);
        console.ask("/user", "disable", {{"numbers", "anna"}});
        QCOMPARE(refusal(accounts.login("anna", "secret", "a", "api")), kWrong);
    }

    void theDoorsPolicyIsAskedFor() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QCOMPARE(console.ask("/user/group", "add", {{"name", "robots"}, {"policy", "read,api"}})[0][0], std::string("!done"));
        QVERIFY(accounts.ensureUser("bot", "x", "robots"));
        QCOMPARE(refusal(accounts.login("bot", "x", "a", "api")), std::string("let in"));
        QCOMPARE(refusal(accounts.login("bot", "x", "a", "api-ssl")), std::string("let in"));
        QCOMPARE(refusal(accounts.login("bot", "x", "a", "ssh")), kWrong);
        QCOMPARE(refusal(accounts.login("bot", "x", "a", "rest-api")), kWrong);
    }

    void aUserMayBeBoundToAddresses() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "x"));
        console.ask("/user", "set", {{"numbers", "anna"}, {"address", "10.0.0.0/24,192.0.2.7"}});
        QCOMPARE(refusal(accounts.login("anna", "x", "10.0.0.77", "api")), std::string("let in"));
        QCOMPARE(refusal(accounts.login("anna", "x", "::ffff:10.0.0.77", "api")), std::string("let in"));
        QCOMPARE(refusal(accounts.login("anna", "x", "192.0.2.7", "api")), std::string("let in"));
        QCOMPARE(refusal(accounts.login("anna", "x", "10.0.1.1", "api")), kWrong);
        QCOMPARE(refusal(accounts.login("anna", "x", "2001:db8::1", "api")), kWrong);
    }

    void tenFailuresFromOneAddressCloseItForAMinute() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "x"));
        for (int i = 0; i < 10; ++i) {
            QCOMPARE(refusal(accounts.login("anna", "wrong", "10.0.0.1", "api")), kWrong);
        }
        QVERIFY(refusal(accounts.login("anna", "x", "10.0.0.1", "api")).starts_with("failure: too many login failures from 10.0.0.1"));
        QCOMPARE(refusal(accounts.login("anna", "x", "10.0.0.2", "api")), std::string("let in"));
        console.clock.advance(61 * kSecond);
        QCOMPARE(refusal(accounts.login("anna", "x", "10.0.0.1", "api")), std::string("let in"));
    }

    void aLoginForgetsTheFailuresBeforeIt() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "x"));
        for (int i = 0; i < 30; ++i) {
            QCOMPARE(refusal(accounts.login("anna", i % 5 == 4 ? "x" : "wrong", "a", "api")), i % 5 == 4 ? std::string("let in") : kWrong);
        }
    }

    void doorsWithProofOfTheirOwnAreAskedTheRest() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "x"));
        QCOMPARE(refusal(accounts.admit("anna", true, "a", "api")), std::string("let in"));
        QCOMPARE(refusal(accounts.admit("anna", false, "a", "api")), kWrong);
        QCOMPARE(refusal(accounts.admit("nobody", true, "a", "api")), kWrong);
    }

    void aKeyThatWasImportedLetsIn() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("anna", "x"));
        const std::string blob("\0\0\0\x0bssh-ed25519\0\0\0\x04" "abcd", 23);
        console.ask("/file", "add",
                    {{"name", "keys.pub"}, {"contents", "# mine\nssh-ed25519 " + core::base::encodeBase64(blob) + " anna@desk\r\n"}});
        QCOMPARE(console.ask("/user/ssh-keys", "import", {{"user", "anna"}, {"public-key-file", "keys.pub"}})[0][0], std::string("!done"));
        QCOMPARE(refusal(accounts.loginByKey("anna", blob, "a", "ssh")), std::string("let in"));
        QVERIFY(accounts.hasKey("anna", blob) && !accounts.hasKey("admin", blob) && !accounts.hasKey("anna", ""));
        QCOMPARE(refusal(accounts.loginByKey("anna", blob.substr(1), "a", "ssh")), kWrong);
        const auto rows = console.rows("/user/ssh-keys");
        QCOMPARE(rows[0].value("key-owner"), std::string_view("anna@desk"));
        QVERIFY(!rows[0].get("key"));
        QCOMPARE(message(console.ask("/user/ssh-keys", "import", {{"user", "anna"}, {"public-key-file", "none"}})),
                 std::string("failure: no such file: none"));
    }

    void passwordsAreStoredSaltedAndHashedAndNeverShown() {
        Console console;
        Accounts& accounts = console.plane.context().accounts;
        QVERIFY(accounts.ensureUser("a", "same") && accounts.ensureUser("b", "same"));
        const auto& tree = console.live.tree();
        const std::string_view first = tree.findBy("/user", "name", "a")->value("password"),
                               second = tree.findBy("/user", "name", "b")->value("password");
        QVERIFY(first.starts_with("$6$") && first != second);
        for (const auto& row : console.rows("/user")) {
            QVERIFY(!row.get("password"));
        }
        const auto text = console.ask("", "export", {{"show-sensitive", ""}}).back().back();
        QVERIFY(text.find("$6$") == std::string::npos && text.find("/user") == std::string::npos);
    }

    void comparingTakesEveryOctet() {
        QVERIFY(agent::control::equalInConstantTime("abc", "abc"));
        for (const char* other : {"", "ab", "abcd", "abd", "Abc"}) {
            QVERIFY(!agent::control::equalInConstantTime("abc", other));
        }
        QVERIFY(!agent::control::matchesPassword("x", "no hash"));
        QVERIFY(agent::control::hashPassword("").empty());
    }

    void policiesReadAndPrintAsRouterOsDoes() {
        using namespace agent::control;
        const auto read = defaultGroupPolicies("read");
        QCOMPARE(
            formatPolicies(*read),
            std::string("local,telnet,ssh,reboot,read,test,winbox,password,web,sniff,sensitive,api,romon,rest-api,!ftp,!write,!policy"));
        QVERIFY(parsePolicies(formatPolicies(*read)) == read);
        QVERIFY(!parsePolicies("read,everything"));
        QVERIFY(!defaultGroupPolicies("robots"));
        QVERIFY(defaultGroupPolicies("full")->hasAll(*read) && !read->hasAll(*defaultGroupPolicies("full")));
    }

    void usersAreConfigurationForThoseWhoMayChangeThem() {
        Console console;
        QCOMPARE(console.ask("/user", "add", {{"name", "bob"}, {"group", "write"}, {"password", "pw"}})[0][0], std::string("!done"));
        QVERIFY(console.plane.context().accounts.login("bob", "pw", "a", "api").has_value());
        QCOMPARE(message(console.ask("/user", "add", {{"name", "bob"}, {"group", "write"}})),
                 std::string("failure: user with the same name already exists"));
        QCOMPARE(message(console.ask("/user", "add", {{"name", "eve"}, {"group", "gods"}})),
                 std::string("input does not match any value of group"));
        console.ask("/user", "set", {{"numbers", "bob"}, {"password", "new"}});
        QVERIFY(!console.plane.context().accounts.login("bob", "pw", "a", "api"));
        QVERIFY(console.plane.context().accounts.login("bob", "new", "a", "api").has_value());

        Console writer("write");
        QCOMPARE(message(writer.ask("/user", "add", {{"name", "bob"}, {"group", "full"}})), std::string("not enough permissions (9)"));
        QCOMPARE(message(writer.ask("/user/group", "add", {{"name", "x"}})), std::string("not enough permissions (9)"));
    }

    void everybodyMayChangeTheirOwnPassword() {
        Console reader("read");
        QVERIFY(reader.plane.context().accounts.ensureUser("admin", "old", "read"));
        QCOMPARE(message(reader.ask("", "password", {{"old-password", "bad"}, {"new-password", "n"}, {"confirm-new-password", "n"}})),
                 std::string("failure: wrong password"));
        QCOMPARE(message(reader.ask("", "password", {{"old-password", "old"}, {"new-password", "n"}, {"confirm-new-password", "m"}})),
                 std::string("failure: password not confirmed"));
        QCOMPARE(reader.ask("", "password", {{"old-password", "old"}, {"new-password", "n"}, {"confirm-new-password", "n"}}),
                 (Console::Sentences{{"!done"}}));
        QVERIFY(reader.plane.context().accounts.login("admin", "n", "a", "api").has_value());
    }

    void theLastWhoMayManageUsersStays() {
        Console console;
        QVERIFY(console.plane.context().accounts.ensureUser("root", "x"));
        QCOMPARE(message(console.ask("/user", "remove", {{"numbers", "root"}})),
                 std::string("failure: there must be a user who may manage users"));
        QCOMPARE(message(console.ask("/user", "set", {{"numbers", "root"}, {"group", "read"}})),
                 std::string("failure: there must be a user who may manage users"));
        QCOMPARE(message(console.ask("/user", "disable", {{"numbers", "root"}})),
                 std::string("failure: there must be a user who may manage users"));
        QVERIFY(console.plane.context().accounts.login("root", "x", "a", "api")->may(agent::control::Policy::Policy));
    }

    void aBuiltinGroupCannotBeRemoved() {
        Console console;
        QCOMPARE(message(console.ask("/user/group", "remove", {{"numbers", "full"}})), std::string("failure: can not remove builtin"));
    }
};

QTEST_APPLESS_MAIN(TestAccounts)
#include "tst_accounts.moc"
