//! The camera work of a film, a pure function of its time: key poses at beats, and the eye eased from one to the next.

use std::{
    collections::HashMap,
    f32::consts::{PI, TAU},
    ops::Range,
    sync::Arc,
};

use super::{
    limits::{SPARE, between, effort},
    pose::{Key, candidates, closings, openings, steep},
    scene::{BAD, Scene},
};
use crate::{
    animation::Turn,
    camera::{Free, Pose},
    chess::{Game, Side},
    pieces::Reel,
};

/// The shortest time between two key poses, in seconds of ours.
const BEAT: f64 = 2.6;
/// The same where many moves are made meanwhile: they are not all seen well from few places.
const SHORT_BEAT: f64 = 2.0;
/// So many.
const MANY: u32 = 4;
/// The longest: in a long look the eye goes on drifting.
const LONG_BEAT: f64 = 6.5;
/// So many beats are planned at once; where two such parts meet, the key pose depends on neither.
const PART: usize = 8;
/// How many beats on each side decide the key pose where two parts meet.
const SEAM: usize = 2;
/// How many poses are tried against each other at each beat: usually, and the more the less good is among those.
const TRIED: [usize; 3] = [12, 48, 120];
/// Moves so near to a beat decide about its pose, in seconds.
const NEAR: f64 = 1.6;
/// No more than this part of them from one direction.
const ALIKE: usize = 4;
/// How long the eye takes from one side of its favorite place to the other and back, in seconds.
const SWAY_TIME: f64 = 52.0;
/// How far it sways to each side, in radians.
const SWAY: f32 = 15.0 * PI / 180.0;
/// The camera work of one film in a window of one shape, from one seat.
#[derive(Clone, Debug)]
pub struct Camerawork {
    /// When moves are made, in seconds of ours.
    turns: Vec<Turn>,
    /// How many seconds of the film pass in one of ours.
    pace: f64,
    seat: Side,
    free: Free,
    reel: Reel,
    /// The times of the key poses, in seconds of ours.
    beats: Vec<f64>,
    /// The key poses of the parts that were asked for.
    parts: HashMap<usize, Arc<[Pose]>>,
    /// The key poses where they meet.
    seams: HashMap<usize, Key>,
}

impl Camerawork {
    /// For the film of this game: when its moves are made and how long it is (in seconds of the film), how many of its seconds
    /// pass in one of ours, from which seat and in what picture it is watched.
    pub fn new(game: &Game, turns: &[Turn], length: f64, speed: f64, seat: Side, free: Free) -> Camerawork {
        // Slower than usual, the eye has more time than it needs.
        let pace = if speed.is_finite() { speed.max(1.0) } else { 1.0 };
        let ours = |turn: &Turn| Turn { begin: turn.begin / pace, start: turn.start / pace, end: turn.end / pace };
        let turns: Vec<Turn> = turns.iter().take(game.len()).map(ours).collect();
        let beats = beats(&turns, length / pace);
        Camerawork {
            turns,
            pace,
            seat,
            free,
            reel: Reel::of(game),
            beats,
            parts: HashMap::new(),
            seams: HashMap::new(),
        }
    }

    /// Where the eye is at this second of the film of the game that this was made for.
    pub fn pose_at(&mut self, game: &Game, seconds: f64) -> Pose {
        let last = self.beats.len() - 1;
        let at = if seconds.is_finite() { (seconds / self.pace).clamp(0.0, self.beats[last]) } else { 0.0 };
        let beat = self.beats.partition_point(|beat| *beat <= at).saturating_sub(1).min(last.saturating_sub(1));
        let poses = self.part(game, beat / PART);
        let first = beat - beat % PART;
        let from = poses[beat - first];
        let to = poses.get(beat - first + 1).copied().unwrap_or(from);
        between(from, to, self.phase(beat, at))
    }

    fn phase(&self, beat: usize, at: f64) -> f32 {
        let (begin, end) = (self.beats[beat], self.beats[(beat + 1).min(self.beats.len() - 1)]);
        if end > begin { ((at - begin) / (end - begin)) as f32 } else { 0.0 }
    }

