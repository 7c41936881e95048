#include "ui/pages/explain_details.h"

#include "core/workspace/fix.h"
#include "ui/models/walk_model.h"
#include "ui/pages/documentation_view.h"
#include "ui/theme/figures.h"
#include "ui/theme/plain_text.h"
#include "ui/theme/verdict_style.h"
#include "ui/widgets/accent_frame.h"
#include "ui/widgets/command_block.h"
#include "ui/widgets/path_badge.h"
#include "ui/widgets/status_pill.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>

namespace ui {
namespace {

using core::model::ConfigRef;
using core::model::Finding;
using core::model::Severity;
using core::model::Verdict;

Tone toneOf(Severity severity) {
    return severity == Severity::Critical  ? Tone::Bad
           : severity == Severity::Warning ? Tone::Warn
           : severity == Severity::Healthy ? Tone::Ok
                                           : Tone::Accent;
}

QLabel* textLabel(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(breakable(text), parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

// Where several commands stand in one text they stand one a line.
std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> out;
    for (const QString& line : QString::fromStdString(text).split(u'\n', Qt::SkipEmptyParts)) {
        out.push_back(line.toStdString());
    }
    return out;
}

// "bridge → ether1 and 3 more to FastTrack": pairs that one of these commands lifts.
QString liftedBy(const Finding& finding, const core::model::Diagnosis& diagnosis) {
    QStringList pairs;
    QString path;
    for (const Verdict& verdict : diagnosis.verdicts) {
        for (const core::model::Flip& flip : verdict.flips) {
            const bool same = !flip.commands.empty() && std::all_of(flip.commands.begin(), flip.commands.end(), [&](const std::string& command) {
                return std::any_of(finding.remedy.begin(), finding.remedy.end(), [&](const auto& step) { return step.command == command; });
            });
            if (same && (path.isEmpty() || path == verdictName(flip.to))) {
                path = verdictName(flip.to);
                pairs << QStringLiteral("%1 → %2").arg(plainText(verdict.from), plainText(verdict.to));
            }
        }
    }
    if (pairs.isEmpty()) {
        return {};
    }
    const QString shown = pairs.mid(0, 3).join(QStringLiteral(", "));
    return pairs.size() > 3 ? ExplainDetails::tr("%1 and %n more move to: %2", nullptr, static_cast<int>(pairs.size()) - 3).arg(shown, path)
                            : ExplainDetails::tr("%1: %2").arg(shown, path);
}

} // namespace

// Words in capitals stand for what only the administrator knows: such a command does not run as it stands.
std::optional<TwinChange> changeOf(const Finding& finding) {
    static const QRegularExpression kBlank(QStringLiteral("[= ][A-Z]{2,}(-[A-Z]+)*( |$)"));
    TwinChange out{plainText(finding.title), {}, {}};
    for (const core::model::Remedy& step : finding.remedy) {
        QString bare = QString::fromStdString(step.command);
        bare.remove(QRegularExpression(QStringLiteral("\"[^\"]*\"")));
        bare.remove(QRegularExpression(QStringLiteral("list=[A-Z]+")));
        if (step.command.empty() || step.command.front() != '/' || bare.contains(kBlank)) {
            return std::nullopt;
        }
        out.commands.push_back(step.command);
    }
    return out.commands.empty() || finding.severity == Severity::Healthy ? std::nullopt : std::optional(out);
}

ExplainDetails::ExplainDetails(QWidget* parent)
    : Card({}, parent)
    , scroll_(new QScrollArea(this)) {
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->viewport()->setAutoFillBackground(false);
    scroll_->setAccessibleName(tr("Details"));
    body()->addWidget(scroll_);
}

void ExplainDetails::begin(const QString& title) {
    scrolledTo_ = title == shown_ ? scroll_->verticalScrollBar()->value() : 0;
    shown_ = title;
    page_ = new QWidget;
    page_->setObjectName(QStringLiteral("scrollBody"));
    column_ = new QVBoxLayout(page_);
    column_->setContentsMargins(0, 0, 4, 0);
    column_->setSpacing(8);
    if (!title.isEmpty()) {
        column_->addWidget(textLabel(title, "strong", page_));
    }
}

void ExplainDetails::end() {
    column_->addStretch(1);
    scroll_->setWidget(page_); // deletes the one before
    QTimer::singleShot(0, this, [this, to = scrolledTo_] { scroll_->verticalScrollBar()->setValue(to); });
}

void ExplainDetails::paragraph(const QString& text, const char* role) {
    if (!text.isEmpty()) {
        column_->addWidget(textLabel(text, role, page_));
    }
}

void ExplainDetails::heading(const QString& text) {
    column_->addSpacing(3);
    column_->addWidget(textLabel(text, "dim", page_));
}

void ExplainDetails::quote(const std::vector<ConfigRef>& lines) {
    if (lines.empty()) {
        return;
    }
    std::vector<CommandLine> shown;
    for (const ConfigRef& at : lines) {
        shown.push_back({placeText(at), CommandLine::Kind::Note});
        shown.push_back({plainText(at.text), CommandLine::Kind::Quote});
    }
    auto* block = new CommandBlock(page_);
    block->setMaximumTextHeight(260);
    block->setLines(shown);
    column_->addWidget(block);
}

void ExplainDetails::commands(const QString& title, const std::vector<std::string>& lines, bool back) {
    if (lines.empty()) {
        return;
    }
    heading(title);
    std::vector<CommandLine> shown;
    for (const std::string& line : lines) {
        shown.push_back({plainText(line), back ? CommandLine::Kind::TakeBack : CommandLine::Kind::Send});
    }
    auto* block = new CommandBlock(page_);
    block->setObjectName(back ? QStringLiteral("wayBack") : QStringLiteral("change"));
    block->setLines(shown);
    column_->addWidget(block);
}

void ExplainDetails::box(int tone, const QString& title, const QString& text) {
    auto* frame = new AccentFrame(page_);
    frame->setTone(static_cast<Tone>(tone));
    auto* inner = new QVBoxLayout(frame);
    inner->setContentsMargins(13, 7, 10, 8);
    inner->setSpacing(2);
    inner->addWidget(textLabel(title, "strong", frame));
    if (!text.isEmpty()) {
        inner->addWidget(textLabel(text, "dim", frame));
    }
    frame->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    column_->addWidget(frame);
}

void ExplainDetails::about(const std::string& id) {
    const QString text = documentation_ ? documentation_(id) : QString();
    if (!text.isEmpty()) {
        column_->addWidget(new DocumentationView(plainText(id), text, page_));
    }
}

void ExplainDetails::showFinding(const Finding& finding, const core::model::Diagnosis& diagnosis) {
    begin(plainText(finding.title));
    auto* pills = new QHBoxLayout;
    pills->setSpacing(6);
    auto* severity = new StatusPill(page_);
    severity->set(severityText(finding.severity), toneOf(finding.severity));
    auto* certainty = new StatusPill(page_);
    certainty->set(certaintyText(finding.certainty));
    pills->addWidget(severity);
    pills->addWidget(certainty);
    pills->addStretch(1);
    column_->addLayout(pills);
    if (finding.heldBps && *finding.heldBps > 0) {
        paragraph(tr("Holds %1 on the slow path now.").arg(rateText(core::base::BitRate{*finding.heldBps})), "bad");
    }
    paragraph(asSentence(plainText(finding.why)));
    quote(finding.evidence);

    std::vector<std::string> change;
    std::vector<std::string> back;
    for (const core::model::Remedy& step : finding.remedy) {
        change.push_back(step.command);
        const std::vector<std::string> inverse = linesOf(step.inverse);
        back.insert(back.begin(), inverse.begin(), inverse.end());
    }
    commands(finding.severity == Severity::Healthy ? tr("What to type") : tr("The change"), change, false);
    if (const QString lifted = liftedBy(finding, diagnosis); !lifted.isEmpty()) {
        box(static_cast<int>(Tone::Ok), tr("What it moves"), lifted);
    }
    if (!finding.costs.empty()) {
        QStringList costs;
        for (const std::string& cost : finding.costs) {
            costs << asSentence(plainText(cost));
        }
        box(static_cast<int>(Tone::Warn), tr("What it costs"), costs.join(u'\n'));
    }
    const bool fixable = finding.severity != Severity::Healthy && core::workspace::isFixable(finding);
    const auto trial = canTry_ ? changeOf(finding) : std::nullopt;
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    if (trial) {
        auto* tryIt = new QPushButton(tr("Try on twin"), page_);
        tryIt->setObjectName(QStringLiteral("tryOnTwin"));
        connect(tryIt, &QPushButton::clicked, this, [this, change = *trial] { Q_EMIT tryRequested(change); });
        row->addWidget(tryIt);
    }
    if (fixable) {
        auto* fix = new QPushButton(canApply_ ? tr("Apply with undo…") : tr("Plan the fix…"), page_);
        fix->setObjectName(QStringLiteral("applyChange"));
        fix->setProperty("kind", QStringLiteral("primary"));
        fix->setToolTip(canApply_ ? tr("Shows the commands and their way back; nothing is sent before") : tr("The commands with their way back, to be tried on the twin or kept"));
        connect(fix, &QPushButton::clicked, this, [this, id = QString::fromStdString(finding.id)] { Q_EMIT fixRequested(id); });
        row->addWidget(fix);
    }
    row->addStretch(1);
    if (fixable || trial) {
        column_->addLayout(row);
    } else {
        delete row;
    }
    commands(tr("The way back"), back, true);
    QStringList unseen;
    for (const core::model::Unseen& item : diagnosis.unseen) {
        if (item.id == finding.id) {
            unseen << asSentence(plainText(item.text));
        }
    }
    if (!unseen.isEmpty()) {
        heading(tr("What could not be seen"));
        paragraph(unseen.join(u'\n'));
    }
    about(finding.id);
    end();
}

void ExplainDetails::reason(const core::model::Reason& reason) {
    paragraph(asSentence(plainText(reason.effect)));
    if (reason.at) {
        quote({*reason.at});
    }
    about(reason.id);
}

void ExplainDetails::flip(const core::model::Flip& flip) {
    commands(tr("To reach: %1").arg(verdictName(flip.to)), flip.commands, false);
    QStringList costs;
    for (const std::string& cost : flip.costs) {
        costs << asSentence(plainText(cost));
    }
    if (flip.blinksPorts) {
        costs << tr("The ports go down for a moment while the switch chip is set up anew.");
    }
    if (!costs.isEmpty()) {
        box(static_cast<int>(Tone::Warn), tr("What it costs"), costs.join(u'\n'));
    }
}

void ExplainDetails::showVerdict(const Verdict& verdict) {
    begin(QStringLiteral("%1 → %2").arg(plainText(verdict.from), plainText(verdict.to)));
    auto* badge = new PathBadge(page_);
    badge->set(verdict.steady, certaintyText(verdict.certainty));
    column_->addWidget(badge);
    if (verdict.first != verdict.steady) {
        paragraph(tr("The first packets of a connection take another: %1.").arg(verdictName(verdict.first)), "dim");
    }
    if (!verdict.dependsOn.empty()) {
        paragraph(tr("It depends on %1.").arg(plainText(verdict.dependsOn)), "dim");
    }
    if (!verdict.reasons.empty()) {
        heading(tr("Why"));
        for (const core::model::Reason& why : verdict.reasons) {
            reason(why);
        }
    } else if (verdict.flips.empty()) {
        paragraph(tr("Nothing holds it back."), "dim");
    }
    for (const core::model::Flip& way : verdict.flips) {
        flip(way);
    }
    if (!verdict.queues.empty()) {
        heading(tr("Queues that act on it"));
        QStringList queues;
        for (const std::string& queue : verdict.queues) {
            queues << plainText(queue);
        }
        paragraph(queues.join(u'\n'));
    }
    end();
}

void ExplainDetails::showStep(const core::model::WalkStep& step, const Verdict& verdict) {
    begin(stageName(step.stage));
    paragraph(asSentence(plainText(step.text)));
    if (step.fork) {
        box(static_cast<int>(Tone::Accent), tr("The way forks here"), tr("It holds for a part of the traffic; the other part goes on to the next stage."));
    }
    if (step.at) {
        quote({*step.at});
    }
    for (const core::model::Reason& why : verdict.reasons) {
        // A reason without a line is named in the sentence of its stage.
        if (why.at ? why.at == step.at : step.text.find('(' + why.id + ')') != std::string::npos) {
            if (step.text.find(why.effect) == std::string::npos) {
                paragraph(asSentence(plainText(why.effect)));
            }
            about(why.id);
        }
    }
    end();
}

void ExplainDetails::showText(const QString& title, const QString& text) {
    begin(title);
    paragraph(text);
    end();
}

void ExplainDetails::clear(const QString& placeholder) {
    begin({});
    paragraph(placeholder, "dim");
    end();
}

} // namespace ui
