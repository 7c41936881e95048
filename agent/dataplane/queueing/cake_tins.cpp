#include "agent/dataplane/queueing/cake_tins.h"

#include <initializer_list>

namespace agent::dataplane {

namespace {

// RFC 2474, 2597, 3246, 5865, 8622; "tos" points are the single bits of RFC 1349 seen as code points.
enum CodePoint : std::uint8_t {
    kLe = 1, kTosReliability = 1, kTosThroughput = 2, kTosDelay = 4, kCs1 = 8, kAf11 = 10, kAf12 = 12, kAf13 = 14, kCs2 = 16, kAf21 = 18,
    kAf22 = 20, kAf23 = 22, kCs3 = 24, kAf31 = 26, kAf32 = 28, kAf33 = 30, kCs4 = 32, kAf41 = 34, kAf42 = 36, kAf43 = 38, kCs5 = 40,
    kVoiceAdmit = 44, kEf = 46, kCs6 = 48, kCs7 = 56
};

void assign(CakeTins& tins, std::uint8_t tin, std::initializer_list<CodePoint> points) {
    for (const CodePoint point : points) {
        tins.ofCodePoint[point] = tin;
    }
}

// Each tin a little less than the one before it.
void descending(CakeTins& tins) {
    tins.count = kCakeTins;
    double share = 1, weight = 256;
    for (std::size_t i = 0; i < kCakeTins; ++i, share *= 7.0 / 8, weight *= 7.0 / 8) {
        tins.share[i] = share;
        tins.weight[i] = static_cast<std::int32_t>(weight);
    }
}

} // namespace

CakeTins cakeTins(CakeDiffserv mode) {
    CakeTins tins;
    tins.share = {1, 1.0 / 16, 1.0 / 4};
    tins.weight = {1024, 64, 256};
    switch (mode) {
    case CakeDiffserv::Besteffort:
        break;
    case CakeDiffserv::Diffserv3: // best effort, bulk, voice
        tins.count = 3;
        assign(tins, 1, {kLe, kCs1});
        assign(tins, 2, {kTosDelay, kVoiceAdmit, kEf, kCs6, kCs7});
        break;
    case CakeDiffserv::Diffserv4: // best effort, bulk, video, voice
        tins.count = 4;
        tins.share = {1, 1.0 / 16, 1.0 / 2, 1.0 / 4};
        tins.weight = {1024, 64, 512, 256};
        assign(tins, 1, {kLe, kCs1});
        assign(tins, 2, {kTosThroughput, kTosDelay, kCs2, kAf21, kAf22, kAf23, kCs3, kAf31, kAf32, kAf33, kAf41, kAf42, kAf43});
        assign(tins, 3, {kCs4, kCs5, kVoiceAdmit, kEf, kCs6, kCs7});
        break;
    case CakeDiffserv::Diffserv8: // background, high throughput, best effort, video, transactions, interactive, voice, control
        descending(tins);
        tins.ofCodePoint.fill(2);
        assign(tins, 0, {kLe, kCs1});
        assign(tins, 1, {kTosThroughput, kAf11, kAf12, kAf13});
        assign(tins, 3, {kCs3, kAf31, kAf32, kAf33, kAf41, kAf42, kAf43});
        assign(tins, 4, {kTosDelay, kAf21, kAf22, kAf23});
        assign(tins, 5, {kCs2});
        assign(tins, 6, {kCs4, kCs5, kVoiceAdmit, kEf});
        assign(tins, 7, {kCs6, kCs7});
        break;
    case CakeDiffserv::Precedence:
        descending(tins);
        for (std::size_t point = 0; point < tins.ofCodePoint.size(); ++point) {
            tins.ofCodePoint[point] = static_cast<std::uint8_t>(point >> 3);
        }
        break;
    }
    return tins;
}

} // namespace agent::dataplane
