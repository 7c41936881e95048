#include "ui/pages/twin_result_view.h"

#include "ui/models/twin_figures_model.h"
#include "ui/pages/figures_table.h"
#include "ui/pages/twin_curves.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/notice_bar.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <algorithm>
#include <cmath>

namespace ui {

using core::workspace::TwinState;
using Phase = TwinState::Phase;

namespace {

constexpr QLatin1String kCurveKey("v1/twin/curve");

QString testText(const std::string& test) {
    const QString text = plainText(test);
    const QString name = text.section(u'=', 0, 0);
    const int flows = text.section(u'=', 1).toInt();
    const auto counted = [flows](const QString& what) { return flows > 0 ? TwinResultView::tr("%1 × %2").arg(flows).arg(what) : what; };
    if (name == QLatin1String("tcp_nup")) {
        return counted(TwinResultView::tr("TCP up"));
    }
    if (name == QLatin1String("tcp_ndown")) {
        return counted(TwinResultView::tr("TCP down"));
    }
    if (name == QLatin1String("udp_nup")) {
        return counted(TwinResultView::tr("UDP up"));
    }
    if (name == QLatin1String("imix_nup")) {
        return counted(TwinResultView::tr("IMIX up"));
    }
    return counted(name);
}

QString testsText(const std::vector<std::string>& tests) {
    QStringList out;
    for (const std::string& test : tests) {
        out << testText(test);
    }
    return out.join(QStringLiteral(" + "));
}

} // namespace

QString trafficText(const core::model::PredictionRequest& request) {
    const QString seconds = TwinResultView::tr("%1 s").arg(request.durationS);
    if (!request.mix.empty()) {
        return TwinResultView::tr("what the router carries, %1").arg(seconds);
    }
    QString out = TwinResultView::tr("%1, %2 → %3, %4").arg(testsText(request.tests), plainText(request.from), plainText(request.to), seconds);
    if (request.rateBps > 0) {
        out += TwinResultView::tr(", at most %1").arg(rateText(core::base::BitRate{request.rateBps}));
    }
    return out;
}

TwinResultView::TwinResultView(QWidget* parent)
    : QWidget(parent)
    , notice_(new NoticeBar(this))
    , waiting_(new QWidget(this))
    , waitText_(new QLabel(waiting_))
    , progress_(new QProgressBar(waiting_))
    , figuresCard_(new Card(tr("Now"), this))
    , figures_(new TwinFiguresModel(this))
    , curveCard_(new Card(tr("Latency under load"), this))
    , curves_(new QButtonGroup(this))
    , chart_(new CurveChart(curveCard_)) {
    auto* wait = new QHBoxLayout(waiting_);
    wait->setContentsMargins(0, 0, 0, 0);
    wait->setSpacing(10);
    progress_->setRange(0, 100);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(6);
    progress_->setAccessibleName(tr("Progress of the rehearsals"));
    auto* cancel = new QPushButton(tr("Cancel"), waiting_);
    cancel->setObjectName(QStringLiteral("cancelTwin"));
    wait->addWidget(waitText_);
    wait->addWidget(progress_, 1);
    wait->addWidget(cancel);

    auto* table = new FiguresTable(figuresCard_);
    table->setAccessibleName(tr("Before and after"));
    table->setModel(figures_);
    figuresCard_->body()->addWidget(table);
    figuresCard_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

    const QStringList names{tr("Latency"), tr("Queues"), tr("Busiest core")};
    for (int i = 0; i < names.size(); ++i) {
        auto* chip = new QPushButton(names[i], curveCard_);
        chip->setProperty("kind", QStringLiteral("chip"));
        chip->setCheckable(true);
        curves_->addButton(chip, i);
        curveCard_->titleRow()->addWidget(chip);
    }
    curves_->button(std::clamp(QSettings().value(kCurveKey).toInt(), 0, 2))->setChecked(true);
    curveCard_->body()->addWidget(chart_, 1);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(notice_);
    column->addWidget(waiting_);
    column->addWidget(figuresCard_);
    column->addWidget(curveCard_, 1);

    connect(cancel, &QPushButton::clicked, this, &TwinResultView::cancelRequested);
    connect(notice_, &NoticeBar::actionTriggered, this, &TwinResultView::runRequested);
    connect(curves_, &QButtonGroup::idClicked, this, [this](int id) {
        QSettings().setValue(kCurveKey, id);
        showCurve();
    });
    show(TwinState());
}

void TwinResultView::setInvitation(const QString& text) {
    invitation_ = text;
    showCurve();
}

void TwinResultView::show(const TwinState& state) {
    showProgress(state);
    showNotice(state);
    phase_ = state.phase;
    prediction_ = state.prediction;
    figures_->set(prediction_);
    figuresCard_->setVisible(prediction_ != nullptr);
    if (prediction_) {
        figuresCard_->setTitle(figures_->compares() ? tr("Before → after, same traffic") : tr("As it is"));
        figuresCard_->setSubtitle(trafficText(state.asked));
    }
    showCurve();
}

void TwinResultView::showProgress(const TwinState& state) {
    waiting_->setVisible(state.phase == Phase::Running);
    if (state.phase == Phase::Running) {
        const int percent = static_cast<int>(std::lround(state.progress * 100));
        progress_->setValue(percent);
        waitText_->setText(percent == 0 ? tr("Setting up the twin…") : tr("Rehearsing: %1 %").arg(percent));
    }
}

void TwinResultView::showNotice(const TwinState& state) {
    if (state.phase == phase_ && state.phase != Phase::Failed) {
        return;
    }
    if (state.phase == Phase::Failed) {
        notice_->present(Tone::Bad, tr("The twin could not run this"), plainText(state.message), tr("Try again"));
    } else if (state.phase == Phase::Stopped) {
        notice_->present(Tone::Neutral, tr("Stopped"), state.prediction ? tr("What is shown is the result before.") : tr("There is no result."), tr("Run again"));
    } else {
        notice_->hide();
    }
}

void TwinResultView::showCurve() {
    const auto which = static_cast<TwinCurve>(curves_->checkedId());
    const QStringList titles{tr("Latency under load"), tr("Waiting in queues"), tr("Busiest core")};
    for (QAbstractButton* chip : curves_->buttons()) {
        chip->setVisible(prediction_ != nullptr);
    }
    if (!prediction_) {
        curveCard_->setTitle(tr("Result"));
        chart_->setCurves({});
        chart_->setPlaceholder(phase_ == Phase::Running ? tr("The first result appears here.") : invitation_);
        return;
    }
    curveCard_->setTitle(titles[curves_->checkedId()]);
    const TwinPicture picture = twinPicture(*prediction_, which);
    chart_->setAccessibleName(titles[curves_->checkedId()]);
    chart_->setAxes(picture.x, picture.y);
    chart_->setPlaceholder(picture.placeholder);
    chart_->setCurves(picture.curves);
}

} // namespace ui
