// The bundled agent as a process of ours: started on a lab, on a free port of the loopback, with a password nobody else knows.
//
//   AgentProcess agent(u"hap-ac2-gigabit"_qs);
//   Result<AgentAddress> at = co_await agent.start();
//
// The password goes through the environment, not the command line, where others could read it. The agent ends with this object, and also
// when this program dies. GUI thread; nothing blocks but the destructor, which gives the agent half a second to end by itself.
#pragma once

#include "core/base/completion.h"
#include "core/base/result.h"

#include <QCoroTask>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>
#include <chrono>
#include <optional>
#include <string>

namespace core::twin {

struct AgentAddress {
    quint16 port = 0; // on 127.0.0.1
    std::string user;
    std::string password;
};

class AgentProcess : public QObject {
    Q_OBJECT
public:
    explicit AgentProcess(QString lab, std::chrono::milliseconds startTimeout = std::chrono::seconds(15), QObject* parent = nullptr);
    ~AgentProcess() override;

    // Starts the agent, unless it runs already. NotFound: no agent, or (in the agent's own words) no such lab. InvalidInput: the agent
    // ended before it was ready; cause is what it wrote. Timeout: it never got ready. One call at a time.
    QCoro::Task<core::base::Result<AgentAddress>> start();
    void stop();

    [[nodiscard]] bool isRunning() const;
    // Last lines the agent wrote to its standard error.
    [[nodiscard]] std::string lastWords() const;

private:
    void readOutput();
    void ended();
    void answer(core::base::Result<AgentAddress> result);

    QString lab_;
    std::chrono::milliseconds startTimeout_;
    QProcess process_;
    QTimer timer_;
    QByteArray output_;
    QByteArray errors_;
    AgentAddress address_;
    std::optional<core::base::Completion<core::base::Result<AgentAddress>>> pending_; // an answer still owed by start()
};

} // namespace core::twin
