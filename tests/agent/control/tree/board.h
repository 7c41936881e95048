// A board for tests: five gigabit ports on one chip and one port wired to the CPU.
#pragma once

#include "core/devices/board.h"

namespace tests {

inline core::devices::Board smallBoard() {
    core::devices::Board board;
    board.boardName = "test board";
    board.model = "TEST-5";
    board.architecture = "arm";
    board.cpu = "ARM";
    board.cores = 2;
    board.mhz = 800;
    board.ramMb = 128;
    core::devices::Chip chip;
    chip.name = "switch1";
    chip.type = "Atheros-8327";
    board.chips.push_back(chip);
    for (int i = 1; i <= 5; ++i) {
        board.ports.push_back({"ether" + std::to_string(i), 1'000'000'000, std::uint16_t{0}});
    }
    board.ports.push_back({"ether6", 2'500'000'000, std::nullopt});
    board.cost.slow = 1000;
    board.cost.fastTrack = 300;
    return board;
}

} // namespace tests
