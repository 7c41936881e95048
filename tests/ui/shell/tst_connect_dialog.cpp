#include "core/workspace/secrets.h"
#include "ui/shell/connect_dialog.h"
#include "ui/shell/connect_list.h"
#include "ui/shell/import_button.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using core::workspace::Endpoint;
using core::workspace::PeerAlarm;
using core::workspace::Via;
using core::workspace::Workspace;
using ui::ConnectDialog;

namespace {

bool says(const QDialog& dialog, const QString& words) {
    const auto labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisibleTo(&dialog) && label->text().contains(words); });
}

} // namespace

class tst_ConnectDialog : public QObject {
    Q_OBJECT
private:
    ConnectDialog* open() { // heap: the dialog deletes itself when closed
        auto* dialog = new ConnectDialog(*workspace_);
        dialog->open();
        return dialog;
    }
    static QPushButton* button(const ConnectDialog* dialog) { return dialog->findChild<QPushButton*>(QStringLiteral("connect")); }
    static QLineEdit* field(const ConnectDialog* dialog, const char* name) { return dialog->findChild<QLineEdit*>(QLatin1String(name)); }
    static QCheckBox* box(const ConnectDialog* dialog, const char* name) { return dialog->findChild<QCheckBox*>(QLatin1String(name)); }
    static void speak(const ConnectDialog* dialog, Via via) {
        auto* combo = dialog->findChild<QComboBox*>(QStringLiteral("via"));
        combo->setCurrentIndex(combo->findData(static_cast<int>(via)));
    }
    static Endpoint saved() {
        Endpoint known;
        known.host = QStringLiteral("r1.lan");
        known.port = 9001;
        known.user = QStringLiteral("ops");
        known.label = QStringLiteral("Office");
        known.fingerprint = QString(64, u'a');
        return known;
    }

    QTemporaryDir dir_;
    std::unique_ptr<Workspace> workspace_;

private Q_SLOTS:
    void initTestCase() {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        qputenv("XDG_DATA_HOME", dir_.path().toUtf8());
        QCoreApplication::setOrganizationName(QStringLiteral("pathscope-test-connect"));
    }
    void init() {
        QSettings().clear();
        workspace_ = std::make_unique<Workspace>();
    }
    void cleanup() { workspace_.reset(); }

