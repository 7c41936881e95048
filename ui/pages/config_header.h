// Name of an opened export, the board it is judged as, its version and its age.
#pragma once

#include <QWidget>

class QComboBox;
class QPushButton;

namespace ui {

class ElidedLabel;
class ExplainSource;
class StatusPill;

class ConfigHeader : public QWidget {
    Q_OBJECT
public:
    explicit ConfigHeader(QWidget* parent = nullptr);

    void show(const ExplainSource& source);
    using QWidget::show;

Q_SIGNALS:
    void boardChosen(const QString& model); // empty: what the export says
    void openRequested();
    void followRequested();

private:
    void fillBoards(const ExplainSource& source);

    ElidedLabel* name_;
    QComboBox* board_;
    StatusPill* version_;
    StatusPill* age_;
    QPushButton* open_;
    QPushButton* follow_;
};

} // namespace ui
