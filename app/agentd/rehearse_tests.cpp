#include "app/agentd/rehearse_tests.h"

#include "agent/traffic/json_fields.h"
#include "agent/traffic/named_tests.h"
#include "agent/traffic/site.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace app::agentd {

using agent::control::Tree;
using agent::traffic::Fault;
using agent::traffic::FlowSpec;
using agent::traffic::HostSpec;
using agent::traffic::JsonFields;
using agent::traffic::Scenario;
using core::base::ErrorCode;
using core::base::fail;
using core::base::Nanos;
using core::base::Result;
using nlohmann::json;

namespace {

constexpr const char* kTraffic = "traffic";
constexpr std::size_t kMostParts = 8;
constexpr std::uint16_t kFirstPort = 5001, kPortsOfPart = 3000;

// Names of interfaces as the tree has them, to positions in the engine's configuration.
class Interfaces {
public:
    explicit Interfaces(const agent::dataplane::EngineConfig& config) : config_(config) {}
    void append(std::vector<agent::dataplane::IfIndex>& to, std::string_view name) const {
        for (std::size_t i = 0; i < config_.interfaces.size(); ++i) {
            if (config_.interfaces[i].name == name) {
                to.push_back(static_cast<agent::dataplane::IfIndex>(i));
            }
        }
    }

private:
    const agent::dataplane::EngineConfig& config_;
};

agent::traffic::SiteRequest siteRequest(const Tree& tree, const agent::dataplane::EngineConfig& config) {
    agent::traffic::SiteRequest request;
    const Interfaces interfaces(config);
    const auto nameOf = [&](std::string_view reference) {
        const auto* item = tree.findInterface(reference);
        return item == nullptr ? std::string(reference) : std::string(item->value("name"));
    };
    for (const auto* member : tree.items("/interface/list/member")) {
        if (member->enabled()) {
            const auto id = agent::control::parseId(member->value("list"));
            const auto* list = id ? tree.find("/interface/list", *id) : nullptr;
            interfaces.append(request.lists[std::string(list != nullptr ? list->value("name") : member->value("list"))], nameOf(member->value("interface")));
        }
    }
    for (const auto* client : tree.items("/ip/dhcp-client")) {
        if (client->enabled()) {
            interfaces.append(request.dhcpClients, nameOf(client->value("interface")));
        }
    }
    return request;
}

std::uint64_t speedOf(const core::devices::Board& board, std::string_view port) {
    const auto found = std::find_if(board.ports.begin(), board.ports.end(), [&](const auto& p) { return p.name == port; });
    return found == board.ports.end() ? 0 : found->speedBps;
}

// One group of tests as the job writes it.
struct Part {
    agent::traffic::SiteRequest place;
    agent::traffic::TestsRequest tests;
};

Part readPart(const json& value, const std::string& path, Nanos rtt, Fault& fault) {
    Part part;
    JsonFields in(value, path, fault);
    part.place.from = in.text("from", "LAN");
    part.place.to = in.text("to", "WAN");
    part.tests.rateBps = in.multiple("rate_bps", 0);
    part.tests.packetSize = static_cast<std::uint32_t>(in.whole("packet_size", 0, 1518, 0));
    part.tests.rtt = rtt;
    in.known("tests");
    if (path == kTraffic) {
        in.known("rtt_ms"); // of all parts
    }
    in.finish();
    const json names = value.is_object() ? value.value("tests", json::array()) : json::array();
    for (const json& name : names) {
        if (!name.is_string()) {
            in.wrong("tests", "must be a list of names");
            break;
        }
        part.tests.tests.push_back(name.get<std::string>());
    }
    return part;
}

std::vector<Part> readParts(const json& traffic, Fault& fault) {
    JsonFields in(traffic, kTraffic, fault);
    const Nanos rtt = static_cast<Nanos>(in.multiple("rtt_ms", 1) * 1e3 + 0.5) * core::base::kMicrosecond;
    const auto parts = traffic.find("parts");
    if (parts == traffic.end()) {
        return {readPart(traffic, kTraffic, rtt, fault)};
    }
    in.known("parts");
    in.finish();
    std::vector<Part> out;
    if (!parts->is_array() || parts->empty() || parts->size() > kMostParts) {
        in.wrong("parts", "must be a list of one to " + std::to_string(kMostParts) + " groups of tests");
        return out;
    }
    for (std::size_t i = 0; i < parts->size(); ++i) {
        Part part = readPart((*parts)[i], "traffic.parts[" + std::to_string(i) + "]", rtt, fault);
        part.tests.firstPort = static_cast<std::uint16_t>(kFirstPort + i * kPortsOfPart);
        part.tests.ping = i == 0;
        out.push_back(std::move(part));
    }
    return out;
}

bool isSamePlace(const HostSpec& a, const HostSpec& b) { return a.port == b.port && a.vlan == b.vlan && a.address == b.address; }

// The part's hosts and flows behind those there are.
void append(Scenario& all, Scenario part) {
    std::vector<std::size_t> now;
    for (HostSpec& host : part.hosts) {
        const auto known = std::find_if(all.hosts.begin(), all.hosts.end(), [&](const HostSpec& each) { return isSamePlace(each, host); });
        now.push_back(static_cast<std::size_t>(known - all.hosts.begin()));
        if (known != all.hosts.end()) {
            known->mtu = std::max(known->mtu, host.mtu);
        } else {
            host.name += all.hosts.empty() ? "" : " " + std::to_string(all.hosts.size() + 1);
            all.hosts.push_back(std::move(host));
        }
    }
    for (FlowSpec& flow : part.flows) {
        flow.client = now[flow.client];
        flow.server = now[flow.server];
        all.flows.push_back(std::move(flow));
    }
}

} // namespace

Result<void> takeTests(RehearsalJob& job, const json& traffic, const Tree& tree) {
    Fault fault;
    std::vector<Part> parts = readParts(traffic, fault);
    if (fault) {
        return fail(ErrorCode::InvalidInput, fault.text());
    }
    const agent::traffic::SiteRequest known = siteRequest(tree, *job.config);
    job.scenario.name = "tests";
    for (Part& part : parts) {
        part.place.lists = known.lists;
        part.place.dhcpClients = known.dhcpClients;
        const auto site = agent::traffic::findSite(*job.config, part.place);
        if (!site) {
            return tl::unexpected(site.error());
        }
        part.tests.lineBps = std::min(speedOf(job.board, site->from.port), speedOf(job.board, site->to.port));
        auto scenario = agent::traffic::makeTests(*site, part.tests);
        if (!scenario) {
            return tl::unexpected(scenario.error());
        }
        append(job.scenario, *std::move(scenario));
        job.config = std::make_shared<agent::dataplane::EngineConfig>(site->completed(*job.config));
        job.assumed.insert(job.assumed.end(), site->assumed.begin(), site->assumed.end());
    }
    return {};
}

} // namespace app::agentd
