#include "app/agentd/configure.h"

#include "agent/control/tree/lenient_load.h"
#include "core/base/resources.h"
#include "core/routeros/script/export_header.h"
#include "core/routeros/script/parser.h"

#include <cstdio>

namespace app::agentd {

using agent::control::LoadRemark;
using core::base::Result;
using core::devices::Board;

Result<std::vector<ConfigText>> readConfigs(const std::vector<std::string>& files) {
    std::vector<ConfigText> out;
    for (const std::string& file : files) {
        auto text = core::base::readFile(file);
        if (!text) {
            return tl::unexpected(text.error());
        }
        out.push_back({file, std::move(*text)});
    }
    return out;
}

Result<Board> chooseBoard(const Options& options, const std::optional<core::devices::Lab>& lab, const std::vector<ConfigText>& configs,
                          std::string& said) {
    if (!options.board.empty() || lab) {
        return core::devices::loadBoard(options.board.empty() ? lab->board : options.board);
    }
    for (auto config = configs.rbegin(); config != configs.rend(); ++config) {
        const auto header = core::routeros::script::exportHeader(core::routeros::script::parseProgram(config->text));
        if (!header.model || header.model->empty()) {
            continue;
        }
        auto board = core::devices::loadBoard(*header.model);
        if (!board) {
            said = config->name + " is of a " + *header.model +
                   ", which is not among the boards modelled here: forwarding as a CHR. Ports it does not have are kept, "
                   "not used. Use --board MODEL to choose another.";
            return core::devices::loadBoard("CHR");
        }
        return board;
    }
    said = "no --board, and no '# model =' in the configuration: forwarding as a CHR.";
    return core::devices::loadBoard("CHR");
}

Result<std::vector<LoadRemark>> configure(agent::control::LiveConfig& live, const std::optional<core::devices::Lab>& lab,
                                          const std::vector<ConfigText>& configs) {
    for (const core::devices::LabFile& file : lab ? lab->configs : std::vector<core::devices::LabFile>()) {
        if (auto done = agent::control::loadScript(live, file.text, file.path); !done) {
            return tl::unexpected(done.error());
        }
    }
    std::vector<LoadRemark> remarks;
    for (const ConfigText& config : configs) {
        const auto more = agent::control::loadLeniently(live, config.text, config.name);
        remarks.insert(remarks.end(), more.begin(), more.end());
    }
    return remarks;
}

void printRemarks(const std::vector<LoadRemark>& remarks) {
    constexpr std::size_t shown = 10;
    for (std::size_t i = 0; i < remarks.size() && i < shown; ++i) {
        std::fprintf(stderr, "pathscope-agent: %s: %s\n", remarks[i].where.c_str(), remarks[i].text.c_str());
    }
    if (remarks.size() > shown) {
        std::fprintf(stderr, "pathscope-agent: and %zu more; /pathscope/unmodelled/print has them all\n", remarks.size() - shown);
    }
}

} // namespace app::agentd
