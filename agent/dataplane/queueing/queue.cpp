#include "agent/dataplane/queueing/queue.h"

#include "agent/dataplane/queueing/cake.h"
#include "agent/dataplane/queueing/codel_queue.h"
#include "agent/dataplane/queueing/fifo.h"
#include "agent/dataplane/queueing/fq_codel.h"
#include "agent/dataplane/queueing/pcq.h"
#include "agent/dataplane/queueing/red.h"
#include "agent/dataplane/queueing/sfq.h"

#include <limits>

namespace agent::dataplane {

std::unique_ptr<Queue> makeQueue(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t seed) {
    constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
    switch (type.kind) {
    case QueueKind::None:
        return nullptr;
    case QueueKind::Pfifo:
    case QueueKind::MqPfifo: // one worker owns an interface's queue: one line stands for the lines of all hardware queues
        return std::make_unique<Fifo>(pool, octets, type.pfifoLimit, kNoLimit);
    case QueueKind::Bfifo:
        return std::make_unique<Fifo>(pool, octets, kNoLimit, type.bfifoLimit);
    case QueueKind::Red:
        return std::make_unique<Red>(type.red, pool, octets, seed);
    case QueueKind::Sfq:
        return std::make_unique<Sfq>(type.sfq, pool, octets, seed);
    case QueueKind::Pcq:
        return std::make_unique<Pcq>(type.pcq, pool, octets);
    case QueueKind::Codel:
        return std::make_unique<CodelQueue>(type.codel, pool, octets);
    case QueueKind::FqCodel:
        return std::make_unique<FqCodel>(type, pool, octets, seed);
    case QueueKind::Cake:
        return std::make_unique<Cake>(type.cake, pool, octets, seed);
    }
    return nullptr;
}

bool sameDiscipline(const QueueTypeConfig& a, const QueueTypeConfig& b) {
    if (a.kind != b.kind) {
        return false;
    }
    switch (a.kind) {
    case QueueKind::None:
        return true;
    case QueueKind::Pfifo:
    case QueueKind::MqPfifo:
        return a.pfifoLimit == b.pfifoLimit;
    case QueueKind::Bfifo:
        return a.bfifoLimit == b.bfifoLimit;
    case QueueKind::Red:
        return a.red == b.red;
    case QueueKind::Sfq:
        return a.sfq == b.sfq;
    case QueueKind::Pcq:
        return a.pcq == b.pcq;
    case QueueKind::Codel:
        return a.codel == b.codel;
    case QueueKind::FqCodel:
        return a.fqCodelLimit == b.fqCodelLimit && a.fqCodelFlows == b.fqCodelFlows && a.fqCodelQuantum == b.fqCodelQuantum &&
               a.fqCodelTarget == b.fqCodelTarget && a.fqCodelInterval == b.fqCodelInterval && a.fqCodelMemlimit == b.fqCodelMemlimit &&
               a.fqCodelCeThreshold == b.fqCodelCeThreshold && a.fqCodelEcn == b.fqCodelEcn;
    case QueueKind::Cake:
        return a.cake == b.cake;
    }
    return false;
}

} // namespace agent::dataplane
