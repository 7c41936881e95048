// The host table of one bridge: which port a MAC was last seen on. Switch chips use the same table: RouterOS keeps a chip's
// hosts and the bridge's in step, so an entry whose port is offloaded is what the chip knows.
//
//   fdb.learn(sourceMac, vid, port, now, false);
//   if (const Fdb::Host* host = fdb.find(destinationMac, vid)) forward(host->port);
//
// Fixed capacity, open addressing with linear probing; a full table stops learning (the frame is still flooded).
// Nothing allocates after construction. One thread.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "agent/dataplane/parse/ethernet.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent::dataplane {

class Fdb {
public:
    struct Host {
        std::uint64_t key = 0; // VID and MAC; 0: free slot
        core::base::Nanos lastSeen = 0;
        IfIndex port = kNoInterface; // member interface; the bridge itself for local entries
        bool local = false;          // address of the bridge or of one of its ports; never ages, never moves
        bool fixed = false;          // typed: never ages, never moves; local ones are fixed too
        bool external = false;       // learned by the switch chip

        [[nodiscard]] MacKey mac() const { return key & kBroadcastMac; }
        [[nodiscard]] std::uint16_t vid() const { return static_cast<std::uint16_t>(key >> 48); }
    };

    // `capacity` hosts; the table itself is twice as long.
    explicit Fdb(std::size_t capacity = 8192);

    [[nodiscard]] const Host* find(MacKey mac, std::uint16_t vid) const {
        const std::uint64_t key = keyOf(mac, vid);
        for (std::size_t slot = slotOf(key);; slot = (slot + 1) & mask_) {
            const Host& host = slots_[slot];
            if (host.key == key) {
                return &host;
            }
            if (host.key == 0) {
                return nullptr;
            }
        }
    }
    void prefetch(MacKey mac, std::uint16_t vid) const { __builtin_prefetch(&slots_[slotOf(keyOf(mac, vid))]); }

    // Learns or refreshes. Returns true when the host was known at this very port already, i.e. nothing changed.
    // Group addresses and fixed hosts are not learned (returns true: nothing to do).
    bool learn(MacKey mac, std::uint16_t vid, IfIndex port, core::base::Nanos now, bool external) {
        Host& host = slots_[slotOf(keyOf(mac, vid))];
        if (host.key == keyOf(mac, vid) && host.port == port && !host.fixed && mac != 0) [[likely]] {
            host.lastSeen = now;
            host.external = external;
            return true;
        }
        return learnAnew(mac, vid, port, now, external);
    }
    void addLocal(MacKey mac, std::uint16_t vid, IfIndex bridge) { addFixed(mac, vid, bridge, true); }
    void addStatic(MacKey mac, std::uint16_t vid, IfIndex port) { addFixed(mac, vid, port, false); }

    // Forgets learned hosts not seen for `ageingTime`.
    void age(core::base::Nanos now, core::base::Nanos ageingTime);
    // Forgets local and static hosts; configuration gives them anew.
    void removeFixed();
    // Forgets learned hosts behind ports for which `keep` is false.
    template <class Keep> void retainPorts(Keep keep) {
        removeIf([&](const Host& host) { return !host.fixed && !keep(host.port); });
    }

    // Grows whenever a host appears, moves or goes: what was derived from the table is stale when this differs.
    [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
    [[nodiscard]] std::size_t size() const { return size_; }

    template <class Visit> void forEach(Visit visit) const {
        for (const Host& host : slots_) {
            if (host.key != 0) {
                visit(host);
            }
        }
    }

private:
    void addFixed(MacKey mac, std::uint16_t vid, IfIndex port, bool local);
    bool learnAnew(MacKey mac, std::uint16_t vid, IfIndex port, core::base::Nanos now, bool external);
    static std::uint64_t keyOf(MacKey mac, std::uint16_t vid) { return mac | static_cast<std::uint64_t>(vid) << 48; }
    [[nodiscard]] std::size_t slotOf(std::uint64_t key) const { return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> shift_); }
    Host* insert(std::uint64_t key);
    void removeSlot(std::size_t slot);
    template <class Doomed> void removeIf(Doomed doomed) {
        for (std::size_t slot = 0; slot < slots_.size();) {
            if (slots_[slot].key != 0 && doomed(slots_[slot])) {
                removeSlot(slot); // shifts a later entry into this slot: look at it again
            } else {
                ++slot;
            }
        }
    }

    std::vector<Host> slots_;
    std::size_t capacity_;
    std::size_t mask_; // of slot numbers
    unsigned shift_;
    std::size_t size_ = 0;
    std::uint32_t epoch_ = 1;
};

} // namespace agent::dataplane
