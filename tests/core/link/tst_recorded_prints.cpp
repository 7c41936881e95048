// Every recorded print of ../shared/fixtures/ntc-templates: the rows our parsers read are those the recording's own expectation names,
// wherever the two mean the same thing. And every recording, cut anywhere or damaged, is survived.
#include "core/link/cli_block.h"
#include "core/link/cli_detail.h"
#include "core/link/cli_table.h"
#include "tests/support/cannot_run.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>
#include <map>

using core::link::CliItem;

namespace {

// What a template calls a property, where it is not the property's name with underscores.
const std::map<QString, QString> kNames{{QStringLiteral("description"), QStringLiteral("comment")},
                                        {QStringLiteral("hardware-model"), QStringLiteral("model")},
                                        {QStringLiteral("ip-address"), QStringLiteral("address")},
                                        {QStringLiteral("ipv6-address"), QStringLiteral("address6")},
                                        {QStringLiteral("ipv4-address"), QStringLiteral("address4")},
                                        {QStringLiteral("service-tag"), QStringLiteral("use-service-tag")},
                                        {QStringLiteral("parent-interface"), QStringLiteral("interface")},
                                        {QStringLiteral("destination-address"), QStringLiteral("dst-address")},
                                        {QStringLiteral("destination-port"), QStringLiteral("dst-port")},
                                        {QStringLiteral("source-address"), QStringLiteral("src-address")},
                                        {QStringLiteral("source-port"), QStringLiteral("src-port")},
                                        {QStringLiteral("origin-bytes"), QStringLiteral("orig-bytes")},
                                        {QStringLiteral("origin-packets"), QStringLiteral("orig-packets")},
                                        {QStringLiteral("origin-rate"), QStringLiteral("orig-rate")},
                                        {QStringLiteral("reply-bytes"), QStringLiteral("repl-bytes")},
                                        {QStringLiteral("reply-packets"), QStringLiteral("repl-packets")},
                                        {QStringLiteral("reply-rate"), QStringLiteral("repl-rate")},
                                        {QStringLiteral("bgp-neighbor"), QStringLiteral("remote-address")},
                                        {QStringLiteral("neighbor-as"), QStringLiteral("remote-as")}};

using Expected = std::vector<std::map<QString, QString>>;

// The part of YAML these files are written in: a list of maps of quoted scalars and lists of them.
Expected readYaml(const QString& path) {
    Expected rows;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return rows;
    }
    static const QRegularExpression pair(QStringLiteral("^  (- |  )([a-z0-9_]+): ?(.*)$"));
    static const QRegularExpression element(QStringLiteral("^      - (.*)$"));
    static const QRegularExpression inFlow(QStringLiteral("^      \"(.*)\",?$"));
    QString key;
    const auto scalar = [](QString text) {
        text = text.trimmed();
        if (text.startsWith(u'"') && text.endsWith(u'"')) {
            text = text.mid(1, text.size() - 2)
                       .replace(QLatin1String("\\\""), QLatin1String("\""))
                       .replace(QLatin1String("\\\\"), QLatin1String("\\"));
        } else if (text.startsWith(u'\'') && text.endsWith(u'\'') && text.size() > 1) {
            text = text.mid(1, text.size() - 2);
        }
        return text == QLatin1String("[]") ? QString() : text;
    };
    for (const QString& line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (const auto listed = inFlow.match(line); listed.hasMatch() && !rows.empty()) {
            QString& value = rows.back()[key];
            value = value == QLatin1String("[") ? QString() : value + u'\n';
            value += listed.captured(1);
        } else if (const auto match = pair.match(line); match.hasMatch()) {
            if (match.captured(1) == QLatin1String("- ")) {
                rows.emplace_back();
            }
            key = match.captured(2);
            rows.back()[key] = scalar(match.captured(3));
        } else if (const auto more = element.match(line); more.hasMatch() && !rows.empty()) {
            QString& value = rows.back()[key];
            value += (value.isEmpty() ? QString() : QStringLiteral("\n")) + scalar(more.captured(1));
        }
    }
    return rows;
}

std::vector<CliItem> readPrint(const QByteArray& raw) {
    const std::string text = raw.toStdString();
    static const QRegularExpression header(QStringLiteral("^[ \\t]*(#[ \\t]+)?[A-Z][A-Z0-9-]+([ \\t]+[A-Z][A-Z0-9-]+)+[ \\t\\r]*$"),
                                           QRegularExpression::MultilineOption);
    static const QRegularExpression block(QStringLiteral("^[ \\t]*[a-z0-9-]+: "), QRegularExpression::MultilineOption);
    if (header.match(QString::fromLatin1(raw)).hasMatch()) {
        return core::link::parseCliTable(text);
    }
    std::vector<CliItem> items = core::link::parseCliDetail(text);
    if (items.empty() && block.match(QString::fromLatin1(raw)).hasMatch()) {
        for (core::model::Row& row : core::link::parseCliBlock(text)) {
            items.push_back({std::nullopt, {}, std::move(row)});
        }
    }
    return items;
}

