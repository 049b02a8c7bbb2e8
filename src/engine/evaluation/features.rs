//! What is seen in a position: a number for each thing that has a weight.

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $size:expr;)*) => {
        features!(@ 0; $($(#[$doc])* $name: $size;)*);
        /// All of them: name, first number, how many.
        pub const ALL: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $size),)*];
    };
    (@ $base:expr; $(#[$doc:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $base;
        features!(@ $name + $size; $($rest)*);
    };
    (@ $base:expr;) => {
        /// How many there are.
        pub const NUMBER: usize = $base;
    };
}

features! {
    /// A man, by kind.
    MATERIAL: 5;
    /// A man on a square, by kind, rank (from his side) and file (from the edge).
    SQUARES: 6 * 32;
    /// Squares a knight may go to that no pawn attacks.
    KNIGHT_MOBILITY: 9;
    /// The same for bishops.
    BISHOP_MOBILITY: 14;
    /// The same for rooks.
    ROOK_MOBILITY: 15;
    /// The same for queens.
    QUEEN_MOBILITY: 28;
    /// A pawn that no pawn can stop, by rank.
    PASSED: 8;
    /// ... and the square before it is occupied.
    PASSED_BLOCKED: 8;
    /// ... and its way is not attacked.
    PASSED_FREE: 8;
    /// ... and it is protected by a pawn.
    PASSED_PROTECTED: 8;
    /// ... how far its own king is from the square before it.
    PASSED_OWN_KING: 8;
    /// ... how far the other king is.
    PASSED_OTHER_KING: 8;
    /// ... and a rook of its own stands behind it.
    PASSED_ROOK: 1;
    /// A pawn without pawns on the files beside it, by file.
    ISOLATED: 4;
    /// A pawn behind another.
    DOUBLED: 1;
    /// A pawn that cannot be protected by another and cannot advance.
    BACKWARD: 1;
    /// A pawn protected by a pawn, by rank.
    PROTECTED: 8;
    /// A pawn beside a pawn, by rank.
    BESIDE: 8;
    /// Both bishops.
    BISHOP_PAIR: 1;
    /// Own pawns on the color of a bishop.
    BAD_BISHOP: 9;
    /// A knight or bishop behind a pawn.
    BEHIND_PAWN: 1;
    /// A knight on a square that no pawn can ever attack, protected by a pawn; a bishop.
    OUTPOST: 2;
    /// A rook on a file without own pawns, without pawns.
    ROOK_FILE: 2;
    /// A rook on the rank of the other pawns.
    ROOK_SEVENTH: 1;
    /// The nearest pawn before the king, by file from the edge and rank.
    SHELTER: 32;
    /// The nearest pawn of the other side, by file from the edge and rank.
    STORM: 32;
    /// The king on a file without own pawns, without pawns.
    KING_FILE: 2;
    /// How much is directed against a king.
    DANGER: 48;
    /// What a pawn attacks, by kind.
    PAWN_THREAT: 6;
    /// What a knight or bishop attacks, by kind.
    MINOR_THREAT: 6;
    /// What a rook attacks, by kind.
    ROOK_THREAT: 6;
    /// A man that is attacked and not protected.
    HANGING: 1;
    /// A man attacked by the king, and not protected.
    KING_THREAT: 1;
    /// A man that a pawn can attack by a safe step.
    PUSH_THREAT: 1;
    /// Safe squares behind and beside the own pawns in the middle.
    SPACE: 1;
    /// Whose turn it is.
    TEMPO: 1;
}
