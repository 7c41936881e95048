// People who load page after page: a document, then six objects at once over connections of their own, then one to three seconds of reading.
// The round trip time of this flow is what a page takes, from the click to the last octet.
#pragma once

#include "agent/traffic/services.h"
#include "agent/traffic/tcp_flow.h"

#include <array>
#include <memory>
#include <vector>

namespace agent::traffic {

class WebFlow final : public Flow, private TcpListener {
public:
    // spec.streams: people.
    WebFlow(const FlowSpec& spec, Host& client, Host& server, core::base::Nanos now);
    FlowReport report(core::base::Nanos now) override;
    RttWindow* roundTrips() override { return &pages_; }

private:
    static constexpr std::size_t kObjects = 6;

    struct Person {
        Person(WebFlow& owner, Host& client, Host& server, std::uint16_t port);
        void click(core::base::Nanos at);
        void loaded(core::base::Nanos at);

        WebFlow& flow;
        std::vector<std::unique_ptr<TcpStream>> streams; // the document's, then the objects'
        std::size_t left = 0;                            // of the page
        bool document = false;                           // is being loaded
        core::base::Nanos clickedAt = 0;
        MemberTimer<Person, &Person::click> clickTimer{*this};
    };
    void accept(std::uint32_t remote, const TcpSegment& syn, core::base::Nanos at) override;

    FlowSpec spec_;
    Services& services_;
    TcpFigures figures_;
    RttWindow pages_;
    std::vector<std::unique_ptr<Person>> people_;
};

} // namespace agent::traffic
