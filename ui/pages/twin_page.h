// The Twin page: what the configuration does with the traffic of choice on the board of choice, now and with a change, before it is made.
//
//   page->setSource(source);                    // nullptr: none
//   page->tryChange({tr("Add FastTrack"), commands, {}});   // runs at once
//
// GUI thread. Runs go on while another page is shown.
#pragma once

#include "ui/pages/twin_source.h"

#include <QPointer>
#include <QWidget>

class QSplitter;

namespace ui {

class TwinControls;
class TwinResultView;
class TwinSideView;

class TwinPage : public QWidget {
    Q_OBJECT
public:
    explicit TwinPage(QWidget* parent = nullptr);
    ~TwinPage() override;

    // The change that was tried stays with its source.
    void setSource(TwinSource* source);
    void tryChange(const TwinChange& change);
    void run();

private:
    void showState();
    void showConfig();
    void askBoards();
    [[nodiscard]] core::model::PredictionRequest request() const;
    [[nodiscard]] std::optional<core::model::Plan> plan() const;

    QPointer<TwinSource> source_;
    QPointer<TwinSource> changeOf_; // whom the change belongs to
    std::optional<TwinChange> change_;
    QSplitter* columns_;
    TwinResultView* result_;
    TwinControls* controls_;
    TwinSideView* side_;
};

} // namespace ui
