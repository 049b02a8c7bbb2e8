//! What can be heard.

use crate::assets;

/// One sound, in several takes where it is heard often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A man is drawn over the board on its felt.
    Slide,
    /// A man is set down.
    SetDown,
    /// A man is set down where another stood.
    Capture,
    /// King and rook are set down, one after the other.
    Castle,
    /// The king is attacked.
    Check,
    /// A pawn has become something better.
    Promotion,
    /// A draw is offered.
    Offer,
    /// The game is over.
    End,
    /// A player has little time left.
    LowTime,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 9] = [
        Sound::Slide,
        Sound::SetDown,
        Sound::Capture,
        Sound::Castle,
        Sound::Check,
        Sound::Promotion,
        Sound::Offer,
        Sound::End,
        Sound::LowTime,
    ];

    /// The files with its takes.
    pub(super) fn takes(self) -> &'static [&'static [u8]] {
        match self {
            Sound::Slide => assets::SLIDE,
            Sound::SetDown => assets::SET_DOWN,
            Sound::Capture => assets::CAPTURE,
            Sound::Castle => assets::CASTLE,
            Sound::Check => assets::CHECK,
            Sound::Promotion => assets::PROMOTION,
            Sound::Offer => assets::OFFER,
            Sound::End => assets::END,
            Sound::LowTime => assets::LOW_TIME,
        }
    }

    /// Whether it tells something, rather than being made by men on wood.
    pub fn is_signal(self) -> bool {
        matches!(self, Sound::Check | Sound::Promotion | Sound::Offer | Sound::End | Sound::LowTime)
    }
}
