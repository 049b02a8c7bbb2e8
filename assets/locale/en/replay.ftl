### Watching games.

replay-great-games = Great games
replay-games =
    { $count ->
        [one] { $name }: one game
       *[other] { $name }: { $count } games
    }
replay-found = { $name }: { $found } of { $count } games
replay-faulty =
    { $count ->
        [one] one with a fault
       *[other] { $count } with a fault
    }
replay-listing = { $percent } % of the file is listed
replay-stopped = Stopped: only { $percent } % of the file is listed
replay-stop-listing = Stop (Esc)
replay-save-back = Save to the collection
replay-discard = Discard changes
replay-changed = ● { $game }
replay-summary = { $white } – { $black }  { $result }  { $year }
replay-not-playable = This game cannot be shown: { $why }
replay-back-to-game = Back to the game
replay-instead = Instead: { $move }
replay-next = Or: { $move }
replay-start = To the start (Home)
replay-back = One move back (Left)
replay-play = Play (Space)
replay-pause = Pause (Space)
replay-forward = One move on (Right)
replay-end = To the end (End)
replay-slower = Slower (Down)
replay-faster = Faster (Up)
replay-play-on = Play from here
replay-play-on-help = Leave the replay and play on from this position. An unfinished game goes on at its end, with its clocks.
film-back = Back to the film
film-back-with = … with my moves
replay-next-comment = To the next comment (C; back with Shift)
replay-next-capture = To the next capture (X; back with Shift)
replay-repeat = Show the moves around here again and again (R); from here: I, to here: O
replay-repeat-off = No more of that (R)
replay-speed = How fast the film runs: draw or type, ×0.25 to ×8 (Up, Down)
replay-theatre = The board alone (T; Esc brings the rest back)
caption-back = The page before
caption-on = The next page
pace-menu = How long positions are looked at, and captions
pace-tempo = Positions are looked at
pace-even = all alike
pace-clock = as long as the players thought
pace-times = Thinking times are divided by
pace-longest = The longest wait
pace-importance = Longer where it matters, shorter where not
pace-reading = Time to read comments
pace-captions = Comments in the picture
pace-variations = Variations in the film
replay-variation = Variation
replay-words = Write a comment
replay-words-done = Done
replay-put-first = Make this the main line
replay-remove = Take this move and all after it away
replay-sign = Give the move this sign, or take it away
find-hint = Search (Ctrl+F)
find-filter = Only some games: result, player, years, length, favorites
find-order = In which order
find-any = any
find-result = Result
find-player = One of the players
find-years = Years
find-moves = Moves
find-favorites = Only favorites
find-clear = Show all games again
find-star = Make it a favorite
find-unstar = No favorite any more
find-position = Games that reach the position on the table (G)
find-position-runs =
    { $found ->
        [one] One game reaches the position ({ $games } of { $of } looked at)
       *[other] { $found } games reach the position ({ $games } of { $of } looked at)
    }
find-position-done =
    { $found ->
        [one] One of { $games } games reaches the position
       *[other] { $found } of { $games } games reach the position
    }
find-position-forget = All games again
find-at-move = { $game } · move { $move }
find-in-variation = { $game } · ({ $move })
order-number = As in the file
order-white = White
order-black = Black
order-date = Date
order-event = Event
order-result = Result
order-length = Length
programme-show = Show these games one after the other, or no more (N: the next, Shift+N: the one before)
programme-shuffle = In an order that nobody knows, each once
programme-loop = Begin again behind the last
files-recent = Files opened last
