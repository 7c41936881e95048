// IPv6 addresses the router has to do with, numbered: what tables built for 32 bit addresses (neighbours, connections, rules) work with.
//
//   AddressBook book;
//   book.setParts(config.ipv6.parts);
//   std::uint32_t id = book.idOf(address);        // 1…; noted when new; 0 when the book is full
//   std::uint32_t number = book.number(id);       // part << kPartShift | id: ordered by part, see config/ipv6.h
//   book.forgetUnless([](std::uint32_t id) { … }); // between batches: free what nobody uses any more
//
// An id means its address until it is forgotten. One hash lookup per question. Grows by doubling up to 2^20 - 1 addresses, 40 octets each
// with its places in the hash table; nothing is allocated while an address is known. One thread.
#pragma once

#include "agent/dataplane/config/ipv6.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace agent::dataplane {

class AddressBook {
public:
    static constexpr std::uint32_t kMost = (1u << kPartShift) - 1;

    AddressBook();

    [[nodiscard]] std::uint32_t find(const Ipv6Address& address) const; // 0: not known
    std::uint32_t idOf(const Ipv6Address& address);
    [[nodiscard]] const Ipv6Address& address(std::uint32_t id) const { return entries_[id].address; }
    [[nodiscard]] std::uint32_t number(std::uint32_t id) const { return entries_[id].part << kPartShift | id; }
    [[nodiscard]] static std::uint32_t idOfNumber(std::uint32_t number) { return number & kMost; }
    [[nodiscard]] std::size_t size() const { return entries_.size() - 1 - free_.size(); }
    // Time to forget: more than half of what was last worth keeping is new.
    [[nodiscard]] bool crowded() const { return size() > crowdedAt_; }

    // Starts of the parts, ascending, the first one ::. Numbers change, ids do not.
    void setParts(std::span<const Ipv6Address> parts);

    template <class Keep> void forgetUnless(Keep keep) {
        for (std::uint32_t id = 1; id < entries_.size(); ++id) {
            if (entries_[id].used && !keep(id)) {
                entries_[id].used = false;
                free_.push_back(id);
            }
        }
        rebuild(slots_.size());
        crowdedAt_ = size() + size() / 2 + kSpare;
    }

private:
    struct Entry {
        Ipv6Address address;
        std::uint32_t part = 0;
        bool used = false;
    };
    static constexpr std::size_t kSpare = 4096;

    [[nodiscard]] std::size_t slotOf(const Ipv6Address& address) const;
    [[nodiscard]] std::uint32_t partOf(const Ipv6Address& address) const;
    void rebuild(std::size_t slots);

    std::vector<Entry> entries_; // by id; 0 is nobody
    std::vector<std::uint32_t> slots_; // ids, open addressing
    std::vector<std::uint32_t> free_;
    std::vector<Ipv6Address> parts_;
    std::size_t crowdedAt_ = kSpare;
    std::uint64_t seed_;
};

} // namespace agent::dataplane
