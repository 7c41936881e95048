// Queue types, queue trees, simple queues.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <map>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;

namespace {

QueueKind kindOf(std::string_view word) {
    return word == "none"       ? QueueKind::None
           : word == "bfifo"    ? QueueKind::Bfifo
           : word == "fq-codel" ? QueueKind::FqCodel
                                : QueueKind::Pfifo;
}

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

// Parents before children, otherwise in list order. What is left without a parent is invalid.
void compileTree(CompileContext& context) {
    std::vector<const Item*> waiting;
    for (const Item* item : context.tree.items("/queue/tree")) {
        if (item->enabled()) {
            waiting.push_back(item);
        }
    }
    std::map<std::string, std::uint32_t, std::less<>> done;
    for (bool progress = true; progress;) {
        const std::size_t removed = std::erase_if(waiting, [&](const Item* item) { return addTreeQueue(context, *item, done); });
        progress = removed > 0;
    }
    for (const Item* item : waiting) {
        context.invalid.insert(item->id);
    }
}

bool addSimpleQueue(CompileContext& context, const Item& item) {
    SimpleQueueConfig out;
    out.uid = item.id;
    out.name = item.value("name");
    for (const std::string_view target : config::splitList(item.value("target"))) {
        if (const auto prefix = config::parseIpv4WithLength(target)) {
            out.targets.push_back({prefix->network(), prefix->length});
        } else if (const auto interface = context.interface(target)) {
            out.targetInterfaces.push_back(*interface);
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
    out.packetMarks = marksOf(context, item.value("packet-marks"));
    context.out.queues.simple.push_back(std::move(out));
    return true;
}

} // namespace

void compileQueueTypes(CompileContext& context) {
    for (const Item* item : context.tree.items("/queue/type")) {
        const auto number = [&](std::string_view property, std::uint64_t otherwise) {
            return config::parseNumber(item->value(property)).value_or(otherwise);
        };
        QueueTypeConfig out;
        out.name = item->value("name");
        out.kind = kindOf(item->value("kind"));
        out.pfifoLimit = static_cast<std::uint32_t>(number("pfifo-limit", out.pfifoLimit));
        out.bfifoLimit = static_cast<std::uint32_t>(number("bfifo-limit", out.bfifoLimit));
        out.fqCodelLimit = static_cast<std::uint32_t>(number("fq-codel-limit", out.fqCodelLimit));
        out.fqCodelFlows = static_cast<std::uint32_t>(number("fq-codel-flows", out.fqCodelFlows));
        out.fqCodelQuantum = static_cast<std::uint32_t>(number("fq-codel-quantum", out.fqCodelQuantum));
        out.fqCodelTarget = config::parseDuration(item->value("fq-codel-target")).value_or(out.fqCodelTarget);
        out.fqCodelInterval = config::parseDuration(item->value("fq-codel-interval")).value_or(out.fqCodelInterval);
        out.fqCodelMemlimit = number("fq-codel-memlimit", out.fqCodelMemlimit);
        out.fqCodelEcn = item->isTrue("fq-codel-ecn");
        context.out.queues.types.push_back(std::move(out));
    }
}

void compileQueues(CompileContext& context) {
    compileTree(context);
    for (const Item* item : context.tree.items("/queue/simple")) {
        if (item->enabled() && !addSimpleQueue(context, *item)) {
            context.invalid.insert(item->id);
        }
    }
}

} // namespace agent::control
