// A lab: a board, a configuration on it and traffic through it, in resources/labs/<name>/lab.json.
// A variant lists its own configuration files (and, if it differs, its scenario): "ccr2004-intervlan/queue-tree".
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace core::devices {

struct LabFile {
    std::string path; // for messages
    std::string text;
};

struct Lab {
    std::string name;  // with its variant: "ccr2004-intervlan/queue-tree"
    std::string title; // one line for people
    std::string board; // model, as core::devices::loadBoard takes it
    std::string note;  // where it comes from and what to expect of it; may be empty
    std::vector<LabFile> configs; // .rsc files, to be loaded one after the other
    LabFile scenario;             // traffic (JSON)
};

// Name of a lab that exists, without its files.
struct LabEntry {
    std::string name;
    std::string title;
    std::string board;
};

// Reads a lab and its files. NotFound lists the labs there are; InvalidInput names file and field.
core::base::Result<Lab> loadLab(std::string_view name);

// Every lab and every variant, sorted, the plain lab before its variants.
core::base::Result<std::vector<LabEntry>> labEntries();

} // namespace core::devices
