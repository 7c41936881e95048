#include "ui/pages/explain_page.h"

#include "ui/models/verdict_matrix_model.h"
#include "ui/pages/blanks_dialog.h"
#include "ui/pages/explain_details.h"
#include "ui/pages/findings_panel.h"
#include "ui/pages/follow_bar.h"
#include "ui/pages/save_file.h"
#include "ui/pages/verdict_matrix.h"
#include "ui/pages/walk_panel.h"
#include "ui/theme/path_style.h"
#include "ui/theme/plain_text.h"
#include "ui/widgets/notice_bar.h"

#include <QApplication>
#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <algorithm>

namespace ui {
namespace {

using core::model::Verdict;
using core::workspace::ExplainState;
using Phase = ExplainState::Phase;

constexpr QLatin1String kColumnsKey("v1/explain/columns");
constexpr QLatin1String kLeftKey("v1/explain/left");

// The interfaces there are, and the ends that verdicts name although the configuration has none.
std::vector<std::string> endsOf(const core::workspace::Explained& explained) {
    std::vector<std::string> out = explained.interfaces;
    for (const Verdict& verdict : explained.diagnosis.verdicts) {
        const core::model::PathQuestion question = questionOf(verdict);
        for (const std::string& name : {question.from, question.to}) {
            if (std::find(out.begin(), out.end(), name) == out.end()) {
                out.push_back(name);
            }
        }
    }
    return out;
}

} // namespace

ExplainPage::ExplainPage(QWidget* parent)
    : QWidget(parent)
    , notice_(new NoticeBar(this))
    , follow_(new FollowBar(this))
    , age_(new QLabel(follow_))
    , read_(new QPushButton(tr("Read again"), follow_))
    , save_(new QPushButton(tr("Save…"), this))
    , columns_(new QSplitter(Qt::Horizontal, this))
    , left_(new QSplitter(Qt::Vertical, columns_))
    , findings_(new FindingsPanel(left_))
    , matrixCard_(new Card(tr("Who goes where"), left_))
    , matrix_(new VerdictMatrix(matrixCard_))
    , verdicts_(new VerdictMatrixModel(this))
    , walk_(new WalkPanel(columns_))
    , details_(new ExplainDetails(columns_)) {
    age_->setProperty("role", QStringLiteral("small"));
    age_->setTextFormat(Qt::PlainText);
    follow_->row()->addWidget(age_);
    follow_->row()->addWidget(read_);
    save_->setProperty("kind", QStringLiteral("link"));
    save_->setToolTip(tr("Save the findings as SARIF 2.1.0, which code review and CI tools read"));
    findings_->titleRow()->addWidget(save_);
    connect(save_, &QPushButton::clicked, this, &ExplainPage::save);
    matrix_->setModel(verdicts_);
    matrixCard_->body()->addWidget(matrix_, 1);
    matrixCard_->setSubtitle(tr("rows from, columns to"));
    left_->addWidget(findings_);
    left_->addWidget(matrixCard_);
    left_->setStretchFactor(0, 1);
    columns_->addWidget(left_);
    columns_->addWidget(walk_);
    columns_->addWidget(details_);
    for (QSplitter* splitter : {columns_, left_}) {
        splitter->setHandleWidth(10);
        splitter->setChildrenCollapsible(false);
    }
    left_->setMinimumWidth(236);
    walk_->setMinimumWidth(250);
    details_->setMinimumWidth(270);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    column->addWidget(notice_);
    column->addWidget(follow_);
    column->addWidget(columns_, 1);
    restoreSplitters();

    connect(findings_, &FindingsPanel::chosen, this, [this](const QModelIndex& index) {
        if (index.isValid()) {
            choice_ = Choice::Finding;
        }
        showChoice();
    });
    connect(matrix_, &VerdictMatrix::chosen, this, &ExplainPage::chooseVerdict);
    connect(walk_, &WalkPanel::stepChosen, this, [this] {
        choice_ = Choice::Step;
        showChoice();
    });
    connect(follow_, &FollowBar::asked, this, [this](const core::model::PathQuestion& question) {
        if (source_) {
            source_->follow(question);
        }
    });
    connect(read_, &QPushButton::clicked, this, [this] {
        if (source_) {
            source_->read();
        }
    });
    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        if (source_) {
            source_->read();
        }
    });
    connect(details_, &ExplainDetails::fixRequested, this, [this](const QString& finding) { planFix(finding, {}); });
    connect(details_, &ExplainDetails::tryRequested, this, &ExplainPage::tryRequested);
}

ExplainPage::~ExplainPage() {
    QSettings settings;
    settings.setValue(kColumnsKey, columns_->saveState());
    settings.setValue(kLeftKey, left_->saveState());
}

void ExplainPage::restoreSplitters() {
    const QSettings settings;
    columns_->setStretchFactor(0, 33);
    columns_->setStretchFactor(1, 42);
    columns_->setStretchFactor(2, 41);
    if (!columns_->restoreState(settings.value(kColumnsKey).toByteArray())) {
        columns_->setSizes({326, 424, 400});
    }
    if (!left_->restoreState(settings.value(kLeftKey).toByteArray())) {
        left_->setSizes({390, 280});
    }
}

