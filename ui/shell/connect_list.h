// Left half of the connect dialog: routers saved before and routers around, under one search field.
//
//   auto* list = new ConnectList(workspace, this);
//   connect(list, &ConnectList::chosen, this, …);      // a click or the arrow keys
//   connect(list, &ConnectList::activated, this, …);   // Enter or a double click
//
// Asks the network for routers while it is shown, and not otherwise.
#pragma once

#include "core/workspace/discovery.h"
#include "core/workspace/workspace.h"

#include <QPointer>
#include <QWidget>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;

namespace ui {

class ConnectList : public QWidget {
    Q_OBJECT
public:
    explicit ConnectList(core::workspace::Workspace& workspace, QWidget* parent = nullptr);
    ~ConnectList() override;

    // Saved ones may have been added.
    void reload();
    [[nodiscard]] int shownCount() const; // entries that match the search

Q_SIGNALS:
    // Of a saved router everything; of a found one host and label, its user and way being what the form has.
    void chosen(const core::workspace::Endpoint& endpoint, bool saved);
    void activated();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fill();
    void addSection(const QString& title);
    void addEntry(const QString& title, const QString& detail, int index, bool saved);

    core::workspace::Workspace& workspace_;
    QPointer<core::workspace::Discovery> discovery_; // may go before a dialog that was closed already
    std::vector<core::workspace::Endpoint> saved_;
    std::vector<core::workspace::DiscoveredRouter> found_;
    QLineEdit* search_;
    QListWidget* list_;
    QLabel* state_;
};

} // namespace ui
