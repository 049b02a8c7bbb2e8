#!/usr/bin/env bash
# The real window, killed with -9 at random moments of a game and opened again: the game is always there, at most the move in
# the air is missing, and nothing once the table is at rest. Usage: kill.sh PROGRAM [TIMES] [FOLDER FOR A SCREENSHOT]
set -euo pipefail
program=$(realpath "$1")
times=${2:-5}
. "$(dirname "$0")/screen.sh"
moves=(e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 OO Be7 Re1 b5 Bb3 d6 c3 OO h3 Nb8 d4 Nbd7)

start() {
    "$program" --windowed 640x360 2> "$folder/log" &
    game=$!
    for _ in $(seq 90); do
        kill -0 "$game" || { cat "$folder/log" >&2; exit 1; }
        [ "$(grep -c ' frame ' "$folder/log" || true)" -gt 5 ] && break
        sleep 0.5
    done
    sleep 4
    window=$(xdotool search --onlyvisible --name '^Endgame$' | head -n 1)
    xdotool windowfocus "$window"
}
type_move() {
    xdotool key m
    sleep 0.4
    xdotool type --delay 60 "$1"
    xdotool key Return
}
# Half-moves in the game's file; 0 where there is none.
kept() {
    cat "$folder"/data/endgame/games/*.pgn 2>/dev/null | "$program" pgn check --json - 2>/dev/null |
        grep -o '"plies":[0-9]*' | head -n 1 | cut -d: -f2 || true
}

done=0
for round in $(seq "$times"); do
    start
    for _ in 1 2; do
        type_move "${moves[$done]}"
        done=$((done + 1))
        sleep 0.$((RANDOM % 9))
    done
    kill -9 "$game"
    wait "$game" 2>/dev/null || true
    there=$(kept)
    echo "round $round: $(grep -c ' played ' "$folder/log" || true) moves made, ${there:-0} of $done half-moves kept"
    played=$((done - 2 + $(grep -c ' played ' "$folder/log" || true)))
    [ "${there:-0}" -ge $((played - 1)) ] || { echo "more than the move in the air is missing" >&2; exit 1; }
    done=${there:-0}
done
start
[ -n "${3:-}" ] && { xdotool key ctrl+g; sleep 6; import -window root "$3/saved.png"; xdotool key Escape; sleep 2; }
before=$(kept)
type_move "${moves[$done]}"
sleep 3
kill -9 "$game"
wait "$game" 2>/dev/null || true
[ "$(kept)" -eq $((before + 1)) ] || { echo "a move that had come to rest is missing" >&2; exit 1; }
[ "$(ls "$folder"/data/endgame/games/*.pgn | wc -l)" -eq 1 ]
[ -z "$(find "$folder" -name '*set-aside*')" ]
echo "killed $times times in play and once at rest: the game is whole, in one file"
