#include "agent/dataplane/conntrack/fragment_table.h"

#include "agent/dataplane/parse/ipv4.h"
#include "core/base/endian.h"

namespace agent::dataplane {

namespace {

std::uint16_t identificationOf(const PacketBuf& p) { return core::base::loadBe16(p.frame() + p.l3Offset + ipv4::kIdentification); }

} // namespace

FragmentTable::FragmentTable(std::uint64_t seed) : seed_(seed | 1), slots_(std::make_unique<std::array<Slot, kSlots>>()) {}

std::size_t FragmentTable::slotOf(const PacketBuf& p, std::uint16_t identification) const {
    std::uint64_t x = (static_cast<std::uint64_t>(p.src) << 32 | p.dst) ^ seed_;
    x = (x ^ static_cast<std::uint64_t>(identification) << 8 ^ p.protocol) * 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 29) * seed_;
    return static_cast<std::size_t>(x >> 54);
}

void FragmentTable::remember(const PacketBuf& first, Owner owner, core::base::Nanos now) {
    const std::uint16_t identification = identificationOf(first);
    (*slots_)[slotOf(first, identification)] = {first.src, first.dst, identification, first.protocol, owner, now + kLifetime};
}

std::optional<FragmentTable::Owner> FragmentTable::find(const PacketBuf& later, core::base::Nanos now) const {
    const std::uint16_t identification = identificationOf(later);
    const Slot& s = (*slots_)[slotOf(later, identification)];
    if (now >= s.until || s.src != later.src || s.dst != later.dst || s.identification != identification || s.protocol != later.protocol) {
        return std::nullopt;
    }
    return s.owner;
}

} // namespace agent::dataplane
