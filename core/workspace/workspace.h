// The one door for console and pathscopectl: routers, labs, and what is remembered between runs.
//
//   core::workspace::Workspace workspace;
//   auto* lab = workspace.startLab("hap-ac2-gigabit");   // starts pathscope-agent on a free loopback port
//   QObject::connect(lab, &Router::sampleAdded, …);
#pragma once

#include "core/workspace/router.h"

#include <QObject>
#include <QStringList>
#include <memory>
#include <vector>

namespace core::workspace {

class ConfigDocument;
class Connection;
class Discovery;
class ExperimentShelf;
class Secrets;

struct LabInfo {
    QString name;  // "hap-ac2-gigabit", also "ccr2004-intervlan/queue-tree" for a variant
    QString title; // one line for people
    QString board;
};

class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(QObject* parent = nullptr);
    ~Workspace() override; // stops the agents it started

    [[nodiscard]] std::vector<Router*> routers() const; // owned by the workspace
    // An endpoint without a fingerprint gets the one remembered for its door.
    Router* addRouter(const Endpoint& endpoint, const QString& password);
    // Starts the bundled agent on a lab; errors (no such lab, program missing, agent died) appear as the router's state.
    Router* startLab(const QString& name);
    void removeRouter(Router* router);

    [[nodiscard]] std::vector<ConfigDocument*> configs() const; // owned by the workspace
    // Starts reading an export; a file that is open already is read again.
    ConfigDocument* openConfig(const QString& path);
    // The same for a text that was pasted.
    ConfigDocument* openConfigText(const QString& text);
    void closeConfig(ConfigDocument* document);

    [[nodiscard]] static core::base::Result<std::vector<LabInfo>> labs();
    [[nodiscard]] static QString defaultLab(); // "hap-ac2-gigabit"

    // Endpoints used before, newest first; no passwords.
    [[nodiscard]] std::vector<Endpoint> rememberedEndpoints() const;
    // Also without connecting: imported addresses.
    void rememberEndpoints(const std::vector<Endpoint>& endpoints);
    // Passwords, in the system's keychain or an encrypted file. Owned by the workspace.
    [[nodiscard]] Secrets& secrets() const;
    // Routers around that announce themselves; idle until started. Owned by the workspace.
    [[nodiscard]] Discovery& discovery() const;
    // What was measured, and is being measured. Owned by the workspace.
    [[nodiscard]] ExperimentShelf& experiments() const;

Q_SIGNALS:
    void routerAdded(core::workspace::Router* router);
    void routerRemoved(core::workspace::Router* router); // still valid during the signal
    void configOpened(core::workspace::ConfigDocument* document);
    void configClosed(core::workspace::ConfigDocument* document); // still valid during the signal

private:
    struct Private;
    Router* add(std::unique_ptr<Connection> connection, const QString& lab);
    ConfigDocument* add(std::unique_ptr<ConfigDocument> document);
    std::unique_ptr<Private> d_;
};

} // namespace core::workspace
