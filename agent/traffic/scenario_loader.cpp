#include "agent/traffic/scenario_loader.h"

#include "agent/traffic/json_fields.h"
#include "agent/traffic/quantity.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace agent::traffic {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxStreams = 1000;
constexpr std::uint64_t kMinDatagram = 16;   // sequence number and time stamp
constexpr std::uint64_t kMaxDatagram = 1472; // 1500 octet MTU less IPv4 and UDP header
constexpr std::uint64_t kExpedited = 46; // DSCP of speech, RFC 3246
constexpr double kMostWindow = 1 << 30;
constexpr std::uint16_t kFirstServerPort = 5001;
constexpr std::uint64_t kLeastMtu = 88; // leaves a TCP segment some octets
constexpr std::uint64_t kMostMtu = 1500;
constexpr std::uint16_t kMaxVlan = 4094;

std::string joined(std::span<const std::string> names) {
    std::string out;
    for (const std::string& name : names) {
        out += out.empty() ? name : ", " + name;
    }
    return out.empty() ? "none" : out;
}

std::string element(std::string_view list, std::size_t index) { return std::string(list) + "[" + std::to_string(index) + "]"; }

HostSpec readHost(JsonFields& in, std::span<const std::string> ports) {
    HostSpec host;
    host.name = in.text("name");
    host.port = in.text("port");
    if (!host.port.empty() && std::find(ports.begin(), ports.end(), host.port) == ports.end()) {
        in.wrong("port", "the board has no port " + host.port + " (ports: " + joined(ports) + ")");
    }
    if (const auto address = parseIpv4Prefix(in.text("address"))) {
        host.address = address->address;
        host.prefix = address->prefix;
    } else {
        in.wrong("address", "must be an IPv4 address with prefix length, such as 192.168.88.10/24");
    }
    if (const std::string gateway = in.text("gateway", ""); !gateway.empty()) {
        if (const auto address = parseIpv4(gateway)) {
            host.gateway = *address;
        } else {
            in.wrong("gateway", "must be an IPv4 address, such as 192.168.88.1");
        }
    }
    if (const std::string client = in.text("pppoe", ""); !client.empty()) {
        if (const auto address = parseIpv4(client)) {
            host.pppoeClient = *address;
        } else {
            in.wrong("pppoe", "must be the IPv4 address a PPPoE client is given, such as 100.64.0.9");
        }
    }
    host.vlan = static_cast<std::uint16_t>(in.whole("vlan", 0, kMaxVlan, 0));
    host.delay = in.duration("delay", 0);
    host.mtu = static_cast<std::uint32_t>(in.whole("mtu", kLeastMtu, kMostMtu, kMostMtu));
    host.rateBps = in.multiple("rate", 0);
    in.finish();
    return host;
}

FlowKind readKind(JsonFields& in) {
    const std::string kind = in.text("kind");
    if (kind == "udp") {
        return FlowKind::Udp;
    }
    if (kind == "ping") {
        return FlowKind::Ping;
    }
    if (kind == "voip") {
        return FlowKind::Voip;
    }
    if (kind == "web") {
        return FlowKind::Web;
    }
    if (kind != "tcp") {
        in.wrong("kind", "must be tcp, udp, ping, voip or web");
    }
    return FlowKind::Tcp;
}

Direction readDirection(JsonFields& in) {
    const std::string direction = in.text("direction", "download");
    if (direction == "upload") {
        return Direction::Upload;
    }
    if (direction == "both") {
        return Direction::Both;
    }
    if (direction != "download") {
        in.wrong("direction", "must be download, upload or both");
    }
    return Direction::Download;
}

std::size_t readEnd(JsonFields& in, std::string_view key, std::span<const std::string> hostNames) {
    const std::string name = in.text(key);
    const auto found = std::find(hostNames.begin(), hostNames.end(), name);
    if (found == hostNames.end()) {
        in.wrong(key, "no host named " + name + " (hosts: " + joined(hostNames) + ")");
        return 0;
    }
    return static_cast<std::size_t>(found - hostNames.begin());
}

void readTcp(JsonFields& in, FlowSpec& flow) {
    const std::string congestion = in.text("congestion", "cubic");
    if (congestion != "cubic" && congestion != "newreno") {
        in.wrong("congestion", "must be cubic or newreno");
    }
    flow.congestion = congestion == "newreno" ? Congestion::NewReno : Congestion::Cubic;
    flow.ecn = in.whole("ecn", 0, 1, 0) != 0;
    flow.delayAcks = in.whole("delayed-acks", 0, 1, 1) != 0;
    flow.window = static_cast<std::uint32_t>(std::min(in.multiple("window", 0), kMostWindow));
}

