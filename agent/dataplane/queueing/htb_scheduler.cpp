#include "agent/dataplane/queueing/htb_scheduler.h"

#include <bit>

namespace agent::dataplane {

namespace {
template <class Visit> void forEachBit(std::uint8_t mask, Visit visit) {
    for (; mask != 0; mask &= static_cast<std::uint8_t>(mask - 1)) {
        visit(static_cast<std::size_t>(std::countr_zero(mask)));
    }
}
std::uint8_t bit(std::size_t n) {
    return static_cast<std::uint8_t>(1u << n);
}
} // namespace

HtbScheduler::HtbScheduler() {
    reset(0);
}

void HtbScheduler::reset(std::size_t classes) {
    root_ = HtbClass{};
    root_.leaf = false;
    root_.level = kHtbLevels - 1;
    root_.colour = HtbColour::Green; // always: it has no limits and is never charged
    rows_ = {};
    rowMask_ = {};
    levelMask_ = 0;
    waiting_.reset(classes);
    lender_ = nullptr;
}

void HtbScheduler::activate(HtbClass& leaf, core::base::Nanos now) {
    leaf.refill(now);
    leaf.colour = leaf.currentColour();
    leaf.backlogged = true;
    link(leaf, leaf.activity(), now);
    schedule(leaf, now);
}

void HtbScheduler::deactivate(HtbClass& leaf) {
    unlink(leaf, leaf.activity());
    leaf.backlogged = false;
    waiting_.cancel(leaf);
}

void HtbScheduler::enterRow(HtbClass& c, std::size_t priority) {
    row(c, priority).pushBack(c, rowSlot(c, priority));
    rowMask_[c.level] |= bit(rowSlot(c, priority));
    levelMask_ |= static_cast<std::uint16_t>(1u << c.level);
}

void HtbScheduler::leaveRow(HtbClass& c, std::size_t priority) {
    HtbList& from = row(c, priority);
    from.remove(c, rowSlot(c, priority));
    if (from.empty()) {
        rowMask_[c.level] &= static_cast<std::uint8_t>(~bit(rowSlot(c, priority)));
        if (rowMask_[c.level] == 0) {
            levelMask_ &= static_cast<std::uint16_t>(~(1u << c.level));
        }
    }
}

void HtbScheduler::link(HtbClass& first, std::uint8_t mask, core::base::Nanos now) {
    for (HtbClass* c = &first; mask != 0 && c->colour != HtbColour::Red;) {
        if (c->colour == HtbColour::Green) {
            forEachBit(mask, [&](std::size_t priority) { enterRow(*c, priority); });
            return;
        }
        HtbClass& parent = *c->parent;
        const std::uint8_t before = parent.feedMask;
        forEachBit(mask, [&](std::size_t priority) { parent.feeds[priority].pushBack(*c, priority); });
        parent.feedMask |= mask;
        if (before == 0 && &parent != &root_) { // nobody asked for its colour lately
            parent.refill(now);
            parent.colour = parent.currentColour();
            schedule(parent, now);
        }
        mask &= static_cast<std::uint8_t>(~before); // the parent already stands for the others
        c = &parent;
    }
}

void HtbScheduler::unlink(HtbClass& first, std::uint8_t mask) {
    for (HtbClass* c = &first; mask != 0 && c->colour != HtbColour::Red;) {
        if (c->colour == HtbColour::Green) {
            forEachBit(mask, [&](std::size_t priority) { leaveRow(*c, priority); });
            return;
        }
        HtbClass& parent = *c->parent;
        std::uint8_t emptied = 0;
        forEachBit(mask, [&](std::size_t priority) {
            parent.feeds[priority].remove(*c, priority);
            emptied |= parent.feeds[priority].empty() ? bit(priority) : std::uint8_t{0};
        });
        parent.feedMask &= static_cast<std::uint8_t>(~emptied);
        if (parent.feedMask == 0) {
            waiting_.cancel(parent);
        }
        mask = emptied;
        c = &parent;
    }
}

void HtbScheduler::schedule(HtbClass& c, core::base::Nanos now) {
    const core::base::Nanos wait = c.activity() != 0 ? c.waitForBetter() : kNever;
    if (wait == kNever) {
        waiting_.cancel(c);
    } else {
        waiting_.schedule(c, now + wait);
    }
}

void HtbScheduler::recolour(HtbClass& c, core::base::Nanos now) {
    const HtbColour colour = c.currentColour();
    if (colour != c.colour) {
        const std::uint8_t mask = c.activity();
        unlink(c, mask);
        c.colour = colour;
        link(c, mask, now);
    }
    schedule(c, now);
}

void HtbScheduler::wakeDue(core::base::Nanos now) {
    while (!waiting_.empty() && waiting_.first()->wakeAt <= now) {
        HtbClass& c = *waiting_.first();
        c.refill(now);
        recolour(c, now);
    }
}

// Puts the leaf, and with it the classes between it and its lender, behind their equals.
void HtbScheduler::rotate(HtbClass& leaf) {
    HtbClass* c = &leaf;
    for (; c != lender_; c = c->parent) {
        c->parent->feeds[leaf.priority].rotate(*c, leaf.priority);
    }
    row(*c, leaf.priority).rotate(*c, rowSlot(*c, leaf.priority));
}

HtbClass* HtbScheduler::next(core::base::Nanos now) {
    wake(now);
    if (levelMask_ == 0) {
        return nullptr;
    }
    const auto level = static_cast<std::size_t>(std::countr_zero(levelMask_));
    const auto priority = static_cast<std::size_t>(std::countr_zero(rowMask_[level]));
    for (;;) {
        lender_ = rows_[level][priority].head;
        HtbClass* leaf = lender_;
        while (!leaf->leaf) {
            leaf = leaf->feeds[priority].head;
        }
        if (leaf->deficit[level] > 0) {
            return leaf;
        }
        leaf->deficit[level] += leaf->quantum;
        rotate(*leaf);
    }
}

void HtbScheduler::charge(HtbClass& leaf, std::uint32_t octets, core::base::Nanos now) {
    leaf.deficit[lender_->level] -= octets;
    charge(leaf, lender_, octets, now);
}

void HtbScheduler::charge(HtbClass& leaf, const HtbClass* lender, std::uint32_t octets, core::base::Nanos now) {
    bool pays = false; // the lender and those above it; borrowers below only count against their max-limit
    for (HtbClass* c = &leaf; c != &root_; c = c->parent) {
        pays = pays || c == lender;
        c->refill(now);
        c->bytes += octets;
        ++c->packets;
        if (c->limited) {
            c->ceiling.charge(octets);
            c->burst.add(octets);
        }
        if (pays && c->guaranteed) {
            c->floor.charge(octets);
        }
        if (c->activity() != 0) {
            recolour(*c, now);
        }
    }
}

// Nobody who could send is waiting, so the question is only whether the buckets on the way up to a lender are open.
bool HtbScheduler::pass(HtbClass& leaf, std::uint32_t octets, core::base::Nanos now) {
    wake(now);
    if (levelMask_ != 0) {
        return false;
    }
    HtbClass* c = &leaf;
    for (; c != &root_; c = c->parent) {
        // Others wait at it for their turn, or its ceiling moves with time: the lists know whose turn it is and when it moved.
        if (c->activity() != 0 || c->burst.configured()) {
            return false;
        }
        c->refill(now);
        const HtbColour colour = c->currentColour();
        if (colour == HtbColour::Red) {
            return false;
        }
        if (colour == HtbColour::Green) {
            break;
        }
    }
    charge(leaf, c, octets, now);
    return true;
}

core::base::Nanos HtbScheduler::nextEvent(core::base::Nanos now) {
    wake(now);
    if (levelMask_ != 0) {
        return now;
    }
    return waiting_.empty() ? kNever : waiting_.first()->wakeAt;
}

} // namespace agent::dataplane
