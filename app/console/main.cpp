// pathscope: the desktop console. Wiring only.
#include "app/console/display_check.h"
#include "app/console/options.h"
#include "app/console/screenshot.h"
#include "core/workspace/experiment_shelf.h"
#include "core/workspace/path_recorder.h"
#include "core/workspace/workspace.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <cstdio>
#include <optional>

namespace {

ui::ThemeChoice themeOf(const QString& name) {
    return name == QLatin1String("light")  ? ui::ThemeChoice::Light
           : name == QLatin1String("dark") ? ui::ThemeChoice::Dark
                                           : ui::ThemeChoice::System;
}

} // namespace

int main(int argc, char** argv) {
    using core::workspace::Workspace;
    const app::console::ParseOutcome outcome = app::console::parseOptions(argc, argv);
    if (!outcome.options) {
        return outcome.exitCode;
    }
    const app::console::Options& options = *outcome.options;
    const bool pictureOnly = !options.screenshot.isEmpty();
    const bool labless = !options.open.isEmpty() || (options.empty && !pictureOnly);
    const QString lab = !options.lab.isEmpty() ? options.lab : labless ? QString() : Workspace::defaultLab();
    if (pictureOnly) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    } else if (const QString problem = app::console::displayProblem(lab.isEmpty() ? Workspace::defaultLab() : lab); !problem.isEmpty()) {
        std::fputs(qPrintable(problem), stderr);
        return 1;
    }

    QCoreApplication::setOrganizationName(QStringLiteral("Pathscope"));
    QCoreApplication::setApplicationName(QStringLiteral("pathscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(PATHSCOPE_VERSION));
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(QStringLiteral("Pathscope"));
    ui::Theme::instance().install();
    if (!options.theme.isEmpty()) {
        ui::Theme::instance().setChoiceForThisRun(themeOf(options.theme));
    } else if (pictureOnly) {
        ui::Theme::instance().setChoiceForThisRun(ui::ThemeChoice::Dark); // pictures do not depend on who takes them
    }

    Workspace workspace;
    std::optional<core::workspace::PathRecorder> recorder;
    if (!pictureOnly) {
        recorder.emplace(workspace);
    }
    ui::MainWindow window(workspace);
    core::workspace::Router* router = lab.isEmpty() ? nullptr : window.openLab(lab);
    for (const QString& path : options.open) {
        window.openExport(path);
    }
    if (!pictureOnly) {
        window.show();
        return QApplication::exec();
    }
    window.resize(options.size);
    window.show();
    if (options.page == QLatin1String("connect")) {
        window.askForRouter();
    }
    if (options.page == QLatin1String("advisor")) {
        window.adviseBoard();
    }
    if (options.page == QLatin1String("explain") || options.page == QLatin1String("fix")) {
        window.showExplain();
    }
    if (options.page == QLatin1String("twin")) {
        window.showTwin();
    }
    if (options.page == QLatin1String("experiments")) {
        window.showExperiments();
    }
    if (options.page == QLatin1String("history")) {
        window.showHistory();
    }
    const app::console::Screenshot screenshot(options, window, router, workspace.experiments());
    return QApplication::exec();
}
