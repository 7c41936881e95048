// /queue/type.
#include "agent/control/tree/compile_context.h"
#include "core/routeros/config/values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::control {

namespace config = core::routeros::config;
using namespace agent::dataplane;
using core::base::Nanos;

namespace {

// A word and what it stands for; the first one when the word is none of them.
template <class Value, std::size_t N>
Value chosen(const std::array<std::pair<std::string_view, Value>, N>& words, std::string_view word) {
    const auto found = std::find_if(words.begin(), words.end(), [&](const auto& entry) { return entry.first == word; });
    return found == words.end() ? words[0].second : found->second;
}

constexpr std::array<std::pair<std::string_view, QueueKind>, 10> kKinds{{{"pfifo", QueueKind::Pfifo},
                                                                         {"none", QueueKind::None},
                                                                         {"bfifo", QueueKind::Bfifo},
                                                                         {"mq-pfifo", QueueKind::MqPfifo},
                                                                         {"red", QueueKind::Red},
                                                                         {"sfq", QueueKind::Sfq},
                                                                         {"pcq", QueueKind::Pcq},
                                                                         {"codel", QueueKind::Codel},
                                                                         {"fq-codel", QueueKind::FqCodel},
                                                                         {"cake", QueueKind::Cake}}};

constexpr std::array<std::pair<std::string_view, CakeDiffserv>, 5> kDiffserv{{{"diffserv3", CakeDiffserv::Diffserv3},
                                                                              {"diffserv4", CakeDiffserv::Diffserv4},
                                                                              {"diffserv8", CakeDiffserv::Diffserv8},
                                                                              {"besteffort", CakeDiffserv::Besteffort},
                                                                              {"precedence", CakeDiffserv::Precedence}}};

constexpr std::array<std::pair<std::string_view, CakeFlowMode>, 8> kFlowModes{{{"triple-isolate", CakeFlowMode::TripleIsolate},
                                                                               {"flowblind", CakeFlowMode::Flowblind},
                                                                               {"srchost", CakeFlowMode::SrcHost},
                                                                               {"dsthost", CakeFlowMode::DstHost},
                                                                               {"hosts", CakeFlowMode::Hosts},
                                                                               {"flows", CakeFlowMode::Flows},
                                                                               {"dual-srchost", CakeFlowMode::DualSrcHost},
                                                                               {"dual-dsthost", CakeFlowMode::DualDstHost}}};

constexpr std::array<std::pair<std::string_view, Nanos>, 9> kRttSchemes{{{"none", 0},
                                                                         {"datacentre", 100 * core::base::kMicrosecond},
                                                                         {"lan", core::base::kMillisecond},
                                                                         {"metro", 10 * core::base::kMillisecond},
                                                                         {"regional", 30 * core::base::kMillisecond},
                                                                         {"internet", 100 * core::base::kMillisecond},
                                                                         {"oceanic", 300 * core::base::kMillisecond},
                                                                         {"satellite", core::base::kSecond},
                                                                         {"interplanetary", 3600 * core::base::kSecond}}};

// What the keywords of cake-overhead-scheme stand for (tc-cake(8)).
struct OverheadScheme {
    std::string_view word;
    std::int32_t overhead;
    CakeCells cells;
    std::uint32_t mpu;
};
constexpr std::array<OverheadScheme, 15> kOverheadSchemes{{{"conservative", 48, CakeCells::Atm, 0},
                                                           {"convervative", 48, CakeCells::Atm, 0}, // as the vendor spells it
                                                           {"ethernet", 38, CakeCells::None, 84},
                                                           {"docsis", 18, CakeCells::None, 64},
                                                           {"ether-vlan", 4, CakeCells::None, 0}, // on top of another one
                                                           {"pppoe-ptm", 30, CakeCells::Ptm, 0},
                                                           {"bridged-ptm", 22, CakeCells::Ptm, 0},
                                                           {"ipoa-vcmux", 8, CakeCells::Atm, 0},
                                                           {"ipoa-llcsnap", 16, CakeCells::Atm, 0},
                                                           {"bridged-vcmux", 24, CakeCells::Atm, 0},
                                                           {"bridged-llcsnap", 32, CakeCells::Atm, 0},
                                                           {"pppoa-vcmux", 10, CakeCells::Atm, 0},
                                                           {"pppoa-llc", 14, CakeCells::Atm, 0},
                                                           {"pppoe-vcmux", 32, CakeCells::Atm, 0},
                                                           {"pppoe-llcsnap", 40, CakeCells::Atm, 0}}};

class TypeReader {
public:
    explicit TypeReader(const Item& item) : item_(item) {}

