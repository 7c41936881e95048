// UDP datagrams at a constant rate, in one stream or several, with sequence number and sending time in the first 16 octets; the receiver
// counts what is missing.
// For a download the client asks once a second; that opens its router's address translation and tells the server where to send.
#pragma once

#include "agent/traffic/flow.h"
#include "agent/traffic/rate_meter.h"
#include "agent/traffic/scenario.h"
#include "agent/traffic/sockets.h"
#include "agent/traffic/timer_queue.h"

#include <memory>
#include <vector>

namespace agent::traffic {

class Host;

// Where datagrams go, and from which local port.
struct UdpPath {
    std::uint32_t remote = 0;
    std::uint16_t remotePort = 0, localPort = 0;
};

// Sends one datagram of `octets` (16 or more) payload octets.
void sendDatagram(Host& host, const UdpPath& path, std::uint32_t octets, std::uint64_t sequence, core::base::Nanos at, std::uint8_t dscp = 0);

// What a sender sends: datagrams of one size, or sizes in turn (simple IMIX: frames of 64, 594 and 1518 octets, seven, four and one of twelve).
class DatagramSizes {
public:
    DatagramSizes(std::uint32_t octets, bool mixed) : octets_(octets), mixed_(mixed) {}
    [[nodiscard]] std::uint32_t of(std::uint64_t sequence) const;
    [[nodiscard]] double mean() const; // payload octets

private:
    std::uint32_t octets_;
    bool mixed_;
};

// Sends at the rate of the flow until stopped; exact in the long run because the times are multiples, not sums, of the interval.
class UdpSender {
public:
    // bps: payload.
    UdpSender(Host& host, const DatagramSizes& sizes, double bps, std::uint8_t dscp)
        : host_(host), sizes_(sizes), dscp_(dscp), interval_(sizes.mean() * 8e9 / bps) {}
    // Starts, or only turns a running sender to another path.
    void direct(const UdpPath& path, core::base::Nanos at);
    void stop() { running_ = false; }

private:
    void onTimer(core::base::Nanos at);

    Host& host_;
    DatagramSizes sizes_;
    std::uint8_t dscp_;
    double interval_; // ns
    UdpPath path_;
    bool running_ = false;
    std::uint64_t sequence_ = 0;      // goes on over a pause
    core::base::Nanos startedAt_ = 0;
    std::uint64_t sinceStart_ = 0;
    MemberTimer<UdpSender, &UdpSender::onTimer> timer_{*this};
};

// The receiving side of one direction.
class UdpReceiver final : public UdpSocket {
public:
    void receive(const dataplane::PacketBuf& packet, core::base::Nanos at) override;
    RateMeter& goodput() { return goodput_; }
    [[nodiscard]] std::uint64_t wireBytes() const { return wireBytes_; } // frames with FCS
    [[nodiscard]] std::uint64_t received() const { return received_; }
    // From now on, how long each datagram was under way.
    void recordDelays(RttRecord& record) { delays_ = &record; }
    // Datagrams that overtaking ones left behind.
    [[nodiscard]] std::uint64_t lost() const { return highest_ > received_ ? highest_ - received_ : 0; }

private:
    RateMeter goodput_;
    RttRecord* delays_ = nullptr;
    std::uint64_t received_ = 0;
    std::uint64_t wireBytes_ = 0;
    std::uint64_t highest_ = 0; // one behind the highest sequence number
};

// One pair of ports, or one each way.
class UdpStream {
public:
    // spec: of the stream, not of the whole flow.
    UdpStream(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    void addTo(FlowReport& report, core::base::Nanos now);
    UdpReceiver& downloaded() { return downloaded_; }
    UdpReceiver& uploaded() { return uploaded_; }

private:
    // The server's side of a download: sends to whoever asked last.
    struct Responder final : UdpSocket {
        UdpStream& flow;
        explicit Responder(UdpStream& owner) : flow(owner) {}
        void receive(const dataplane::PacketBuf& packet, core::base::Nanos at) override;
    };
    void onStart(core::base::Nanos at);
    void onAsk(core::base::Nanos at);
    void onNobodyAsks(core::base::Nanos at);

    FlowSpec spec_;
    Host& client_;
    Host& server_;
    std::uint16_t downloadPort_, uploadPort_;  // the server's
    std::uint16_t downloadFrom_ = 0;           // the client's port for the download
    UdpReceiver downloaded_, uploaded_;
    UdpSender download_, upload_;
    Responder responder_{*this};
    MemberTimer<UdpStream, &UdpStream::onStart> start_{*this};
    MemberTimer<UdpStream, &UdpStream::onAsk> ask_{*this};
    MemberTimer<UdpStream, &UdpStream::onNobodyAsks> nobodyAsks_{*this};
};

class UdpFlow final : public Flow {
public:
    UdpFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    FlowReport report(core::base::Nanos now) override;
    [[nodiscard]] const std::vector<std::unique_ptr<UdpStream>>& streams() const { return streams_; }

private:
    FlowSpec spec_;
    std::vector<std::unique_ptr<UdpStream>> streams_;
};

} // namespace agent::traffic
