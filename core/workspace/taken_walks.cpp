#include "core/workspace/taken_walks.h"

#include <algorithm>
#include <map>

namespace core::workspace {

using core::base::ErrorCode;
using core::base::fail;
using core::base::Result;
using core::link::Answer;
using core::link::Session;
using core::model::PacketWalk;
using core::model::PathKind;
using core::model::Row;
using core::model::TakenWalks;
using core::model::WalkStep;

namespace {

constexpr const char* kPackets = "50"; // followed at a time

// One packet as it was followed.
struct Followed {
    PacketWalk walk;
    std::vector<std::string> out; // interfaces it left by: the port and what stands on it
    bool opens = false;
};

std::optional<core::model::ConfigRef> placeOf(const Row& row) {
    const std::string_view menu = row.value("menu"), text = row.value("text");
    if (menu.empty() || row.value("item").empty() || menu == "/ip/firewall/connection") {
        return {};
    }
    core::model::ConfigRef at;
    at.menu = std::string(menu);
    if (constexpr std::string_view kRule = "rule "; text.starts_with(kRule)) {
        std::size_t number = 0;
        const std::size_t digits = std::min(text.find_first_not_of("0123456789", kRule.size()), text.size()) - kRule.size();
        for (const char digit : text.substr(kRule.size(), std::min<std::size_t>(digits, 9))) {
            number = number * 10 + static_cast<std::size_t>(digit - '0');
        }
        at.number = digits > 0 ? std::optional(number) : std::nullopt;
    }
    at.text = std::string(text);
    return at;
}

std::optional<PathKind> pathOf(std::string_view id) {
    for (const PathKind kind : core::model::kAllPaths) {
        if (core::model::pathId(kind) == id) {
            return kind;
        }
    }
    return {};
}

std::map<std::string, Followed, std::less<>> byPacket(const std::vector<Row>& rows) {
    std::map<std::string, Followed, std::less<>> out;
    for (const Row& row : rows) {
        Followed& packet = out[std::string(row.value("packet"))];
        const std::string stage(row.value("stage"));
        packet.walk.steps.push_back({stage, std::string(row.value("decision")), std::string(row.value("text")), placeOf(row), false});
        packet.walk.dropped = packet.walk.dropped || stage == "drop";
        if (const auto path = pathOf(row.value("path"))) {
            packet.walk.path.kind = path;
        }
        for (const char* name : {"interface", "out-interface"}) {
            if ((stage == "routing" || stage == "egress") && !row.value(name).empty()) {
                packet.out.emplace_back(row.value(name));
            }
        }
        packet.opens = packet.opens || (stage == "conntrack" && row.value("decision") == "new");
    }
    return out;
}

} // namespace

void addWalks(TakenWalks& walks, const std::vector<Row>& rows, const std::string& to) {
    std::map<std::optional<PathKind>, int> paths;
    std::vector<Followed> later;
    for (auto& [number, packet] : byPacket(rows)) {
        const bool there = std::find(packet.out.begin(), packet.out.end(), to) != packet.out.end();
        if (!there && !(packet.walk.dropped && packet.out.empty())) {
            continue;
        }
        ++walks.packets;
        if (packet.opens) {
            walks.first = walks.first ? walks.first : std::optional(std::move(packet.walk));
        } else {
            ++paths[packet.walk.path.kind];
            later.push_back(std::move(packet));
        }
    }
    if (later.empty() || walks.later) {
        return;
    }
    const auto usual = std::max_element(paths.begin(), paths.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
    const auto found = std::find_if(later.begin(), later.end(), [&](const Followed& packet) { return packet.walk.path.kind == usual; });
    walks.later = std::move(found->walk);
}

QCoro::Task<Result<TakenWalks>> followPackets(Session& session, core::model::PathQuestion question, FollowHooks hooks) {
    if (question.family == "ipv6") {
        co_return fail(ErrorCode::Unsupported, "The agent follows IPv4 packets only.");
    }
    core::model::Request request{"/pathscope", "trace", {{"in-interface", question.from}, {"count", kPackets}, {"duration", "1s"}}, {}, {}};
    const auto ask = [&request](const char* name, const std::string& value) {
        if (!value.empty()) {
            request.arguments.push_back({name, value});
        }
    };
    ask("protocol", question.protocol);
    ask("src-address", question.source);
    ask("dst-address", question.destination);
    ask("dst-port", question.destinationPort == 0 ? std::string() : std::to_string(question.destinationPort));
    TakenWalks walks;
    for (std::chrono::seconds waited{0}; waited < hooks.patience && !(walks.first && walks.later); waited += std::chrono::seconds(1)) {
        if (hooks.cancelled && hooks.cancelled()) {
            co_return fail(ErrorCode::Cancelled, "Stopped following packets.");
        }
        const Result<Answer> answer = co_await session.request(request);
        if (!answer) {
            if (core::link::isNoSuchCommand(answer.error())) {
                co_return fail(ErrorCode::Unsupported,
                               "This router does not tell the way of a packet; only Pathscope's agent does. The walk worked out from the configuration stands alone.");
            }
            co_return tl::unexpected(answer.error());
        }
        addWalks(walks, answer->rows, question.to);
    }
    co_return walks;
}

} // namespace core::workspace
