#include "core/routeros/config/schema_tables.h"

namespace core::routeros::config {

std::vector<Menu> queueMenus() {
    using enum ValueType;
    std::vector<Menu> menus;

    std::vector<Property> tree{text("name"), required(reference("parent", Target::TreeParent)), list(text("packet-mark", "")),
                               typed("limit-at", Rate, "0"), reference("queue", Target::QueueType, "default-small"), number("priority", "8", 1, 8),
                               typed("max-limit", Rate, "0"), typed("burst-limit", Rate, "0"), typed("burst-threshold", Rate, "0"),
                               typed("burst-time", Duration, "0s"), typed("bucket-size", Decimal, "0.1")};
    addItemProperties(tree);
    menus.push_back({"/queue/tree", MenuKind::List, std::move(tree), "name"});

    std::vector<Property> simple{text("name"), required(list(reference("target", Target::QueueTarget))), list(text("packet-marks", "")),
                                 pair(typed("limit-at", Rate, "0/0")), pair(typed("max-limit", Rate, "0/0")), pair(typed("burst-limit", Rate, "0/0")),
                                 pair(typed("burst-threshold", Rate, "0/0")), pair(typed("burst-time", Duration, "0s/0s")),
                                 pair(typed("bucket-size", Decimal, "0.1/0.1")), pair(number("priority", "8/8", 1, 8)),
                                 pair(reference("queue", Target::QueueType, "default-small/default-small"))};
    addItemProperties(simple);
    menus.push_back({"/queue/simple", MenuKind::Ordered, std::move(simple), "name"});

    menus.push_back({"/queue/type", MenuKind::List,
                     {text("name"), required(word("kind", {}, {"bfifo", "fq-codel", "none", "pfifo"})), number("pfifo-limit", "50", 1, 4294967295),
                      number("bfifo-limit", "15000", 1, 4294967295), number("fq-codel-limit", "10240", 1, 4294967295),
                      number("fq-codel-flows", "1024", 1, 65536), number("fq-codel-quantum", "1514", 1, 4294967295),
                      typed("fq-codel-target", Duration, "5ms"), typed("fq-codel-interval", Duration, "100ms"),
                      typed("fq-codel-memlimit", Size, "33554432"), boolean("fq-codel-ecn", "true")},
                     "name"});
    menus.push_back({"/queue/interface", MenuKind::Fixed,
                     {readOnly(reference("interface", Target::Interface)), reference("queue", Target::QueueType), readOnly(text("default-queue"))}, "interface"});
    return menus;
}

} // namespace core::routeros::config
