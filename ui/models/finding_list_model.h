// What there is to say of one configuration, as one list in sections: findings (gravest first), what is good as it is, what could not be
// seen, and lines that were not understood.
//
//   model.set(state.explained);
//   model.finding(index)->evidence
//
// Rows that stay the same over an update keep their places; keys (KeyRole) tell a finding again after a reset. GUI thread.
#pragma once

#include "core/workspace/explain_state.h"

#include <QAbstractListModel>
#include <memory>
#include <vector>

namespace ui {

class FindingListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum class Kind { Finding, Healthy, Unseen, Problem };
    enum Role {
        TitleRole = Qt::DisplayRole,
        DetailRole = Qt::UserRole + 1, // one or two sentences
        KindRole,                      // int(Kind)
        SeverityRole,                  // int(core::model::Severity), of findings; else -1
        SectionRole,                   // heading of the section the row belongs to; empty: the first
        KeyRole,                       // stable name of the row
        SearchRole,                    // everything a filter looks at
    };

    explicit FindingListModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    void set(std::shared_ptr<const core::workspace::Explained> explained, const std::vector<core::workspace::ConfigProblem>& rejected = {});
    // Null for rows of another kind. Lives until the next set().
    [[nodiscard]] const core::model::Finding* finding(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const QString& key) const;
    [[nodiscard]] int worth() const; // findings that are more than praise

private:
    struct Row {
        Kind kind = Kind::Finding;
        int severity = -1;
        QString title, detail, key, search;
        const core::model::Finding* finding = nullptr;
        bool operator==(const Row& other) const { return key == other.key && kind == other.kind; }
    };
    void addFindings(std::vector<Row>& rows, bool healthy) const;

    std::shared_ptr<const core::workspace::Explained> explained_;
    std::vector<Row> rows_;
};

} // namespace ui
