//! Arrows and circles in the comments of a game, `[%cal]` and `[%csl]`: read when it is opened, written when it is saved.

use crate::{
    chess::Move,
    game::{Drawings, Page, Paint, Stroke},
    notation::pgn::{
        command::{self, Arrow, Mark},
        tree::{PgnGame, Played},
    },
};

/// The drawings that a game's comments hold.
pub fn drawings(tree: &PgnGame) -> Drawings {
    let mut drawings = Drawings::default();
    for (node, page) in pages(tree).into_iter().enumerate() {
        drawings.put(page, drawn_on(tree, node));
    }
    drawings
}

/// What is drawn on the position of a node: in the comment after its move, and in those before the moves that follow.
fn drawn_on(tree: &PgnGame, node: usize) -> Vec<Stroke> {
    let node = &tree.nodes[node];
    let mut drawn = strokes(&node.after);
    for next in &node.children {
        let more: Vec<Stroke> =
            strokes(&tree.nodes[*next].before).into_iter().filter(|stroke| !drawn.contains(stroke)).collect();
        drawn.extend(more);
    }
    drawn
}

/// Writes drawings into the comments of a game. A comment that says the same already stays as it was typed.
pub(super) fn write_into(tree: &mut PgnGame, drawings: &Drawings) {
    for (node, page) in pages(tree).into_iter().enumerate() {
        let wanted = drawings.on(page);
        if drawn_on(tree, node) == wanted {
            continue;
        }
        for next in tree.nodes[node].children.clone() {
            let before = &mut tree.nodes[next].before;
            *before = command::redrawn(before, Vec::new(), Vec::new());
        }
        let (circles, arrows): (Vec<Stroke>, Vec<Stroke>) = wanted.iter().partition(|stroke| stroke.from == stroke.to);
        let squares = circles.iter().map(|circle| Mark { paint: written(circle.paint), square: circle.from });
        let arrows = arrows.iter().map(|arrow| Arrow { paint: written(arrow.paint), from: arrow.from, to: arrow.to });
        // What is said of the start position stands before the first move, where there is one.
        let first = tree.nodes[node].children.first().copied().filter(|_| tree.nodes[node].parent.is_none());
        let comment = match first {
            Some(first) => {
                let after = &mut tree.nodes[node].after;
                *after = command::redrawn(after, Vec::new(), Vec::new());
                &mut tree.nodes[first].before
            }
            None => &mut tree.nodes[node].after,
        };
        *comment = command::redrawn(comment, squares.collect(), arrows.collect());
    }
}

/// The page of each node, in their order.
fn pages(tree: &PgnGame) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::with_capacity(tree.nodes.len());
    for node in &tree.nodes {
        let parent = node.parent.map(|parent| (pages[parent], &tree.nodes[parent].position));
        let mv = |position| match node.played {
            Some(Played::Move(mv)) => Some(mv),
            _ => Move::passed(position),
        };
        pages.push(match parent.and_then(|(page, position)| Some((page, mv(position)?))) {
            Some((page, mv)) => page.after(mv),
            None => Page::default(),
        });
    }
    pages
}

/// Squares first, as they are written; nothing twice.
fn strokes(comment: &str) -> Vec<Stroke> {
    let circles = command::squares(comment).into_iter().map(|mark| Stroke {
        paint: read(mark.paint),
        from: mark.square,
        to: mark.square,
    });
    let arrows = command::arrows(comment).into_iter().map(|arrow| Stroke {
        paint: read(arrow.paint),
        from: arrow.from,
        to: arrow.to,
    });
    let mut strokes: Vec<Stroke> = Vec::new();
    for stroke in circles.chain(arrows) {
        if !strokes.contains(&stroke) {
            strokes.push(stroke);
        }
    }
    strokes
}

fn read(paint: command::Paint) -> Paint {
    match paint {
        command::Paint::Green => Paint::Green,
        command::Paint::Red => Paint::Red,
        command::Paint::Yellow => Paint::Yellow,
        command::Paint::Blue => Paint::Blue,
    }
}

fn written(paint: Paint) -> command::Paint {
    match paint {
        Paint::Green => command::Paint::Green,
        Paint::Red => command::Paint::Red,
        Paint::Yellow => command::Paint::Yellow,
        Paint::Blue => command::Paint::Blue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::{reader::Reader, writer};

    const GAME: &str = "1. e4 {[%clk 0:01:00] best [%cal Ge2e4,Rd1h5]} e5 {[%csl Yd5][%cal Bg1f3]} (1... c5 {[%csl Gd4] sharp}) 2. Nf3 *\n";

    fn game() -> PgnGame {
        Reader::new(GAME.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn drawings_come_out_of_comments_and_go_back_unchanged() {
        let mut tree = game();
        let drawings = drawings(&tree);
        let before = writer::write(&tree);
        write_into(&mut tree, &drawings);
        assert_eq!(writer::write(&tree), before);
        write_into(&mut tree, &Drawings::default());
        let text = writer::write(&tree);
        assert!(!text.contains("%cal") && !text.contains("%csl"), "{text}");
        assert!(text.contains("[%clk 0:01:00] best") && text.contains("sharp"), "{text}");
    }

    #[test]
    fn what_is_drawn_is_read_again() {
        let mut tree = game();
        let mut drawn = drawings(&tree);
        let stroke = |paint, from, to| Stroke { paint, from, to };
        use crate::chess::Square;
        for (n, page) in pages(&tree).into_iter().enumerate() {
            let paint = Paint::ALL[n % 4];
            drawn.put(page, vec![stroke(paint, Square::A1, Square::A1), stroke(paint, Square::B1, Square::C3)]);
        }
        write_into(&mut tree, &drawn);
        let text = writer::write(&tree);
        let again = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(drawings(&again), drawn, "{text}");
        assert_eq!(writer::write(&again), text);
    }
}
