// Writes a line for each sample of a router to standard output, and what goes wrong to standard error.
//
// A router that cannot be reached at the first try ends the watch; one that is lost later is waited for.
#pragma once

#include "app/ctl/options.h"
#include "core/workspace/router.h"

#include <QObject>

namespace app::ctl {

class Watch : public QObject {
    Q_OBJECT
public:
    Watch(core::workspace::Router& router, const Options& options, QObject* parent = nullptr);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void printSample();
    void followState();
    static void warnOfNewPeer(const core::workspace::RouterState& state);
    void print(const std::string& line);

    core::workspace::Router& router_;
    bool json_;
    int left_; // samples still to print; 0: without end
    int printed_ = 0;
    bool wasOnline_ = false;
    QString lastMessage_;
};

} // namespace app::ctl
