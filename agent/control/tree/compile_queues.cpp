// Queue trees and simple queues.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <map>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

// One half of a simple queue's "upload/download", or the whole value of a tree queue.
std::string_view half(std::string_view value, int direction) {
    const std::size_t slash = value.find('/');
    if (slash == std::string_view::npos) {
        return value;
    }
    return direction == 0 ? value.substr(0, slash) : value.substr(slash + 1);
}

std::optional<HtbClassConfig> htbOf(const CompileContext& context, const Item& item, int direction) {
    const auto value = [&](std::string_view property) { return half(item.value(property), direction); };
    const auto rate = [&](std::string_view property) { return config::parseRate(value(property)).value_or(0); };
    const auto type = context.queueType(value("queue"));
    if (!type) {
        return std::nullopt;
    }
    HtbClassConfig out;
    out.limitAt = rate("limit-at");
    out.maxLimit = rate("max-limit");
    out.burstLimit = rate("burst-limit");
    out.burstThreshold = rate("burst-threshold");
    out.burstTime = config::parseDuration(value("burst-time")).value_or(0);
    out.priority = static_cast<std::uint8_t>(config::parseNumber(value("priority")).value_or(8));
    out.bucketSize = config::parseDecimal(value("bucket-size")).value_or(0.1);
    out.queueType = *type;
    return out;
}

std::vector<MarkId> marksOf(CompileContext& context, std::string_view list) {
    std::vector<MarkId> out;
    for (const std::string_view mark : config::splitList(list)) {
        out.push_back(context.numbering.mark(mark));
    }
    return out;
}

// A tree queue, once everything above it is there. False: its parent is not (yet) compiled.
bool addTreeQueue(CompileContext& context, const Item& item, std::map<std::string, std::uint32_t, std::less<>>& done) {
    TreeQueueConfig out;
    const std::string_view parent = item.value("parent");
    if (parent == "global") {
        out.global = true;
    } else if (const auto interface = context.interface(parent)) {
        out.interface = *interface;
    } else if (const auto above = done.find(parent); above != done.end()) {
        out.parent = above->second;
    } else {
        return false;
    }
    const auto htb = htbOf(context, item, 0);
    if (!htb) {
        return false;
    }
    out.uid = item.id;
    out.name = item.value("name");
    out.packetMarks = marksOf(context, item.value("packet-mark"));
    out.htb = *htb;
    done.emplace(out.name, static_cast<std::uint32_t>(context.out.queues.tree.size()));
    context.out.queues.tree.push_back(std::move(out));
    return true;
}

// What total-* sets for both directions together; nothing when no limit is set.
std::optional<HtbClassConfig> totalOf(const CompileContext& context, const Item& item) {
    const auto rate = [&](std::string_view property) { return config::parseRate(item.value(property)).value_or(0); };
    HtbClassConfig out;
    out.limitAt = rate("total-limit-at");
    out.maxLimit = rate("total-max-limit");
    out.burstLimit = rate("total-burst-limit");
    out.burstThreshold = rate("total-burst-threshold");
    out.burstTime = config::parseDuration(item.value("total-burst-time")).value_or(0);
    out.priority = static_cast<std::uint8_t>(config::parseNumber(item.value("total-priority")).value_or(8));
    out.bucketSize = config::parseDecimal(item.value("total-bucket-size")).value_or(0.1);
    const std::string_view type = item.value("total-queue");
    out.queueType = context.queueType(type.empty() ? std::string_view("default-small") : type).value_or(0);
    return out.limitAt == 0 && out.maxLimit == 0 ? std::nullopt : std::optional(out);
}

// A simple queue, once the one above it is there. False: it is not (yet), or something it names does not exist.
bool addSimpleQueue(CompileContext& context, const Item& item, std::map<std::string, std::uint32_t, std::less<>>& done) {
    SimpleQueueConfig out;
    out.uid = item.id;
    out.name = item.value("name");
    if (const std::string_view parent = item.value("parent"); !parent.empty() && parent != "none") {
        const auto above = done.find(parent);
        if (above == done.end()) {
            return false;
        }
        out.parent = above->second;
    }
    for (const std::string_view target : config::splitList(item.value("target"))) {
        if (const auto prefix = config::parseIpv4WithLength(target)) {
            out.targets.push_back({prefix->network(), prefix->length});
        } else if (const auto interface = context.interface(target)) {
            out.targetInterfaces.push_back(*interface);
        } else {
            return false;
        }
    }
    if (const std::string_view dst = item.value("dst"); !dst.empty()) {
        if (const auto prefix = config::parseIpv4WithLength(dst)) {
            out.dst = Ipv4Prefix{prefix->network(), prefix->length};
        } else if (const auto interface = context.interface(dst)) {
            out.dstInterface = *interface;
        } else {
            return false;
        }
    }
    const auto upload = htbOf(context, item, 0);
    const auto download = htbOf(context, item, 1);
    if (!upload || !download) {
        return false;
    }
    out.upload = *upload;
    out.download = *download;
    out.total = totalOf(context, item);
    out.packetMarks = marksOf(context, item.value("packet-marks"));
    done.emplace(out.name, static_cast<std::uint32_t>(context.out.queues.simple.size()));
    context.out.queues.simple.push_back(std::move(out));
    return true;
}

// Adds the enabled items of a menu, parents before children, otherwise in list order. What is left without a parent is invalid.
template <class Add> void addParentsFirst(CompileContext& context, std::string_view menu, Add add) {
    std::vector<const Item*> waiting;
    for (const Item* item : context.tree.items(menu)) {
        if (item->enabled()) {
            waiting.push_back(item);
        }
    }
    std::map<std::string, std::uint32_t, std::less<>> done;
    for (bool progress = true; progress;) {
        const std::size_t removed = std::erase_if(waiting, [&](const Item* item) { return add(context, *item, done); });
        progress = removed > 0;
    }
    for (const Item* item : waiting) {
        context.invalid.insert(item->id);
    }
}

} // namespace

void compileQueues(CompileContext& context) {
    addParentsFirst(context, "/queue/tree", addTreeQueue);
    addParentsFirst(context, "/queue/simple", addSimpleQueue);
}

} // namespace agent::control
