// Predictions made before, by content: the same request on the same board with the same agent has the same answer, which is kept on disk.
//
//   PredictionCache cache(PredictionCache::userFolder());
//   const QByteArray key = cacheKey(request, boardFile, agentMark());
//   if (auto known = cache.find(key)) …
//   cache.insert(key, prediction);
//
// A file each, the least recently used go first when there are too many octets. An entry that cannot be understood (cut short, changed, of
// another format) counts as not there, says why in lastProblem(), and is removed. Several programs may share a folder. One thread per object;
// reads and writes small files.
#pragma once

#include "core/model/prediction.h"

#include <QByteArray>
#include <QString>
#include <optional>

namespace core::twin {

class PredictionCache {
public:
    static constexpr qint64 kMostBytes = 64 << 20;

    explicit PredictionCache(QString folder, qint64 mostBytes = kMostBytes);

    // $XDG_CACHE_HOME/pathscope/predictions.
    [[nodiscard]] static QString userFolder();

    [[nodiscard]] std::optional<core::model::Prediction> find(const QByteArray& key);
    // What cannot be written is not kept, and lastProblem() says why.
    void insert(const QByteArray& key, const core::model::Prediction& prediction);

    // Of the last find() or insert(); empty: none.
    [[nodiscard]] const QString& lastProblem() const { return problem_; }

private:
    [[nodiscard]] QString fileOf(const QByteArray& key) const;
    void makeRoom();

    QString folder_;
    qint64 mostBytes_;
    QString problem_;
};

// SHA-256 of everything the answer hangs on, as hex. `agent` tells one agent from another.
[[nodiscard]] QByteArray cacheKey(const core::model::PredictionRequest& request, const QByteArray& boardFile, const QByteArray& agent);

// Size and time of the bundled agent's program: another build may answer otherwise. Empty when there is none.
[[nodiscard]] QByteArray agentMark();

} // namespace core::twin
