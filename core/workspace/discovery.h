// Routers in the same network that announce themselves (MNDP), for the connect dialog.
//
//   Discovery& discovery = workspace.discovery();
//   connect(&discovery, &Discovery::changed, this, …);
//   discovery.start();   // asks around every five seconds until stop(): only while somebody looks
//
// One entry per router: announcements of its interfaces are put together by MAC address or software id. Silent for 90 s: it goes. GUI
// thread.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <vector>

namespace core::workspace {

struct DiscoveredRouter {
    QString identity, board, version, platform;
    QString address; // to connect to: IPv4 when there is one, else IPv6, else where the packet came from
    QString mac;
    qint64 lastHeardMs = 0; // of a monotonic clock

    [[nodiscard]] bool isAgent() const { return platform == QLatin1String("Pathscope"); }
};

class Discovery : public QObject {
    Q_OBJECT
public:
    // port 0: MNDP's own. Another one is for tests.
    explicit Discovery(QObject* parent = nullptr, quint16 port = 0);
    ~Discovery() override;

    void start();
    void stop();
    // Why nothing can be heard; empty: listening, or not started.
    [[nodiscard]] QString problem() const;
    // By name, then address.
    [[nodiscard]] std::vector<DiscoveredRouter> routers() const;
    [[nodiscard]] quint16 port() const; // listened on; 0 when not

Q_SIGNALS:
    void changed(); // routers or problem

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace core::workspace