FlowSpec readFlow(JsonFields& in, std::size_t index, std::span<const std::string> hostNames) {
    FlowSpec flow;
    flow.kind = readKind(in);
    flow.name = in.text("name", "flow" + std::to_string(index + 1));
    flow.client = readEnd(in, "client", hostNames);
    flow.server = readEnd(in, "server", hostNames);
    if (flow.client == flow.server) {
        in.wrong("server", "must be another host than the client");
    }
    flow.start = in.duration("start", 0);
    if (flow.kind == FlowKind::Ping) {
        flow.interval = in.duration("interval", core::base::kSecond);
        if (flow.interval < core::base::kMillisecond) {
            in.wrong("interval", "must be 1ms or longer");
        }
        in.finish();
        return flow;
    }
    const bool composed = flow.kind == FlowKind::Voip || flow.kind == FlowKind::Web; // knows its direction itself
    flow.direction = flow.kind == FlowKind::Voip ? Direction::Both : composed ? Direction::Download : readDirection(in);
    // Two ports a flow, because "both" needs a listener for each direction.
    flow.port = static_cast<std::uint16_t>(in.whole("port", 1, 65534, kFirstServerPort + 2 * index));
    flow.streams = static_cast<unsigned>(in.whole("streams", 1, kMaxStreams, 1));
    flow.dscp = static_cast<std::uint8_t>(in.whole("dscp", 0, 63, flow.kind == FlowKind::Voip ? kExpedited : 0));
    if (flow.kind == FlowKind::Tcp) {
        readTcp(in, flow);
        flow.rateBps = in.multiple("rate", 0);
        flow.size = static_cast<std::uint64_t>(in.multiple("size", 0));
    } else if (!composed) {
        flow.rateBps = in.multiple("rate");
        if (flow.rateBps < 1) {
            in.wrong("rate", "must be more than 0 for udp");
        }
        flow.size = in.whole("size", kMinDatagram, kMaxDatagram, kMaxDatagram);
        flow.mixed = in.whole("imix", 0, 1, 0) != 0;
    }
    in.finish();
    return flow;
}

const json* list(const json& document, const char* key, Fault& fault) {
    if (!document.is_object() || !document.contains(key)) {
        fault.report(key, "is missing");
        return nullptr;
    }
    if (!document.at(key).is_array()) {
        fault.report(key, "must be a list […]");
        return nullptr;
    }
    return &document.at(key);
}

void readHosts(Scenario& scenario, const json& hosts, std::span<const std::string> ports, Fault& fault) {
    std::set<std::string> names;
    std::set<std::tuple<std::string, std::uint16_t, std::uint32_t>> addresses;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        JsonFields in(hosts[i], element("hosts", i), fault);
        HostSpec host = readHost(in, ports);
        if (!names.insert(host.name).second) {
            in.wrong("name", "there is already a host named " + host.name);
        }
        if (!addresses.emplace(host.port, host.vlan, host.address).second) {
            in.wrong("address", "another host of the same port and VLAN has this address");
        }
        scenario.hosts.push_back(std::move(host));
    }
}

void readFlows(Scenario& scenario, const json& flows, Fault& fault) {
    std::vector<std::string> hostNames;
    for (const HostSpec& host : scenario.hosts) {
        hostNames.push_back(host.name);
    }
    std::set<std::tuple<FlowKind, std::size_t, std::uint16_t>> listeners;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        JsonFields in(flows[i], element("flows", i), fault);
        FlowSpec flow = readFlow(in, i, hostNames);
        if (flow.kind != FlowKind::Ping) {
            const bool datagrams = flow.kind == FlowKind::Udp || flow.kind == FlowKind::Voip;
            const FlowKind space = datagrams ? FlowKind::Udp : FlowKind::Tcp; // whose ports it takes
            const unsigned ports = datagrams ? 2 * flow.streams - 1u : 1u;
            bool free = true;
            for (unsigned port = flow.port; port < flow.port + ports + (flow.direction == Direction::Both ? 1u : 0u); ++port) {
                free = port <= 65535 && listeners.emplace(space, flow.server, static_cast<std::uint16_t>(port)).second && free;
            }
            if (!free) {
                in.wrong("port", "another flow uses this port of the same server");
            }
        }
        scenario.flows.push_back(std::move(flow));
    }
}

} // namespace

core::base::Result<Scenario> loadScenario(std::string_view text, std::string_view fileName, std::span<const std::string> ports) {
    json document;
    try {
        document = json::parse(text);
    } catch (const json::exception& e) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, std::string(fileName) + ": is not valid JSON; correct the place named", e.what());
    }
    Scenario scenario;
    Fault fault;
    if (!document.is_object()) {
        fault.report("the file", "must be a JSON object {…}");
    } else {
        JsonFields in(document, "", fault);
        scenario.name = in.text("name", std::string(fileName));
        if (const json* hosts = list(document, "hosts", fault)) {
            readHosts(scenario, *hosts, ports, fault);
        }
        if (const json* flows = list(document, "flows", fault)) {
            readFlows(scenario, *flows, fault);
        }
    }
    if (fault) {
        return core::base::fail(core::base::ErrorCode::InvalidInput, std::string(fileName) + ": " + fault.text());
    }
    return scenario;
}

} // namespace agent::traffic