    [[nodiscard]] std::string_view text(std::string_view property) const { return item_.value(property); }
    [[nodiscard]] bool isTrue(std::string_view property) const { return item_.isTrue(property); }
    template <class Number> void number(std::string_view property, Number& value) const {
        value = static_cast<Number>(config::parseNumber(text(property)).value_or(static_cast<std::uint64_t>(value)));
    }
    void time(std::string_view property, Nanos& value) const { value = config::parseDuration(text(property)).value_or(value); }
    void rate(std::string_view property, std::uint64_t& value) const { value = config::parseRate(text(property)).value_or(value); }

private:
    const Item& item_;
};

RedConfig redOf(const TypeReader& in) {
    RedConfig out;
    in.number("red-limit", out.limit);
    in.number("red-min-threshold", out.minThreshold);
    in.number("red-max-threshold", out.maxThreshold);
    in.number("red-burst", out.burst);
    in.number("red-avg-packet", out.avgPacket);
    return out;
}

SfqConfig sfqOf(const TypeReader& in) {
    SfqConfig out;
    std::uint64_t seconds = 5;
    in.number("sfq-perturb", seconds);
    out.perturb = static_cast<Nanos>(seconds) * core::base::kSecond;
    in.number("sfq-allot", out.allot);
    return out;
}

PcqConfig pcqOf(const TypeReader& in) {
    PcqConfig out;
    for (const std::string_view word : config::splitList(in.text("pcq-classifier"))) {
        out.srcAddress = out.srcAddress || word == "src-address";
        out.dstAddress = out.dstAddress || word == "dst-address";
        out.srcPort = out.srcPort || word == "src-port";
        out.dstPort = out.dstPort || word == "dst-port";
    }
    in.number("pcq-src-address-mask", out.srcMask);
    in.number("pcq-dst-address-mask", out.dstMask);
    in.number("pcq-src-address6-mask", out.src6Mask);
    in.number("pcq-dst-address6-mask", out.dst6Mask);
    in.rate("pcq-rate", out.rate);
    std::uint32_t limit = 50, total = 2000; // KiB
    in.number("pcq-limit", limit);
    in.number("pcq-total-limit", total);
    out.limit = limit * 1024;
    out.totalLimit = total * 1024;
    in.rate("pcq-burst-rate", out.burstRate);
    in.rate("pcq-burst-threshold", out.burstThreshold);
    in.time("pcq-burst-time", out.burstTime);
    return out;
}

CodelConfig codelOf(const TypeReader& in) {
    CodelConfig out;
    in.number("codel-limit", out.limit);
    in.time("codel-target", out.target);
    in.time("codel-interval", out.interval);
    in.time("codel-ce-threshold", out.ceThreshold);
    out.ecn = in.isTrue("codel-ecn");
    return out;
}

CakeConfig cakeOf(const TypeReader& in) {
    CakeConfig out;
    in.rate("cake-bandwidth", out.bandwidth);
    in.number("cake-overhead", out.overhead);
    in.number("cake-mpu", out.mpu);
    const std::string_view cells = in.text("cake-atm");
    out.cells = cells == "atm" ? CakeCells::Atm : cells == "ptm" ? CakeCells::Ptm : CakeCells::None;
    out.compensate = out.overhead != 0 || out.mpu != 0 || out.cells != CakeCells::None;
    for (const std::string_view word : config::splitList(in.text("cake-overhead-scheme"))) {
        for (const OverheadScheme& scheme : kOverheadSchemes) {
            if (scheme.word == word) {
                out.compensate = true;
                out.overhead += scheme.overhead;
                out.cells = scheme.cells != CakeCells::None ? scheme.cells : out.cells;
                out.mpu = std::max(out.mpu, scheme.mpu);
            }
        }
    }
    const Nanos scheme = chosen(kRttSchemes, in.text("cake-rtt-scheme"));
    in.time("cake-rtt", out.rtt);
    out.rtt = std::max<Nanos>(scheme != 0 ? scheme : out.rtt, core::base::kMicrosecond);
    out.diffserv = chosen(kDiffserv, in.text("cake-diffserv"));
    out.flowMode = chosen(kFlowModes, in.text("cake-flowmode"));
    const std::string_view filter = in.text("cake-ack-filter");
    out.ackFilter = filter == "filter" ? CakeAckFilter::Filter : filter == "aggressive" ? CakeAckFilter::Aggressive : CakeAckFilter::None;
    out.nat = in.isTrue("cake-nat");
    out.wash = in.isTrue("cake-wash");
    in.number("cake-memlimit", out.memlimit);
    return out;
}

} // namespace

void compileQueueTypes(CompileContext& context) {
    for (const Item* item : context.tree.items("/queue/type")) {
        const TypeReader in(*item);
        QueueTypeConfig out;
        out.name = item->value("name");
        out.kind = chosen(kKinds, item->value("kind"));
        in.number(out.kind == QueueKind::MqPfifo ? "mq-pfifo-limit" : "pfifo-limit", out.pfifoLimit);
        in.number("bfifo-limit", out.bfifoLimit);
        in.number("fq-codel-limit", out.fqCodelLimit);
        in.number("fq-codel-flows", out.fqCodelFlows);
        in.number("fq-codel-quantum", out.fqCodelQuantum);
        in.time("fq-codel-target", out.fqCodelTarget);
        in.time("fq-codel-interval", out.fqCodelInterval);
        in.time("fq-codel-ce-threshold", out.fqCodelCeThreshold);
        in.number("fq-codel-memlimit", out.fqCodelMemlimit);
        out.fqCodelEcn = item->isTrue("fq-codel-ecn");
        out.red = redOf(in);
        out.sfq = sfqOf(in);
        out.pcq = pcqOf(in);
        out.codel = codelOf(in);
        out.cake = cakeOf(in);
        context.out.queues.types.push_back(std::move(out));
    }
}

} // namespace agent::control
