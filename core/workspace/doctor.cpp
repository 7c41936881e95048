#include "core/workspace/doctor.h"

#include "core/base/resources.h"
#include "core/doctor/catalogue.h"
#include "core/doctor/diagnose.h"

#include <algorithm>

namespace core::workspace {

core::base::Result<core::model::Diagnosis> diagnoseText(std::string_view text, const DoctorRequest& request) {
    const auto table = core::devices::loadDeviceTable();
    if (!table) {
        return tl::unexpected(table.error());
    }
    if (!request.board.empty() && !core::devices::findDevice(*table, request.board)) {
        return core::base::fail(core::base::ErrorCode::NotFound,
                                "No board \"" + request.board +
                                    "\" is known; take the model as /system routerboard print shows it, such as RB750Gr3.");
    }
    core::doctor::Patient patient;
    patient.config = core::routeros::config::loadConfig(text);
    patient.board = request.board;
    if (patient.config.items == 0) {
        return core::base::fail(core::base::ErrorCode::InvalidInput,
                                request.file +
                                    " holds no RouterOS configuration: not one command of it was understood. Give a text made by /export.");
    }
    core::model::Diagnosis diagnosis = core::doctor::diagnose(patient, *table, request.question);
    diagnosis.source = request.file;
    return diagnosis;
}

core::base::Result<core::model::Diagnosis> diagnoseFile(const DoctorRequest& request) {
    const auto text = core::base::readFile(request.file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    return diagnoseText(*text, request);
}

core::base::Result<std::string> explainDiagnostic(std::string_view id) {
    return core::doctor::explain(id);
}

std::vector<std::string> diagnosticList() {
    std::vector<std::string> out;
    for (const auto& entry : core::doctor::catalogue()) {
        std::string line(entry.id);
        line.resize(std::max<std::size_t>(line.size() + 2, 42), ' ');
        out.push_back(line + std::string(entry.title));
    }
    return out;
}

} // namespace core::workspace
