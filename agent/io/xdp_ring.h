// One ring of an AF_XDP socket, shared with the kernel: fill, completion, receive or transmit (Documentation/networking/af_xdp.rst).
// We produce into fill and transmit, consume from receive and completion; the kernel does the reverse.
//
//   std::uint32_t n = rx.filled();                       // to consume
//   for (i < n) use(rx.at<xdp_desc>(i));  rx.consume(n);
//   std::uint32_t n = tx.room();                         // to produce
//   for (i < n) tx.at<xdp_desc>(i) = …;   tx.produce(n);
//
// Owns the mapping. One thread on our side.
#pragma once

#include <atomic>
#include <cstdint>
#include <linux/if_xdp.h>
#include <sys/mman.h>
#include <utility>

namespace agent::io {

class XdpRing {
public:
    XdpRing() = default;
    XdpRing(const XdpRing&) = delete;
    XdpRing& operator=(const XdpRing&) = delete;
    ~XdpRing() {
        if (memory_ != nullptr) {
            ::munmap(memory_, octets_);
        }
    }

    // `entries` is a power of two, as told to the kernel. False: errno says why.
    [[nodiscard]] bool map(int socket, const xdp_ring_offset& offsets, std::uint32_t entries, std::size_t entryOctets, std::uint64_t page) {
        octets_ = offsets.desc + entries * entryOctets;
        void* memory = ::mmap(nullptr, octets_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, socket, static_cast<off_t>(page));
        if (memory == MAP_FAILED) {
            return false;
        }
        memory_ = static_cast<std::uint8_t*>(memory);
        producer_ = reinterpret_cast<std::uint32_t*>(memory_ + offsets.producer);
        consumer_ = reinterpret_cast<std::uint32_t*>(memory_ + offsets.consumer);
        flags_ = reinterpret_cast<std::uint32_t*>(memory_ + offsets.flags);
        entries_ = memory_ + offsets.desc;
        size_ = entries;
        return true;
    }

    // --- as consumer
    [[nodiscard]] std::uint32_t filled() const { return load(producer_) - *consumer_; }
    void consume(std::uint32_t count) { store(consumer_, *consumer_ + count); }
    // --- as producer
    [[nodiscard]] std::uint32_t room() const { return size_ - (*producer_ - load(consumer_)); }
    void produce(std::uint32_t count) { store(producer_, *producer_ + count); }
    // The i-th entry from our own end of the ring.
    template <class T> [[nodiscard]] T& consumed(std::uint32_t i) { return entry<T>(*consumer_ + i); }
    template <class T> [[nodiscard]] T& produced(std::uint32_t i) { return entry<T>(*producer_ + i); }
    // The kernel sleeps until a system call.
    [[nodiscard]] bool needsWakeUp() const { return (load(flags_) & XDP_RING_NEED_WAKEUP) != 0; }

private:
    template <class T> T& entry(std::uint32_t i) { return reinterpret_cast<T*>(entries_)[i & (size_ - 1)]; }
    static std::uint32_t load(std::uint32_t* p) { return std::atomic_ref(*p).load(std::memory_order_acquire); }
    static void store(std::uint32_t* p, std::uint32_t v) { std::atomic_ref(*p).store(v, std::memory_order_release); }

    std::uint8_t* memory_ = nullptr;
    std::size_t octets_ = 0;
    std::uint32_t* producer_ = nullptr;
    std::uint32_t* consumer_ = nullptr;
    std::uint32_t* flags_ = nullptr;
    std::uint8_t* entries_ = nullptr;
    std::uint32_t size_ = 0;
};

} // namespace agent::io
