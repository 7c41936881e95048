// The stages a packet passes, in order: one row a stage, with the decision there and the line that made it.
//
//   model.set(state.walk, true);                 // the packet that opens the connection
//   model.highlight(finding.evidence);           // stages decided by one of these lines
#pragma once

#include "core/workspace/explain_state.h"

#include <QAbstractListModel>
#include <memory>
#include <vector>

namespace ui {

class WalkModel : public QAbstractListModel {
    Q_OBJECT
public:
    // What a stage meant for the packet.
    enum class Dot {
        Missed,  // a faster way that it did not take
        Passed,  // it went through here
        Decides, // this is why it takes the path it takes
        Ends,    // it goes no further
        Edge,    // in and out
        Taken,   // only a packet on the agent came by here
    };
    enum Role {
        TitleRole = Qt::DisplayRole,   // "Firewall filter: accept"
        DetailRole = Qt::UserRole + 1, // one sentence
        LineRole,                      // the line that decided: "add action=accept …"; may be empty
        PlaceRole,                     // where it is: "/ip/firewall/filter 2 · line 11"; may be empty
        DotRole,                       // int(Dot)
        ForkRole,                      // bool: holds for a part of the traffic
        HighlightRole,                 // bool
        AgentRole,                     // what a packet did there that was not predicted; empty: as predicted, or nobody saw
        SeenRole,                      // bool: a packet was seen, and did what was predicted
    };

    explicit WalkModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    // `first`: the packet that opens the connection, else one of it later on.
    void set(std::shared_ptr<const core::workspace::FollowedPacket> followed, bool first);
    void highlight(std::vector<core::model::ConfigRef> lines);

    // Null without a walk. Live until the next set().
    [[nodiscard]] const core::model::PacketWalk* walk() const;
    // The packet of the agent laid beside it; null: none was seen.
    [[nodiscard]] const core::model::WalkDifference* difference() const;
    [[nodiscard]] const core::model::WalkStep* step(const QModelIndex& index) const;

    // The stage that decided the path: the handler that took the packet, or what kept it off a faster one; 0: none did.
    [[nodiscard]] int decidingRow() const;

private:
    struct Row {
        const core::model::WalkStep* step = nullptr; // of followed_
        QString agent;
        bool seen = false, onlyTaken = false;
    };
    [[nodiscard]] Dot dotOf(const Row& row) const;
    [[nodiscard]] std::vector<Row> rowsOf() const;

    std::shared_ptr<const core::workspace::FollowedPacket> followed_;
    bool first_ = false;
    std::vector<Row> rows_;
    std::vector<core::model::ConfigRef> highlighted_;
};

// "Firewall filter" for "filter"; what it does not know as it is.
[[nodiscard]] QString stageName(const std::string& stage);
// "/ip/firewall/filter 2 · line 11".
[[nodiscard]] QString placeText(const core::model::ConfigRef& at);

} // namespace ui