void ExplainPage::setSource(ExplainSource* source) {
    if (source_ == source) {
        return;
    }
    if (source_) {
        source_->disconnect(this);
    }
    source_ = source;
    choice_ = Choice::Finding;
    wanted_.reset();
    shown_.reset();
    shownWalk_.reset();
    findings_->filter({});
    if (!source) {
        details_->setDocumentation({});
        return;
    }
    connect(source, &ExplainSource::changed, this, &ExplainPage::showState);
    connect(source, &ExplainSource::walkChanged, this, &ExplainPage::showWalk);
    details_->setDocumentation([this](const std::string& id) { return source_ ? source_->documentation(id) : QString(); });
    showState();
    showWalk();
}

QString ExplainPage::emptyText() const {
    switch (source_->state().phase) {
    case Phase::Unread:
        return source_->canRead() ? tr("The configuration has not been read yet.") : tr("The configuration can be read once the router is connected.");
    case Phase::Reading:
        return tr("Reading the configuration…");
    case Phase::Failed:
        return tr("There is nothing to show.");
    case Phase::Ready:
        break;
    }
    return tr("Nothing to find fault with.");
}

void ExplainPage::showState() {
    const ExplainState& state = source_->state();
    details_->setCanApply(state.fromRouter && source_->canRead());
    details_->setCanTry(source_->twin() != nullptr);
    showNotice();
    showReading();
    findings_->setPlaceholder(emptyText());
    if (shown_ != state.explained || !state.explained) {
        shown_ = state.explained;
        follow_->setInterfaces(shown_ ? endsOf(*shown_) : std::vector<std::string>());
        verdicts_->set(shown_);
        findings_->model()->set(shown_, state.rejected);
        matrixCard_->setVisible(shown_ && verdicts_->rowCount() > 0);
        if (shown_ && !state.walk) {
            followDefault();
        }
        if (shown_ && wanted_) {
            showPath(*wanted_);
        }
        Q_EMIT findingCountChanged();
    }
    follow_->setEnabled(shown_ != nullptr || state.fromRouter);
    showWalk();
    showChoice();
}

void ExplainPage::showNotice() {
    const ExplainState& state = source_->state();
    if (state.phase == Phase::Failed) {
        notice_->present(Tone::Bad, state.explained ? tr("Reading again failed; what follows is what was read before") : tr("This could not be read"),
                         plainText(state.message), source_->canRead() ? tr("Read again") : QString(), false);
    } else if (state.explained && !state.explained->boardKnown && state.board.isEmpty() && !state.fromRouter) {
        notice_->present(Tone::Warn,
                         state.explained->statedModel.empty() ? tr("The export does not say which board it is from")
                                                              : tr("“%1” is not a board this program knows").arg(plainText(state.explained->statedModel)),
                         tr("Choose the board above: what its switch chip can forward decides many a path."), {}, false);
    } else {
        notice_->hide();
    }
}

void ExplainPage::save() {
    if (source_) {
        saveFile({tr("Save findings"), tr("SARIF 2.1.0 (*.sarif)"), QStringLiteral("sarif"), source_->name() + QStringLiteral(".sarif")}, source_->report(), this,
                 [this](const QString& why) { notice_->present(Tone::Bad, tr("The findings were not saved"), why); });
    }
}

void ExplainPage::planFix(const QString& finding, const core::workspace::FixFill& fill) {
    if (!source_) {
        return;
    }
    const QPointer<ExplainSource> asked = source_;
    source_->planFix(finding.toStdString(), fill, [page = QPointer<ExplainPage>(this), asked, finding](const core::base::Result<core::workspace::PlannedFix>& fix) {
        if (page && asked && asked == page->source_) {
            page->takeFix(finding, fix);
        }
    });
}

void ExplainPage::takeFix(const QString& finding, const core::base::Result<core::workspace::PlannedFix>& fix) {
    if (!fix) {
        notice_->present(Tone::Bad, tr("The fix could not be worked out"), plainText(fix.error().describe()));
    } else if (!fix->blanks.empty()) {
        auto* dialog = new BlanksDialog(QString::fromStdString(fix->plan.title), fix->blanks, window());
        connect(dialog, &BlanksDialog::filled, this, [this, finding](const core::workspace::FixFill& fill) { planFix(finding, fill); });
        dialog->open();
    } else if (fix->plan.steps.empty()) {
        notice_->present(Tone::Warn, plainText(fix->plan.title), plainText(fix->plan.obstacle));
    } else {
        Q_EMIT planned(fix->plan);
    }
}

