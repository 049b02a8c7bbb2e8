//! The board without a mouse: arrows move a cursor, Enter clicks its square, Esc lets go.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use crate::{
    AppSystems,
    board::Cursor,
    chess::{Side, Square},
    game::{CancelSelection, Match, Mode, SquareClicked},
    screens::Overlay,
};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        steer
            .in_set(AppSystems::Input)
            .run_if(in_state(Overlay::None))
            .run_if(resource_exists::<ButtonInput<KeyCode>>)
            .run_if(not(typing)),
    );
}

fn typing(wants: Option<Res<EguiWantsInput>>) -> bool {
    wants.is_some_and(|wants| wants.wants_any_keyboard_input())
}

fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    current: Res<Match>,
    cameras: Query<&GlobalTransform, With<Camera3d>>,
    mut cursor: ResMut<Cursor>,
    mut commands: Commands,
) {
    if keys.just_pressed(KeyCode::Escape) {
        cursor.set_if_neq(Cursor(None));
        commands.trigger(CancelSelection);
    }
    // While a game is watched the arrows belong to the replay.
    if current.mode() == Mode::Replay {
        cursor.set_if_neq(Cursor(None));
        return;
    }
    let control = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::AltLeft, KeyCode::SuperLeft]);
    let pressed = |key| i8::from(keys.just_pressed(key) && !control);
    let right = pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft);
    let up = pressed(KeyCode::ArrowUp) - pressed(KeyCode::ArrowDown);
    if (right, up) != (0, 0) {
        let turns = cameras.iter().next().map_or(0, quarter_turns);
        let next = match cursor.0 {
            Some(square) => step(square, right, up, turns),
            None => home(current.shown().side()),
        };
        cursor.set_if_neq(Cursor(Some(next)));
    }
    if keys.any_just_pressed([KeyCode::Enter, KeyCode::NumpadEnter])
        && !control
        && let Some(square) = cursor.0
    {
        commands.trigger(SquareClicked(square));
    }
}

/// Where the cursor appears first: the king's pawn of the side to move.
fn home(side: Side) -> Square {
    match side {
        Side::White => Square::E2,
        Side::Black => Square::E7,
    }
}

/// How many quarter turns the eye sits away from White's seat.
fn quarter_turns(eye: &GlobalTransform) -> i32 {
    let right = eye.right();
    let angle = right.z.atan2(right.x);
    (angle / std::f32::consts::FRAC_PI_2).round() as i32
}

/// One square further in the direction the eye sees; at the edge the cursor stays.
fn step(square: Square, right: i8, up: i8, quarter_turns: i32) -> Square {
    // Seen from White's seat files grow to the right and ranks away; each quarter turn exchanges them.
    let (file, rank) = match quarter_turns.rem_euclid(4) {
        0 => (right, up),
        1 => (up, -right),
        2 => (-right, -up),
        _ => (-up, right),
    };
    let moved = |at: u8, by: i8| (at as i8 + by).clamp(0, 7) as u8;
    Square::new(moved(square.file(), file), moved(square.rank(), rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_is_right_from_every_seat() {
        assert_eq!(step(Square::E4, 1, 0, 0), Square::F4);
        assert_eq!(step(Square::E4, 1, 0, 2), Square::D4);
        // From the side where Black's right hand is (looking along the ranks from the h-file: +X), right is toward Black.
        let eye = GlobalTransform::from(Transform::from_xyz(9.0, 5.0, 0.0).looking_at(Vec3::ZERO, Vec3::Y));
        assert_eq!(step(Square::E4, 1, 0, quarter_turns(&eye)), Square::E5);
        assert_eq!(step(Square::E4, 0, 1, quarter_turns(&eye)), Square::D4);
        let eye = GlobalTransform::from(Transform::from_xyz(-9.0, 5.0, 0.0).looking_at(Vec3::ZERO, Vec3::Y));
        assert_eq!(step(Square::E4, 1, 0, quarter_turns(&eye)), Square::E3);
        assert_eq!(step(Square::H8, 1, 1, 0), Square::H8);
    }
}
