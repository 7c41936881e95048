#!/usr/bin/env bash
# Builds the fuzz targets with clang, ASan and UBSan into build/fuzz and runs them, two at a time. A find ends it with an error and stays in
# build/fuzz/finds: make it a named test beside the decoder, and put it into the corpus.
#   tests/fuzz/smoke.sh 60 [target...]      looks for new finds: each target for so many seconds, from a seed of its own, on what earlier runs grew
#   tests/fuzz/smoke.sh repeat [target...]  what ctest runs: the kept corpus and the same inputs made of it every time, so that only a change of
#                                           ours can fail it (about 20 s a target)
set -euo pipefail
mode=${1:?how many seconds for each target, or \"repeat\"}
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
build="$root/build/fuzz"
command -v clang++ >/dev/null || { echo "fuzz_smoke: clang++ is missing (packaging/setup.sh test)" >&2; exit 1; }

cmake -S "$root" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" \
  -DPATHSCOPE_SANITIZE=fuzzer-no-link,address,undefined -DPATHSCOPE_FUZZ=ON > "$build.configure.log" 2>&1 ||
  { cat "$build.configure.log" >&2; exit 1; }
nice cmake --build "$build" --target fuzz_targets

targets=("$@")
(( ${#targets[@]} > 0 )) || mapfile -t targets < <(cd "$build/fuzz" && ls)
mkdir -p "$build/finds"

# Inputs of a repeated run.
runs_of() {
  case $1 in
    fuzz_pipeline) echo 2000 ;;
    fuzz_config) echo 6000 ;;
    fuzz_script) echo 60000 ;;
    *) echo 150000 ;;
  esac
}

run_one() {
  local target=$1 log="$build/$1.log" grown limit
  if [ "$mode" = repeat ]; then
    grown="$build/repeated/$target" limit=(-seed=1 "-runs=$(runs_of "$target")")
    rm -rf "$grown"
  else
    grown="$build/corpus/$target" limit=("-max_total_time=$mode")
  fi
  mkdir -p "$grown"
  if "$build/fuzz/$target" "${limit[@]}" -timeout=10 -rss_limit_mb=2048 -max_len=8192 -artifact_prefix="$build/finds/$target-" \
      "$grown" "$root/tests/fuzz/corpus/$target" > "$log" 2>&1; then
    echo "$target: $(grep -oE 'Done [0-9]+ runs in [0-9]+ second' "$log" || tail -1 "$log"), no find"
  else
    echo "$target: FOUND" && tail -40 "$log"
    return 1
  fi
}
export -f run_one runs_of
export build root mode
printf '%s\n' "${targets[@]}" | xargs -P 2 -I{} bash -c 'run_one {}'
