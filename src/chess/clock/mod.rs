//! Time: how much each player has, and a clock as a pure value to which the time is handed in (LAWS 5).
//!
//! All moments are durations since some beginning that never changes during a game; nothing here looks at a real clock.

mod control;
mod face;
mod judge;
mod presets;
mod recall;
mod seconds;
mod written;

use std::time::Duration;

use super::Side;

pub use control::{Bonus, ControlError, Period, TimeControl};
pub use face::{LOW, face, until_next_face};
pub use seconds::Seconds;

/// What one player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hand {
    /// The time left when the turn began, changed only by what an arbiter gives.
    left: Duration,
    /// Counted from 0.
    period: usize,
    /// Moves made in this period.
    made: u32,
}

/// What stands, what runs, what has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not started yet, or paused.
    Standing,
    /// The clock of the side to move runs since this moment.
    Running(Duration),
    /// The game is over.
    Over,
}

/// A turn that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    /// What both had when it began.
    began: [Hand; 2],
    stamp: Stamp,
}

/// What a move cost, for the record of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// What the mover's clock showed after the move, with what the move brought.
    pub left: Duration,
    /// How long the mover thought.
    pub spent: Duration,
}

/// A flag that fell: whose, and at which moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Whose time ran out.
    pub side: Side,
    /// When.
    pub at: Duration,
}

/// The two clocks of a game.
///
/// ```
/// use endgame::chess::{Side, clock::Clock};
/// use std::time::Duration;
/// let second = Duration::from_secs;
/// let mut clock = Clock::new("5:00+3".parse()?, Side::White).expect("a control with time");
/// clock.start(second(0));
/// assert_eq!(clock.flag_at(), Some(second(300)));
/// assert_eq!(clock.press(second(10)), Ok(()));
/// assert_eq!((clock.left(Side::White, second(11)), clock.left(Side::Black, second(11))), (second(293), second(299)));
/// # Ok::<(), endgame::chess::clock::ControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    side: Side,
    hands: [Hand; 2],
    /// What both had when this turn began.
    began: [Hand; 2],
    state: State,
    /// Thought in this turn before the clock was last set going.
    thought: Duration,
    turns: Vec<Turn>,
}

impl Clock {
    /// Clocks that stand and show the full time, `side` to move; `None` for a game without clocks.
    pub fn new(control: TimeControl, side: Side) -> Option<Clock> {
        let hand = Hand { left: control.periods().first()?.base, period: 0, made: 0 };
        let hands = [hand; 2];
        let (state, thought, turns) = (State::Standing, Duration::ZERO, Vec::new());
        Some(Clock { control, side, hands, began: hands, state, thought, turns })
    }

    /// By which control they run.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// How many moves were made on them.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether no move was made on them yet.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// What each move cost, in order.
    pub fn stamps(&self) -> impl Iterator<Item = Stamp> {
        self.turns.iter().map(|turn| turn.stamp)
    }

    /// Sets the clock of the side to move going, at first or after a pause.
    pub fn start(&mut self, at: Duration) {
        if self.state == State::Standing {
            self.state = State::Running(at);
        }
    }

    /// Stops both clocks until [`Clock::start`].
    pub fn pause(&mut self, at: Duration) {
        self.halt(at, State::Standing);
    }

    /// Stops both clocks: the game ended at this moment.
    pub fn stop(&mut self, at: Duration) {
        self.halt(at, State::Over);
    }

    fn halt(&mut self, at: Duration, state: State) {
        self.thought = self.thinking(at);
        self.state = state;
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        matches!(self.state, State::Running(_)).then_some(self.side)
    }

    /// Whether the clocks stand although the game goes on.
    pub fn is_paused(&self) -> bool {
        self.state == State::Standing
    }

    /// The period of a side, counted from 1.
    pub fn period(&self, side: Side) -> usize {
        self.hands[side.index()].period + 1
    }

    /// How many moves a side has to make until its next period begins; `None` in one that lasts to the end.
    pub fn moves_to_go(&self, side: Side) -> Option<u32> {
        let hand = self.hands[side.index()];
        self.period_of(hand).moves.map(|moves| moves.saturating_sub(hand.made))
    }

    /// What a side has left at this moment: zero when its flag has fallen. While a simple delay lasts nothing is lost.
    pub fn left(&self, side: Side, at: Duration) -> Duration {
        let hand = self.hands[side.index()];
        if side == self.side { hand.left.saturating_sub(self.used(self.thinking(at))) } else { hand.left }
    }

