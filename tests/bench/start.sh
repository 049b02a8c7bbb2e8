#!/usr/bin/env bash
# How long the program takes from its start to the first frame with the men in it, and how much memory it holds then, against a
# plain window of Bevy's with egui (`plain_window` of tests/it/cost.rs), by turns on a virtual screen.
# Usage: start.sh PROGRAM TESTS [ROUNDS [WORDS OF SETTINGS]], TESTS being the test program that cargo built of tests/it.
set -euo pipefail
program=$(realpath "$1")
tests=$(realpath "$2")
rounds=${3:-5}
SIZE=1280x720
. "$(dirname "$0")/../e2e/screen.sh"
export RUST_LOG=warn,endgame=trace,it=trace
[ $# -lt 4 ] || printf '%s\n' "$4" > "$folder/config/endgame/settings.toml"

# Seconds from the epoch of the line that says it first, after another one.
moment() { awk -v after="$1" 'after == "" || index($0, after) { after = ""; if (/frame [0-9]/) { print $1; exit } }' "$folder/log"; }

# Starts a program, waits until it draws and prints how long that took and the memory in kB five seconds later.
measure() {
    local after=$1 begun=$(date +%s.%N) at=""
    shift
    "$@" > "$folder/log" 2>&1 &
    local game=$!
    while at=$(moment "$after"); [ -z "$at" ]; do
        kill -0 "$game" || { cat "$folder/log" >&2; exit 1; }
        sleep 0.2
    done
    sleep 5
    local held=$(awk '/VmRSS/ { print $2 }' "/proc/$game/status")
    kill "$game"
    wait "$game" 2>/dev/null || true
    echo "$(date -d "$at" +%s.%N) $begun $held" | awk '{ printf "%.2f %d\n", $1 - $2, $3 }'
}

for _ in $(seq "$rounds"); do
    echo "ours $(measure "the men are dressed" "$program" --windowed 1280x720)"
    echo "plain $(measure "" "$tests" --ignored --nocapture plain_window)"
done | tee "$folder/figures"
middle() { awk -v who="$1" -v field="$2" '$1 == who { print $field }' "$folder/figures" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
for field in 2 3; do
    echo "$(middle ours $field) $(middle plain $field)" |
        awk -v what="$([ $field = 2 ] && echo "seconds to the first frame" || echo "kB of memory")" \
            '{ printf "%s, median: ours %s, plain %s, ratio %.2f\n", what, $1, $2, $1 / $2 }'
done
