// /interface/gre, ipip, eoip, wireguard and its peers.
#include "agent/control/commands/rows.h"
#include "agent/dataplane/config/key_text.h"
#include "agent/dataplane/tunnel/wg_crypto.h"
#include "core/base/format.h"
#include "core/routeros/config/values.h"

#include <algorithm>

namespace agent::control {

using core::model::Row;

namespace {

Rows tunnelRows(Context& context, std::string_view menu) {
    const std::vector<bool> running = context.engine.tunnelsRunning();
    Rows rows;
    for (const Item* item : context.tree().items(menu)) {
        Row row = configRow(menu, *item);
        const dataplane::IfIndex index = context.config.compiled().interfaceOf(item->id);
        if (index != dataplane::kNoInterface) {
            row.set("actual-mtu", std::to_string(context.config.compiled().config->interfaces[index].mtu));
        }
        row.set("running", boolText(index < running.size() && running[index]));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

Rows greRows(Context& context) {
    return tunnelRows(context, "/interface/gre");
}
Rows ipipRows(Context& context) {
    return tunnelRows(context, "/interface/ipip");
}
Rows eoipRows(Context& context) {
    return tunnelRows(context, "/interface/eoip");
}

Rows pppoeClientRows(Context& context) {
    return tunnelRows(context, "/interface/pppoe-client");
}

Rows wireGuardRows(Context& context) {
    Rows rows = tunnelRows(context, "/interface/wireguard");
    for (Row& row : rows) {
        const auto key = dataplane::keyFromBase64(row.value("private-key"));
        if (key) {
            row.set("public-key", dataplane::base64Of(dataplane::wireguard::publicKeyOf(*key)));
        }
    }
    return rows;
}

Rows wireGuardPeerRows(Context& context) {
    const std::vector<dataplane::WireGuardPeerInfo> peers = context.engine.wireGuardPeers();
    Rows rows;
    for (const Item* item : context.tree().items("/interface/wireguard/peers")) {
        Row row = configRow("/interface/wireguard/peers", *item);
        const auto known = std::find_if(peers.begin(), peers.end(), [&](const auto& peer) { return peer.uid == item->id; });
        if (known != peers.end()) {
            if (known->endpoint != 0) {
                row.set("current-endpoint-address", core::routeros::config::formatIpv4(known->endpoint));
                row.set("current-endpoint-port", std::to_string(known->endpointPort));
            }
            row.set("rx", std::to_string(known->rx));
            row.set("tx", std::to_string(known->tx));
            if (known->lastHandshake != 0) {
                row.set("last-handshake", core::base::formatRouterOsDuration(known->lastHandshake));
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace agent::control
