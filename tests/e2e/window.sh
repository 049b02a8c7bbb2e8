#!/usr/bin/env bash
# The program in a real window on a virtual screen: it opens from another folder, a move is made, the picture
# is not empty, no frame is drawn while nothing happens, and one a second while a clock runs. Usage: window.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "$0")/screen.sh"
"$program" --windowed 640x360 2> "$folder/log" &
game=$!

settle
window=$(xdotool search --onlyvisible --name '^Endgame$' | head -n 1)
xdotool windowfocus "$window"
# From above every square can be pointed at: the board lies in the middle of what the slim panel leaves.
xdotool key 3
settle
colors=$(import -window root -format '%k' info: 2>/dev/null || import -window root png:- | identify -format '%k' -)
[ "$colors" -gt 500 ] || { echo "the window shows only $colors colors" >&2; exit 1; }
# The typed-move field takes a move from the keyboard.
for key in m e 4 Return; do xdotool key "$key"; sleep 0.7; done
settle
grep -q "played e2e4" "$folder/log" || { echo "the move was not made" >&2; cat "$folder/log" >&2; exit 1; }
before=$(frames)
ticks=$(awk '{print $14 + $15}' "/proc/$game/stat")
sleep 10
drawn=$(($(frames) - before))
used=$(($(awk '{print $14 + $15}' "/proc/$game/stat") - ticks))
echo "at rest for 10 s: $drawn frames drawn, $used ticks of processor time; the window shows $colors colors"
[ "$drawn" -eq 0 ]

# A running clock costs one frame for each change of its digits, once a second, and no more.
kill "$game"
wait "$game" 2>/dev/null || true
"$program" --windowed 320x240 --time 5:00 2> "$folder/log" &
game=$!
sleep 25
kill -0 "$game" || { cat "$folder/log" >&2; exit 1; }
before=$(frames)
sleep 10
drawn=$(($(frames) - before))
echo "with a clock running for 10 s: $drawn frames drawn"
[ "$drawn" -ge 1 ] && [ "$drawn" -le 12 ]
