#!/usr/bin/env bash
# Sets up, builds and starts the console on the bundled agent. Arguments go to the console: ./run.sh --lab hex-s-router-on-a-stick
set -euo pipefail
cd "$(dirname "$0")"
packaging/setup.sh build run
cmake --preset release >/dev/null
cmake --build --preset release --target pathscope pathscope-agent pathscopectl
if [[ -z "${DISPLAY:-}" && -z "${WAYLAND_DISPLAY:-}" && "$*" != *--screenshot* ]]; then
  echo "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the console's window cannot open."
  echo "The same figures without a screen:"
  echo
  echo "  build/release/bin/pathscopectl watch --lab hap-ac2-gigabit"
  exit 1
fi
exec build/release/bin/pathscope "$@"
