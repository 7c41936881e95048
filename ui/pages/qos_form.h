// What the user wants of the queues: the line, and how packets wait. docs/qos.md says what each choice means.
#pragma once

#include "core/workspace/qos.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;

namespace ui {

class QosForm : public QWidget {
    Q_OBJECT
public:
    explicit QosForm(QWidget* parent = nullptr);

    [[nodiscard]] core::workspace::QosWishes wishes() const;

Q_SIGNALS:
    void changed(); // some moments after the last key

private:
    QDoubleSpinBox* rate(const QString& name, const QString& what);

    QDoubleSpinBox *down_, *up_;
    QLineEdit* leaveOut_;
    QComboBox *kind_, *overhead_;
    QCheckBox *calls_, *fastTrack_, *replaceSimple_;
};

} // namespace ui
