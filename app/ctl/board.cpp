#include "app/ctl/board.h"

#include "core/base/resources.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace app::ctl {
namespace {

using core::workspace::BoardSummary;
using nlohmann::ordered_json;

constexpr int kDoneWell = 0, kNotDone = 2;

constexpr const char* kFooter = R"(
list names the boards the twin has costs of, show what they hang on. import reads a vendor's table of test results, as CSV (mode, configuration,
octets, kpps, mbps) or pasted from the product's page, works costs out of it, shows how well they give the table back, and keeps them as the board's
first calibration in ~/.local/share/pathscope/boards, where they stand in for the product's. Rows of 1518 octets, and rows at which the ports were full,
are not used: they are left to be predicted. docs/predict.md says more.

Examples:
  pathscopectl board import rb5009.csv --board RB5009UG+S+
  xclip -o | pathscopectl board import - --board MyRouter --like RB5009UG+S+

Exit codes: 0 done, 2 wrong command line, a table that cannot be read (with its line), or no such board.)";

int complainOfBoard(const core::base::Error& error) {
    std::fprintf(stderr, "pathscopectl: %s\n", error.describe().c_str());
    return kNotDone;
}

ordered_json toJson(const BoardSummary& one) {
    ordered_json calibrations = ordered_json::array();
    for (const auto& each : one.board.calibrations) {
        calibrations.push_back({{"name", each.name}, {"basis", each.basis}, {"fitted_on", each.fittedOn}, {"low", each.cost.low}, {"high", each.cost.high}, {"source", each.cost.source}});
    }
    return {{"model", one.board.model}, {"own", one.own}, {"cores", one.board.cores}, {"mhz", one.board.mhz}, {"ports", one.board.ports.size()}, {"calibrations", calibrations}};
}

int list(bool json) {
    const auto boards = core::workspace::boardList();
    if (!boards) {
        return complainOfBoard(boards.error());
    }
    ordered_json out = ordered_json::array();
    for (const BoardSummary& one : *boards) {
        const std::string basis = one.board.calibrations.empty() ? "by hand" : one.board.calibrations.front().basis;
        if (json) {
            out.push_back(toJson(one));
        } else {
            std::printf("%-22s %2u cores  %4u MHz  %-14s%s\n", one.board.model.c_str(), one.board.cores, one.board.mhz, basis.c_str(), one.own ? "of your own" : "");
        }
    }
    if (json) {
        std::printf("%s\n", out.dump(2).c_str());
    }
    return kDoneWell;
}

int show(const BoardOptions& options) {
    const auto one = core::workspace::boardNamed(options.model);
    if (!one) {
        return complainOfBoard(one.error());
    }
    if (options.json) {
        std::printf("%s\n", toJson(*one).dump(2).c_str());
        return kDoneWell;
    }
    std::printf("%s%s: %u cores at %u MHz, %zu ports\n", one->board.model.c_str(), one->own ? " (of your own)" : "", one->board.cores, one->board.mhz, one->board.ports.size());
    for (const auto& each : one->board.calibrations) {
        const auto& cost = each.cost;
        std::printf("\n%s  [%s, times %.2f to %.2f]\n  %s\n  a packet: fast path %.0f, FastTrack %.0f, slow path %.0f + tracking %.0f + %.1f a rule, queueing %.0f core-ns\n", each.name.c_str(), each.basis.c_str(), cost.low, cost.high,
                    cost.source.c_str(), cost.fastPath, cost.fastTrack, cost.slow, cost.tracking, cost.rule, cost.queueing);
        for (const std::string& row : each.fittedOn) {
            std::printf("  from %s\n", row.c_str());
        }
    }
    return kDoneWell;
}

int importTable(BoardOptions& options) {
    options.order.tableName = options.file == "-" ? "standard input" : options.file;
    if (options.file == "-") {
        options.order.table.assign(std::istreambuf_iterator<char>(std::cin), {});
    } else {
        auto text = core::base::readFile(options.file);
        if (!text) {
            return complainOfBoard(text.error());
        }
        options.order.table = std::move(*text);
    }
    const auto made = core::workspace::importBoard(options.order);
    if (!made) {
        return complainOfBoard(made.error());
    }
    ordered_json rows = ordered_json::array();
    if (!options.json) {
        std::printf("%-28s %7s %11s %11s %7s\n", "row", "octets", "table kpps", "costs kpps", "error");
    }
    for (const auto& each : made->fit.rows) {
        const double error = each.pps / each.row.pps - 1;
        const char* remark = each.used ? "" : each.atLimit ? "not used: the ports were full" : "not used";
        if (options.json) {
            rows.push_back({{"line", each.row.line}, {"mode", core::workspace::testModeText(each.row.mode)}, {"octets", each.row.octets}, {"pps", each.row.pps}, {"fitted_pps", std::round(each.pps)}, {"used", each.used}, {"at_limit", each.atLimit}});
        } else if (each.atLimit) {
            std::printf("%-28s %7u %11.1f %11s %7s  %s\n", std::string(core::workspace::testModeText(each.row.mode)).c_str(), each.row.octets, each.row.pps / 1000, "", "", remark);
        } else {
            std::printf("%-28s %7u %11.1f %11.1f %+6.0f %%  %s\n", std::string(core::workspace::testModeText(each.row.mode)).c_str(), each.row.octets, each.row.pps / 1000, each.pps / 1000, error * 100, remark);
        }
    }
    if (options.json) {
        std::printf("%s\n", ordered_json{{"board", options.order.model}, {"calibration", made->calibration}, {"basis", made->fit.basis}, {"file", made->file}, {"rows", rows}}.dump(2).c_str());
    } else {
        std::printf("\nKept as \"%s\" [%s], the first calibration of %s, in %s.\n", made->calibration.c_str(), made->fit.basis.c_str(), options.order.model.c_str(), made->file.c_str());
    }
    return kDoneWell;
}

} // namespace

CLI::App* addBoardCommand(CLI::App& app, BoardOptions& options) {
    CLI::App* board = app.add_subcommand("board", "Boards the twin can run on: list, show, import");
    board->footer(kFooter);
    board->require_subcommand(1);
    CLI::App* listed = board->add_subcommand("list", "All of them, and what their costs hang on");
    listed->add_flag("--json", options.json, "As JSON instead of text");
    CLI::App* shown = board->add_subcommand("show", "One, with its calibrations");
    shown->add_option("MODEL", options.model, "Which")->required();
    shown->add_flag("--json", options.json, "As JSON instead of text");
    CLI::App* imported = board->add_subcommand("import", "Costs from a vendor's table of test results");
    imported->add_option("FILE", options.file, "The table, as CSV or pasted text; - is standard input")->required();
    imported->add_option("--board", options.order.model, "Model the table is of")->type_name("MODEL")->required();
    imported->add_option("--like", options.order.like, "Board whose ports, chips and cores it has, where the model is not known")->type_name("MODEL");
    imported->add_option("--calibration", options.order.calibration, "What to call it; by default after the file")->type_name("NAME");
    imported->add_flag("--json", options.json, "As JSON instead of text");
    shown->parse_complete_callback([&options] { options.verb = BoardOptions::Verb::Show; });
    imported->parse_complete_callback([&options] { options.verb = BoardOptions::Verb::Import; });
    return board;
}

int runBoard(BoardOptions options) {
    switch (options.verb) {
    case BoardOptions::Verb::List: return list(options.json);
    case BoardOptions::Verb::Show: return show(options);
    case BoardOptions::Verb::Import: return importTable(options);
    }
    return kNotDone;
}

} // namespace app::ctl
