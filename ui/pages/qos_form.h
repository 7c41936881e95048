// What the user wants of the queues, as three pages of a wizard: between which links, how fast the line is, how packets wait. docs/qos.md says what
// each choice means.
//
//   form->setLinks(links);        what was found; keeps what is chosen
//   form->setSeen(down, up);                the most that was seen to pass the line: offered as its rate
//   connect(form, &QosForm::changed, …);    form->wishes()
#pragma once

#include "core/workspace/qos.h"

#include <QStackedWidget>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QTimer;

namespace ui {

class QosForm : public QStackedWidget {
    Q_OBJECT
public:
    enum Page { LinksAt, BandwidthAt, ShaperAt };
    explicit QosForm(QWidget* parent = nullptr);

    void setLinks(const core::workspace::QosLinks& links);
    // 0: nothing was seen.
    void setSeen(core::base::BitRate down, core::base::BitRate up);
    [[nodiscard]] core::workspace::QosWishes wishes() const;

Q_SIGNALS:
    void changed(); // some moments after the last key

private:
    QWidget* linksPage();
    QWidget* bandwidthPage();
    QWidget* shaperPage();
    QDoubleSpinBox* rate(const QString& name, const QString& what);
    void soon();

    QTimer* moment_;
    QDoubleSpinBox *down_, *up_;
    QComboBox *kind_, *overhead_;
    QCheckBox *calls_, *fastTrack_, *replaceSimple_;
    QBoxLayout *wans_ = nullptr, *lans_ = nullptr;
    std::vector<std::pair<std::string, QCheckBox*>> towardsUsers_; // octets as the router has them
    QLabel *linksSaid_, *portSaid_, *seenSaid_;
    QPushButton* useSeen_;
    core::base::BitRate seenDown_, seenUp_;
};

} // namespace ui
