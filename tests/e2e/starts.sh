#!/usr/bin/env bash
# The program killed twice while it starts: the third start has safe settings and leaves the file as it is; one that was drawn
# for a while is no failed start, however it ends. Usage: starts.sh PROGRAM [FOLDER FOR A SCREENSHOT]
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "$0")/screen.sh"
settings="$folder/config/endgame/settings.toml"
printf 'board = "marble"\n' >> "$settings"
cp "$settings" "$folder/before"
dots() { cat "$folder/state/endgame/start.lock"; }
safe() { grep -c "safe settings" "$folder/log" || true; }

# Kills a start as soon as a frame is drawn.
fail() {
    "$program" --windowed 640x360 2> "$folder/log" &
    game=$!
    for _ in $(seq 200); do
        grep -q " frame " "$folder/log" && break
        sleep 0.1
    done
    kill -9 "$game"
    wait "$game" 2>/dev/null || true
}
# Lets a start be drawn until it is counted as one that came to something, then kills it.
last() {
    "$program" --windowed 640x360 2> "$folder/log" &
    game=$!
    for _ in $(seq 300); do
        kill -0 "$game" || { cat "$folder/log" >&2; exit 1; }
        grep -q " frame 5$" "$folder/log" && [ -z "$(dots)" ] && break
        sleep 0.2
    done
    [ -n "${1:-}" ] && import -window root "$1/safe.png"
    kill -9 "$game"
    wait "$game" 2>/dev/null || true
}

fail
[ "$(dots)" = . ]
fail
[ "$(dots)" = .. ] && [ "$(safe)" -eq 0 ]
last "${2:-}"
[ "$(safe)" -eq 1 ] && [ -z "$(dots)" ]
cmp "$settings" "$folder/before"
for _ in 1 2 3; do
    last
    [ "$(safe)" -eq 0 ] && [ -z "$(dots)" ]
done
echo "two failed starts made the third safe and left the settings alone; four that were killed later counted for nothing"
