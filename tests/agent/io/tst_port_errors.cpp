// Bindings that cannot work: the message names the thing and the remedy.
#include "agent/io/interface_lookup.h"
#include "agent/io/port.h"

#include <QtTest>

#include <cerrno>
#include <sys/wait.h>
#include <unistd.h>

using agent::io::openPort;
using core::base::Error;
using core::base::ErrorCode;

class TestPortErrors : public QObject {
    Q_OBJECT

    static Error errorOf(std::string_view binding) {
        auto port = openPort(binding);
        return port ? Error{ErrorCode::Internal, "opened", {}} : port.error();
    }
    static bool mentions(const Error& error, const char* word) { return error.text.find(word) != std::string::npos; }

private Q_SLOTS:
    void aBindingThatIsNotOneSaysHowToWriteIt_data() {
        QTest::addColumn<QByteArray>("binding");
        for (const char* binding : {"", "eth0", "pcap:eth0", "AF_PACKET:eth0", "af_packet", ":"}) {
            QTest::newRow(binding) << QByteArray(binding);
        }
    }
    void aBindingThatIsNotOneSaysHowToWriteIt() {
        QFETCH(QByteArray, binding);
        const Error error = errorOf(std::string_view(binding.constData(), static_cast<std::size_t>(binding.size())));
        QCOMPARE(error.code, ErrorCode::InvalidInput);
        QVERIFY2(mentions(error, "af_packet:"), error.text.c_str());
    }
    void anInterfaceThatIsNotThereIsNamed() {
        const Error error = errorOf("af_packet:nosuch0");
        QCOMPARE(error.code, ErrorCode::NotFound);
        QVERIFY2(mentions(error, "nosuch0"), error.text.c_str());
        QVERIFY2(mentions(error, "ip link"), error.text.c_str());
    }
    void aNameNoInterfaceCanHaveIsRefused_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"sixteencharacter", "a b", "a/b", "..", "a:b", "tab\t"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }
    void aNameNoInterfaceCanHaveIsRefused() {
        QFETCH(QByteArray, name);
        for (const std::string kind : {"af_packet:", "tap:"}) {
            const Error error = errorOf(kind + name.toStdString());
            QCOMPARE(error.code, ErrorCode::InvalidInput);
            QVERIFY2(mentions(error, name.constData()), error.text.c_str());
        }
    }
    void fifteenCharactersAreFine() { QVERIFY(agent::io::checkInterfaceName("fifteencharacte").has_value()); }

    void withoutCapabilitiesTheRemedyIsNamed() {
        for (const int number : {EPERM, EACCES}) {
            const Error error = agent::io::kernelError("listening on", "eth7", number);
            QCOMPARE(error.code, ErrorCode::PermissionDenied);
            QVERIFY(mentions(error, "eth7") && mentions(error, "setcap cap_net_raw,cap_net_admin+ep"));
        }
        QCOMPARE(agent::io::kernelError("listening on", "eth7", ENOBUFS).code, ErrorCode::Io);
    }
    // The real thing: a child without privileges tries the loopback interface.
    void aProgramWithoutPrivilegesIsToldSo() {
        const pid_t child = ::fork();
        QVERIFY(child >= 0);
        if (child == 0) {
            constexpr uid_t kNobody = 65534;
            if (::geteuid() == 0 && (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0)) {
                ::_exit(2);
            }
            const Error error = errorOf("af_packet:lo");
            ::_exit(error.code == ErrorCode::PermissionDenied && mentions(error, "setcap") && mentions(error, "lo") ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0);
    }
};

QTEST_APPLESS_MAIN(TestPortErrors)
#include "tst_port_errors.moc"
