// Words only the administrator can fill in.
#include "core/fixes/blanks.h"

#include <QTest>

using core::fixes::blanksOf;
using core::fixes::filled;

class TestBlanks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsInCapitalsAreBlanks() {
        QCOMPARE(blanksOf("/ip firewall nat set [find action=masquerade] action=src-nat to-addresses=PUBLIC-ADDRESS"), std::vector<std::string>{"PUBLIC-ADDRESS"});
        QCOMPARE(blanksOf("add list=USERS in=USERS out=OTHERS"), (std::vector<std::string>{"USERS", "OTHERS"}));
    }
    void otherValuesAreNot() {
        QVERIFY(blanksOf("add interface=WAN list=LAN name=ether1 comment=\"x=SOMETHING\" mode=802.3ad").empty());
    }
    void whatIsGivenIsFilledInAndTheRestStays() {
        QCOMPARE(filled("set [find name=USERS] address=NETWORK", {{"NETWORK", "10.0.0.0/8"}}), std::string("set [find name=USERS] address=10.0.0.0/8"));
    }
    void aValueThatNeedsQuotesGetsThem() {
        QCOMPARE(filled("add list=USERS x=1", {{"USERS", "my users"}}), std::string("add list=\"my users\" x=1"));
        QCOMPARE(filled("add list=USERS", {{"USERS", "a\" ; /system reset-configuration"}}), std::string("add list=\"a\\\" ; /system reset-configuration\""));
    }
};

QTEST_GUILESS_MAIN(TestBlanks)
#include "tst_blanks.moc"
