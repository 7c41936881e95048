#include "agent/dataplane/queueing/simple_index.h"

#include <algorithm>
#include <array>

namespace agent::dataplane {

void SimpleIndex::build(const std::vector<SimpleQueueConfig>& rows) {
    rows_.assign(rows.size(), {});
    members_.clear();
    topRows_ = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const SimpleQueueConfig& from = rows[i];
        Row& row = rows_[i];
        row.parent = from.parent && *from.parent < i ? *from.parent : kNoRow;
        row.rank = ++(row.parent == kNoRow ? topRows_ : rows_[row.parent].children);
        row.marks = from.packetMarks;
        row.dst = from.dst;
        row.dstInterface = from.dstInterface;
        row.plain = row.marks.empty() && !row.dst && row.dstInterface == kNoInterface;
    }
    indexAddresses(rows);
    indexInterfaces(rows);
}

void SimpleIndex::indexAddresses(const std::vector<SimpleQueueConfig>& rows) {
    starts_ = {0};
    for (const SimpleQueueConfig& row : rows) {
        for (const Ipv4Prefix& target : row.targets) {
            const std::uint32_t first = target.address & target.mask(), last = first | ~target.mask();
            starts_.push_back(first);
            if (last != 0xffffffff) {
                starts_.push_back(last + 1);
            }
        }
    }
    std::sort(starts_.begin(), starts_.end());
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    std::vector<std::vector<std::uint32_t>> holders(starts_.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        for (const Ipv4Prefix& target : rows[i].targets) {
            auto at = std::lower_bound(starts_.begin(), starts_.end(), target.address & target.mask());
            for (; at != starts_.end() && target.contains(*at); ++at) {
                std::vector<std::uint32_t>& here = holders[static_cast<std::size_t>(at - starts_.begin())];
                if (here.empty() || here.back() != i) {
                    here.push_back(i);
                }
            }
        }
    }
    intervals_.clear();
    for (const std::vector<std::uint32_t>& here : holders) {
        intervals_.push_back({static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(here.size())});
        members_.insert(members_.end(), here.begin(), here.end());
    }
}

void SimpleIndex::indexInterfaces(const std::vector<SimpleQueueConfig>& rows) {
    std::vector<std::vector<std::uint32_t>> holders;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        for (const IfIndex interface : rows[i].targetInterfaces) {
            if (interface >= holders.size()) {
                holders.resize(interface + 1u);
            }
            holders[interface].push_back(i);
        }
    }
    interfaces_.clear();
    for (const std::vector<std::uint32_t>& here : holders) {
        interfaces_.push_back({static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(here.size())});
        members_.insert(members_.end(), here.begin(), here.end());
    }
}

// The last interval that starts at or before the address, by halving without jumps.
SimpleIndex::Members SimpleIndex::byAddress(std::uint32_t address) const {
    const std::uint32_t* base = starts_.data();
    for (std::size_t count = starts_.size(); count > 1;) {
        const std::size_t half = count / 2;
        base = base[half] <= address ? base + half : base;
        count -= half;
    }
    return at(intervals_[static_cast<std::size_t>(base - starts_.data())]);
}

bool SimpleIndex::accepts(const Row& row, const PacketBuf& packet, std::uint32_t source, bool download) const {
    if (row.plain) {
        return true;
    }
    if (!row.marks.empty() && std::find(row.marks.begin(), row.marks.end(), packet.packetMark) == row.marks.end()) {
        return false;
    }
    if (row.dst && ((packet.flags & kIsIpv4) == 0 || !row.dst->contains(download ? source : packet.dst))) {
        return false;
    }
    return row.dstInterface == kNoInterface || row.dstInterface == (download ? packet.inInterface : packet.outInterface);
}

SimpleIndex::Choice SimpleIndex::choose(const PacketBuf& packet, std::uint32_t sourceBeforeNat) const {
    const bool four = (packet.flags & kIsIpv4) != 0; // targets are IPv4 addresses; IPv6 is found by interface only
    const Members up = four ? byAddress(sourceBeforeNat) : Members{}, down = four ? byAddress(packet.dst) : Members{};
    if (interfaces_.empty()) { // addresses only, and as a rule the first row they name has no condition and no children
        const std::uint32_t first = up.empty() ? kNoRow : up[0], other = down.empty() ? kNoRow : down[0];
        const std::uint32_t row = std::min(first, other);
        if (row == kNoRow) {
            return {kNoRow, false, topRows_};
        }
        if (rows_[row].simple()) [[likely]] {
            return {row, other < first, rows_[row].rank};
        }
    }
    Choice choice;
    // Upload by address and interface, then download by both.
    const std::array<Members, 4> all{up, byInterface(packet.inInterface), down, byInterface(packet.outInterface)};
    for (std::uint32_t siblings = topRows_; siblings != 0;) {
        std::array<const std::uint32_t*, 4> next{all[0].data(), all[1].data(), all[2].data(), all[3].data()};
        bool found = false;
        while (!found) {
            std::uint32_t row = kNoRow; // the first of the four lists; of equal ones the one that means upload
            std::size_t list = 0;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (next[i] != all[i].data() + all[i].size() && *next[i] < row) {
                    row = *next[i];
                    list = i;
                }
            }
            if (row == kNoRow) {
                break;
            }
            ++next[list];
            if (rows_[row].parent == choice.row && accepts(rows_[row], packet, sourceBeforeNat, list >= 2)) {
                choice.looked += rows_[row].rank;
                choice.row = row;
                choice.download = list >= 2;
                found = true;
            }
        }
        if (!found) {
            choice.looked += siblings;
            break;
        }
        siblings = rows_[choice.row].children;
    }
    return choice;
}

} // namespace agent::dataplane
