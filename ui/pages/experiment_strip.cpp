#include "ui/pages/experiment_strip.h"

#include "ui/theme/plain_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>

namespace ui {

using core::workspace::ExperimentProgress;
using Step = ExperimentProgress::Step;

QString progressText(const ExperimentProgress& progress) {
    const QString side = progress.side == core::model::Side::Before ? ExperimentStrip::tr("without the change") : ExperimentStrip::tr("with the change");
    switch (progress.step) {
    case Step::Reading:
        return ExperimentStrip::tr("Reading the configuration…");
    case Step::AskingTwin:
        return ExperimentStrip::tr("Asking the twin what the change will do…");
    case Step::Changing:
        return ExperimentStrip::tr("Run %1 of %2: making the change…").arg(progress.run).arg(progress.runs);
    case Step::TakingBack:
        return ExperimentStrip::tr("Run %1 of %2: taking the change back…").arg(progress.run).arg(progress.runs);
    case Step::Measuring:
        return ExperimentStrip::tr("Run %1 of %2, %3: %4 of %5 s")
            .arg(progress.run)
            .arg(progress.runs)
            .arg(side)
            .arg(std::floor(progress.second))
            .arg(progress.seconds);
    case Step::Ended:
        break;
    }
    return ExperimentStrip::tr("Working out the verdict…");
}

ExperimentStrip::ExperimentStrip(QWidget* parent)
    : AccentFrame(parent)
    , title_(new QLabel(this))
    , text_(new QLabel(this))
    , bar_(new QProgressBar(this)) {
    setTone(Tone::Accent);
    title_->setProperty("role", QStringLiteral("strong"));
    title_->setTextFormat(Qt::PlainText);
    text_->setProperty("role", QStringLiteral("dim"));
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(5);
    bar_->setAccessibleName(tr("Progress of the experiment"));
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(QStringLiteral("cancelExperiment"));
    cancel->setToolTip(tr("The change is taken back; runs that have ended are kept"));
    auto* words = new QVBoxLayout;
    words->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(title_);
    line->addWidget(text_, 1);
    words->addLayout(line);
    words->addWidget(bar_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 10, 9);
    row->setSpacing(10);
    row->addLayout(words, 1);
    row->addWidget(cancel, 0, Qt::AlignVCenter);
    connect(cancel, &QPushButton::clicked, this, &ExperimentStrip::cancelRequested);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void ExperimentStrip::show(const core::workspace::ShelfState& state) {
    setVisible(state.running);
    if (state.running) {
        title_->setText(state.runningTitle.isEmpty() ? tr("Experiment") : plainText(state.runningTitle));
        text_->setText(progressText(state.progress));
        bar_->setValue(static_cast<int>(std::lround(state.progress.share() * 1000)));
    }
}

QString ExperimentStrip::text() const {
    return text_->text();
}

} // namespace ui
