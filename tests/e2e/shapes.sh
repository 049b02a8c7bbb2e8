#!/usr/bin/env bash
# The window in every shape: down to one pixel, wide, flat, hidden and shown again; what is held meanwhile does not stick. There is
# no window manager, so that nobody keeps the program from sizes it does not wish for. Usage: shapes.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
. "$(dirname "$0")/screen.sh"
"$program" --windowed 640x360 2> "$folder/log" &
game=$!

settle
window=$(xdotool search --onlyvisible --name '^Endgame$' | head -n 1)
xdotool windowfocus "$window"
for size in "1 1" "300 30" "30 300" "1 400" "640 1" "8000 200" "200 4000" "640 360"; do
    # shellcheck disable=SC2086 # two numbers
    xdotool windowsize "$window" $size
    settle
    echo "$size: alive, $(frames) frames so far"
done
for _ in $(seq 20); do
    xdotool windowunmap "$window"
    sleep 0.1
    xdotool windowmap "$window"
    sleep 0.1
done
settle
xdotool windowfocus "$window"
xdotool key 3
settle
# The middle of the board is that of the room beside the slim panel; a rank is about a tenth of the height.
x=296
xdotool mousemove --window "$window" "$((x + 15))" 300 mousedown 1
xdotool mousemove --window "$window" "$((x + 15))" 240
xdotool mousemove --window "$window" "$((x + 15))" 200
sleep 0.5
xdotool windowunmap "$window"
sleep 1
xdotool mouseup 1
xdotool windowmap "$window"
sleep 1
xdotool windowfocus "$window"
xdotool mousemove --window "$window" "$((x + 80))" 180
settle
# A key that is held while the window goes.
xdotool keydown l
sleep 1
xdotool windowunmap "$window"
sleep 1
xdotool keyup l
xdotool windowmap "$window"
settle
xdotool windowfocus "$window"
for key in m e 4 Return; do xdotool key "$key"; sleep 0.7; done
settle
[ "$(grep -c " played " "$folder/log")" -eq 1 ] && grep -q "played e2e4" "$folder/log"
if grep -E "ERROR|panicked" "$folder/log"; then exit 1; fi
echo "every shape, 20 times hidden and shown, and one move afterwards"