    /// The moment at which the flag of the side to move falls if it does not move: when nothing is left.
    pub fn flag_at(&self) -> Option<Duration> {
        let State::Running(since) = self.state else { return None };
        let allowed = self.hands[self.side.index()].left.saturating_add(self.delay());
        Some(since.saturating_add(allowed.saturating_sub(self.thought)))
    }

    /// The flag that has fallen by this moment. A move made at the very moment when nothing is left is too late.
    pub fn fallen(&self, at: Duration) -> Option<Flag> {
        self.flag_at().filter(|&fell| fell <= at).map(|at| Flag { side: self.side, at })
    }

    /// How long until what is shown of the running clock changes; `None` while none runs.
    pub fn until_change(&self, at: Duration) -> Option<Duration> {
        let side = self.running()?;
        let delay = self.delay().saturating_sub(self.thinking(at));
        Some(delay.saturating_add(until_next_face(self.left(side, at))))
    }

    /// The side to move has made its move: its clock stops, gets what the move brings, and the other one goes.
    ///
    /// # Errors
    /// The flag had fallen; nothing has changed.
    pub fn press(&mut self, at: Duration) -> Result<(), Flag> {
        if let Some(flag) = self.fallen(at) {
            return Err(flag);
        }
        let spent = self.thinking(at);
        let mut hand = self.hands[self.side.index()];
        hand.left = hand.left.saturating_sub(self.used(spent));
        self.end_turn(self.after_move(hand, spent), spent, at);
        Ok(())
    }

    /// What a hand has after one more move, with what that brings.
    fn after_move(&self, mut hand: Hand, spent: Duration) -> Hand {
        hand.made += 1;
        if self.period_of(hand).moves.is_some_and(|moves| hand.made >= moves) {
            // The last period, if it counts moves, comes again and again.
            hand.period = (hand.period + 1).min(self.control.periods().len() - 1);
            hand.made = 0;
            hand.left = hand.left.saturating_add(self.period_of(hand).base);
        }
        let bonus = match self.period_of(hand).bonus {
            Bonus::Increment(bonus) => bonus,
            Bonus::Bronstein(most) => most.min(spent),
            Bonus::None | Bonus::Delay(_) => Duration::ZERO,
        };
        hand.left = hand.left.saturating_add(bonus);
        hand
    }

    fn end_turn(&mut self, hand: Hand, spent: Duration, at: Duration) {
        self.turns.push(Turn { began: self.began, stamp: Stamp { left: hand.left, spent } });
        self.hands[self.side.index()] = hand;
        self.begin_turn(!self.side, at);
    }

    /// The last move is withdrawn: both clocks show what they showed when it began, and its side thinks again.
    /// Answers whether there was one.
    pub fn take_back(&mut self, at: Duration) -> bool {
        let Some(turn) = self.turns.pop() else { return false };
        self.hands = turn.began;
        self.begin_turn(!self.side, at);
        true
    }

    /// An arbiter gives a side more time. A take-back takes it again with the turn in which it was given.
    pub fn grant(&mut self, side: Side, time: Duration) {
        let left = &mut self.hands[side.index()].left;
        *left = left.saturating_add(time);
    }

    fn begin_turn(&mut self, side: Side, at: Duration) {
        self.side = side;
        self.began = self.hands;
        self.thought = Duration::ZERO;
        if let State::Running(since) = &mut self.state {
            *since = at;
        }
    }

    /// How long the side to move has thought in this turn.
    pub fn thinking(&self, at: Duration) -> Duration {
        match self.state {
            State::Running(since) => self.thought.saturating_add(at.saturating_sub(since)),
            State::Standing | State::Over => self.thought,
        }
    }

    /// What so much thinking costs.
    fn used(&self, thinking: Duration) -> Duration {
        thinking.saturating_sub(self.delay())
    }

    /// How long the side to move may think without losing time.
    fn delay(&self) -> Duration {
        match self.period_of(self.hands[self.side.index()]).bonus {
            Bonus::Delay(delay) => delay,
            _ => Duration::ZERO,
        }
    }

    fn period_of(&self, hand: Hand) -> Period {
        // A clock has at least one period, and no hand goes beyond the last.
        self.control.periods()[hand.period]
    }
}
