// "Follow a packet": where from, where to, which protocol, port and family. Asks when something is chosen; a port when Enter is pressed.
#pragma once

#include "core/model/verdict.h"

#include <QWidget>
#include <string>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace ui {

class FollowBar : public QWidget {
    Q_OBJECT
public:
    explicit FollowBar(QWidget* parent = nullptr);

    // Keeps what is chosen where it is still there.
    void setInterfaces(const std::vector<std::string>& names);
    // Shows a question without asking it.
    void show(const core::model::PathQuestion& question);
    using QWidget::show;
    [[nodiscard]] core::model::PathQuestion question() const;
    // What stands at the right end belongs to the page.
    [[nodiscard]] QBoxLayout* row() const { return row_; }

Q_SIGNALS:
    void asked(const core::model::PathQuestion& question);

private:
    void ask();
    void enablePort();
    [[nodiscard]] std::string nameOf(const QComboBox* box) const;
    void choose(QComboBox* box, const std::string& name);

    std::vector<std::string> names_; // octets as the router has them; the boxes show text
    QBoxLayout* row_;
    QComboBox* from_;
    QComboBox* to_;
    QPushButton* swap_;
    QComboBox* protocol_;
    QLineEdit* port_;
    QComboBox* family_;
};

} // namespace ui
