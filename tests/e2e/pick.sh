#!/usr/bin/env bash
# Picking in a real window on a virtual screen: the mouse is moved to 1,000 places in each of six views, and clicks on 200
# targets that a man in front partly hides; what the program means is compared with a ray. Then what a mouse lets go outside
# the window, and the keys of a Cyrillic layout. Usage: pick.sh TEST [NAME], where
# TEST is the program that `cargo test --release --no-run --test it` names; PLACES and CLICKS ask for other numbers.
set -euo pipefail
test=$(realpath "$1")
. "$(dirname "$0")/screen.sh"
"$test" --ignored --nocapture --test-threads=1 "${2:-pointer::}"
