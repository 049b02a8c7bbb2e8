### The dialogs.

## New game

new-title = New game
new-rules = Rules
new-rules-standard = Standard chess
new-rules-standard-help = Checkmate wins. A player without a move who is not in check draws.
new-rules-endgame = Endgame
new-rules-endgame-help = Capture the king, or leave the opponent without a move. Check is announced but binds nobody.
new-profile = Draws and claims
new-profile-classic = Classic
new-profile-classic-help = Threefold repetition and fifty moves are claimed. A wrong claim costs nothing.
new-profile-fide = Over the board
new-profile-fide-help = FIDE rules: claims as in Classic, but a claim with an intended move binds you to that move.
new-profile-online = Online
new-profile-online-help = Threefold repetition and fifty moves end the game by themselves.
new-players = Players: White and Black
new-swap = Swap
seat-human = A person
seat-level = Computer, level { $level }
seat-level-rating = Computer, level { $level } (about { $from } to { $to })
seat-change = Who plays on
new-start = Start from
new-start-usual = The usual position
new-start-chess960 = Chess960
new-start-chess960-help = The men behind the pawns are shuffled, the same for both sides. Number 518 is the usual position.
new-number-hint = 0–959
new-number-wrong = The start positions are numbered from 0 to 959.
new-draw-lots = Draw lots
new-start-fen = A position (FEN)
new-fen-hint = Paste a FEN
new-fen-empty = Paste the FEN of a position into the field above.
new-fen-wrong = This cannot be played: { $why }.
new-fen-fine = This position can be played.
new-fen-repaired = Put right: { $what }.
new-time = Time for each player
new-time-none = No clocks
new-time-own = Another
new-time-hint = 5+3, 40/90+30, 15+30, 5:00d3
new-time-wrong = This is no time control: { $why }.
new-time-fine = { $control }: minutes and seconds, then what a move brings.
new-begin = Start
new-cancel = Cancel

## Promotion

promotion-queen = Queen
promotion-rook = Rook
promotion-bishop = Bishop
promotion-knight = Knight

## Resigning

resign-title = Resign?
resign-question = Whoever resigns loses the game.
resign-play-on = Play on
resign-white = White resigns
resign-black = Black resigns

## Pause

pause-title = Paused
pause-resume = Go on
pause-hint = No clock runs, and the board takes no moves.

## Claiming a draw

claim-title = Claim a draw
claim-nothing = In this position there is nothing to claim.
claim-position = For the position on the board
claim-intended = With the move you intend
claim-with = { $move }: { $claim }
claim-threefold = the same position three times
claim-fifty-moves = fifty moves without capture or pawn move
claim-binding = In this game a claimed move must be played, even if the claim is wrong.
claim-cancel = Play on

## Settings

settings-title = Settings
settings-motion = How fast men move
settings-motion-off = At once
settings-motion-fast = Fast
settings-motion-normal = Normal
settings-motion-slow = Slow
settings-detail = Detail of the picture
settings-detail-low = Low
settings-detail-medium = Medium
settings-detail-high = High
settings-board = Board
settings-board-walnut = Walnut
settings-board-marble = Marble
settings-board-rollup = Roll-up
settings-men = Men
settings-men-staunton = Staunton
settings-men-modern = Modern
settings-men-club = Club
settings-light = Light
settings-light-lamp = Lamp
settings-light-day = Day
settings-light-studio = Studio
settings-sound = Sound
settings-volume = Volume
settings-no-device = No sound device was found. One that comes later is used.
settings-coordinates = Letters and numbers on the frame
settings-turn-board = Turn the board to the side to move
settings-director = Watched games: the eye goes along
settings-close = Close
