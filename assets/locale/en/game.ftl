### The game in words: sides, men, why a move is refused, how a game ends.

## Sides and men

game-white = White
game-black = Black
game-pawn = pawn
game-knight = knight
game-bishop = bishop
game-rook = rook
game-queen = queen
game-king = king

## Why a move is not possible

illegal-game-over = The game is over.
illegal-empty-square = Nobody stands there.
illegal-not-your-piece = That man belongs to the other side.
illegal-own-piece-on-target = One of your own men stands there.
illegal-not-its-move = A { $man } does not move like that.
illegal-blocked = The way is blocked on { $square }.
illegal-king-in-check = The king is in check; this does not help him.
illegal-king-would-be-in-check = The king would be in check.
illegal-pinned-to-king = That man shields the king and must stay on the line.
illegal-castling-right-lost = Castling is not possible any more: king or rook has moved.
illegal-castling-blocked = Castling is not possible: there are men between king and rook.
illegal-castling-out-of-check = Castling is not possible while the king is in check.
illegal-castling-through-check = Castling is not possible: { $square } is attacked.
illegal-castling-into-check = Castling is not possible: the king would be in check.
illegal-en-passant-too-late = En passant is only possible in reply to the double step.
illegal-promotion-missing = Say what the pawn becomes.

## What is said beside the board

notice-not-your-turn = It is { $side }’s turn.
notice-over = The game is over. Take back the last move, or begin a new game.
notice-paused = The game is paused.
notice-interrupted = The program was held for a while, so the game has been paused.
notice-engine-failed = { $name } plays no more: { $why }. Choose who plays on by the button beside the name.
notice-idea = { $line }
analysis-depth = depth { $depth }
analysis-close = Close (E)
notice-opponent-thinks = The computer is to move.
notice-earlier-position = This is an earlier position. Press End to return to the game.
notice-watching = This game is being watched. To move men yourself, press “Play from here”.
notice-nothing-to-take-back = There is nothing to take back.
notice-no-threefold = The position has not occurred three times.
notice-no-fifty-moves = There have not been fifty moves without a capture or pawn move.
notice-already-offered = A draw has already been offered.
notice-no-offer = No draw has been offered.
notice-draw-offered = { $side } offers a draw.
notice-draw-declined = The draw is declined.
notice-unreadable = { $why }.
notice-not-opened = { $file } could not be opened: { $why }.
notice-no-games = There are no games in { $file }.
notice-faulty = The game could not be read to its end: { $why }.
notice-saved = Saved to { $file }.
notice-not-saved = { $file } could not be saved: { $why }.
notice-filmed = The film is finished: { $file }.
notice-not-filmed = The film was not made: { $why }.
notice-film-given-up = The film was given up. Nothing of it is left.

## How the game ended

result-wins = { $side } wins
result-draw = Draw
result-checkmate = { $winner } checkmates { $loser }.
result-stalemate = Stalemate: { $loser } has no move and is not in check.
result-dead-position = Nobody can give mate any more.
result-fivefold = The same position has occurred five times.
result-seventy-five-moves = Seventy-five moves by each side without a capture or pawn move.
result-threefold = The same position has occurred three times.
result-fifty-moves = Fifty moves by each side without a capture or pawn move.
result-agreement = The players have agreed on a draw.
result-resignation = { $loser } resigns; { $winner } wins.
result-resignation-drawn = Resigned against somebody who could never give mate: a draw.
result-flag-fall = { $loser } has run out of time; { $winner } wins.
result-flag-fall-drawn = Time has run out, but the other side could never give mate.
result-king-captured = { $winner } has captured the king of { $loser }.
result-no-move-left = { $loser } has no move left; { $winner } wins.
result-review = Review
result-rematch = Rematch
result-new-game = New game
result-save = Save
result-close = Close
