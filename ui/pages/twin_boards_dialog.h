// "Which board would carry this?": the same configuration, change and traffic on every board the twin has costs of, most throughput first. Begins
// at once; closing it stops what is on its way. Not modal to the program, never exec()ed; deletes itself.
#pragma once

#include "ui/pages/twin_source.h"

#include <QDialog>
#include <QPointer>

class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace ui {

class FiguresTable;
class TwinBoardsModel;

class TwinBoardsDialog : public QDialog {
    Q_OBJECT
public:
    TwinBoardsDialog(TwinSource& source, core::model::PredictionRequest request, std::optional<core::model::Plan> plan, QWidget* parent);
    ~TwinBoardsDialog() override;

private:
    void showState();
    void showReason();
    void start();

    QPointer<TwinSource> source_;
    core::model::PredictionRequest request_;
    std::optional<core::model::Plan> plan_;
    TwinBoardsModel* model_;
    FiguresTable* table_;
    QSpinBox* wanted_;
    QProgressBar* progress_;
    QPushButton* again_;
    QLabel* reason_;
};

} // namespace ui
