// The agent's configuration is a tree of core/routeros/config; these are its names here.
#pragma once

#include "core/routeros/config/config_tree.h"

namespace agent::control {

using core::routeros::config::formatId;
using core::routeros::config::interfaceKinds;
using core::routeros::config::Item;
using core::routeros::config::ItemId;
using core::routeros::config::parseId;
using Tree = core::routeros::config::ConfigTree;

} // namespace agent::control
