// One sample as a line of text: a JSON object, or a row of a table. Pure.
//
// JSON, one object a line:
//   time           ISO 8601, UTC, milliseconds
//   router         its identity
//   total_bps      octets received on all hardware ports, as bits per second; total_pps likewise
//   paths          share of those octets by path, 0 … 1; they sum to 1, or are all 0 when nothing moves
//   interfaces     name, rx_bps, fp_rx_bps, tx_bps, fp_tx_bps (null: the router does not count it), hw (flag H; null: not a bridge port)
//   cpu_percent    a number per core
//   inconsistent   texts: figures that cannot be right
#pragma once

#include "core/model/path_share.h"

#include <QDateTime>
#include <string>
#include <vector>

namespace app::ctl {

struct Sample {
    QDateTime time;
    std::string router;
    core::model::RateSample rates;
    std::vector<double> cpuPercent;
};

std::string jsonLine(const Sample& sample);

std::string tableHeader();
std::string tableLine(const Sample& sample);

} // namespace app::ctl
