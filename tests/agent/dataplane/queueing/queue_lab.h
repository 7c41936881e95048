// Packets and offered load for the queueing tests. Time is a number.
#pragma once

#include "agent/dataplane/packet/packet_pool.h"
#include "agent/dataplane/queueing/htb.h"
#include "core/base/endian.h"

#include <QtTest>

#include <functional>
#include <optional>
#include <random>
#include <vector>

namespace queue_lab {

using namespace agent::dataplane;
using core::base::kMicrosecond;
using core::base::kMillisecond;
using core::base::kSecond;
using core::base::Nanos;

constexpr std::uint8_t kEct0 = 2;

inline std::uint16_t headerSum(const std::uint8_t* header) {
    std::uint32_t sum = 0;
    for (int i = 0; i < 20; i += 2) {
        sum += core::base::loadBe16(header + i);
    }
    while (sum >> 16) {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return static_cast<std::uint16_t>(sum);
}

// An IPv4 frame with a correct header checksum.
inline PacketBuf* makePacket(PacketPool& pool, std::uint16_t length, std::uint32_t flow = 1, MarkId mark = 0, std::uint8_t ecn = 0) {
    PacketBuf* p = pool.take();
    if (p == nullptr) {
        qFatal("the pool of this test is too small");
    }
    p->length = length;
    p->l3Offset = 14;
    p->l4Offset = 34;
    p->flags = kIsIpv4;
    p->flowHash = flow;
    p->packetMark = mark;
    p->inInterface = p->outInterface = kNoInterface;
    p->src = 0x0a000001;
    p->dst = 0x0a000002;
    std::uint8_t* header = p->frame() + 14;
    std::fill(header, header + 20, std::uint8_t{0});
    header[0] = 0x45;
    header[1] = ecn;
    core::base::storeBe16(header + 2, static_cast<std::uint16_t>(length - 14));
    header[8] = 64;
    header[9] = 17;
    core::base::storeBe16(header + 10, static_cast<std::uint16_t>(~headerSum(header)));
    return p;
}

// A number inside the payload, to recognise the packet again.
inline void setSerial(PacketBuf* p, std::uint32_t serial) {
    core::base::storeBe32(p->frame() + 40, serial);
}
inline std::uint32_t serialOf(const PacketBuf* p) {
    return core::base::loadBe32(p->frame() + 40);
}

inline HtbClassConfig rates(double limitAtM, double maxLimitM, std::uint8_t priority = 8, double bucketSize = 0.1) {
    HtbClassConfig config;
    config.limitAt = static_cast<std::uint64_t>(limitAtM * 1e6);
    config.maxLimit = static_cast<std::uint64_t>(maxLimitM * 1e6);
    config.priority = priority;
    config.bucketSize = bucketSize;
    return config;
}

// One HTB under load. Leaves are named by their mark; mark n is served by source n.
class Run {
public:
    static constexpr std::uint16_t kFrame = 1500;

    Run(std::vector<HtbClassSpec> classes, std::uint64_t linkBps = 0)
        : pool(8192)
        , htb(pool, QueueOctets::Frame)
        , link_(linkBps) {
        QueueTypeConfig type;
        htb.configure(classes, std::vector<QueueTypeConfig>{type}, 0);
    }

    // Keeps the leaf of this mark full until `octets` have been offered.
    void saturate(MarkId mark, std::uint64_t octets = ~std::uint64_t{0}) { greedy_.push_back({mark, octets}); }
    // Offers a frame every frame time of `mbps`.
    void offer(MarkId mark, double mbps) { steady_.push_back({mark, static_cast<Nanos>(kFrame * 8 / mbps * 1e3), now_}); }
    void stopOffering() {
        greedy_.clear();
        steady_.clear();
    }

    // Megabits per second each mark got from now to `until`.
    std::vector<double> runUntil(Nanos until) {
        std::vector<double> bits(8);
        const Nanos from = now_;
        while (now_ < until) {
            feed();
            Batch batch;
            Nanos next = until;
            if (now_ < linkFree_) {
                next = std::min(next, linkFree_);
            } else if (htb.dequeue(now_, batch, 1) == 1) {
                PacketBuf* p = batch.packets[0];
                bits[p->packetMark] += p->length * 8.0;
                linkFree_ = link_ == 0 ? now_ : now_ + core::base::transmissionTime(p->length, link_);
                pool.give(p);
                continue;
            } else {
                const Nanos event = htb.nextEvent(now_);
                if (event <= now_) {
                    qFatal("nextEvent promised a packet that dequeue did not have");
                }
                next = std::min(next, event);
            }
            for (const Steady& s : steady_) {
                next = std::min(next, s.at);
            }
            now_ = next;
        }
        for (double& b : bits) {
            b /= static_cast<double>(now_ - from) * 1e-3;
        }
        return bits;
    }
    [[nodiscard]] Nanos now() const { return now_; }

    PacketPool pool;
    Htb htb;

private:
    struct Greedy {
        MarkId mark;
        std::uint64_t left;
    };
    struct Steady {
        MarkId mark;
        Nanos gap;
        Nanos at;
    };
    void put(MarkId mark) { htb.enqueue(*htb.leafOf(mark), makePacket(pool, kFrame, mark, mark), now_); }
    void feed() {
        for (Greedy& g : greedy_) {
            while (g.left >= kFrame && htb.counters(mark2uid(g.mark))->queuedPackets < 20) {
                put(g.mark);
                g.left -= kFrame;
            }
        }
        for (Steady& s : steady_) {
            for (; s.at <= now_; s.at += s.gap) {
                put(s.mark);
            }
        }
    }
    // In these tests the uid of a leaf is its mark.
    static std::uint32_t mark2uid(MarkId mark) { return mark; }

    std::uint64_t link_;
    Nanos now_ = 0;
    Nanos linkFree_ = 0;
    std::vector<Greedy> greedy_;
    std::vector<Steady> steady_;
};

} // namespace queue_lab
