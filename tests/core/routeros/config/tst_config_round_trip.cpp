// What is read and written again is the same: for ten thousand generated configurations, for all samples and cases. And a difference
// leads from one configuration to the other and back, made at once or request by request.
#include "core/routeros/config/diff.h"
#include "core/routeros/config/export.h"
#include "core/routeros/config/load.h"
#include "core/routeros/config/normalise.h"
#include "tests/core/routeros/config/config_generator.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <utility>

using namespace core::routeros::config;
using tests::ConfigGenerator;

namespace {

// What is different after writing and reading; empty: nothing.
std::string lost(const LoadedConfig& config, ExportOptions options) {
    options.showSensitive = true;
    const std::string text = exportConfig(config.tree, options);
    const ConfigDiff difference = diff(config.tree, loadConfig(text).tree);
    return difference.empty() ? std::string() : describe(difference) + "--- of\n" + text;
}

std::string lostInAnyForm(const LoadedConfig& config) {
    for (const ExportForm form : {ExportForm::Compact, ExportForm::Verbose, ExportForm::Terse}) {
        for (const int major : {6, 7}) {
            if (std::string difference = lost(config, {.form = form, .major = major}); !difference.empty()) {
                return difference;
            }
        }
    }
    return {};
}

void checkDifference(const ConfigTree& from, const ConfigTree& to, const std::string& context) {
    const ConfigDiff forth = diff(from, to);
    ConfigTree tree = from;
    const auto done = applyDiff(tree, forth);
    QVERIFY2(done, context.c_str());
    const ConfigDiff rest = diff(tree, to);
    QVERIFY2(rest.empty(), (context + "\n--- still different:\n" + describe(rest)).c_str());

    const ConfigDiff back = inverse(forth);
    QVERIFY2(applyDiff(tree, back), context.c_str());
    const ConfigDiff left = diff(tree, from);
    QVERIFY2(left.empty(), (context + "\n--- not taken back:\n" + describe(left)).c_str());
    QVERIFY2(inverse(back) == forth, context.c_str());
}

// A router that is given the writes one by one ends where the difference leads.
void checkRequests(const ConfigTree& from, const ConfigTree& to, const std::string& context) {
    ConfigTree router = from;
    std::vector<LoadNote> notes;
    for (const core::model::Request& request : toRequests(diff(from, to))) {
        applyLeniently(router, request, {}, notes);
    }
    ConfigTree wanted = to;
    wanted.table("").clear();
    router.table("").clear();
    const ConfigDiff rest = diff(router, wanted);
    QVERIFY2(rest.empty(), (context + "\n--- still different after the requests:\n" + describe(rest)).c_str());
}

std::vector<std::string> textsIn(const QString& folder, const QStringList& names) {
    std::vector<std::string> out;
    QDir dir(folder);
    for (const QString& name : dir.entryList(names, QDir::Files, QDir::Name)) {
        QFile file(dir.filePath(name));
        if (file.open(QIODevice::ReadOnly)) {
            out.push_back(file.readAll().toStdString());
        }
    }
    return out;
}

std::vector<std::string> samples() {
    auto out = textsIn(QStringLiteral(PATHSCOPE_TEST_DATA "/configs"), {QStringLiteral("*.rsc")});
    for (std::string& text : textsIn(QStringLiteral(PATHSCOPE_TEST_DATA "/cases"), {QStringLiteral("*.rsc")})) {
        out.push_back(std::move(text));
    }
    return out;
}

} // namespace

class TestConfigRoundTrip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tenThousandGeneratedConfigurations() {
        std::size_t items = 0;
        for (unsigned seed = 0; seed < 10'000; ++seed) {
            const std::string text = ConfigGenerator(seed).text(4);
            const LoadedConfig config = loadConfig(text);
            items += config.items;
            const auto form = static_cast<ExportForm>(seed % 3);
            const std::string difference = lost(config, {.form = form, .major = seed % 2 == 0 ? 6 : 7, .header = config.header});
            QVERIFY2(difference.empty(), ("seed " + std::to_string(seed) + "\n" + text + "--- loses\n" + difference).c_str());
        }
        QVERIFY(items > 20'000);
    }

    void sampleConfigurations() {
        const auto texts = samples();
        QVERIFY(texts.size() > 50);
        for (const std::string& text : texts) {
            const LoadedConfig config = loadConfig(text);
            const std::string difference = lostInAnyForm(config);
            QVERIFY2(difference.empty(), (text + "--- loses\n" + difference).c_str());
        }
    }

    void differencesLeadThereAndBack() {
        for (unsigned seed = 0; seed < 600; ++seed) {
            ConfigGenerator generator(seed);
            const std::string before = generator.text(10);
            const std::string after = seed % 5 == 0 ? generator.text(10) : generator.changed(before);
            checkDifference(loadConfig(before).tree, loadConfig(after).tree, "seed " + std::to_string(seed) + "\n" + before + "--- to\n" + after);
        }
    }

    void requestsLeadThereToo() {
        for (unsigned seed = 0; seed < 400; ++seed) {
            ConfigGenerator generator(seed);
            const std::string before = generator.text(10);
            const std::string after = generator.changed(before);
            checkRequests(loadConfig(before).tree, loadConfig(after).tree, "seed " + std::to_string(seed) + "\n" + before + "--- to\n" + after);
        }
    }

    void normalisingChangesNothing() {
        for (const std::string& text : samples()) {
            const LoadedConfig config = loadConfig(text);
            const ConfigTree tidy = normalised(config.tree);
            QVERIFY2(diff(config.tree, tidy).empty(), text.c_str());
            QCOMPARE(exportConfig(normalised(tidy), {}), exportConfig(tidy, {}));
        }
    }

    void cutAnywhereItIsStillRead() {
        for (const std::string& text : samples()) {
            for (std::size_t at = 0; at < text.size(); at += 1 + text.size() / 15) {
                const LoadedConfig config = loadConfig(std::string_view(text).substr(0, at));
                const std::string difference = lost(config, {});
                QVERIFY2(difference.empty(), (text.substr(0, at) + "--- loses\n" + difference).c_str());
            }
        }
    }

    void noiseIsRead() {
        std::mt19937 random(7);
        for (int run = 0; run < 1'000; ++run) {
            std::string text;
            for (unsigned n = random() % 200; n > 0; --n) {
                text += random() % 3 == 0 ? std::string_view("/ set add=\"[]{}();$\\\n find")[random() % 26] : static_cast<char>(random());
            }
            const LoadedConfig config = loadConfig(text);
            const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
            QVERIFY(config.items <= text.size());
            for (const LoadNote& note : config.notes) {
                QVERIFY2(note.at.line >= 1 && note.at.line <= lines && note.at.column >= 1 && !note.text.empty(), text.c_str());
            }
            QVERIFY(loadConfig(exportConfig(config.tree, {})).items <= text.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestConfigRoundTrip)
#include "tst_config_round_trip.moc"