void ExplainPage::showReading() {
    const ExplainState& state = source_->state();
    save_->setEnabled(state.explained != nullptr);
    read_->setVisible(state.phase != Phase::Failed || state.explained); // else the notice offers it
    read_->setEnabled(state.phase != Phase::Reading && source_->canRead());
    read_->setText(state.phase == Phase::Reading ? tr("Reading…")
                   : state.explained             ? tr("Read again")
                                                 : tr("Read configuration"));
    age_->setText(state.explained && state.fromRouter ? tr("read %1").arg(state.readAt.toString(QStringLiteral("HH:mm:ss"))) : QString());
    age_->setToolTip(tr("When the configuration was read from the router"));
    age_->setVisible(!age_->text().isEmpty());
}

// A page without a walk leaves a hole: the first pair that matters is the one most people ask about.
void ExplainPage::followDefault() {
    if (!shown_->diagnosis.verdicts.empty()) {
        source_->follow(questionOf(shown_->diagnosis.verdicts.front()));
    }
}

void ExplainPage::showWalk() {
    const ExplainState& state = source_->state();
    QString placeholder;
    if (state.explained) {
        placeholder = state.following ? tr("Following the packet…") : tr("Choose above where a packet comes from and where it goes.");
    } else {
        placeholder = emptyText();
    }
    const bool another = shownWalk_ != state.walk;
    shownWalk_ = state.walk;
    if (another || !shownWalk_) {
        walk_->show(shownWalk_, placeholder);
    }
    if (shownWalk_) {
        follow_->show(shownWalk_->question);
        matrix_->mark(verdicts_->indexOf(shownWalk_->question));
    }
    if (another) {
        showChoice();
    }
}

void ExplainPage::chooseVerdict(const QModelIndex& index) {
    const Verdict* verdict = verdicts_->verdict(index);
    if (verdict == nullptr || !source_) {
        return;
    }
    choice_ = Choice::Verdict;
    const core::model::PathQuestion question = questionOf(*verdict);
    if (!shownWalk_ || verdicts_->indexOf(shownWalk_->question) != index) {
        source_->follow(question);
    }
    showChoice();
}

void ExplainPage::showChoice() {
    if (!source_) {
        return;
    }
    const QModelIndex row = findings_->current();
    const core::model::Finding* finding = findings_->model()->finding(row);
    const core::model::WalkStep* step = walk_->currentStep();
    if (choice_ == Choice::Step && (step == nullptr || !shownWalk_ || !shownWalk_->trace)) {
        choice_ = Choice::Finding;
    }
    if (choice_ != Choice::Step) {
        walk_->clearChoice();
    }
    if (choice_ == Choice::Path) {
        walk_->highlight({});
        details_->showText(pathName(missing_), tr("By this configuration no pair of interfaces is expected on this path. If counters show traffic here, it is between hosts or "
                                                  "protocols other than those looked at: follow such a packet above."));
    } else if (choice_ == Choice::Step) {
        walk_->highlight({});
        details_->showStep(*step, shownWalk_->trace->verdict);
    } else if (choice_ == Choice::Verdict && verdicts_->verdict(matrix_->currentIndex()) != nullptr) {
        walk_->highlight({});
        details_->showVerdict(*verdicts_->verdict(matrix_->currentIndex()));
    } else if (finding != nullptr && shown_) {
        walk_->highlight(finding->evidence, findings_->isAncestorOf(QApplication::focusWidget()));
        details_->showFinding(*finding, shown_->diagnosis);
    } else {
        walk_->highlight({});
        if (row.isValid()) {
            details_->showText(row.data(FindingListModel::SectionRole).toString(), row.data(FindingListModel::TitleRole).toString());
        } else {
            details_->clear(shown_ ? tr("Choose a finding, a pair of interfaces or a stage.") : emptyText());
        }
    }
}

void ExplainPage::showPath(core::model::PathKind kind) {
    wanted_ = kind;
    if (!shown_) {
        return;
    }
    wanted_.reset();
    for (const Verdict& verdict : shown_->diagnosis.verdicts) {
        if (verdict.steady.kind == kind) {
            const QModelIndex index = verdicts_->indexOf(verdict.from, verdict.to);
            matrix_->mark(index);
            chooseVerdict(index);
            return;
        }
    }
    missing_ = kind;
    choice_ = Choice::Path;
    findings_->clearChoice();
    showChoice();
}

void ExplainPage::focusFollow() {
    follow_->setFocus(Qt::ShortcutFocusReason);
}

bool ExplainPage::tryChosen() {
    const core::model::Finding* finding = findings_->model()->finding(findings_->current());
    const auto change = finding != nullptr && source_ && source_->twin() ? changeOf(*finding) : std::nullopt;
    if (change) {
        Q_EMIT tryRequested(*change);
    }
    return change.has_value();
}

bool ExplainPage::fixChosen() {
    const core::model::Finding* finding = findings_->model()->finding(findings_->current());
    const bool fixable = finding != nullptr && finding->severity != core::model::Severity::Healthy && core::workspace::isFixable(*finding);
    if (fixable) {
        planFix(QString::fromStdString(finding->id), {});
    }
    return fixable;
}

int ExplainPage::findingCount() const {
    return findings_->model()->worth();
}

} // namespace ui
