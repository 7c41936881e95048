// Taking over a configuration, and everything people read out of the classifier.
#include "agent/dataplane/classifier/classifier.h"

#include <algorithm>

namespace agent::dataplane {

namespace {

// Numbers counters in the order rules come; a counter known from before starts at its old value.
class Numbering final : public RuleNumbers {
public:
    Numbering(const std::vector<RuleCount>& oldCounts, const std::unordered_map<std::uint32_t, std::uint32_t>& oldCounterOf, LogRing& log)
        : oldCounts_(&oldCounts), oldCounterOf_(&oldCounterOf), log_(&log) {}

    std::vector<RuleCount> counts;
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;

    std::uint32_t counterOf(std::uint32_t uid) override {
        const auto [it, fresh] = numbers.try_emplace(uid, static_cast<std::uint32_t>(counts.size()));
        if (fresh) {
            const auto old = oldCounterOf_->find(uid);
            counts.push_back(old == oldCounterOf_->end() ? RuleCount{} : (*oldCounts_)[old->second]);
        }
        return it->second;
    }
    std::uint32_t labelOf(const std::string& prefix, const std::string& chain) override { return log_->label(prefix, chain); }

private:
    const std::vector<RuleCount>* oldCounts_;
    const std::unordered_map<std::uint32_t, std::uint32_t>* oldCounterOf_;
    LogRing* log_;
};

} // namespace

core::base::Result<void> Classifier::configure(const FirewallConfig& config, std::span<const InterfaceConfig> interfaces) {
    Numbering numbering(counts_, counterOf_, log_);
    auto program = compileProgram(config, numbering);
    if (!program) {
        return tl::unexpected(program.error());
    }
    program_ = std::move(*program);
    counts_ = std::move(numbering.counts);
    counterOf_ = std::move(numbering.numbers);
    setLists(config.addressLists);
    interfaceNames_.clear();
    for (const InterfaceConfig& interface : interfaces) {
        interfaceNames_.push_back(interface.name);
    }
    return {};
}

void Classifier::setLists(const std::vector<AddressListConfig>& lists) {
    std::vector<AddressList> fresh(lists.size());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        names.push_back(lists[i].name);
        if (const auto old = std::find(listNames_.begin(), listNames_.end(), lists[i].name); old != listNames_.end()) {
            fresh[i] = std::move(lists_[static_cast<std::size_t>(old - listNames_.begin())]); // keeps its dynamic entries
        }
        fresh[i].setRanges(lists[i].entries);
    }
    lists_ = std::move(fresh);
    listNames_ = std::move(names);
}

std::optional<RuleCount> Classifier::counters(std::uint32_t uid) const {
    const auto it = counterOf_.find(uid);
    return it == counterOf_.end() ? std::nullopt : std::optional(counts_[it->second]);
}

void Classifier::resetCounters(std::uint32_t uid) {
    if (const auto it = counterOf_.find(uid); it != counterOf_.end()) {
        counts_[it->second] = {};
    }
}

std::uint32_t Classifier::uidOf(std::uint32_t counter) const {
    const auto it = std::find_if(counterOf_.begin(), counterOf_.end(), [counter](const auto& entry) { return entry.second == counter; });
    return it == counterOf_.end() ? 0 : it->first;
}

std::vector<DynamicAddress> Classifier::dynamicAddresses(core::base::Nanos now) const {
    std::vector<DynamicAddress> all;
    for (std::uint32_t list = 0; list < lists_.size(); ++list) {
        lists_[list].forEachDynamic(now, [&](std::uint32_t address, core::base::Nanos left) { all.push_back({list, address, left}); });
    }
    return all;
}

bool Classifier::removeDynamicAddress(std::uint32_t list, std::uint32_t address) {
    return list < lists_.size() && lists_[list].remove(address);
}

} // namespace agent::dataplane
