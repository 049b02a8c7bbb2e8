### The side panel.

panel-open = Open the panel
panel-close = Close the panel
panel-no-moves = No moves yet.
panel-in-check = { $side } is in check
panel-to-move = { $side } to move
panel-type-move = Type a move: e4, Nf3, e2e4
panel-draw-offered = { $side } offers a draw.
panel-accept = Accept
panel-decline = Decline
panel-offer-draw = Offer draw
panel-claim-draw = Claim draw
panel-take-back = Take back
panel-resign = Resign
panel-pause = Pause
panel-low-time = Little time is left
panel-view-white = White
panel-view-black = Black
panel-view-top = Top
panel-view-side = Side
panel-flip = Flip board
panel-new-game = New game
panel-open-file = Open
panel-save-file = Save
panel-games = Games
panel-settings = Settings
panel-help = Help
