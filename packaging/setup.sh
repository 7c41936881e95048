#!/usr/bin/env bash
# Installs the packages of packaging/debian-packages.txt that are missing. Called by run.sh and test.sh; safe to call again.
#   packaging/setup.sh build run        only those two groups
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

wanted=()
while read -r package group program _; do
  [[ -z "$package" || "$package" == \#* ]] && continue
  # Some machines have the program from elsewhere, in a version the package would conflict with.
  [[ -n "${program:-}" ]] && command -v "$program" >/dev/null && continue
  for g in "$@"; do
    [[ "$g" == "$group" ]] && wanted+=("$package")
  done
done < "$here/debian-packages.txt"

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
install_missing() {
  (( ${#missing[@]} == 0 )) && return
  if ! command -v apt-get >/dev/null; then
    echo "Pathscope is built on Debian 12. This machine has no apt-get; please install by hand: ${missing[*]}" >&2
    exit 1
  fi
  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing and only root may install them: ${missing[*]}" >&2
      echo "Run as root: apt-get install ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "Installing: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}
install_missing

for g in "$@"; do
  if [[ "$g" == test ]]; then
    "$here/node-clients.sh"
  fi
done
