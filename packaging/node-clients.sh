#!/usr/bin/env bash
# Installs the JavaScript clients that tests/integration judges the agent with, in the versions of their package-lock.json.
# Called by setup.sh for the group test; does nothing when they are there already.
set -euo pipefail
folder=$(cd "$(dirname "$0")/../tests/integration/node" && pwd)
installed="$folder/node_modules/.package-lock.json"
[[ -f "$installed" && ! "$folder/package-lock.json" -nt "$installed" ]] && exit 0
echo "Installing the JavaScript clients of tests/integration/node"
npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --silent
touch "$installed"
