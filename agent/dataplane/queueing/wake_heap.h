// The classes that wait for tokens, the earliest first. A binary heap that knows where each class stands, so that a class is
// moved instead of entered twice. Owns nothing.
#pragma once

#include "agent/dataplane/queueing/htb_class.h"

#include <utility>
#include <vector>

namespace agent::dataplane {

class WakeHeap {
public:
    // Empties the heap and makes room, so that nothing allocates later.
    void reset(std::size_t classes) {
        heap_.clear();
        heap_.reserve(classes);
    }
    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] HtbClass* first() const { return heap_.front(); } // not empty

    void schedule(HtbClass& c, core::base::Nanos at) {
        c.wakeAt = at;
        if (c.heapIndex == 0) {
            heap_.push_back(&c);
            c.heapIndex = static_cast<std::uint32_t>(heap_.size());
        }
        siftDown(siftUp(c.heapIndex));
    }
    void cancel(HtbClass& c) {
        const std::uint32_t hole = c.heapIndex;
        if (hole == 0) {
            return;
        }
        c.heapIndex = 0;
        HtbClass* last = heap_.back();
        heap_.pop_back();
        if (last != &c) {
            place(hole, last);
            siftDown(siftUp(hole));
        }
    }

private:
    HtbClass*& at(std::uint32_t index) { return heap_[index - 1]; }
    void place(std::uint32_t index, HtbClass* c) {
        at(index) = c;
        c->heapIndex = index;
    }
    void swap(std::uint32_t a, std::uint32_t b) {
        HtbClass* moved = at(a);
        place(a, at(b));
        place(b, moved);
    }
    std::uint32_t siftUp(std::uint32_t index) {
        while (index > 1 && at(index)->wakeAt < at(index / 2)->wakeAt) {
            swap(index, index / 2);
            index /= 2;
        }
        return index;
    }
    void siftDown(std::uint32_t index) {
        for (;;) {
            std::uint32_t least = index;
            for (std::uint32_t child = 2 * index; child <= 2 * index + 1; ++child) {
                if (child <= heap_.size() && at(child)->wakeAt < at(least)->wakeAt) {
                    least = child;
                }
            }
            if (least == index) {
                return;
            }
            swap(index, least);
            index = least;
        }
    }

    std::vector<HtbClass*> heap_;
};

} // namespace agent::dataplane
