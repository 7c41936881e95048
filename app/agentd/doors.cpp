#include "app/agentd/doors.h"

#include "agent/control/api/api_server.h"
#include "agent/control/rest/rest_server.h"
#include "app/agentd/certificate.h"

namespace app::agentd {

using agent::control::ApiServer;
using agent::control::ApiServerOptions;
using agent::control::ControlPlane;
using agent::control::RestServer;
using agent::control::TlsContext;
using core::base::Result;

Result<std::unique_ptr<Doors>> Doors::open(ControlPlane& plane, const DoorPlace& place, const DoorOptions& options) {
    std::unique_ptr<Doors> doors(new Doors);
    if (auto done = doors->openApi(plane, place, options); !done) {
        return tl::unexpected(done.error());
    }
    if (options.apiSslPort || options.restPort) {
        if (auto done = doors->openSecure(plane, place, options); !done) {
            return tl::unexpected(done.error());
        }
    }
    return doors;
}

Result<void> Doors::openApi(ControlPlane& plane, const DoorPlace& place, const DoorOptions& options) {
    ApiServerOptions server;
    server.legacyLogin = options.legacyLogin;
    server.conversation = place.conversation;
    api_ = new ApiServer(plane, server, this);
    connect(api_, &ApiServer::acted, this, &Doors::wake);
    const auto port = api_->listen(place.address, place.apiPort);
    if (!port) {
        return tl::unexpected(port.error());
    }
    readyFields_ = "\"api_port\":" + std::to_string(*port);
    return {};
}

Result<void> Doors::openSecure(ControlPlane& plane, const DoorPlace& place, const DoorOptions& options) {
    const auto certificate =
        options.certificateFile.empty() ? ownCertificate(place.stateDirectory) : readCertificate(options.certificateFile, options.keyFile);
    if (!certificate) {
        return tl::unexpected(certificate.error());
    }
    if (options.apiSslPort) {
        auto tls = options.apiSslAnonymous ? TlsContext::anonymous()
                                           : TlsContext::withCertificate(certificate->certificatePem, certificate->keyPem);
        if (!tls) {
            return tl::unexpected(tls.error());
        }
        ApiServerOptions server;
        server.tls = std::move(*tls);
        server.legacyLogin = options.legacyLogin;
        server.conversation = place.conversation;
        apiSsl_ = new ApiServer(plane, server, this);
        connect(apiSsl_, &ApiServer::acted, this, &Doors::wake);
        const auto port = apiSsl_->listen(place.address, *options.apiSslPort);
        if (!port) {
            return tl::unexpected(port.error());
        }
        readyFields_ += ",\"api_ssl_port\":" + std::to_string(*port);
    }
    if (options.restPort) {
        rest_ = new RestServer(plane, {}, this);
        connect(rest_, &RestServer::acted, this, &Doors::wake);
        const auto port = rest_->listen(place.address, *options.restPort, certificate->certificatePem, certificate->keyPem);
        if (!port) {
            return tl::unexpected(port.error());
        }
        readyFields_ += ",\"rest_port\":" + std::to_string(*port);
    }
    readyFields_ += ",\"tls_fingerprint\":\"" + fingerprint(certificate->certificatePem) + "\"";
    return {};
}

void Doors::wake() {
    for (ApiServer* server : {api_, apiSsl_}) {
        if (server) {
            server->wake();
        }
    }
    if (rest_) {
        rest_->wake();
    }
}

} // namespace app::agentd
