#include "agent/dataplane/pipeline/pppoe_stage.h"

#include "agent/dataplane/classifier/packet_changes.h"
#include "agent/dataplane/parse/parse.h"
#include "agent/dataplane/queueing/admission.h"
#include "agent/dataplane/tunnel/outer_header.h"
#include "agent/dataplane/tunnel/wg_handshake.h"

#include <algorithm>
#include <cstring>

namespace agent::dataplane {

using core::base::loadBe16;
using core::base::Nanos;
using core::base::storeBe16;
using core::model::PathKind;

void PppoeStage::refresh() {
    if (known_ == s_.config) [[likely]] {
        return;
    }
    known_ = s_.config;
    std::vector<std::unique_ptr<PppoeClient>> before = std::move(clients_);
    clients_.clear();
    for (const PppoeClientConfig& wanted : known_->pppoeClients) {
        if (wanted.interface >= s_.stack.size() || !s_.stack[wanted.interface].enabled || wanted.parent >= s_.stack.size()) {
            continue;
        }
        const auto old = std::find_if(before.begin(), before.end(), [&](const auto& c) { return c != nullptr && c->config() == wanted; });
        if (old != before.end()) {
            clients_.push_back(std::move(*old));
            continue;
        }
        const IfIndex parent = wanted.parent;
        const std::uint32_t magic = wireguard::loadLe32(wireguard::randomKey().data());
        clients_.push_back(std::make_unique<PppoeClient>(
            wanted, magic, [this, parent](MacKey to, std::uint16_t type, pppoe::Octets octets) { sendControl(parent, to, type, octets); }));
    }
    for (const std::unique_ptr<PppoeClient>& gone : before) {
        if (gone != nullptr && gone->config().parent < s_.stack.size()) {
            gone->hangUp();
        }
    }
}

void PppoeStage::sendControl(IfIndex parent, MacKey to, std::uint16_t etherType, pppoe::Octets octets) {
    PacketBuf* p = octets.size() <= kMaxFrame - kEthernetHeader ? s_.make() : nullptr;
    if (p == nullptr) {
        return;
    }
    storeMac(p->frame(), to);
    storeMac(p->frame() + 6, s_.stack[parent].mac);
    storeBe16(p->frame() + 12, etherType);
    std::memcpy(p->frame() + kEthernetHeader, octets.data(), octets.size());
    p->length = static_cast<std::uint16_t>(kEthernetHeader + octets.size());
    parse(*p);
    p->path = PathKind::Slow;
    p->inPort = kNoPort;
    p->inInterface = kNoInterface;
    egress_.transmit(p, parent, now_);
}

// --- data ---------------------------------------------------------------------------------------------------

void PppoeStage::send(PacketBuf* p, IfIndex interface, Nanos now) {
    refresh();
    const auto client = std::find_if(clients_.begin(), clients_.end(), [&](const auto& c) { return c->config().interface == interface; });
    if (client == clients_.end() || !(*client)->up() || (p->flags & (kIsIpv4 | kMalformed)) != kIsIpv4) {
        s_.stats[interface].txError += 1;
        s_.drop(p, DropReason::Tunnel);
        return;
    }
    const PppoeSession& session = (*client)->session();
    if ((p->tcpFlags & tcp::kSyn) != 0) {
        lowerMss(*p, static_cast<std::uint16_t>(session.mtu - kMssOverhead));
    }
    const PathKind path = p->path;
    const std::uint32_t octets = p->l3Length();
    const IfIndex parent = (*client)->config().parent;
    strip(*p, p->l3Offset);
    if (!prepend(*p, kEthernetHeader + pppoe::kSessionHeader)) {
        s_.stats[interface].txError += 1;
        s_.drop(p, DropReason::TooLong);
        return;
    }
    std::uint8_t* frame = p->frame();
    storeMac(frame, session.concentrator);
    storeMac(frame + 6, s_.stack[parent].mac);
    storeBe16(frame + 12, kEtherTypePppoeSession);
    pppoe::writePppoe(frame + kEthernetHeader, {pppoe::kSession, session.id, static_cast<std::uint16_t>(octets + 2)});
    storeBe16(frame + kEthernetHeader + pppoe::kHeader, pppoe::kIpv4);
    parse(*p);
    p->path = path;
    egress_.transmit(p, parent, now);
}

PppoeClient* PppoeStage::sessionOf(const PacketBuf& p, const Ingress& in) const {
    if (p.length < kEthernetHeader + pppoe::kSessionHeader || loadBe16(p.frame() + 12) != kEtherTypePppoeSession ||
        loadBe16(p.frame() + kEthernetHeader + pppoe::kHeader) != pppoe::kIpv4) {
        return nullptr;
    }
    const auto header = pppoe::readPppoe(p.bytes().subspan(kEthernetHeader));
    if (!header || header->code != pppoe::kSession || header->length < 2) {
        return nullptr;
    }
    const MacKey source = sourceMac(p);
    for (const std::unique_ptr<PppoeClient>& client : clients_) {
        const PppoeSession& session = client->session();
        if (client->up() && client->config().parent == in.layer3 && session.id == header->session && session.concentrator == source) {
            return client.get();
        }
    }
    return nullptr;
}

void PppoeStage::open(PacketBuf* p, const Ingress& in, bool fast) {
    const PppoeClient* client = sessionOf(*p, in);
    const auto header = pppoe::readPppoe(p->bytes().subspan(kEthernetHeader));
    const std::uint32_t octets = header->length - 2u;
    unwrapIpv4(*p, kEthernetHeader + pppoe::kSessionHeader, octets);
    if ((p->tcpFlags & tcp::kSyn) != 0) {
        lowerMss(*p, static_cast<std::uint16_t>(client->session().mtu - kMssOverhead));
    }
    sink_.receiveInside(p, client->config().interface, octets, fast);
}

// --- control ------------------------------------------------------------------------------------------------

bool PppoeStage::control(PacketBuf* p, const Ingress& in, Nanos now) {
    const std::uint16_t type = p->length >= kEthernetHeader ? loadBe16(p->frame() + 12) : std::uint16_t{0};
    if (type != kEtherTypePppoeDiscovery && type != kEtherTypePppoeSession) {
        return false;
    }
    refresh();
    now_ = now;
    bool listened = false;
    for (const std::unique_ptr<PppoeClient>& client : clients_) {
        if (client->config().parent == in.layer3) {
            listened = true;
            client->receive(sourceMac(*p), type, p->bytes().subspan(kEthernetHeader), now);
        }
    }
    if (listened) {
        s_.consume(p);
    }
    return listened;
}

Nanos PppoeStage::poll(Nanos now) {
    refresh();
    now_ = now;
    Nanos next = kNever;
    for (const std::unique_ptr<PppoeClient>& client : clients_) {
        next = std::min(next, client->poll(now));
    }
    putInForce(now);
    return next;
}

void PppoeStage::putInForce(Nanos now) {
    std::vector<LearnedLink> links;
    for (const std::unique_ptr<PppoeClient>& client : clients_) {
        if (client->up()) {
            const PppoeClientConfig& c = client->config();
            const PppoeSession& session = client->session();
            links.push_back({c.uid, c.interface, session.local, session.remote, session.mtu, c.addDefaultRoute, c.defaultRouteDistance});
        }
    }
    if (links != s_.learned) {
        s_.learned = std::move(links);
        s_.applyLearned(now);
    }
}

std::string_view PppoeStage::status(IfIndex interface) const {
    for (const std::unique_ptr<PppoeClient>& client : clients_) {
        if (client->config().interface == interface) {
            return client->status();
        }
    }
    return "disabled";
}

} // namespace agent::dataplane
