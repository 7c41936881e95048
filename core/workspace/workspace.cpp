#include "core/workspace/workspace.h"

#include "core/devices/lab.h"
#include "core/workspace/config_document.h"
#include "core/workspace/discovery.h"
#include "core/workspace/experiment_shelf.h"
#include "core/workspace/recent_files.h"
#include "core/workspace/remembered.h"
#include "core/workspace/router_private.h"
#include "core/workspace/secrets.h"

#include <QFileInfo>
#include <algorithm>

namespace core::workspace {

struct Workspace::Private {
    std::vector<std::unique_ptr<Router>> routers;
    std::vector<std::unique_ptr<ConfigDocument>> configs;
    int lastId = 0, pasted = 0;
    Secrets secrets;
    Discovery discovery;
    ExperimentShelf experiments;
};

Workspace::Workspace(QObject* parent)
    : QObject(parent)
    , d_(std::make_unique<Private>()) {}

Workspace::~Workspace() = default;

std::vector<Router*> Workspace::routers() const {
    std::vector<Router*> out;
    for (const auto& router : d_->routers) {
        out.push_back(router.get());
    }
    return out;
}

Router* Workspace::addRouter(const Endpoint& endpoint, const QString& password) {
    Endpoint known = endpoint;
    if (known.via == Via::ApiSsl && known.fingerprint.isEmpty()) {
        known.fingerprint = rememberedFingerprint(endpoint);
    }
    return add(std::make_unique<Connection>(known, password), {});
}

Router* Workspace::startLab(const QString& name) {
    return add(std::make_unique<Connection>(name), name);
}

Router* Workspace::add(std::unique_ptr<Connection> connection, const QString& lab) {
    const QString id = QStringLiteral("router-%1").arg(++d_->lastId);
    auto parts = std::make_unique<Router::Private>(std::move(connection), id, lab);
    d_->routers.push_back(std::unique_ptr<Router>(new Router(std::move(parts), nullptr)));
    Router* router = d_->routers.back().get();
    Q_EMIT routerAdded(router);
    router->reconnectNow();
    return router;
}

void Workspace::removeRouter(Router* router) {
    const auto it = std::find_if(d_->routers.begin(), d_->routers.end(), [router](const auto& own) { return own.get() == router; });
    if (it == d_->routers.end()) {
        return;
    }
    Q_EMIT routerRemoved(router);
    const std::unique_ptr<Router> gone = std::move(*it);
    d_->routers.erase(it);
}

std::vector<ConfigDocument*> Workspace::configs() const {
    std::vector<ConfigDocument*> out;
    for (const auto& document : d_->configs) {
        out.push_back(document.get());
    }
    return out;
}

ConfigDocument* Workspace::openConfig(const QString& path) {
    const QFileInfo file(path);
    // The same file by another name is the same document.
    const QString whole = file.canonicalFilePath().isEmpty() ? file.absoluteFilePath() : file.canonicalFilePath();
    if (file.isFile()) {
        rememberFile(whole);
    }
    for (const auto& document : d_->configs) {
        if (document->path() == whole) {
            document->read();
            return document.get();
        }
    }
    return add(std::make_unique<ConfigDocument>(QStringLiteral("config-%1").arg(++d_->lastId), whole));
}

ConfigDocument* Workspace::openConfigText(const QString& text) {
    const QString name = ++d_->pasted == 1 ? tr("pasted export") : tr("pasted export %1").arg(d_->pasted);
    return add(std::make_unique<ConfigDocument>(QStringLiteral("config-%1").arg(++d_->lastId), name, text.toStdString()));
}

ConfigDocument* Workspace::add(std::unique_ptr<ConfigDocument> document) {
    d_->configs.push_back(std::move(document));
    ConfigDocument* added = d_->configs.back().get();
    Q_EMIT configOpened(added);
    added->read();
    return added;
}

void Workspace::closeConfig(ConfigDocument* document) {
    const auto it = std::find_if(d_->configs.begin(), d_->configs.end(), [document](const auto& own) { return own.get() == document; });
    if (it == d_->configs.end()) {
        return;
    }
    Q_EMIT configClosed(document);
    const std::unique_ptr<ConfigDocument> gone = std::move(*it);
    d_->configs.erase(it);
}

core::base::Result<std::vector<LabInfo>> Workspace::labs() {
    const auto entries = core::devices::labEntries();
    if (!entries) {
        return tl::unexpected(entries.error());
    }
    std::vector<LabInfo> labs;
    for (const core::devices::LabEntry& entry : *entries) {
        labs.push_back({QString::fromStdString(entry.name), QString::fromStdString(entry.title), QString::fromStdString(entry.board)});
    }
    return labs;
}

QString Workspace::defaultLab() {
    return QStringLiteral("hap-ac2-gigabit");
}

std::vector<Endpoint> Workspace::rememberedEndpoints() const {
    return core::workspace::rememberedEndpoints();
}

void Workspace::rememberEndpoints(const std::vector<Endpoint>& endpoints) {
    core::workspace::rememberEndpoints(endpoints);
}

Secrets& Workspace::secrets() const {
    return d_->secrets;
}

Discovery& Workspace::discovery() const {
    return d_->discovery;
}

ExperimentShelf& Workspace::experiments() const {
    return d_->experiments;
}

} // namespace core::workspace
