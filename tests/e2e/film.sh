#!/usr/bin/env bash
# Films made from the real window by clicks: one is finished, one is given up, and of one the game is killed. Neither of the last
# two leaves anything. Usage: film.sh PROGRAM
set -euo pipefail
program=$(realpath "$1")
SIZE=1280x720
. "$(dirname "$0")/screen.sh"
export HOME="$folder/home"
mkdir -p "$HOME"
printf '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n' > "$folder/game.pgn"
cd "$HOME"
"$program" --windowed 1280x720 "$folder/game.pgn" 2> "$folder/log" &
game=$!
settle
xdotool windowfocus "$(xdotool search --onlyvisible --name '^Endgame$' | head -n 1)"

click() { xdotool mousemove "$1" "$2"; sleep 0.5; xdotool click 1; sleep 1; }
filming() { pgrep -P "$game" -f "film --attended" || true; }
# Asks for a film under this name; the button with the camera lies below the board, the one for the place has the focus.
film() {
    click 542 688
    xdotool key Return; sleep 1.5
    xdotool key ctrl+a; xdotool type --delay 60 "$1"; sleep 0.5
    xdotool key Return; sleep 1
}
# Waits until nobody makes a film any more.
gone() { for _ in $(seq 300); do kill -0 "$1" 2>/dev/null || return 0; sleep 0.2; done; echo "$1 goes on" >&2; exit 1; }

film whole.mp4
child=$(filming)
[ -n "$child" ] || { echo "no film is made" >&2; cat "$folder/log" >&2; exit 1; }
for _ in $(seq 300); do [ -e whole.mp4 ] && break; sleep 0.5; done
[ "$(ls)" = whole.mp4 ] || { ls; exit 1; }
if command -v ffprobe >/dev/null; then
    ffprobe -v error -count_frames -show_entries stream=codec_name,nb_read_frames,duration -of compact=p=0 whole.mp4
fi
sleep 1

film given-up.mp4
child=$(filming)
for _ in $(seq 60); do [ "$(ls | wc -l)" = 2 ] && break; sleep 0.2; done
click 762 72
sleep 5
[ -z "$(filming)" ] && [ "$(ls)" = whole.mp4 ] || { echo "what was given up is left" >&2; ls; exit 1; }

film killed.mp4
child=$(filming)
for _ in $(seq 60); do [ "$(ls | wc -l)" = 2 ] && break; sleep 0.2; done
kill -9 "$game"
gone "$child"
[ "$(ls)" = whole.mp4 ] || { echo "of a killed game's film something is left" >&2; ls; exit 1; }
echo "a film was made by clicks; nothing is left of one that was given up and of one whose game was killed"
