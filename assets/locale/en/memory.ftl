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
