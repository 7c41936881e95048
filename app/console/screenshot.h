// Takes the picture of --screenshot: waits until the router has delivered samples over the wanted time, or the export has been explained,
// renders the window, ends the program. Exit code 0, or 1 with one line on stderr when the lab failed, did not deliver in time, or the
// picture could not be written. An export that cannot be read is a picture too: of what the window says about it.
#pragma once

#include "app/console/options.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace core::workspace {
class ExperimentShelf;
class Router;
}
namespace ui {
class MainWindow;
}

namespace app::console {

class Screenshot : public QObject {
    Q_OBJECT
public:
    // All outlive it; without a router the window shows an export.
    Screenshot(const Options& options, ui::MainWindow& window, core::workspace::Router* router, core::workspace::ExperimentShelf& shelf);

private:
    void check();
    [[nodiscard]] bool explanationIsThere() const;
    [[nodiscard]] bool samplesAreThere() const;
    [[nodiscard]] bool twinHasAnswered();
    [[nodiscard]] bool reportIsThere();
    bool planIsThere();
    bool dialogIsThere();
    void finish(int code, const QString& complaint = {});
    [[nodiscard]] double secondsOfSamples() const;
    [[nodiscard]] double allowance() const; // seconds until there is no picture

    Options options_;
    ui::MainWindow& window_;
    core::workspace::Router* router_;
    core::workspace::ExperimentShelf& shelf_;
    QTimer deadline_;
    bool finished_ = false, tried_ = false, turned_ = false;
};

} // namespace app::console
