// Where later fragments belong: the connection of a datagram's first fragment, by source, destination, protocol and identification
// (RFC 791 section 3.2). A direct-mapped table; a collision forgets the older datagram. Entries live 30 seconds.
#pragma once

#include "agent/dataplane/packet/packet_buf.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace agent::dataplane {

class FragmentTable {
public:
    struct Owner {
        std::uint32_t connection = kNoConnection;
        std::uint16_t generation = 0; // of the connection's slot, see ConnectionEntry
        std::uint8_t direction = 0;
        std::uint8_t connectionState = 0;
    };

    explicit FragmentTable(std::uint64_t seed);
    void remember(const PacketBuf& first, Owner owner, core::base::Nanos now);
    [[nodiscard]] std::optional<Owner> find(const PacketBuf& later, core::base::Nanos now) const;

    static constexpr core::base::Nanos kLifetime = 30 * core::base::kSecond;

private:
    static constexpr std::size_t kSlots = 1024;
    struct Slot {
        std::uint32_t src = 0, dst = 0;
        std::uint16_t identification = 0;
        std::uint8_t protocol = 0;
        Owner owner;
        core::base::Nanos until = 0; // 0: empty
    };
    [[nodiscard]] std::size_t slotOf(const PacketBuf& packet, std::uint16_t identification) const;

    std::uint64_t seed_;
    std::unique_ptr<std::array<Slot, kSlots>> slots_;
};

} // namespace agent::dataplane
