# A virtual screen of 640x400, or of $SIZE, and a person's folders of their own, for the scripts beside this one: sets `folder`, leaves the
# program alone at low detail without sound, and goes to a folder from which no asset could be found.
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
mkdir -p "$folder/config/endgame"
printf 'detail = "low"\ndetail_is_chosen = true\nsound = false\n' > "$folder/config/endgame/settings.toml"
# The first screen that nobody has.
for display in $(seq 80 120); do [ -e "/tmp/.X11-unix/X$display" ] || [ -e "/tmp/.X$display-lock" ] || break; done
Xvfb ":$display" -screen 0 "${SIZE:-640x400}x24" -nolisten tcp >/dev/null 2>&1 &
sleep 1
export DISPLAY=":$display" XDG_RUNTIME_DIR="$folder" NO_COLOR=1 RUST_LOG=warn,endgame=trace
export XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data" XDG_STATE_HOME="$folder/state"
unset WAYLAND_DISPLAY
cd /

# How many frames the game, whose process is in `game`, has drawn by its log.
frames() { grep -c " frame " "$folder/log" || true; }
# Waits until it draws no more.
settle() {
    for _ in $(seq 60); do
        before=$(frames)
        sleep 1.5
        kill -0 "$game" || { cat "$folder/log" >&2; exit 1; }
        [ "$before" -gt 3 ] && [ "$(frames)" = "$before" ] && return
    done
    echo "frames are drawn for ever" >&2
    exit 1
}
