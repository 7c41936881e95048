#include "ui/shell/connect_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using core::workspace::Endpoint;
using ui::ConnectDialog;

namespace {

bool says(const QDialog& dialog, const QString& words) {
    const auto labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) { return label->text().contains(words); });
}

} // namespace

class tst_ConnectDialog : public QObject {
    Q_OBJECT
private:
    // Heap: the dialog deletes itself when closed.
    static ConnectDialog* open(std::vector<Endpoint> remembered = {}) {
        auto* dialog = new ConnectDialog(std::move(remembered));
        dialog->open();
        return dialog;
    }
    static QPushButton* button(const ConnectDialog* dialog) { return dialog->findChild<QPushButton*>(QStringLiteral("connect")); }
    static QLineEdit* host(const ConnectDialog* dialog) { return dialog->findChild<QLineEdit*>(QStringLiteral("host")); }

private Q_SLOTS:
    void connectWaitsForAUsableHost() {
        ConnectDialog* dialog = open();
        QVERIFY(!button(dialog)->isEnabled());
        host(dialog)->setText(QStringLiteral("192.168.88.256"));
        QVERIFY(!button(dialog)->isEnabled());
        QVERIFY(says(*dialog, QStringLiteral("neither an address nor a host name")));
        host(dialog)->setText(QStringLiteral(" 192.168.88.1 "));
        QVERIFY(button(dialog)->isEnabled());
        QCOMPARE(dialog->endpoint().host, QStringLiteral("192.168.88.1"));
        delete dialog;
    }
    void plainTextIsWarnedAboutExceptOnThisMachine() {
        ConnectDialog* dialog = open();
        host(dialog)->setText(QStringLiteral("192.168.88.1"));
        QVERIFY(says(*dialog, QStringLiteral("plain text")));
        host(dialog)->setText(QStringLiteral("127.0.0.1"));
        QVERIFY(!says(*dialog, QStringLiteral("plain text")));
        host(dialog)->setText(QStringLiteral("192.168.88.1"));
        dialog->findChild<QCheckBox*>()->setChecked(true);
        QVERIFY(!says(*dialog, QStringLiteral("plain text")));
        delete dialog;
    }
    void tlsTakesTheUsualPortAlongButLeavesAChosenOne() {
        ConnectDialog* dialog = open();
        auto* port = dialog->findChild<QSpinBox*>();
        auto* tls = dialog->findChild<QCheckBox*>();
        tls->setChecked(true);
        QCOMPARE(port->value(), 8729);
        tls->setChecked(false);
        QCOMPARE(port->value(), 8728);
        port->setValue(9000);
        tls->setChecked(true);
        QCOMPARE(port->value(), 9000);
        delete dialog;
    }
    void aRememberedEndpointFillsTheFormButNotThePassword() {
        const Endpoint known{QStringLiteral("r1.lan"), 9001, QStringLiteral("ops"), true};
        ConnectDialog* dialog = open({known});
        auto* recent = dialog->findChild<QComboBox*>();
        recent->setCurrentIndex(1);
        Q_EMIT recent->activated(1);
        QCOMPARE(dialog->endpoint(), known);
        QVERIFY(dialog->password().isEmpty());
        delete dialog;
    }
    void escapeLeavesWithoutConnecting() {
        ConnectDialog* dialog = open();
        host(dialog)->setText(QStringLiteral("192.168.88.1"));
        QSignalSpy accepted(dialog, &QDialog::accepted);
        QSignalSpy rejected(dialog, &QDialog::rejected);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCOMPARE(rejected.size(), 1);
        QCOMPARE(accepted.size(), 0);
    }
};

QTEST_MAIN(tst_ConnectDialog)
#include "tst_connect_dialog.moc"
