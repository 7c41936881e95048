#include "core/workspace/fasttracked.h"

#include "core/change/pause.h"
#include "core/workspace/row_numbers.h"

#include <QElapsedTimer>
#include <QPointer>
#include <algorithm>
#include <charconv>
#include <map>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::chrono::milliseconds kBetween{1000};

Request printFastTracked(const char* properties) {
    return {"/ip/firewall/connection", "print", {{".proplist", properties}}, {"fasttrack=true"}, {}};
}

std::uint64_t octetsOf(const Row& row) {
    return numberIn<std::uint64_t>(row, "orig-fasttrack-bytes") + numberIn<std::uint64_t>(row, "repl-fasttrack-bytes");
}

std::string endText(const std::string& address, const std::string& port) {
    const bool v6 = address.find(':') != address.rfind(':');
    return port.empty() ? address : (v6 ? "[" + address + "]" : address) + ":" + port;
}

FastTrackedConnection connectionOf(const Row& row) {
    FastTrackedConnection out;
    out.ends = {std::string(row.value("protocol")), std::string(row.value("src-address")), std::string(row.value("src-port")), std::string(row.value("dst-address")), std::string(row.value("dst-port"))};
    out.octets = octetsOf(row);
    return out;
}

} // namespace

std::string FastTrackedConnection::text() const {
    return ends.protocol + " " + endText(ends.source, ends.sourcePort) + " → " + endText(ends.destination, ends.destinationPort);
}

QCoro::Task<Result<FastTracked>> readFastTracked(Session& session) {
    const QPointer<Session> alive(&session);
    Request count{"/ip/firewall/connection", "print", {{"count-only", ""}}, {"fasttrack=true"}, {}};
    const Result<Answer> counted = co_await session.request(std::move(count));
    if (!counted) {
        co_return tl::unexpected(counted.error());
    }
    FastTracked out;
    const std::string number = counted->ret();
    std::from_chars(number.data(), number.data() + number.size(), out.count);
    if (out.count == 0 || out.count > kMostListed) {
        co_return out;
    }
    const Result<Answer> first = co_await session.request(printFastTracked(".id,orig-fasttrack-bytes,repl-fasttrack-bytes"));
    if (!first) {
        co_return tl::unexpected(first.error());
    }
    QElapsedTimer between;
    between.start();
    co_await core::change::pauseFor(kBetween);
    if (!alive) {
        co_return fail(ErrorCode::Cancelled, "The connection was closed.");
    }
    const Result<Answer> then = co_await session.request(printFastTracked(".id,protocol,src-address,src-port,dst-address,dst-port,orig-fasttrack-bytes,repl-fasttrack-bytes"));
    if (!then) {
        co_return tl::unexpected(then.error());
    }
    std::map<std::string_view, std::uint64_t> before;
    for (const Row& row : first->rows) {
        before[row.value(".id")] = octetsOf(row);
    }
    const double seconds = static_cast<double>(between.nsecsElapsed()) / 1e9;
    for (const Row& row : then->rows) {
        FastTrackedConnection connection = connectionOf(row);
        const auto was = before.find(row.value(".id"));
        if (was != before.end() && connection.octets > was->second) {
            connection.bps = static_cast<double>(connection.octets - was->second) * 8 / seconds;
        }
        out.octets += connection.octets;
        out.bps += connection.bps;
        out.busiest.push_back(std::move(connection));
    }
    out.listed = true;
    out.count = out.busiest.size();
    std::stable_sort(out.busiest.begin(), out.busiest.end(), [](const auto& a, const auto& b) { return a.bps > b.bps; });
    out.busiest.resize(std::min(out.busiest.size(), kMostShown));
    co_return out;
}

} // namespace core::workspace
