// The sidebar's rows: routers first, then opened exports, then labs, each in the order they were added.
//
//   model.upsert({router->id(), router->name(), router->isLab(), …, router->state()});
//   model.remove(id);
//
// Holds copies of value structs only; knows no Router. GUI thread.
#pragma once

#include "core/model/path_share.h"
#include "core/workspace/router_state.h"

#include <QAbstractListModel>
#include <optional>
#include <vector>

namespace ui {

// An opened export: there is no link and there are no counters.
struct ExportEntry {
    enum class Tone { Dim, Good, Warning, Bad };
    QString detail; // "RB750Gr3 · 7.16"
    QString figure; // "3 findings"
    Tone tone = Tone::Dim;
    QString message; // tool tip; may be empty
};

struct RouterEntry {
    QString id;
    QString name;
    bool lab = false;
    QString labName;
    core::workspace::RouterState state;
    std::optional<ExportEntry> file{}; // then the two above mean nothing
};

class RouterListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        NameRole = Qt::DisplayRole,
        IdRole = Qt::UserRole + 1,
        DetailRole,  // "hAP ac² · 7.16", "retry in 14 s"
        FigureRole,  // "3.42 Gb/s", "offline", "connecting"
        LinkRole,    // int(LinkState)
        ShareRole,   // core::model::PathShare, or invalid
        IsLabRole,   // bool
        SectionRole, // "FILES" on the first export, "LAB" on the first lab, else empty
        FileRole,    // bool
        ToneRole,    // int(ExportEntry::Tone), of exports
    };

    explicit RouterListModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    // Adds the router or updates its row.
    void upsert(const RouterEntry& entry);
    void remove(const QString& id);
    [[nodiscard]] QModelIndex indexOf(const QString& id) const;
    [[nodiscard]] int routerCount() const; // without exports and labs

private:
    [[nodiscard]] int endOf(int section) const; // row behind the last one of that section and those before it
    [[nodiscard]] QString detailOf(const RouterEntry& entry) const;
    [[nodiscard]] QString figureOf(const RouterEntry& entry) const;
    void sectionsMayHaveMoved();

    std::vector<RouterEntry> entries_;
};

} // namespace ui

Q_DECLARE_METATYPE(core::model::PathShare)
