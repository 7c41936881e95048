// What the Twin page needs of the twin of one configuration, and nothing more: ui/shell fulfils it with core::workspace::Twin, tests with a
// double. GUI thread; nothing blocks.
#pragma once

#include "core/model/learned_traffic.h"
#include "core/model/plan.h"
#include "core/workspace/twin_state.h"

#include <QObject>
#include <QStringList>

namespace ui {

// A change to try: a finding's commands, or a plan.
struct TwinChange {
    QString title; // "Add FastTrack"
    std::vector<std::string> commands; // as an administrator types them
    std::optional<core::model::Plan> plan; // instead of the commands, where there is one: it knows its items by .id
};

class TwinSource : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] virtual const core::workspace::TwinState& state() const = 0;
    // There is a configuration, or it can be read now.
    [[nodiscard]] virtual bool canRun() const = 0;
    [[nodiscard]] virtual QStringList boards() const = 0; // those there are costs of
    [[nodiscard]] virtual QString board() const = 0;      // the one the configuration is explained on; empty: not known
    // "LAN", "WAN" and the interfaces, as far as they are known.
    [[nodiscard]] virtual std::vector<std::string> places() const = 0;
    // What the router carries now; absent: it is a file, or nothing is known of that.
    [[nodiscard]] virtual std::optional<core::model::LearnedTraffic> learn() = 0;
    virtual void run(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) = 0;
    virtual void tryBoards(const core::model::PredictionRequest& request, const std::optional<core::model::Plan>& plan) = 0;
    virtual void cancel() = 0;

Q_SIGNALS:
    void changed();
    void configChanged(); // board, places and canRun may be others
};

} // namespace ui
