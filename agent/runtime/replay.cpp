#include "agent/runtime/replay.h"

#include "agent/dataplane/parse/arp_message.h"
#include "agent/dataplane/parse/ethernet.h"
#include "agent/dataplane/parse/parse.h"

#include <algorithm>
#include <cstring>

namespace agent::runtime {

using core::base::Nanos;
using dataplane::Batch;
using dataplane::PacketBuf;
using dataplane::PortId;

namespace {

constexpr std::size_t kBuffers = 16384;
constexpr Nanos kLongestWait = 10 * core::base::kSecond; // for queues and neighbours after the last frame

dataplane::MacKey madeUpMac(std::uint32_t address) { return 0x02'00'00'00'00'00ull | address; }

} // namespace

Replay::Replay(dataplane::EngineConfigPtr config, const std::vector<std::string>& portNames, std::size_t captureLimit)
    : pool_(kBuffers)
    , captured_(portNames, captureLimit)
    , engine_(pool_, *this) {
    engine_.apply(std::move(config), now_);
}

Replay::~Replay() {
    for (PacketBuf* p : answers_) {
        pool_.give(p);
    }
}

PortId Replay::portOf(std::span<const std::uint8_t> frame, PortId otherwise) const {
    for (const dataplane::InterfaceConfig& interface : engine_.config().interfaces) {
        const bool own = interface.port != dataplane::kNoPort && frame.size() >= 6 &&
                         std::equal(interface.mac.octets.begin(), interface.mac.octets.end(), frame.begin());
        if (own) {
            return interface.port;
        }
    }
    return otherwise;
}

bool Replay::send(PortId port, PacketBuf* p, Nanos now) {
    captured_.add(port, now + offset_, p->bytes(), "path: " + std::string(core::model::pathId(p->path)));
    dataplane::parse(*p);
    const auto question = (p->flags & dataplane::kIsArp) != 0 ? dataplane::readArp(*p) : std::nullopt;
    PacketBuf* answer = question && question->operation == dataplane::ArpOperation::Request ? pool_.take() : nullptr;
    if (answer != nullptr) {
        const dataplane::MacKey mac = madeUpMac(question->targetAddress);
        dataplane::writeArp(*answer, question->senderMac,
                            {dataplane::ArpOperation::Reply, mac, question->targetAddress, question->senderMac, question->senderAddress});
        answer->inPort = port;
        answers_.push_back(answer);
    }
    pool_.give(p);
    return true;
}

void Replay::run(PacketBuf* p) {
    Batch batch;
    batch.push(p);
    engine_.switchStage(batch, now_);
    engine_.cpuStage(batch, now_);
    engine_.poll(now_);
    answerQuestions();
}

void Replay::answerQuestions() {
    while (!answers_.empty()) {
        PacketBuf* p = answers_.back();
        answers_.pop_back();
        Batch batch;
        batch.push(p);
        engine_.switchStage(batch, now_);
        engine_.cpuStage(batch, now_);
        engine_.poll(now_);
    }
}

// From event to event, so that queues send when they may and timers run in order.
void Replay::moveTo(Nanos time) {
    while (now_ < time) {
        const Nanos next = engine_.poll(now_);
        answerQuestions();
        now_ = std::clamp(next, now_ + 1, time);
    }
}

bool Replay::add(PortId port, Nanos time, std::span<const std::uint8_t> frame) {
    if (!begun_) {
        offset_ = time - now_;
        begun_ = true;
    }
    moveTo(time - offset_);
    PacketBuf* p = frame.size() <= dataplane::kMaxFrame ? pool_.take() : nullptr;
    if (p == nullptr) {
        return false;
    }
    std::memcpy(p->frame(), frame.data(), frame.size());
    p->length = static_cast<std::uint16_t>(frame.size());
    p->inPort = port;
    run(p);
    return true;
}

void Replay::finish() {
    const Nanos end = now_ + kLongestWait;
    while (now_ < end && pool_.available() != pool_.capacity()) {
        moveTo(std::min(end, now_ + core::base::kSecond));
    }
}

} // namespace agent::runtime
