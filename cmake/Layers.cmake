# The layer map: for every room the rooms it may link and include directly, besides itself.
# A link that is not listed here does not configure; tests/house checks every #include against this same file.
# Format of one entry: "room: allowed room, allowed room"; a trailing /* means every room below that folder.
set(PATHSCOPE_LAYERS
  # --- shared -----------------------------------------------------------------------------------
  "core/base:"
  "core/model: core/base"
  "core/routeros/api: core/base core/model"
  "core/routeros/script: core/base core/model"
  "core/routeros/config: core/base core/model core/routeros/script"
  "core/devices: core/base core/model"
  # --- console: think (pure) ----------------------------------------------------------------------
  "core/metrics: core/base core/model"
  "core/planner: core/base core/model core/routeros/script core/routeros/config core/devices"
  "core/doctor: core/base core/model core/routeros/script core/routeros/config core/devices core/planner"
  "core/advisor: core/base core/model core/devices"
  # --- console: do --------------------------------------------------------------------------------
  "core/link: core/base core/model core/routeros/api core/routeros/script"
  "core/poller: core/base core/model core/link"
  "core/change: core/base core/model core/link core/planner"
  "core/twin: core/base core/model"
  "core/store: core/base core/model"
  "core/experiment: core/base core/model core/metrics"
  "core/workspace: core/base core/model core/routeros/script core/routeros/config core/devices core/metrics core/planner core/doctor core/advisor core/link core/poller core/change core/twin"
  # --- console: show ------------------------------------------------------------------------------
  "ui/theme: core/base core/model"
  "ui/models: core/base core/model core/workspace ui/theme"
  "ui/charts: core/base core/model core/workspace ui/theme"
  "ui/widgets: core/base core/model core/workspace ui/theme"
  "ui/pages: core/base core/model core/workspace ui/theme ui/models ui/charts ui/widgets"
  "ui/shell: core/base core/model core/workspace ui/theme ui/models ui/charts ui/widgets ui/pages"
  # --- agent --------------------------------------------------------------------------------------
  "agent/io: core/base"
  "agent/dataplane/packet: core/base core/model"
  "agent/dataplane/config: core/base core/model agent/dataplane/packet"
  "agent/dataplane/parse: core/base core/model agent/dataplane/packet agent/dataplane/config"
  "agent/dataplane/l2: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/dataplane/fib: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/dataplane/conntrack: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/dataplane/nat: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse agent/dataplane/conntrack"
  "agent/dataplane/classifier: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse agent/dataplane/conntrack"
  "agent/dataplane/queueing: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/dataplane/tunnel: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/dataplane/cost: core/base core/model agent/dataplane/packet agent/dataplane/config"
  "agent/dataplane/pipeline: core/base core/model agent/dataplane/*"
  "agent/traffic: core/base core/model agent/dataplane/packet agent/dataplane/config agent/dataplane/parse"
  "agent/runtime: core/base core/model core/devices agent/io agent/traffic agent/dataplane/*"
  "agent/control/tree: core/base core/model core/routeros/script core/routeros/config core/devices agent/dataplane/config"
  "agent/control/commands: core/base core/model core/routeros/api core/routeros/script core/routeros/config core/devices agent/control/tree agent/runtime agent/traffic agent/dataplane/*"
  "agent/control/cli: core/base core/model core/routeros/script core/routeros/config agent/control/tree agent/control/commands"
  "agent/control/api: core/base core/model core/routeros/api agent/control/tree agent/control/commands"
  "agent/control/rest: core/base core/model core/routeros/api agent/control/tree agent/control/commands"
  "agent/control/ssh: core/base core/model agent/control/tree agent/control/commands agent/control/cli"
  # --- programs (wiring only) ---------------------------------------------------------------------
  "app/agentd: core/base core/model core/routeros/* core/devices agent/*"
  "app/ctl: core/base core/model core/workspace"
  "app/console: core/base core/model core/workspace ui/*"
)