    void connectWaitsForAUsableHost() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        QVERIFY(!button(dialog.get())->isEnabled());
        field(dialog.get(), "host")->setText(QStringLiteral("192.168.88.256"));
        QVERIFY(!button(dialog.get())->isEnabled());
        QVERIFY(says(*dialog, QStringLiteral("neither an address nor a host name")));
        field(dialog.get(), "host")->setText(QStringLiteral(" 192.168.88.1 "));
        QVERIFY(button(dialog.get())->isEnabled());
        QCOMPARE(dialog->endpoint().host, QStringLiteral("192.168.88.1"));
        QCOMPARE(dialog->endpoint().via, Via::ApiSsl);
    }
    void plainTextIsWarnedAboutExceptOnThisMachine() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        field(dialog.get(), "host")->setText(QStringLiteral("192.168.88.1"));
        QVERIFY(!says(*dialog, QStringLiteral("plain text")));
        speak(dialog.get(), Via::Api);
        QVERIFY(says(*dialog, QStringLiteral("plain text")));
        field(dialog.get(), "host")->setText(QStringLiteral("127.0.0.1"));
        QVERIFY(!says(*dialog, QStringLiteral("in plain text")));
    }
    void theWayTakesItsUsualPortAlongButLeavesAChosenOne() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        auto* port = dialog->findChild<QSpinBox*>();
        QCOMPARE(port->value(), 8729);
        speak(dialog.get(), Via::Ssh);
        QCOMPARE(port->value(), 22);
        speak(dialog.get(), Via::Api);
        QCOMPARE(port->value(), 8728);
        port->setValue(9000);
        speak(dialog.get(), Via::ApiSsl);
        QCOMPARE(port->value(), 9000);
    }
    void weakerChoicesAreOffAndSaidInPlainWords() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        field(dialog.get(), "host")->setText(QStringLiteral("10.0.0.1"));
        QVERIFY(!dialog->endpoint().allowAnonymous);
        QVERIFY(!box(dialog.get(), "legacy")->isVisibleTo(dialog.get()));
        box(dialog.get(), "anonymous")->setChecked(true);
        QVERIFY(dialog->endpoint().allowAnonymous);
        QVERIFY(says(*dialog, QStringLiteral("nothing proves")));
        speak(dialog.get(), Via::Ssh);
        QVERIFY(!dialog->endpoint().allowAnonymous);
        QVERIFY(box(dialog.get(), "legacy")->isVisibleTo(dialog.get()));
        box(dialog.get(), "legacy")->setChecked(true);
        QVERIFY(dialog->endpoint().legacySsh);
        QVERIFY(says(*dialog, QStringLiteral("protect less")));
    }
    void aSavedRouterFillsTheFormButNotThePassword() {
        workspace_->rememberEndpoints({saved()});
        const std::unique_ptr<ConnectDialog> dialog(open());
        auto* list = dialog->findChild<QListWidget*>();
        list->setFocus();
        list->setCurrentRow(1); // behind its section
        QCOMPARE(dialog->endpoint(), saved());
        QVERIFY(dialog->password().isEmpty());
        QVERIFY(says(*dialog, QStringLiteral("aaaa aaaa")));
        field(dialog.get(), "host")->clear();
        QTest::keyClicks(field(dialog.get(), "host"), QStringLiteral("r2.lan"));
        QVERIFY(dialog->endpoint().fingerprint.isEmpty()); // another router
    }
    void theSearchNarrowsTheList() {
        Endpoint other = saved();
        other.host = QStringLiteral("shed.lan");
        other.label = QStringLiteral("Shed");
        workspace_->rememberEndpoints({saved(), other});
        const std::unique_ptr<ConnectDialog> dialog(open());
        auto* list = dialog->findChild<ui::ConnectList*>();
        QCOMPARE(list->shownCount(), 2);
        field(dialog.get(), "search")->setText(QStringLiteral("SHED"));
        QCOMPARE(list->shownCount(), 1);
    }
    void anotherCertificateBlocksUntilTheNewOneIsTrusted() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        dialog->setEndpoint(saved());
        dialog->showAlarm({saved().fingerprint, QString(64, u'b'), QStringLiteral("CN=<b>x</b>")});
        QVERIFY(!button(dialog.get())->isEnabled());
        QVERIFY(says(*dialog, QStringLiteral("aaaa aaaa")));
        QVERIFY(says(*dialog, QStringLiteral("bbbb bbbb")));
        const auto buttons = dialog->findChildren<QPushButton*>();
        const auto trust = std::find_if(buttons.begin(), buttons.end(),
                                        [](const QPushButton* b) { return b->text() == QStringLiteral("Trust the new one"); });
        QVERIFY(trust != buttons.end());
        QTest::mouseClick(*trust, Qt::LeftButton);
        QVERIFY(button(dialog.get())->isEnabled());
        QCOMPARE(dialog->endpoint().fingerprint, QString(64, u'b'));
    }
    void aPasswordIsKeptInTheEncryptedFileWhereThereIsNoKeychain() {
        ConnectDialog* dialog = open();
        QTRY_COMPARE_WITH_TIMEOUT(workspace_->secrets().store(), core::workspace::Secrets::Store::NewFile, 30000);
        field(dialog, "host")->setText(QStringLiteral("10.0.0.1"));
        field(dialog, "password")->setText(QStringLiteral("secret"));
        box(dialog, "remember")->setChecked(true);
        QVERIFY(field(dialog, "passphrase")->isVisibleTo(dialog));
        QSignalSpy accepted(dialog, &QDialog::accepted);
        QTest::mouseClick(button(dialog), Qt::LeftButton);
        QCOMPARE(accepted.size(), 0);
        QVERIFY(says(*dialog, QStringLiteral("eight characters")));
        field(dialog, "passphrase")->setText(QStringLiteral("long enough"));
        QTest::mouseClick(button(dialog), Qt::LeftButton);
        QCOMPARE(accepted.size(), 1);

        const std::unique_ptr<ConnectDialog> later(open());
        Endpoint same = saved();
        same.host = QStringLiteral("10.0.0.1");
        same.port = 8729;
        same.user = QStringLiteral("admin");
        later->setEndpoint(same);
        QTRY_COMPARE(later->password(), QStringLiteral("secret"));
    }
    void anImportedFileFillsTheListAndABadOneIsSaid() {
        const std::unique_ptr<ConnectDialog> dialog(open());
        QFile file(dir_.filePath(QStringLiteral("routers.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("name,address,user\nOffice,10.0.0.1,admin\nShed,10.0.0.2,\n");
        file.close();
        dialog->findChild<ui::ImportButton*>()->importFile(file.fileName());
        QCOMPARE(dialog->findChild<ui::ConnectList*>()->shownCount(), 2);
        QVERIFY(says(*dialog, QStringLiteral("imported")));
        dialog->findChild<ui::ImportButton*>()->importFile(dir_.filePath(QStringLiteral("nowhere.csv")));
        QVERIFY(says(*dialog, QStringLiteral("cannot be read")));
    }
    void escapeLeavesWithoutConnecting() {
        ConnectDialog* dialog = open();
        field(dialog, "host")->setText(QStringLiteral("192.168.88.1"));
        QSignalSpy accepted(dialog, &QDialog::accepted);
        QSignalSpy rejected(dialog, &QDialog::rejected);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QCOMPARE(rejected.size(), 1);
        QCOMPARE(accepted.size(), 0);
    }
};

QTEST_MAIN(tst_ConnectDialog)
#include "tst_connect_dialog.moc"
