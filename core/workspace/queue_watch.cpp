#include "core/workspace/queue_watch.h"

#include "core/workspace/row_numbers.h"

namespace core::workspace {

using core::base::Result;
using core::link::Answer;
using core::model::Request;
using core::model::Row;

namespace {

constexpr std::uint64_t kTooLittle = 100'000; // octets
constexpr std::string_view kOurs = "pathscope:";

} // namespace

QCoro::Task<Result<QueueCounters>> readQueueCounters(core::link::Session& session) {
    Request trees{"/queue/tree", "print", {{"stats", ""}, {".proplist", "name,parent,bytes,comment,disabled"}}, {}, {}};
    Request settings{"/ip/settings", "print", {{".proplist", "ipv4-fasttrack-bytes"}}, {}, {}};
    // Both on their way before the first is waited for: the two belong to the same moment.
    auto treesAsked = session.request(std::move(trees));
    auto settingsAsked = session.request(std::move(settings));
    const Result<Answer> queues = co_await treesAsked;
    const Result<Answer> carried = co_await settingsAsked;
    if (!queues || !carried) {
        co_return tl::unexpected(queues ? carried.error() : queues.error());
    }
    QueueCounters out;
    const auto hasParentAmong = [&queues](const Row& tree) {
        for (const Row& other : queues->rows) {
            if (other.value("name") == tree.value("parent")) {
                return true;
            }
        }
        return false;
    };
    for (const Row& tree : queues->rows) {
        if (tree.value("comment").starts_with(kOurs) && tree.value("parent") != "global" && !hasParentAmong(tree)) {
            out.queued += numberIn<std::uint64_t>(tree, "bytes");
            out.any = true;
        }
    }
    out.fastTracked = carried->rows.empty() ? 0 : numberIn<std::uint64_t>(carried->rows.front(), "ipv4-fasttrack-bytes");
    co_return out;
}

std::optional<double> queuedShare(const QueueCounters& before, const QueueCounters& after) {
    if (!after.any || after.fastTracked < before.fastTracked + kTooLittle || after.queued < before.queued) {
        return std::nullopt;
    }
    return static_cast<double>(after.queued - before.queued) / static_cast<double>(after.fastTracked - before.fastTracked);
}

} // namespace core::workspace