QString valueOf(const CliItem& item, const QString& key, bool& present) {
    QString name = QString(key).replace(u'_', u'-');
    const auto known = kNames.find(name);
    auto value = item.row.get(name.toStdString());
    if (!value && known != kNames.end()) {
        value = item.row.get(known->second.toStdString());
    }
    present = value.has_value();
    return present ? QString::fromStdString(std::string(*value)) : QString();
}

// Another number than the expected row's.
bool passedOver(const CliItem& item, const std::map<QString, QString>& expected) {
    for (const char* name : {"id", "num", "number", "index"}) {
        const auto it = expected.find(QLatin1String(name));
        if (it != expected.end() && item.number) {
            return QString::number(*item.number) != it->second;
        }
    }
    return false;
}

QString squeezed(const QString& text) {
    return text.simplified();
}

} // namespace

class TestRecordedPrints : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!QDir(QStringLiteral(PATHSCOPE_FIXTURES "/ntc-templates")).exists()) {
            CANNOT_RUN(QStringLiteral("the recordings are missing: set PATHSCOPE_FIXTURES to their folder when configuring"));
        }
    }

    void theRowsAreThoseOfTheExpectation_data() {
        QTest::addColumn<QString>("raw");
        QDirIterator it(QStringLiteral(PATHSCOPE_FIXTURES "/ntc-templates"), {QStringLiteral("*.raw")}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            QTest::newRow(qPrintable(QFileInfo(path).completeBaseName())) << path;
        }
    }
    void theRowsAreThoseOfTheExpectation() {
        QFETCH(QString, raw);
        QFile file(raw);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::vector<CliItem> items = readPrint(file.readAll());
        const Expected expected = readYaml(QString(raw).replace(QRegularExpression(QStringLiteral("\\.raw$")), QStringLiteral(".yml")));
        // The log's template gives only the lines that report a loss; the one of interfaces passes over those without a MAC address.
        const bool isLog = raw.contains(QLatin1String("log_print"));
        QVERIFY2(items.size() >= expected.size(),
                 qPrintable(QStringLiteral("%1 rows, expected %2").arg(items.size()).arg(expected.size())));
        int compared = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < expected.size() && !isLog; ++i, ++at) {
            while (at < items.size() && passedOver(items[at], expected[i])) {
                ++at;
            }
            QVERIFY2(at < items.size(), qPrintable(QStringLiteral("row %1 was not read").arg(i)));
            for (const auto& [key, value] : expected[i]) {
                if (items[at].number && (key == QLatin1String("id") || key == QLatin1String("num") || key == QLatin1String("number") ||
                                         key == QLatin1String("index"))) {
                    continue; // the position; there may be a property of that name
                }
                bool present = false;
                const QString ours = valueOf(items[at], key, present);
                // One letter of a flag, or part of a value under a name of the template's own: not the same meaning.
                if (!present || value.isEmpty() || value == QLatin1String(" ") ||
                    (value.size() == 1 && value[0].isUpper() && ours.size() > 1)) {
                    continue;
                }
                const bool same = squeezed(ours) == squeezed(value) || ours == value + u'%' || ours.section(u'/', 0, 0) == value ||
                                  ours.section(u'%', 0, 0) == value || ours.section(u'%', 1) == value;
                QVERIFY2(same, qPrintable(QStringLiteral("row %1, %2: “%3”, expected “%4”").arg(i).arg(key, ours, value)));
                ++compared;
            }
        }
        QVERIFY2(compared > 0 || expected.empty() || isLog, "nothing could be compared");
    }

    void everyCutAndEveryDamageIsSurvived() {
        QRandomGenerator random(20261130);
        QDirIterator it(QStringLiteral(PATHSCOPE_FIXTURES "/ntc-templates"), {QStringLiteral("*.raw")}, QDir::Files,
                        QDirIterator::Subdirectories);
        std::size_t read = 0;
        while (it.hasNext()) {
            QFile file(it.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray whole = file.readAll();
            for (int n = 0; n < 60; ++n) {
                QByteArray part = whole.left(static_cast<qsizetype>(random.bounded(static_cast<quint32>(whole.size()) + 1)));
                for (int hit = 0; hit < n % 4 && !part.isEmpty(); ++hit) {
                    part[static_cast<qsizetype>(random.bounded(static_cast<quint32>(part.size())))] =
                        static_cast<char>(random.bounded(256u));
                }
                const std::string text = part.toStdString();
                read += core::link::parseCliTable(text).size() + core::link::parseCliDetail(text).size() +
                        core::link::parseCliBlock(text).size();
            }
        }
        QVERIFY(read > 1000);
    }
};

QTEST_APPLESS_MAIN(TestRecordedPrints)
#include "tst_recorded_prints.moc"
