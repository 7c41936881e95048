#include "core/routeros/config/diff_match.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace core::routeros::config {

namespace {

// Comparing everything with everything is for what little is left over.
constexpr std::size_t kFewEnough = 400;

std::string contentOf(const Compared& compared) {
    std::string out;
    for (const auto& [name, value] : compared.values) {
        out.append(name).push_back('\0');
        out.append(value).push_back('\1');
    }
    return out;
}

std::string_view valueOf(const Compared& compared, std::string_view name) {
    for (const auto& [each, value] : compared.values) {
        if (each == name) {
            return value;
        }
    }
    return {};
}

std::size_t equalValues(const Compared& a, const Compared& b) {
    std::size_t equal = 0;
    for (auto left = a.values.begin(), right = b.values.begin(); left != a.values.end() && right != b.values.end();) {
        equal += *left == *right ? 1 : 0;
        const bool leftFirst = left->first <= right->first;
        const bool both = left->first == right->first;
        left += leftFirst ? 1 : 0;
        right += !leftFirst || both ? 1 : 0;
    }
    return equal;
}

// How much of two items is the same; 0: they are two items. A rule of another chain or with another action is another rule.
std::size_t likeness(const Compared& a, const Compared& b) {
    if (valueOf(a, "chain") != valueOf(b, "chain") || a.identity != b.identity) {
        return 0;
    }
    const std::size_t larger = std::max(a.values.size(), b.values.size());
    const bool sameComment = !valueOf(a, "comment").empty() && valueOf(a, "comment") == valueOf(b, "comment");
    const std::size_t equal = equalValues(a, b) + (sameComment ? larger : 0) + (a.item->id == b.item->id ? 1 : 0);
    return equal * 2 > larger ? equal : 0;
}

class Matcher {
public:
    Matcher(const std::vector<Compared>& from, const std::vector<Compared>& to) : from_(from), to_(to), taken_(from.size()), partner_(to.size()) {}

    std::vector<std::optional<std::size_t>> run() {
        pairBy([](const Compared& c) { return c.identity.empty() ? std::nullopt : std::optional(std::string(c.identity)); });
        pairBy([](const Compared& c) { return c.identity.empty() ? std::optional(contentOf(c)) : std::nullopt; });
        pairRenamed();
        pairLikest();
        return std::move(partner_);
    }

private:
    // Equal keys pair in their order; without a key an item pairs with nothing.
    template <class KeyOf> void pairBy(KeyOf keyOf) {
        std::unordered_map<std::string, std::deque<std::size_t>> places;
        for (std::size_t i = 0; i < from_.size(); ++i) {
            if (auto key = taken_[i] ? std::nullopt : keyOf(from_[i])) {
                places[std::move(*key)].push_back(i);
            }
        }
        for (std::size_t i = 0; i < to_.size(); ++i) {
            const auto key = partner_[i] ? std::nullopt : keyOf(to_[i]);
            const auto found = key ? places.find(*key) : places.end();
            if (found != places.end() && !found->second.empty()) {
                pair(found->second.front(), i);
                found->second.pop_front();
            }
        }
    }

    // The same router's item under a new name.
    void pairRenamed() {
        std::unordered_map<ItemId, std::size_t> byId;
        for (const std::size_t i : freeOf(from_, [&](std::size_t at) { return !taken_[at]; })) {
            byId.emplace(from_[i].item->id, i);
        }
        for (const std::size_t i : freeOf(to_, [&](std::size_t at) { return !partner_[at]; })) {
            const auto found = byId.find(to_[i].item->id);
            if (found != byId.end() && !to_[i].identity.empty() && !from_[found->second].identity.empty() && to_[i].values.size() > 2 &&
                equalValues(from_[found->second], to_[i]) + 1 == to_[i].values.size() && to_[i].values.size() == from_[found->second].values.size()) {
                pair(found->second, i);
                byId.erase(found);
            }
        }
    }

    void pairLikest() {
        auto left = freeOf(from_, [&](std::size_t at) { return !taken_[at]; });
        const auto right = freeOf(to_, [&](std::size_t at) { return !partner_[at]; });
        if (left.size() > kFewEnough || right.size() > kFewEnough) {
            return;
        }
        for (const std::size_t i : right) {
            std::size_t best = 0;
            auto chosen = left.end();
            for (auto at = left.begin(); at != left.end(); ++at) {
                const std::size_t like = likeness(from_[*at], to_[i]);
                if (like > best) {
                    best = like;
                    chosen = at;
                }
            }
            if (chosen != left.end()) {
                pair(*chosen, i);
                left.erase(chosen);
            }
        }
    }

    template <class Is> static std::vector<std::size_t> freeOf(const std::vector<Compared>& items, Is isFree) {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (isFree(i)) {
                out.push_back(i);
            }
        }
        return out;
    }

    void pair(std::size_t from, std::size_t to) {
        taken_[from] = true;
        partner_[to] = from;
    }

    const std::vector<Compared>& from_;
    const std::vector<Compared>& to_;
    std::vector<bool> taken_;
    std::vector<std::optional<std::size_t>> partner_;
};

} // namespace

std::vector<std::optional<std::size_t>> matchItems(const std::vector<Compared>& from, const std::vector<Compared>& to) {
    return Matcher(from, to).run();
}

std::vector<std::size_t> longestRising(const std::vector<std::size_t>& sequence) {
    std::vector<std::size_t> ends; // ends[n]: where the smallest end of a rising subsequence of n+1 stands
    std::vector<std::optional<std::size_t>> before(sequence.size());
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        const auto at = std::lower_bound(ends.begin(), ends.end(), i, [&](std::size_t end, std::size_t mine) { return sequence[end] < sequence[mine]; });
        if (at != ends.begin()) {
            before[i] = *(at - 1);
        }
        if (at == ends.end()) {
            ends.push_back(i);
        } else {
            *at = i;
        }
    }
    std::vector<std::size_t> out;
    for (std::optional<std::size_t> at = ends.empty() ? std::nullopt : std::optional(ends.back()); at; at = before[*at]) {
        out.push_back(*at);
    }
    std::reverse(out.begin(), out.end());
    return out;
}

} // namespace core::routeros::config
