### Films of a watched game.

film-title = Export a film
film-begin = Choose where …
film-cancel = Cancel
film-format = Format
film-format-mp4 = MP4
film-format-webp = WebP
film-format-gif = GIF
film-format-pngs = Pictures (PNG)
film-size = Size
film-fps = Frames a second
film-part = What of the game
film-part-whole = The whole game
film-part-passage = The repeated moves
film-part-rest = From here on
film-pacing = Positions are looked at
film-pacing-even = all alike
film-pacing-clock = by the players' clocks
film-pacing-importance = longer where it matters
film-speed = Speed
film-view = The eye
film-view-now = stays where it is
film-view-director = goes along (the director)
film-captions = Comments in the picture
film-clocks = Players and clocks in the picture
film-graph = Graph of the game in the picture
film-length = { $minutes }:{ $seconds } long, { $frames } frames
film-busy = Another film is being made.
film-at-most = A GIF has at most 50 frames a second.
film-export = Export a film (Ctrl+E)
film-kind = Films
film-begins = A film of the game: it begins
film-runs = A film of the game: { $percent } %
film-left-minutes =
    { $minutes ->
        [one] about a minute left
       *[other] about { $minutes } minutes left
    }
film-left-seconds =
    { $seconds ->
        [one] a second left
       *[other] { $seconds } seconds left
    }
film-clears = The film is given up
film-stop = Stop
