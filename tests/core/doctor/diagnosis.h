// A diagnosis of a text, for tests.
#pragma once

#include "core/doctor/diagnose.h"

#include <algorithm>
#include <string>

inline const std::vector<core::devices::Device>& deviceTable() {
    static const std::vector<core::devices::Device> table = core::devices::loadDeviceTable().value();
    return table;
}

inline core::model::Diagnosis diagnosisOf(const std::string& text, const std::string& board = {},
                                          const core::model::PathQuestion& question = {}, const core::doctor::Running& running = {}) {
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(text);
    patient.board = board;
    patient.running = running;
    return core::doctor::diagnose(patient, deviceTable(), question);
}

inline bool says(const core::model::Diagnosis& diagnosis, const std::string& id) {
    return std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(), [&](const auto& f) { return f.id == id; });
}

inline core::model::Verdict verdictOf(const std::string& text, const std::string& from, const std::string& to,
                                      const std::string& board = {}) {
    core::model::PathQuestion question;
    question.from = from;
    question.to = to;
    return diagnosisOf(text, board, question).verdicts.front();
}
