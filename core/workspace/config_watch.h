// Notices that somebody else changed the firewall filter or the queue trees: looks at their rows every five seconds, few properties only,
// and says what is different. GUI thread; lives as long as one session.
#pragma once

#include "core/link/session.h"
#include "core/model/request.h"

#include <QCoroTask>
#include <QObject>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

namespace core::workspace {

// What is different between two prints of one menu, a line each: "filter rule drop \"x\" added", … "disabled", "removed", "moved". Dynamic
// rows are the router's own and do not count.
QStringList describeDifference(const QString& what, const std::vector<core::model::Row>& before,
                               const std::vector<core::model::Row>& after);

class ConfigWatch : public QObject {
    Q_OBJECT
public:
    explicit ConfigWatch(core::link::Session& session, std::chrono::milliseconds interval = std::chrono::seconds(5),
                         QObject* parent = nullptr);

    // We are about to change, or have just changed, something ourselves: the differences found next are ours and are not reported.
    void expectChange();

Q_SIGNALS:
    void changed(const QStringList& lines);

private:
    struct Menu {
        core::model::Request print;
        QString what;
        std::optional<std::vector<core::model::Row>> last;
        bool dropped = false;
    };
    QCoro::Task<void> look();

    core::link::Session& session_;
    std::vector<Menu> menus_;
    QTimer timer_;
    bool looking_ = false;
    int expected_ = 0; // counts expectChange(): a print that was on its way then is not trusted
};

} // namespace core::workspace
