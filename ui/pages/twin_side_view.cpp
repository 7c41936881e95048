#include "ui/pages/twin_side_view.h"

#include "ui/pages/twin_shares.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/core_bars.h"
#include "ui/widgets/path_bar.h"
#include "ui/widgets/status_pill.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using core::model::Prediction;
using core::model::Rehearsed;

QLabel* textLabel(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(breakable(text), parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

struct Side {
    QString name;
    const Rehearsed* run;
};

std::vector<Side> sidesOf(const Prediction& prediction) {
    std::vector<Side> out{{TwinSideView::tr("now"), &prediction.now.typical}};
    if (prediction.change) {
        out.push_back({TwinSideView::tr("with this change"), &prediction.change->typical});
    }
    return out;
}

QString coresText(const Rehearsed& run) {
    QStringList out;
    for (const double percent : run.cpuPercent) {
        out << QString::number(std::lround(percent));
    }
    return out.size() > 8 ? TwinSideView::tr("%1 cores, the busiest %2 %").arg(out.size()).arg(std::lround(*std::max_element(run.cpuPercent.begin(), run.cpuPercent.end())))
                          : out.join(QStringLiteral(" · ")) + QStringLiteral(" %");
}

} // namespace

TwinSideView::TwinSideView(QWidget* parent)
    : Card(tr("How it comes about"), parent)
    , scroll_(new QScrollArea(this)) {
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->viewport()->setAutoFillBackground(false);
    scroll_->setAccessibleName(tr("How it comes about"));
    body()->addWidget(scroll_);
    hide();
}

void TwinSideView::show(const core::workspace::TwinState& state) {
    setVisible(state.prediction != nullptr);
    if (shown_ == state.prediction) {
        return;
    }
    shown_ = state.prediction;
    if (!shown_) {
        return;
    }
    page_ = new QWidget;
    page_->setObjectName(QStringLiteral("scrollBody"));
    column_ = new QVBoxLayout(page_);
    column_->setContentsMargins(0, 0, 4, 0);
    column_->setSpacing(6);
    trust(shown_->fidelity);
    paths(*shown_);
    cores(*shown_);
    losses(*shown_);
    if (state.asked.change) {
        change(*state.asked.change);
    }
    column_->addStretch(1);
    scroll_->setWidget(page_); // deletes the one before
    setSubtitle(tr("%1, seed %2, %3").arg(plainText(shown_->board)).arg(shown_->seed).arg(state.known ? tr("known from before") : tr("waited %1").arg(durationText(state.took))));
}

void TwinSideView::heading(const QString& text) {
    column_->addSpacing(4);
    column_->addWidget(textLabel(text, "strong", page_));
}

void TwinSideView::paragraph(const QString& text, const char* role) {
    column_->addWidget(textLabel(text, role, page_));
}

void TwinSideView::trust(const core::model::Fidelity& fidelity) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(textLabel(tr("How far to trust it"), "strong", page_), 1);
    auto* pill = new StatusPill(page_);
    pill->set(shareText(fidelity.score), fidelity.score >= 0.75 ? Tone::Ok : fidelity.score >= 0.5 ? Tone::Warn : Tone::Bad);
    row->addWidget(pill);
    column_->addLayout(row);
    if (fidelity.score < 0.5) {
        paragraph(tr("Do not decide by this alone."), "bad");
    }
    for (const std::string& why : fidelity.why) {
        paragraph(QStringLiteral("– ") + plainText(why), "dim");
    }
    if (fidelity.why.empty()) {
        paragraph(tr("Nothing speaks against it."), "dim");
    }
}

void TwinSideView::paths(const Prediction& prediction) {
    heading(tr("Where packets go"));
    for (const Side& side : sidesOf(prediction)) {
        paragraph(tr("%1: %2").arg(side.name, pathShareText(*side.run)), "dim");
        auto* bar = new PathBar(page_);
        bar->setFixedHeight(8);
        bar->setShare(pathShareOf(*side.run));
        column_->addWidget(bar);
    }
}

void TwinSideView::cores(const Prediction& prediction) {
    heading(tr("Load of each core"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    int row = 0;
    for (const Side& side : sidesOf(prediction)) {
        auto* bars = new CoreBars(page_);
        bars->setPercent(side.run->cpuPercent);
        grid->addWidget(bars, row, 0, Qt::AlignLeft);
        grid->addWidget(textLabel(tr("%1: %2").arg(side.name, coresText(*side.run)), "dim", page_), row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
    column_->addLayout(grid);
}

void TwinSideView::losses(const Prediction& prediction) {
    heading(tr("Packets lost, and why"));
    const auto now = lossesOf(prediction.now.typical);
    auto all = now;
    std::map<QString, std::uint64_t> then;
    if (prediction.change) {
        then = lossesOf(prediction.change->typical);
        all.insert(then.begin(), then.end());
    }
    if (all.empty()) {
        paragraph(tr("None."), "dim");
        return;
    }
    const auto count = [](const std::map<QString, std::uint64_t>& losses, const QString& reason) {
        const auto it = losses.find(reason);
        return countText(it == losses.end() ? 0 : it->second);
    };
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(0, 1);
    int row = 0;
    for (const auto& [reason, packets] : all) {
        grid->addWidget(textLabel(reason, "dim", page_), row, 0);
        const QString text = prediction.change ? tr("%1 → %2").arg(count(now, reason), count(then, reason)) : count(now, reason);
        auto* figure = new QLabel(text, page_);
        grid->addWidget(figure, row, 1, Qt::AlignRight | Qt::AlignTop);
        ++row;
    }
    column_->addLayout(grid);
}

void TwinSideView::change(const std::string& commands) {
    heading(tr("The change"));
    std::vector<CommandLine> lines;
    for (const QString& line : QString::fromStdString(commands).split(u'\n', Qt::SkipEmptyParts)) {
        lines.push_back({plainText(line), CommandLine::Kind::Send});
    }
    auto* block = new CommandBlock(page_);
    block->setLines(lines);
    column_->addWidget(block);
}

} // namespace ui
