#include "ui/pages/twin_shares.h"

#include "ui/theme/figures.h"
#include "ui/theme/path_style.h"
#include "ui/theme/plain_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <vector>

namespace ui {

using core::model::kAllPaths;
using core::model::PathKind;
using core::model::PathShare;
using core::model::Rehearsed;

namespace {

// A rehearsal says "fast-path" where counters say "fastpath".
double shareOf(const Rehearsed& run, PathKind kind) {
    const auto it = run.paths.find(kind == PathKind::FastPath ? std::string("fast-path") : std::string(core::model::pathId(kind)));
    return it == run.paths.end() ? 0 : it->second;
}

} // namespace

std::optional<PathShare> pathShareOf(const Rehearsed& run) {
    PathShare out;
    for (const PathKind kind : kAllPaths) {
        const double share = shareOf(run, kind);
        out.byPath[static_cast<std::size_t>(kind)] = {share};
        out.total.bps += share;
    }
    return out.total.bps > 0 ? std::optional(out) : std::nullopt;
}

QString pathShareText(const Rehearsed& run) {
    std::vector<PathKind> kinds(kAllPaths.begin(), kAllPaths.end());
    std::stable_sort(kinds.begin(), kinds.end(), [&](PathKind a, PathKind b) { return shareOf(run, a) > shareOf(run, b); });
    QStringList out;
    for (const PathKind kind : kinds) {
        if (shareOf(run, kind) > 0) {
            out << pathShortName(kind) + u' ' + shareText(shareOf(run, kind));
        }
    }
    return out.isEmpty() ? QCoreApplication::translate("ui::TwinShares", "no packet was forwarded") : out.join(QStringLiteral(", "));
}

std::map<QString, std::uint64_t> lossesOf(const Rehearsed& run) {
    std::map<QString, std::uint64_t> out;
    for (const auto& [reason, packets] : run.drops) {
        out[plainText(reason)] += packets;
    }
    for (const auto& queue : run.queues) {
        if (queue.drops > 0) {
            out[QCoreApplication::translate("ui::TwinShares", "queue %1").arg(plainText(queue.name))] += queue.drops;
        }
    }
    return out;
}

} // namespace ui
