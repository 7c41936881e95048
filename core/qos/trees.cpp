#include "core/qos/trees.h"

#include "core/planner/link_speed.h"
#include "core/qos/ours.h"
#include "core/qos/voice.h"

#include <algorithm>
#include <cmath>

namespace core::qos {

using core::base::BitRate;
using core::model::Attribute;

namespace {

constexpr double kVoiceShare = 0.1; // of the line that calls get whatever else is sent; a call takes 0.1 Mb/s

std::string comment() {
    return std::string(kComment);
}

class Trees {
public:
    Trees(const core::doctor::Facts& facts, const Wishes& wishes, Shaper shaper)
        : marks_(marksOfOthers(facts))
        , wishes_(wishes)
        , shaper_(shaper) {
        voice_ = wishes.voice && shaper != Shaper::Cake;
    }

    void hang(const std::vector<Egress>& on, Way way, BitRate line) {
        if (on.empty()) {
            return;
        }
        const std::string type = std::string(kPrefix) + (way == Way::Up ? "up" : "down");
        std::vector<Attribute> kind = typeOf(wishes_, shaper_, way, line);
        kind.insert(kind.begin(), {"name", type});
        out_.push_back({"/queue/type", std::move(kind), "How packets of this direction wait: flows share the line, and none fills a buffer."});
        for (const Egress& egress : on) {
            hangOn(egress.parent, type + "-" + egress.parent, type, way, line);
        }
    }

    std::vector<WantedItem> result() { return std::move(out_); }

private:
    void hangOn(const std::string& parent, const std::string& name, const std::string& type, Way way, BitRate line) {
        const std::string limit = core::planner::queueLimit(line);
        const char* why = way == Way::Up ? "What leaves for the provider waits here, not in the modem." : "Held just below the line's speed, senders slow down and the provider's buffer stays empty.";
        if (marks_.empty() && !voice_) {
            out_.push_back({"/queue/tree",
                            {{"name", name}, {"parent", parent}, {"packet-mark", "no-mark"}, {"queue", type}, {"max-limit", limit}, {"bucket-size", "0.01"}, {"comment", comment()}},
                            why});
            return;
        }
        out_.push_back({"/queue/tree", {{"name", name}, {"parent", parent}, {"max-limit", limit}, {"bucket-size", "0.01"}, {"comment", comment()}}, why});
        if (voice_) {
            const auto guaranteed = core::planner::queueLimit(BitRate{line.bps * kVoiceShare});
            leaf(name, std::string(kVoiceMark), type, limit, {{"limit-at", guaranteed}, {"priority", "1"}}, "Calls go first, and always have a tenth of the line.");
        }
        for (const std::string& mark : marks_) {
            leaf(name, mark, type, limit, {}, "Packets with this mark would pass a queue for unmarked ones by.");
        }
        leaf(name, "no-mark", type, limit, {}, "Everything else, FastTracked packets among it: they never carry a mark.");
    }

    void leaf(const std::string& root, const std::string& mark, const std::string& type, const std::string& limit, const std::vector<Attribute>& more, const char* why) {
        std::vector<Attribute> arguments{{"name", root + "-" + mark}, {"parent", root}, {"packet-mark", mark}, {"queue", type}, {"max-limit", limit}, {"bucket-size", "0.01"}};
        arguments.insert(arguments.end(), more.begin(), more.end());
        arguments.push_back({"comment", comment()});
        out_.push_back({"/queue/tree", std::move(arguments), why});
    }

    std::vector<std::string> marks_;
    const Wishes& wishes_;
    Shaper shaper_;
    bool voice_ = false;
    std::vector<WantedItem> out_;
};

} // namespace

std::string WantedItem::name() const {
    const auto at = std::find_if(arguments.begin(), arguments.end(), [](const Attribute& a) { return a.name == "name"; });
    return at == arguments.end() ? std::string() : at->value;
}

std::vector<std::string> marksOfOthers(const core::doctor::Facts& facts) {
    std::vector<std::string> out;
    for (const auto& rule : facts.view.enabled("/ip/firewall/mangle")) {
        const std::string mark(rule.value("new-packet-mark"));
        if (rule.value("action") == "mark-packet" && !mark.empty() && mark != "no-mark" && mark != kVoiceMark && std::find(out.begin(), out.end(), mark) == out.end()) {
            out.push_back(mark);
        }
    }
    return out;
}

std::vector<WantedItem> wantedQueues(const core::doctor::Facts& facts, const Ends& ends, const Wishes& wishes, Shaper shaper) {
    Trees trees(facts, wishes, shaper);
    trees.hang(ends.wans, Way::Up, ends.up);
    trees.hang(ends.lans, Way::Down, ends.down);
    return trees.result();
}

} // namespace core::qos
