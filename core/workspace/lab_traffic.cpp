#include "core/workspace/lab_traffic.h"

#include "core/workspace/row_numbers.h"

namespace core::workspace {

using core::base::Result;
using core::link::Answer;
using core::model::Request;
using core::model::Row;

QCoro::Task<Result<LabTraffic>> readLabTraffic(core::link::Session& session) {
    Request trips{"/pathscope/round-trips", "print", {{".proplist", "name,ms,count"}}, {}, {}};
    Request scenario{"/pathscope/scenario", "print", {{".proplist", "name,load-percent,skipped-ms"}}, {}, {}};
    // Both on their way before the first is waited for: the two belong to the same moment.
    auto tripsAsked = session.request(std::move(trips));
    auto scenarioAsked = session.request(std::move(scenario));
    const Result<Answer> rows = co_await tripsAsked;
    const Result<Answer> load = co_await scenarioAsked;
    if (!rows || !load) {
        co_return tl::unexpected(rows ? load.error() : rows.error());
    }
    LabTraffic out;
    for (const Row& row : rows->rows) {
        out.roundTrips[{std::string(row.value("name")), numberIn<double>(row, "ms")}] += numberIn<std::uint64_t>(row, "count");
    }
    if (!load->rows.empty()) {
        out.scenario = std::string(load->rows.front().value("name"));
        out.loadPercent = numberIn<double>(load->rows.front(), "load-percent");
        out.skippedMs = numberIn<std::uint64_t>(load->rows.front(), "skipped-ms");
    }
    co_return out;
}

} // namespace core::workspace
