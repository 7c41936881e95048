// What is tried: board, traffic, how much of it, between which places, for how long; with the change or without. What was chosen is
// remembered between runs, but for the board and the places, which belong to the configuration.
#pragma once

#include "ui/pages/twin_source.h"
#include "ui/widgets/card.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace ui {

class TwinControls : public Card {
    Q_OBJECT
public:
    explicit TwinControls(QWidget* parent = nullptr);

    // Boards, places and what the router carries; keeps what is chosen where it is still there.
    void setSource(TwinSource* source);
    // Null: none.
    void setChange(const TwinChange* change);
    void setRunning(bool running);

    // Without configuration and change.
    [[nodiscard]] core::model::PredictionRequest request() const;
    [[nodiscard]] bool withChange() const;

Q_SIGNALS:
    void runRequested();
    void boardsRequested();

private:
    void addField(QGridLayout& grid, int row, int column, const QString& name, QWidget* field, int span = 1);
    void fillBoards();
    void fillPlaces();
    void learn();
    void enableFields();
    void remember() const;
    void recall();

    TwinSource* source_ = nullptr;
    std::vector<std::string> places_; // octets as the router has them; the boxes show text
    std::optional<core::model::LearnedTraffic> learned_;
    bool hasChange_ = false, running_ = false;
    QComboBox* board_;
    QComboBox* traffic_;
    QSpinBox* flows_;
    QComboBox* from_;
    QComboBox* to_;
    QSpinBox* rate_;
    QSpinBox* packet_;
    QSpinBox* seconds_;
    QSpinBox* seed_;
    QCheckBox* change_;
    QLabel* hint_;
    QPushButton* run_;
    QPushButton* boards_;
};

} // namespace ui
