//! The game as a film: where every man stands at a fractional ply. While the film is [held](Scrub) at a moment, by a finger or
//! by the number of a picture, men stand there and nothing moves by itself.

use bevy::{prelude::*, window::RequestRedraw};

use super::{Figure, Origin, Placed, choreograph, place};
use crate::{
    AppSystems,
    animation::{Motion, Pace, Path, Scrub, Step},
    chess::{
        Game, Piece,
        diff::{Man, Spot, Tracks},
    },
    game::Match,
};

/// The film of one game.
#[derive(Clone, Debug)]
pub struct Reel {
    tracks: Tracks,
    /// The move that was looked at last.
    cut: Option<Cut>,
}

/// One move of the film.
#[derive(Clone, Debug)]
struct Cut {
    /// The ply before it.
    ply: usize,
    before: Vec<Man>,
    /// Who moves, by the place in `before`.
    steps: Vec<(usize, Step)>,
    /// The phase at which the last man arrives.
    whole: f32,
}

impl Reel {
    /// The film of this game.
    pub fn of(game: &Game) -> Reel {
        Reel { tracks: Tracks::of(game), cut: None }
    }

    /// All men at a whole ply of the game that this is the film of.
    pub fn men(&self, game: &Game, ply: usize) -> Vec<Man> {
        self.tracks.at(game, ply)
    }

    /// Each man, what it is and where, at this moment: 12.4 is two fifths into the move after ply 12. Ordered by origin.
    pub fn moment(&mut self, game: &Game, at: f64) -> Vec<(Man, Piece, Vec3)> {
        let at = if at.is_finite() { at.clamp(0.0, game.len() as f64) } else { 0.0 };
        let (ply, part) = (at.floor() as usize, at.fract() as f32);
        if self.cut.as_ref().is_none_or(|cut| cut.ply != ply) {
            self.cut = Some(self.cut_at(game, ply));
        }
        let Some(cut) = &self.cut else { return Vec::new() };
        let mut men: Vec<_> = cut.before.iter().map(|man| (*man, man.piece, place(placed(*man)))).collect();
        for (index, step) in cut.steps.iter().filter(|_| part > 0.0) {
            men[*index].2 = step.at(part * cut.whole);
        }
        men
    }

    fn cut_at(&self, game: &Game, ply: usize) -> Cut {
        let (before, after) = (self.tracks.at(game, ply), self.tracks.at(game, ply + 1));
        let changed =
            |index: &usize| (before[*index].piece, before[*index].spot) != (after[*index].piece, after[*index].spot);
        let changing: Vec<usize> = (0..before.len()).filter(changed).collect();
        let changes: Vec<_> = changing
            .iter()
            .map(|&index| (placed(before[index]), placed(after[index]), place(placed(before[index]))))
            .collect();
        let standing: Vec<_> = (0..before.len())
            .filter(|index| !changed(index))
            .filter_map(|index| match before[index].spot {
                Spot::Board(square) => Some(square),
                Spot::Tray(_) => None,
            })
            .collect();
        let steps = choreograph(&changes, &standing);
        let whole = steps.iter().map(Step::end).fold(0.0, f32::max);
        Cut { ply, before, steps: changing.into_iter().zip(steps).collect(), whole }
    }
}

pub(super) fn placed(man: Man) -> Placed {
    Placed { piece: man.piece, spot: man.spot }
}

/// The film of the game that is watched.
#[derive(Resource, Default)]
pub(super) struct Projector(Option<(Match, Reel)>);

impl Projector {
    /// The film of this game, made once.
    pub(super) fn reel(&mut self, current: &Match) -> &mut Reel {
        let (_, reel) = match self.0.take().filter(|(of, _)| of.shares_game_with(current)) {
            Some(kept) => self.0.insert(kept),
            None => self.0.insert((current.clone(), Reel::of(current.game()))),
        };
        reel
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Projector>().add_systems(
        Update,
        (
            pose.run_if(
                resource_exists_and_changed::<Scrub>
                    .or_else(resource_exists::<Scrub>.and_then(resource_changed::<Match>)),
            ),
            let_go.run_if(resource_removed::<Scrub>),
        )
            .in_set(AppSystems::Animate),
    );
}

fn pose(
    held: Res<Scrub>,
    current: Res<Match>,
    mut projector: ResMut<Projector>,
    mut figures: Query<(Entity, &Origin, &Figure, &mut Transform, Has<Motion>)>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let men = projector.reel(&current).moment(current.game(), held.0);
    for (entity, origin, figure, mut transform, moves) in &mut figures {
        let Ok(index) = men.binary_search_by_key(&origin.square.index(), |(man, ..)| man.origin.index()) else {
            continue;
        };
        let (_, piece, at) = men[index];
        if transform.translation != at {
            transform.translation = at;
        }
        if figure.0 != piece {
            commands.entity(entity).insert(Figure(piece));
        }
        if moves {
            commands.entity(entity).remove::<Motion>();
        }
    }
    redraw.write(RequestRedraw);
}

/// Whoever is not where the game says goes there.
fn let_go(
    current: Res<Match>,
    mut projector: ResMut<Projector>,
    figures: Query<(Entity, &Origin, &Figure, &Transform), Without<Motion>>,
    pace: Res<Pace>,
    mut commands: Commands,
) {
    let men = projector.reel(&current).men(current.game(), current.ply());
    for (entity, origin, figure, transform) in &figures {
        let Some(man) = men.iter().find(|man| man.origin == origin.square) else { continue };
        if figure.0 != man.piece {
            commands.entity(entity).insert(Figure(man.piece));
        }
        let home = place(placed(*man));
        if transform.translation != home {
            let step = Step::new(transform.translation, home, Path::Hop(0.4));
            commands.entity(entity).insert(Motion::new(step, &pace));
        }
    }
}
