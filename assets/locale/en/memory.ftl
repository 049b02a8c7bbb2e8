### What is kept on the disk: settings, the game on the table, saved games.

## What the program tells of its files

news-close = Close
news-set-aside = { $file } was not used: { $why }. It is kept as { $aside }.
news-left-there = { $file } was not used: { $why }. It was left as it is.
news-value = “{ $key }” in { $file } was not understood; its usual value is used.
news-not-kept = { $file } could not be written: { $why }. Play goes on, but what changes is not kept.
news-no-folder = There is no folder for your settings and games on this computer: nothing is kept.
news-empty = it is empty
news-not-text = it is no text
news-damaged = it is damaged ({ $detail })
news-foreign = it was not written by this program
news-newer = a newer program has written it
news-unreadable = it cannot be read ({ $detail })
news-resumed =
    { $moves ->
        [0] The game that you left is on the table again.
        [one] The game that you left is on the table again, after one move.
       *[other] The game that you left is on the table again, after { $moves } moves.
    }
news-unsaved =
    { $games ->
        [one] A game of { $file } was changed and not saved. The changes are there.
       *[other] { $games } games of { $file } were changed and not saved. The changes are there.
    }
news-watch = Watch { $name }
news-drawn-by-processor = There is no graphics processor: { $name } draws, at low detail. A Vulkan driver for the graphics card makes the table fluent.
news-safe = The last two starts came to nothing, so this one has safe settings: low detail, the usual board, men and light, no sound. Your own are still in their file.
news-safe-keep = Keep the safe settings
news-safe-own = Use my own again

## Saved games

saved-title = Games played here
saved-count =
    { $count ->
        [0] Every game that you play is kept here by itself.
        [one] One game, kept by itself.
       *[other] { $count } games, kept by themselves, the newest first.
    }
saved-players = { $white } – { $black }
saved-details =
    { $moves ->
        [one] { $date } · { $result } · one move
       *[other] { $date } · { $result } · { $moves } moves
    }
saved-unfinished = unfinished
saved-faulty = This game cannot be read to its end: { $why }
saved-event = Event
saved-watch = Watch
saved-go-on = Go on
saved-rename = Rename
saved-delete = Delete
saved-undo = Bring back the deleted game
saved-rename-keep = Keep the names
saved-rename-cancel = Leave them
saved-close = Close
