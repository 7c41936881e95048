// The doctor against collected cases: every root cause, path and line that case.md gives, no finding beyond them.
#include "expectations.h"

#include "core/base/resources.h"
#include "core/doctor/diagnose.h"
#include "tests/support/cannot_run.h"

#include <QTest>

#include <algorithm>
#include <cstdio>

using core::model::Diagnosis;

namespace {

struct Case {
    std::string number;
    std::filesystem::path folder;
    cases::Expectation expected;
};

Diagnosis ask(const Case& c, const std::vector<core::devices::Device>& table, const core::model::PathQuestion& question) {
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(core::base::readFile(c.folder / "config.rsc").value_or(""));
    patient.board = c.expected.board;
    return core::doctor::diagnose(patient, table, question);
}

// "LAN#10.0.0.0/8"
std::pair<std::string, std::string> end(const std::string& text) {
    const std::size_t at = text.find('#');
    return at == std::string::npos ? std::pair(text, std::string()) : std::pair(text.substr(0, at), text.substr(at + 1));
}

std::string pathOf(const Case& c, const std::vector<core::devices::Device>& table, const cases::ExpectedPath& path) {
    core::model::PathQuestion question;
    std::tie(question.from, question.source) = end(path.from);
    std::tie(question.to, question.destination) = end(path.to);
    return std::string(core::model::verdictPathId(ask(c, table, question).verdicts.front().steady));
}

std::string idProblems(const Case& c, const Diagnosis& diagnosis) {
    std::set<std::string> found, unseen;
    for (const auto& finding : diagnosis.findings) {
        found.insert(finding.id);
    }
    for (const auto& entry : diagnosis.unseen) {
        unseen.insert(entry.id);
    }
    std::string out;
    const std::set<std::string> wanted = cases::rootCauses(c.folder / "case.md");
    for (const std::string& id : wanted) {
        if (found.count(id) != 0 || c.expected.story.count(id) != 0) {
            continue;
        }
        if (c.expected.live.count(id) == 0) {
            out += " missing:" + id;
        } else if (unseen.count(id) == 0) {
            out += " not-said-to-be-unseen:" + id;
        }
    }
    for (const std::string& id : found) {
        if (wanted.count(id) == 0) {
            out += " beyond:" + id;
        }
    }
    return out;
}

std::string lineProblems(const Case& c, const Diagnosis& diagnosis) {
    std::string out;
    for (const cases::ExpectedLine& line : c.expected.lines) {
        const bool cited = std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const auto& finding) {
            return finding.id == line.id && std::any_of(finding.evidence.begin(), finding.evidence.end(), [&](const auto& at) {
                       return at.menu == line.menu && at.text.find(line.text) != std::string::npos;
                   });
        });
        out += cited ? "" : " uncited:" + line.id + "(" + line.menu + " " + line.text + ")";
    }
    return out;
}

} // namespace

class TestCases : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!std::filesystem::is_directory(PATHSCOPE_CASES)) {
            CANNOT_RUN(QStringLiteral("the collected cases are not at " PATHSCOPE_CASES));
        }
    }

    void theDoctorSaysWhatEachCaseExpects() {
        const auto table = core::devices::loadDeviceTable();
        QVERIFY2(table.has_value(), table ? "" : table.error().describe().c_str());
        const auto expectations = cases::readExpectations(PATHSCOPE_EXPECTATIONS);
        std::size_t exact = 0, all = 0;
        std::vector<std::string> misses;
        for (const auto& entry : std::filesystem::directory_iterator(PATHSCOPE_CASES)) {
            if (!std::filesystem::exists(entry.path() / "config.rsc")) {
                continue;
            }
            Case c{entry.path().filename().string().substr(0, 2), entry.path(), {}};
            const auto known = expectations.find(c.number);
            QVERIFY2(known != expectations.end(), ("case " + c.number + " is not in expectations.txt").c_str());
            c.expected = known->second;
            const Diagnosis diagnosis = ask(c, *table, {});
            std::string problems = idProblems(c, diagnosis) + lineProblems(c, diagnosis);
            for (const cases::ExpectedPath& path : c.expected.paths) {
                const std::string got = pathOf(c, *table, path);
                const bool cpu = path.path == "cpu" && (got == "slow" || got == "fast-path" || got == "fasttrack");
                problems += got == path.path || cpu ? "" : " path:" + path.from + "->" + path.to + "=" + got + "(not " + path.path + ")";
            }
            ++all;
            if (problems.empty()) {
                ++exact;
            } else {
                misses.push_back(entry.path().filename().string() + ":" + problems);
            }
        }
        std::sort(misses.begin(), misses.end());
        for (const std::string& miss : misses) {
            std::printf("MISS %s\n", miss.c_str());
        }
        std::printf("cases exact: %zu of %zu (%.1f %%)\n", exact, all,
                    all == 0 ? 0 : 100.0 * static_cast<double>(exact) / static_cast<double>(all));
        QVERIFY(all > 0);
        QVERIFY2(static_cast<double>(exact) >= 0.95 * static_cast<double>(all), "fewer than 95 % of the cases are exact");
    }
};

QTEST_GUILESS_MAIN(TestCases)
#include "tst_cases.moc"
