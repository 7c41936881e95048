#include "agent/dataplane/packet/packet_pool.h"

#include <new>
#include <sys/mman.h>

namespace agent::dataplane {

void UnmapArena::operator()(PacketBuf* arena) const { ::munmap(arena, bytes); }

PacketPool::PacketPool(std::size_t buffers) : free_(std::make_unique<PacketBuf*[]>(buffers)), capacity_(buffers) {
    const std::size_t bytes = buffers * sizeof(PacketBuf);
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc(); // start-up only; the program reports it and ends
    }
    ::madvise(memory, bytes, MADV_HUGEPAGE); // a wish: fewer TLB misses where the kernel grants it
    arena_ = std::unique_ptr<PacketBuf[], UnmapArena>(static_cast<PacketBuf*>(memory), UnmapArena{bytes});
    for (std::size_t i = buffers; i-- > 0;) {
        give(&arena_[i]);
    }
}

} // namespace agent::dataplane
