#include "agent/dataplane/queueing/queue.h"

#include "agent/dataplane/queueing/fifo.h"
#include "agent/dataplane/queueing/fq_codel.h"

#include <limits>

namespace agent::dataplane {

std::unique_ptr<Queue> makeQueue(const QueueTypeConfig& type, PacketPool& pool, QueueOctets octets, std::uint32_t seed) {
    constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
    switch (type.kind) {
    case QueueKind::None:
        return nullptr;
    case QueueKind::Pfifo:
        return std::make_unique<Fifo>(pool, octets, type.pfifoLimit, kNoLimit);
    case QueueKind::Bfifo:
        return std::make_unique<Fifo>(pool, octets, kNoLimit, type.bfifoLimit);
    case QueueKind::FqCodel:
        return std::make_unique<FqCodel>(type, pool, octets, seed);
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
        return a.pfifoLimit == b.pfifoLimit;
    case QueueKind::Bfifo:
        return a.bfifoLimit == b.bfifoLimit;
    case QueueKind::FqCodel:
        return a.fqCodelLimit == b.fqCodelLimit && a.fqCodelFlows == b.fqCodelFlows && a.fqCodelQuantum == b.fqCodelQuantum &&
               a.fqCodelTarget == b.fqCodelTarget && a.fqCodelInterval == b.fqCodelInterval && a.fqCodelMemlimit == b.fqCodelMemlimit &&
               a.fqCodelEcn == b.fqCodelEcn;
    }
    return false;
}

} // namespace agent::dataplane
