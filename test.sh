#!/usr/bin/env bash
# Sets up, builds and runs all tests; closes with ctest's summary. Arguments go to ctest: ./test.sh -L unit
set -euo pipefail
cd "$(dirname "$0")"
packaging/setup.sh build run test
preset=${PATHSCOPE_PRESET:-release}
cmake --preset "$preset"
cmake --build --preset "$preset"
cmake --build --preset "$preset" --target headers_alone
ctest --preset "$preset" -j 2 "$@"
