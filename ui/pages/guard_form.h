// When a change is taken back without anybody's word: the deadline, and what must not get worse. docs/change.md says how each is looked at.
#pragma once

#include "core/workspace/change_state.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QSpinBox;

namespace ui {

class GuardForm : public QWidget {
    Q_OBJECT
public:
    // `slower`: the plan means to take traffic off a faster path, so that must not count against it.
    explicit GuardForm(bool slower, QWidget* parent = nullptr);

    // As they are set; remembered for the next change once they are read.
    [[nodiscard]] core::workspace::ChangeTerms terms() const;

Q_SIGNALS:
    void changed(); // the deadline

private:
    QSpinBox* number(int least, int most, int value, const QString& suffix, const QString& name);

    QSpinBox *confirm_, *share_, *points_, *added_, *lost_;
    QCheckBox *byShare_, *byPoints_, *byPing_;
    QLineEdit* host_;
};

} // namespace ui
