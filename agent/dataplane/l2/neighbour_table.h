// ARP cache: (interface, IPv4 address) to MAC, with a short queue of packets per unresolved neighbour (RFC 1122 section 2.3.2.2
// asks for at least one) and the ageing of section 2.3.2.1 by unicast polls.
//
//   NeighbourTable::Index n = table.lookup(out, nextHop);        // kNone: not known yet
//   if (n == kNone) n = table.create(out, nextHop, now);
//   if (table[n].resolved()) { table.used(n, now); … } else displaced = table.hold(n, packet);
//   table.poll(now, arpTimeout, sendRequest, dropPacket);        // due requests, dead entries
//
// Indices stay valid until the entry dies; `generation()` grows when one does, so cached indices can be told stale.
// Fixed capacity, allocated once. One thread. Packets held are owned by the table until handed back.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/ethernet.h"
#include "core/base/units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

struct Neighbour {
    std::uint32_t address = 0;
    IfIndex interface = kNoInterface; // kNoInterface: free
    std::uint8_t requests = 0;        // sent without an answer
    std::uint8_t heldCount = 0;
    bool permanent = false; // configured: never asked for, never changed by what is heard, never forgotten
    MacKey mac = 0; // 0: incomplete
    core::base::Nanos confirmedAt = 0;
    core::base::Nanos usedAt = 0;
    core::base::Nanos requestAt = 0; // when the next request is due, while incomplete or polling
    std::array<PacketBuf*, 3> held{};

    [[nodiscard]] bool resolved() const { return mac != 0; }
};

class NeighbourTable {
public:
    using Index = std::uint32_t;
    static constexpr Index kNone = 0xffffffff;
    static constexpr core::base::Nanos kRequestInterval = core::base::kSecond; // RFC 1122: at most one request a second
    static constexpr std::uint8_t kMaxRequests = 3;

    explicit NeighbourTable(std::size_t capacity = 8192);

    [[nodiscard]] Index lookup(IfIndex interface, std::uint32_t address) const {
        for (std::size_t slot = slotOf(interface, address);; slot = (slot + 1) & mask_) {
            const Index index = slots_[slot];
            if (index == kNone || (entries_[index].address == address && entries_[index].interface == interface)) {
                return index;
            }
        }
    }
    // A new incomplete entry whose first request is due now; kNone when the table is full of live entries.
    [[nodiscard]] Index create(IfIndex interface, std::uint32_t address, core::base::Nanos now);
    [[nodiscard]] const Neighbour& operator[](Index index) const { return entries_[index]; }
    void used(Index index, core::base::Nanos now) { entries_[index].usedAt = now; }

    // The table takes the packet until the neighbour answers. Returns the oldest one when more than three wait (caller frees it).
    [[nodiscard]] PacketBuf* hold(Index index, PacketBuf* packet);
    // Makes the entry a configured one.
    void makePermanent(Index index, MacKey mac) {
        entries_[index].mac = mac;
        entries_[index].permanent = true;
    }
    // An answer or a request from that neighbour. Returns true when the MAC was unknown or another one before.
    bool confirm(Index index, MacKey mac, core::base::Nanos now);
    // Packets that waited, oldest first; the table forgets them.
    std::size_t takeHeld(Index index, std::array<PacketBuf*, 3>& out);

    // Calls request(const Neighbour&) for each one that must be asked now (broadcast while incomplete, unicast when it only grew
    // old) and drop(PacketBuf*) for packets whose neighbour never answered. Returns when to come back.
    template <class Request, class Drop>
    core::base::Nanos poll(core::base::Nanos now, core::base::Nanos arpTimeout, Request request, Drop drop) {
        core::base::Nanos next = now + kRequestInterval;
        for (std::size_t i = 0; i < used_; ++i) {
            Neighbour& n = entries_[i];
            if (n.interface == kNoInterface) {
                continue;
            }
            const Step step = stepOf(n, now, arpTimeout);
            if (step == Step::Ask) {
                ++n.requests;
                n.requestAt = now + kRequestInterval;
                request(n);
            } else if (step == Step::Forget) {
                for (std::uint8_t k = 0; k < n.heldCount; ++k) {
                    drop(n.held[k]);
                }
                remove(static_cast<Index>(i));
            }
            if (n.interface != kNoInterface && n.requestAt > now && n.requestAt < next) {
                next = n.requestAt;
            }
        }
        return next;
    }
    // Forgets neighbours for which `keep` is false; their held packets go to drop.
    template <class Keep, class Drop> void retain(Keep keep, Drop drop) {
        for (std::size_t i = 0; i < used_; ++i) {
            Neighbour& n = entries_[i];
            if (n.interface != kNoInterface && !keep(n)) {
                for (std::uint8_t k = 0; k < n.heldCount; ++k) {
                    drop(n.held[k]);
                }
                remove(static_cast<Index>(i));
            }
        }
    }
    template <class Visit> void forEach(Visit visit) const {
        for (std::size_t i = 0; i < used_; ++i) {
            if (entries_[i].interface != kNoInterface) {
                visit(entries_[i]);
            }
        }
    }
    // Grows when an index stops meaning what it meant.
    [[nodiscard]] std::uint32_t generation() const { return generation_; }
    [[nodiscard]] std::size_t capacity() const { return entries_.size(); }

private:
    enum class Step { Nothing, Ask, Forget };
    [[nodiscard]] static Step stepOf(const Neighbour& n, core::base::Nanos now, core::base::Nanos arpTimeout);
    [[nodiscard]] std::size_t slotOf(IfIndex interface, std::uint32_t address) const {
        const std::uint64_t key = static_cast<std::uint64_t>(interface) << 32 | address;
        return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> 32) & mask_;
    }
    void remove(Index index);

    std::vector<Neighbour> entries_;
    std::vector<Index> slots_; // open addressing, kNone is free
    std::size_t mask_;         // of slot numbers
    std::vector<Index> free_;
    std::size_t used_ = 0; // entries_ from here on were never used
    std::uint32_t generation_ = 1;
};

} // namespace agent::dataplane
