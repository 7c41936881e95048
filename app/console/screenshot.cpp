#include "app/console/screenshot.h"

#include "core/workspace/experiment_shelf.h"
#include "core/workspace/router.h"
#include "ui/pages/explain_source.h"
#include "ui/pages/fasttracked_dialog.h"
#include "ui/pages/qos_wizard.h"
#include "ui/pages/twin_source.h"
#include "ui/shell/main_window.h"

#include <QCoreApplication>
#include <QDialog>
#include <QPixmap>
#include <chrono>
#include <cstdio>
#include <utility>

namespace app::console {

using core::workspace::ExplainState;
using core::workspace::LinkState;
using core::workspace::Router;

namespace {

constexpr double kStartAllowance = 30; // seconds for the agent to start and the first samples to come
constexpr double kTwinAllowance = 120; // for ten rehearsals

} // namespace

Screenshot::Screenshot(const Options& options, ui::MainWindow& window, Router* router, core::workspace::ExperimentShelf& shelf)
    : options_(options)
    , window_(window)
    , router_(router)
    , shelf_(shelf) {
    connect(&shelf, &core::workspace::ExperimentShelf::changed, this, &Screenshot::check);
    if (router) {
        connect(router, &Router::sampleAdded, this, &Screenshot::check);
        connect(router, &Router::stateChanged, this, &Screenshot::check);
    }
    if (ui::ExplainSource* source = window.currentExplanation()) {
        if (const ui::TwinSource* twin = source->twin()) {
            connect(twin, &ui::TwinSource::changed, this, &Screenshot::check);
        }
        connect(source, &ui::ExplainSource::changed, this, &Screenshot::check);
        connect(source, &ui::ExplainSource::walkChanged, this, &Screenshot::check);
    }
    deadline_.setSingleShot(true);
    connect(&deadline_, &QTimer::timeout, this, [this] {
        const QString why = router_ ? router_->state().message : QString();
        finish(1, QStringLiteral("no picture: only %1 s of samples arrived in %2 s%3")
                      .arg(router_ ? secondsOfSamples() : 0, 0, 'f', 1)
                      .arg(allowance())
                      .arg(why.isEmpty() ? QString() : QStringLiteral(": ") + why));
    });
    deadline_.start(std::chrono::milliseconds(static_cast<qint64>(allowance() * 1000)));
    QMetaObject::invokeMethod(this, &Screenshot::check, Qt::QueuedConnection); // the lab may have failed already
}

double Screenshot::allowance() const {
    return options_.waitSeconds + kStartAllowance + (options_.page == QLatin1String("twin") || options_.page == QLatin1String("qos4") ? kTwinAllowance : 0);
}

double Screenshot::secondsOfSamples() const {
    core::base::Nanos sum = 0;
    for (const core::model::RateSample& sample : router_->history()) {
        sum += sample.elapsed;
    }
    return static_cast<double>(sum) / static_cast<double>(core::base::kSecond);
}

bool Screenshot::explanationIsThere() const {
    const ui::ExplainSource* source = window_.currentExplanation();
    if (!source || (router_ && options_.page != QLatin1String("explain") && options_.page != QLatin1String("fix") && options_.page != QLatin1String("twin"))) {
        return true;
    }
    const ExplainState& state = source->state();
    return state.phase == ExplainState::Phase::Failed || (state.phase == ExplainState::Phase::Ready && !state.following);
}

// On the page of the twin only: it is asked once the configuration has been explained.
bool Screenshot::twinHasAnswered() {
    ui::ExplainSource* source = window_.currentExplanation();
    if (options_.page != QLatin1String("twin") || !source || !source->twin()) {
        return true;
    }
    if (!std::exchange(tried_, true)) {
        window_.tryOnTwin();
    }
    using Phase = core::workspace::TwinState::Phase;
    const Phase phase = source->twin()->state().phase;
    return phase == Phase::Done || phase == Phase::Failed;
}

// On the Experiments page only: the newest, with its verdict; without any the page says what to do.
bool Screenshot::reportIsThere() {
    const core::workspace::ShelfState& state = shelf_.state();
    if (options_.page != QLatin1String("experiments") || !state.problem.isEmpty() || !state.listProblem.isEmpty()) {
        return true;
    }
    if (!state.read || state.entries.empty()) {
        return state.read;
    }
    if (state.open.isEmpty()) {
        shelf_.open({QString::fromStdString(state.entries.front().id)}); // this is called again
        return false;
    }
    return state.page && (state.entries.front().runs == 0 || state.verdicts.count(state.entries.front().id) > 0);
}

// In the wizard of queues only, which is opened when the router is there: "qos" its first step, "qos2" … the others.
bool Screenshot::planIsThere() {
    if (!options_.page.startsWith(QLatin1String("qos")) || !router_) {
        return true;
    }
    auto* wizard = window_.findChild<ui::QosWizard*>();
    if (wizard == nullptr && !std::exchange(tried_, true)) {
        window_.askQos();
        wizard = window_.findChild<ui::QosWizard*>();
        if (wizard != nullptr) {
            connect(wizard, &ui::QosWizard::answeredChanged, this, &Screenshot::check);
        }
    }
    if (wizard != nullptr && wizard->answered() && options_.page.size() > 3 && !std::exchange(turned_, true)) {
        wizard->turnTo(static_cast<ui::QosWizard::Step>(options_.page.back().digitValue() - 1));
    }
    return wizard == nullptr || wizard->answered();
}

// In the dialogs of a fix and of FastTracked connections only; asked for once there is something to ask.
bool Screenshot::dialogIsThere() {
    if (options_.page == QLatin1String("fix")) {
        if (!std::exchange(tried_, true)) {
            window_.fixChosen();
            QTimer::singleShot(1500, this, &Screenshot::check); // it is planned by then, or there is none
            return false;
        }
        return true;
    }
    if (options_.page != QLatin1String("fasttracked") || !router_) {
        return true;
    }
    if (!std::exchange(tried_, true)) {
        window_.showOldConnections();
    }
    const auto* dialog = window_.findChild<ui::FastTrackedDialog*>();
    if (dialog != nullptr && !dialog->answered()) {
        connect(dialog, &ui::FastTrackedDialog::answeredChanged, this, &Screenshot::check, Qt::UniqueConnection);
    }
    return dialog == nullptr || dialog->answered();
}

// Half a second of grace: intervals are a little shorter or longer than a second.
bool Screenshot::samplesAreThere() const {
    return router_->state().rates && secondsOfSamples() + 0.5 >= options_.waitSeconds;
}

void Screenshot::check() {
    if (finished_) {
        return;
    }
    if (router_ && router_->state().link == LinkState::Failed) {
        finish(1, QStringLiteral("no picture: %1").arg(router_->state().message));
        return;
    }
    if (!explanationIsThere() || (router_ && !samplesAreThere()) || !twinHasAnswered() || !reportIsThere() || !planIsThere() || !dialogIsThere()) {
        return;
    }
    finished_ = true; // this sample's other receivers draw first, then the picture is taken
    QTimer::singleShot(150, this, [this] {
        finished_ = false;
        auto* dialog = window_.findChild<QDialog*>();
        const bool written = (dialog != nullptr ? dialog->grab() : window_.grab()).save(options_.screenshot);
        finish(
            written ? 0 : 1,
            written
                ? QString()
                : QStringLiteral("cannot write %1: is the folder there and writable, does the name end in .png?").arg(options_.screenshot));
    });
}

void Screenshot::finish(int code, const QString& complaint) {
    if (finished_) {
        return;
    }
    finished_ = true;
    if (!complaint.isEmpty()) {
        std::fprintf(stderr, "pathscope: %s\n", qPrintable(complaint));
    }
    QCoreApplication::exit(code);
}

} // namespace app::console
