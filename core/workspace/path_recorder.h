// Notes the ways the traffic of every router takes, minute by minute, in the user's database. The console has one; a minute is written when it is
// over, and what there is of it when the router goes.
//
//   const PathRecorder recorder(workspace);    // the workspace outlives it
//
// GUI thread; writes in threads of the pool. A minute that cannot be written is missing later.
#pragma once

#include "core/model/path_share.h"
#include "core/store/path_log.h"
#include "core/workspace/workspace.h"

#include <map>
#include <optional>

namespace core::workspace {

// One minute while it is watched. Pure.
class PathMinuteSum {
public:
    // `minute`: the present one. Answers the one before once it is over.
    std::optional<core::store::PathMinute> add(const core::model::RateSample& sample, std::int64_t minute);
    // What there is of the present one.
    [[nodiscard]] std::optional<core::store::PathMinute> sofar() const;

private:
    core::store::PathMinute sum_;
    double seconds_ = 0;
};

class PathRecorder : public QObject {
    Q_OBJECT
public:
    explicit PathRecorder(Workspace& workspace, QObject* parent = nullptr);
    ~PathRecorder() override;

private:
    void follow(Router* router);
    void finish(Router* router);

    struct Watched {
        QString name;
        PathMinuteSum sum;
    };
    std::map<Router*, Watched> watched_;
};

} // namespace core::workspace
