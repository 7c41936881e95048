#include "core/workspace/discovery.h"

#include "core/link/mndp_listener.h"
#include "core/workspace/display_text.h"

#include <QElapsedTimer>
#include <algorithm>

namespace core::workspace {

using core::link::MndpAnnouncement;
using core::link::MndpListener;

namespace {

constexpr qint64 kSilenceMs = 90'000; // RouterOS announces every 30 s by itself
constexpr std::size_t kMost = 1000;   // a forger cannot fill the list without end

QHostAddress askAt(quint16 port) {
    return port == 0 ? QHostAddress(QHostAddress::Broadcast) : QHostAddress(QHostAddress::LocalHost);
}

QString withoutMapping(const QHostAddress& from) {
    bool v4 = false;
    const quint32 address = from.toIPv4Address(&v4);
    return v4 ? QHostAddress(address).toString() : from.toString();
}

} // namespace

struct Discovery::Private {
    explicit Private(quint16 port)
        : listener(nullptr, port == 0 ? core::link::kMndpPort : port, askAt(port)) {
        clock.start();
    }
    MndpListener listener;
    QString problem;
    QElapsedTimer clock;
    struct Heard {
        std::string key;
        DiscoveredRouter router;
    };
    std::vector<Heard> heard;

    void take(const MndpAnnouncement& said, const QHostAddress& from) {
        const qint64 now = clock.elapsed();
        std::erase_if(heard, [now](const Heard& old) { return now - old.router.lastHeardMs > kSilenceMs; });
        const std::string key = said.softwareId.empty() ? said.mac + said.identity : said.softwareId + said.identity;
        auto it = std::find_if(heard.begin(), heard.end(), [&key](const Heard& old) { return old.key == key; });
        if (it == heard.end()) {
            if (heard.size() >= kMost) {
                return;
            }
            it = heard.insert(heard.end(), Heard{key, {}});
        }
        DiscoveredRouter& router = it->router;
        router.identity = displayText(said.identity);
        router.board = displayText(said.board);
        router.version = displayText(said.version);
        router.platform = displayText(said.platform);
        router.mac = QString::fromStdString(said.mac);
        const QString told = QString::fromStdString(!said.ipv4.empty() ? said.ipv4 : said.ipv6);
        router.address = told.isEmpty() ? withoutMapping(from) : told;
        router.lastHeardMs = now;
    }
};

Discovery::Discovery(QObject* parent, quint16 port)
    : QObject(parent)
    , d_(std::make_unique<Private>(port)) {
    connect(&d_->listener, &MndpListener::heard, this, [this](const MndpAnnouncement& said, const QHostAddress& from) {
        d_->take(said, from);
        Q_EMIT changed();
    });
}

Discovery::~Discovery() = default;

void Discovery::start() {
    const auto started = d_->listener.start();
    d_->problem = started ? QString() : QString::fromStdString(started.error().describe());
    Q_EMIT changed();
}

void Discovery::stop() {
    d_->listener.stop();
}

QString Discovery::problem() const {
    return d_->problem;
}

quint16 Discovery::port() const {
    return d_->listener.isListening() ? d_->listener.port() : 0;
}

std::vector<DiscoveredRouter> Discovery::routers() const {
    std::vector<DiscoveredRouter> out;
    for (const Private::Heard& heard : d_->heard) {
        out.push_back(heard.router);
    }
    std::sort(out.begin(), out.end(), [](const DiscoveredRouter& a, const DiscoveredRouter& b) {
        const int order = a.identity.localeAwareCompare(b.identity);
        return order != 0 ? order < 0 : a.address < b.address;
    });
    return out;
}

} // namespace core::workspace
