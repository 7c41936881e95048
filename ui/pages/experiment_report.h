// What is chosen in the list of experiments: one as its report, several beside each other; notes, saving and removing.
#pragma once

#include "ui/pages/experiment_source.h"
#include "ui/widgets/card.h"

#include <QPointer>

class QLabel;
class QLineEdit;
class QPushButton;

namespace ui {

class Paper;

class ExperimentReport : public Card {
    Q_OBJECT
public:
    explicit ExperimentReport(QWidget* parent = nullptr);

    void setSource(ExperimentSource* source);
    void save();
    void remove(); // after a question
    void addNote();

Q_SIGNALS:
    void saved(const QString& fileName);
    void failed(const QString& problem);

private:
    void showState();
    [[nodiscard]] bool isKept() const; // one that is kept here, not a file

    QPointer<ExperimentSource> source_;
    std::shared_ptr<const core::report::Document> drawn_;
    QPushButton *save_, *remove_, *addNote_;
    Paper* paper_;
    QLabel* hint_;
    QWidget* noteRow_;
    QLineEdit* note_;
};

} // namespace ui
