#include "core/workspace/tuning_facts.h"

#include "core/planner/link_speed.h"

#include <QPointer>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::Request;
using core::model::Row;
using core::planner::RouterFacts;

namespace {

struct Menu {
    const char* path;
    void (*put)(RouterFacts& facts, std::vector<Row> rows);
    bool required;
};

Row firstOf(std::vector<Row> rows) {
    return rows.empty() ? Row() : std::move(rows.front());
}

const Menu kMenus[] = {
    {"/ip/firewall/filter", [](RouterFacts& f, std::vector<Row> r) { f.filter = std::move(r); }, true},
    {"/interface", [](RouterFacts& f, std::vector<Row> r) { f.interfaces = std::move(r); }, true},
    {"/ip/address", [](RouterFacts& f, std::vector<Row> r) { f.addresses = std::move(r); }, false},
    {"/ip/route", [](RouterFacts& f, std::vector<Row> r) { f.routes = std::move(r); }, false},
    {"/queue/type", [](RouterFacts& f, std::vector<Row> r) { f.queueTypes = std::move(r); }, false},
    {"/queue/tree", [](RouterFacts& f, std::vector<Row> r) { f.queueTrees = std::move(r); }, false},
    {"/ip/settings", [](RouterFacts& f, std::vector<Row> r) { f.ipSettings = firstOf(std::move(r)); }, false},
    {"/interface/bridge/settings", [](RouterFacts& f, std::vector<Row> r) { f.bridgeSettings = firstOf(std::move(r)); }, false},
    {"/ip/firewall/connection/tracking", [](RouterFacts& f, std::vector<Row> r) { f.connectionTracking = firstOf(std::move(r)); }, false},
};

// A full routing table is too much to ask for; only the default routes are looked at.
Request printOf(const Menu& menu) {
    Request request{menu.path, "print", {}, {}, {}};
    if (request.menu == "/ip/route") {
        request.queries = {"dst-address=0.0.0.0/0"};
    }
    return request;
}

std::string portNames(const RouterFacts& facts) {
    std::string names;
    for (const Row& interface : facts.interfaces) {
        if (interface.value("type") == "ether") {
            names += (names.empty() ? "" : ",") + std::string(interface.value("name"));
        }
    }
    return names;
}

} // namespace

QCoro::Task<Result<RouterFacts>> readFacts(Session& session) {
    const QPointer<Session> alive(&session);
    RouterFacts facts;
    std::vector<QCoro::Task<Result<Answer>>> tasks;
    for (const Menu& menu : kMenus) {
        tasks.push_back(session.request(printOf(menu)));
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        Result<Answer> answer = co_await tasks[i];
        if (answer) {
            kMenus[i].put(facts, std::move(answer->rows));
        } else if (kMenus[i].required || answer.error().code != ErrorCode::Refused) {
            co_return tl::unexpected(answer.error());
        }
    }
    const std::string ports = portNames(facts);
    if (ports.empty() || !alive) {
        co_return facts;
    }
    Request monitor{"/interface/ethernet", "monitor", {{"numbers", ports}, {"once", ""}}, {}, {}};
    const Result<Answer> links = co_await session.request(std::move(monitor));
    if (links) {
        for (const Row& row : links->rows) {
            if (const auto speed = core::planner::parseLinkSpeed(row.value("rate"))) {
                facts.linkSpeed[std::string(row.value("name"))] = *speed;
            }
        }
    } else if (links.error().code != ErrorCode::Refused) {
        co_return tl::unexpected(links.error());
    }
    co_return facts;
}

} // namespace core::workspace
