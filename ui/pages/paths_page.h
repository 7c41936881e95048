// The Paths page: which of the five paths traffic takes now, how that went, interface by interface, and what to do about it.
//
//   page->setSource(source);   // draws at once, then follows the source's signals
//
// GUI thread. Does no arithmetic on counters: it draws what RouterState and the history say.
#pragma once

#include "core/workspace/router.h"
#include "ui/widgets/tone.h"

#include <QPointer>
#include <QWidget>

class QLabel;

namespace ui {

class Card;
class EffectStrip;
class InterfaceTable;
class InterfaceTableModel;
class KpiRow;
class LanePicture;
class NoticeBar;
class PathLegend;
class RouterSource;
class ThroughputChart;
class TuningPanel;

class PathsPage : public QWidget {
    Q_OBJECT
public:
    explicit PathsPage(QWidget* parent = nullptr);

    void setSource(RouterSource* source);
    void setSpan(core::base::Nanos span);
    void setBusy(bool busy);
    // Something that went wrong; stays until dismissed.
    void showNotice(Tone tone, const QString& title, const QString& text);

Q_SIGNALS:
    void tuningRequested(core::workspace::Tuning tuning);
    void undoRequested();
    void explainRequested(core::model::PathKind kind); // what puts traffic on this path
    void connectionEditRequested(); // the link failed for good; the user wants to correct it

private:
    QWidget* buildPicture();
    QWidget* buildHistory();
    void showState();
    void showLink();
    void showPicture();
    void showHistory();
    void showChange();
    void showDetails(core::model::PathKind kind);

    QPointer<RouterSource> source_;
    NoticeBar* link_;
    NoticeBar* notice_;
    KpiRow* kpis_;
    Card* pictureCard_ = nullptr;
    LanePicture* picture_ = nullptr;
    Card* chartCard_ = nullptr;
    ThroughputChart* chart_ = nullptr;
    PathLegend* legend_ = nullptr;
    EffectStrip* effect_ = nullptr;
    InterfaceTable* table_ = nullptr;
    InterfaceTableModel* model_;
    TuningPanel* tuning_;
};

} // namespace ui
