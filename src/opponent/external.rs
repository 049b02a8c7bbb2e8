//! Other people's engines at the table: each side's is started when it is its turn for the first time, and leaves when somebody else
//! sits down there.

use bevy::prelude::*;

use super::{Decision, Moment, Mood, Waker, decision, engines::Engines, thinker::Thought};
use crate::{
    chess::{Game, Side},
    engine::{
        Told,
        client::{Client, Fault, Go, Message, Patience, Task},
    },
};

/// An engine that sits at one side.
pub struct External {
    /// What it is called.
    name: String,
    client: Client,
    /// What it was asked about.
    asked: Option<Moment>,
    /// What it thought of its game last, in hundredths of a pawn.
    score: i32,
}

/// What an engine has done.
pub enum Deed {
    /// It has decided.
    Decided(Moment, Decision),
    /// It is gone.
    Failed(Side, String, Fault),
}

/// Both sides' engines.
#[derive(Default)]
pub struct Externals([Option<External>; 2]);

impl Externals {
    /// Whether one of them is at work.
    pub fn are_thinking(&self) -> bool {
        self.0.iter().flatten().any(|engine| engine.asked.is_some())
    }

    /// Asks the engine of this name, which sits at that side.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn ask(
        &mut self,
        side: Side,
        name: &str,
        moment: Moment,
        game: &Game,
        go: Go,
        engines: &Engines,
        waker: &Waker,
    ) -> Result<(), Fault> {
        let seat = &mut self.0[side.index()];
        seat.take_if(|engine| engine.name != name);
        if seat.is_none() {
            let waker = waker.clone();
            let mut client = Client::start(&engines.launch(name), Patience::default(), move || (waker.0)())?;
            client.new_game();
            *seat = Some(External { name: name.to_owned(), client, asked: None, score: 0 });
        }
        if let Some(engine) = seat
            && engine.asked != Some(moment)
        {
            if engine.asked.is_none_or(|asked| asked.0 != moment.0) && game.len() < 2 {
                engine.client.new_game();
            }
            engine.asked = Some(moment);
            engine.client.ask(Task::new(*game.start(), game.plies().iter().map(|ply| ply.mv), go));
        }
        Ok(())
    }

    /// Whatever they think of another moment than this is of no interest.
    pub fn drop_all_but(&mut self, moment: Option<Moment>) {
        for engine in self.0.iter_mut().flatten() {
            if engine.asked.is_some() && engine.asked != moment {
                engine.asked = None;
                engine.client.drop_task();
            }
        }
    }

    /// Who does not sit there any more leaves.
    pub fn leave(&mut self, side: Side, stays: Option<&str>) {
        self.0[side.index()].take_if(|engine| stays != Some(&engine.name));
    }

    /// What they have done since.
    pub fn hear(&mut self, game: &Game, moods: &mut [Mood; 2]) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for ((seat, mood), side) in self.0.iter_mut().zip(moods).zip(Side::ALL) {
            let Some(engine) = seat else { continue };
            let mut failed = None;
            for message in engine.client.poll() {
                match message {
                    Message::Ready(identity) => debug!("{} is ready: {}", engine.name, identity.name),
                    Message::Info(info) if info.number == 1 => {
                        let white = match info.score {
                            Told::Pawns(pawns) => pawns,
                            Told::Mate(moves) => {
                                if moves > 0 {
                                    10_000
                                } else {
                                    -10_000
                                }
                            }
                        };
                        engine.score = if game.position().side() == Side::White { white } else { -white };
                    }
                    Message::Info(_) => {}
                    Message::Best(mv, _) => {
                        if let Some(moment) = engine.asked.take() {
                            let thought = Thought { mv: Some(mv), score: engine.score, level: 10 };
                            deeds.extend(
                                decision::decide(game, mood, thought).map(|decision| Deed::Decided(moment, decision)),
                            );
                        }
                    }
                    Message::Fault(fault) => failed = Some(fault),
                }
            }
            if let Some(fault) = failed {
                deeds.push(Deed::Failed(side, engine.name.clone(), fault));
                *seat = None;
            }
        }
        deeds
    }
}