    /// The key poses of a part, from its first beat to the first of the next.
    fn part(&mut self, game: &Game, part: usize) -> Arc<[Pose]> {
        if let Some(poses) = self.parts.get(&part) {
            return poses.clone();
        }
        let first = part * PART;
        let last = (first + PART).min(self.beats.len() - 1);
        let ends = [first, last].map(|beat| self.seam(game, beat));
        let poses: Arc<[Pose]> = self.plan(game, first, last, ends).into();
        self.parts.insert(part, poses.clone());
        poses
    }

    /// The key pose where two parts meet: what would be chosen if only the beats around it mattered.
    fn seam(&mut self, game: &Game, beat: usize) -> Option<Key> {
        if beat == 0 || beat + 1 == self.beats.len() {
            return None;
        }
        if let Some(seam) = self.seams.get(&beat) {
            return Some(*seam);
        }
        let (first, last) = (beat - SEAM, (beat + SEAM).min(self.beats.len() - 1));
        let seam = Key { pose: self.plan(game, first, last, [None; 2])[SEAM], cost: 0.0 };
        self.seams.insert(beat, seam);
        Some(seam)
    }

    /// The cheapest way through the candidates from beat to beat, where it has to begin and to end.
    fn plan(&mut self, game: &Game, first: usize, last: usize, ends: [Option<Key>; 2]) -> Vec<Pose> {
        let (begin, end) = (self.moves(first.saturating_sub(1)).start, self.moves(last).end);
        let scenes: Vec<Scene> =
            (begin..end).map(|ply| Scene::new(game, &mut self.reel, ply, self.turns[ply])).collect();
        let mut cheapest = (Vec::new(), f32::INFINITY);
        for tried in TRIED {
            let path = self.path(game, (first, last), ends, (begin, &scenes), tried);
            if path.1 < cheapest.1 {
                cheapest = path;
            }
            if cheapest.1 < BAD {
                break;
            }
        }
        cheapest.0
    }

    /// The cheapest way through the best so many candidates, and what it costs; with the scenes from this ply on.
    fn path(
        &self,
        game: &Game,
        (first, last): (usize, usize),
        ends: [Option<Key>; 2],
        (begin, scenes): (usize, &[Scene]),
        tried: usize,
    ) -> (Vec<Pose>, f32) {
        let of = |moves: Range<usize>| &scenes[moves.start - begin..moves.end - begin];
        let keys: Vec<Vec<Key>> = (first..=last)
            .map(|beat| match ends {
                [Some(end), _] if beat == first => vec![end],
                [_, Some(end)] if beat == last => vec![end],
                _ => {
                    let from = beat.checked_sub(1).map_or(begin, |before| self.moves(before).start);
                    self.keys(game, beat, of(from..self.moves(beat).end), tried)
                }
            })
            .collect();
        let mut costs: Vec<f32> = keys[0].iter().map(|key| key.cost).collect();
        let mut came: Vec<Vec<usize>> = Vec::new();
        for (beat, pair) in (first..).zip(keys.windows(2)) {
            let scenes = of(self.moves(beat));
            let (mut from, mut next) = (Vec::new(), Vec::new());
            for key in &pair[1] {
                let (mut best, mut least) = (0, f32::INFINITY);
                for (index, (before, cost)) in pair[0].iter().zip(&costs).enumerate() {
                    let whole = cost + self.way(beat, before, key, scenes, least - cost);
                    if whole < least {
                        (best, least) = (index, whole);
                    }
                }
                from.push(best);
                next.push(least + key.cost);
            }
            came.push(from);
            costs = next;
        }
        let (cheapest, cost) = least(&costs);
        let mut chosen = vec![cheapest];
        for from in came.iter().rev() {
            chosen.push(from[chosen[chosen.len() - 1]]);
        }
        chosen.reverse();
        (keys.iter().zip(chosen).map(|(keys, chosen)| keys[chosen].pose).collect(), cost)
    }

