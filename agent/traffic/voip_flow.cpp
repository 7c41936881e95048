#include "agent/traffic/voip_flow.h"

#include "agent/traffic/e_model.h"

namespace agent::traffic {
namespace {

constexpr std::uint32_t kSpeech = 160, kRtp = 12;
constexpr double kPacketMs = 20;
constexpr double kPlayedOut = 0.999; // share of the packets the buffer waits for

FlowSpec callsOf(FlowSpec spec) {
    spec.direction = Direction::Both;
    spec.size = kSpeech + kRtp;
    spec.mixed = false;
    spec.rateBps = spec.streams * (kSpeech + kRtp) * 8e3 / kPacketMs;
    return spec;
}

} // namespace

VoipFlow::VoipFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now) : calls_(callsOf(spec), client, server, now) {
    for (const auto& call : calls_.streams()) {
        call->uploaded().recordDelays(upload_.delays);
        call->downloaded().recordDelays(download_.delays);
    }
}

void VoipFlow::beginMeasuring(core::base::Nanos) {
    upload_ = Direction();
    download_ = Direction();
    for (const auto& call : calls_.streams()) {
        upload_.received += call->uploaded().received();
        upload_.lost += call->uploaded().lost();
        download_.received += call->downloaded().received();
        download_.lost += call->downloaded().lost();
    }
}

double VoipFlow::score(bool upload) const {
    const Direction& then = upload ? upload_ : download_;
    std::uint64_t received = 0, lost = 0;
    for (const auto& call : calls_.streams()) {
        const UdpReceiver& receiver = upload ? call->uploaded() : call->downloaded();
        received += receiver.received();
        lost += receiver.lost();
    }
    received -= then.received;
    lost = lost > then.lost ? lost - then.lost : 0;
    if (received == 0) {
        return 1; // silence
    }
    return callQuality(then.delays.percentileMs(kPlayedOut) + kPacketMs, static_cast<double>(lost) / static_cast<double>(received + lost));
}

FlowReport VoipFlow::report(core::base::Nanos now) {
    FlowReport report = calls_.report(now);
    report.kind = "voip";
    report.mos = std::min(score(true), score(false));
    return report;
}

} // namespace agent::traffic