    /// The poses worth trying at a beat, the best by itself first.
    fn keys(&self, game: &Game, beat: usize, around: &[Scene], tried: usize) -> Vec<Key> {
        let at = self.beats[beat];
        let sway = SWAY * ((at * f64::from(TAU) / SWAY_TIME).sin() as f32);
        let mut keys = match beat {
            0 => openings(self.seat, self.free),
            _ if beat + 1 == self.beats.len() => closings(game, self.seat, self.free),
            _ => candidates(around, sway, self.seat, self.free, tried > TRIED[1]),
        };
        keys.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        // The best by themselves; not too many from one direction, so that there is a choice of ways.
        let mut best: Vec<(f32, Key)> = Vec::new();
        for key in keys {
            let most = if best.len() < tried { f32::INFINITY } else { best[tried - 1].0 };
            let mut cost = key.cost;
            for scene in around {
                if cost > most {
                    break;
                }
                // What is made far from this moment is seen from poses that are others already.
                let weight = if (scene.start - at).abs() < NEAR { 1.0 } else { 0.2 };
                cost += weight * scene.blame(self.free, (most - cost) / weight, |_| key.pose);
            }
            let alike = |other: &&(f32, Key)| (other.1.pose.yaw - key.pose.yaw).abs() < 0.01 && other.0 <= cost;
            if cost <= most && best.iter().filter(alike).count() < tried / ALIKE {
                best.insert(best.partition_point(|(other, _)| *other <= cost), (cost, key));
                best.truncate(tried);
            }
        }
        best.into_iter().map(|(_, key)| key).chain(steep(self.seat, self.free)).collect()
    }

    /// What it costs to go from one key pose to the next in this beat, in which these moves are made. It does not matter by
    /// how much it costs more than the most that may be paid.
    fn way(&self, beat: usize, from: &Key, to: &Key, scenes: &[Scene], most: f32) -> f32 {
        let time = (self.beats[beat + 1] - self.beats[beat]) as f32;
        let (a, b) = (from.pose, to.pose);
        let effort = effort(a, b, time);
        if effort > SPARE {
            return 50.0 * BAD * effort;
        }
        let pose_at = |seconds: f64| between(a, b, self.phase(beat, seconds));
        let mut cost = effort * effort;
        for scene in scenes {
            if cost >= most {
                break;
            }
            cost += scene.blame(self.free, most - cost, pose_at);
        }
        cost
    }

    /// The moves that are made between this beat and the next.
    fn moves(&self, beat: usize) -> Range<usize> {
        let until = |seconds: f64| self.turns.partition_point(|turn| turn.start < seconds);
        let end = self.beats.get(beat + 1).map_or(self.turns.len(), |end| until(*end));
        until(self.beats[beat])..end
    }
}

/// The times of the key poses: in looks between moves, not too near each other; the first at the start, the last at the end.
fn beats(turns: &[Turn], length: f64) -> Vec<f64> {
    let mut beats = vec![0.0];
    let mut last = 0.0;
    let mut add = |beats: &mut Vec<f64>, at: f64| {
        let parts = ((at - last) / LONG_BEAT).ceil().clamp(1.0, 1e6) as u32;
        let from = last;
        beats.extend((1..=parts).map(|part| from + (at - from) * f64::from(part) / f64::from(parts)));
        last = at;
    };
    let stop = turns.last().map_or(0.0, |turn| turn.end);
    let mut moves = 0;
    for pair in turns.windows(2) {
        let middle = (pair[0].end + pair[1].start) / 2.0;
        moves += 1;
        let short = if moves < MANY { BEAT } else { SHORT_BEAT };
        if middle - beats[beats.len() - 1] >= short && stop - middle >= BEAT / 2.0 {
            moves = 0;
            add(&mut beats, middle);
        }
    }
    if stop > beats[beats.len() - 1] {
        add(&mut beats, stop);
    }
    if length > beats[beats.len() - 1] {
        add(&mut beats, length);
    }
    beats
}

/// The place of the least of these, and it.
fn least(costs: &[f32]) -> (usize, f32) {
    let found = costs.iter().copied().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
    found.unwrap_or((0, f32::INFINITY))
}
