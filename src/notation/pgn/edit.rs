//! Changes by hand to the tree of a game: words, signs, lines taken away or put first. Everything else stays as it was typed.

use super::{
    command,
    tree::{NodeId, PgnGame, Played, ROOT},
};
use crate::chess::Move;

impl PgnGame {
    /// The node after `parent` to which this move leads, if it is in the tree.
    pub fn child_by(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.nodes[parent].children.iter().copied().find(|id| self.nodes[*id].played == Some(Played::Move(mv)))
    }

    /// Puts these words in place of those said after a move; commands of programs stay. The end of a comment (`}`) cannot
    /// stand in one and becomes a round bracket; `[%` would be read as a command and is parted.
    ///
    /// Of the start position it is said before the first move, where there is one.
    pub fn set_words(&mut self, node: NodeId, words: &str) {
        let words = words.replace('}', ")").replace('{', "(").replace("[%", "[ %");
        let first = self.nodes[node].children.first().copied().filter(|_| node == ROOT);
        match first {
            Some(first) => {
                let after = &mut self.nodes[node].after;
                *after = command::reworded(after, "");
                let before = &mut self.nodes[first].before;
                *before = command::reworded(before, &words);
            }
            None => {
                let after = &mut self.nodes[node].after;
                *after = command::reworded(after, &words);
            }
        }
    }

    /// The words said of a node, as [`PgnGame::set_words`] sets them.
    pub fn words(&self, node: NodeId) -> String {
        let first = self.nodes[node].children.first().filter(|_| node == ROOT);
        let comment = first.map_or(&self.nodes[node].after, |first| &self.nodes[*first].before);
        command::visible(comment)
    }

    /// Gives a move this sign, `$1` to `$6`, in place of another of these; takes it away if it has it.
    pub fn toggle_sign(&mut self, node: NodeId, sign: u8) {
        let nags = &mut self.nodes[node].nags;
        let had = nags.contains(&sign);
        nags.retain(|nag| !(1..=6).contains(nag));
        if !had {
            nags.insert(0, sign);
        }
    }

    /// Takes a move and all that follows it away. The start stays.
    pub fn remove(&mut self, node: NodeId) {
        if node == ROOT || node >= self.nodes.len() {
            return;
        }
        // A node comes after its parent: one pass finds all that follow.
        let mut goes = vec![false; self.nodes.len()];
        let mut place = vec![0; self.nodes.len()];
        let mut kept = 0;
        for id in 0..self.nodes.len() {
            goes[id] = id == node || self.nodes[id].parent.is_some_and(|parent| goes[parent]);
            place[id] = kept;
            kept += usize::from(!goes[id]);
        }
        let mut id = 0;
        self.nodes.retain(|_| {
            id += 1;
            !goes[id - 1]
        });
        for node in &mut self.nodes {
            node.parent = node.parent.map(|parent| place[parent]);
            node.children.retain(|child| !goes[*child]);
            node.children.iter_mut().for_each(|child| *child = place[*child]);
        }
    }

    /// Makes a move, and those that lead to it, the first ones where they have alternatives.
    pub fn put_first(&mut self, node: NodeId) {
        for id in self.path_to(node) {
            let Some(parent) = self.nodes[id].parent else { continue };
            let children = &mut self.nodes[parent].children;
            children.retain(|child| *child != id);
            children.insert(0, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::pgn::{reader::read_all, writer};

    const GAME: &str = "1. e4 {[%clk 0:01:00] Fine. [%cal Ge2e4]} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6 $5) 2. Nf3 $1 $14 *\n";

    fn game() -> PgnGame {
        read_all(GAME).remove(0)
    }

    fn find(game: &PgnGame, san: &str) -> NodeId {
        (1..game.nodes.len()).find(|id| game.san(*id) == san).unwrap()
    }

    /// The game as it is read again from what is written of it.
    fn again(game: &PgnGame) -> String {
        let text = writer::write(game);
        let again = read_all(&text).remove(0);
        assert!(again.error.is_none() && again.warnings.is_empty(), "{text} {:?}", again.warnings);
        assert_eq!(writer::write(&again), text);
        text
    }

    #[test]
    fn words_change_and_commands_stay() {
        let mut game = game();
        let e4 = find(&game, "e4");
        assert_eq!(game.words(e4), "Fine.");
        game.set_words(e4, "Well {played} [%eval 3]}");
        assert_eq!(game.words(e4), "Well (played) [ %eval 3])");
        let text = again(&game);
        assert!(text.contains("[%clk 0:01:00]") && text.contains("[%cal Ge2e4]") && !text.contains("Fine"), "{text}");
        game.set_words(e4, "");
        assert_eq!((game.words(e4), game.words(ROOT)), (String::new(), String::new()));
        game.set_words(ROOT, "A quiet day.");
        assert_eq!(game.words(ROOT), "A quiet day.");
        assert!(again(&game).contains("{A quiet day.} 1. e4"));
    }

    #[test]
    fn a_move_has_one_sign() {
        let mut game = game();
        let f3 = game.main_line()[2];
        game.toggle_sign(f3, 4);
        assert_eq!(game.nodes[f3].nags, [4, 14]);
        game.toggle_sign(f3, 4);
        assert_eq!(game.nodes[f3].nags, [14]);
    }

    #[test]
    fn lines_go_and_come_first() {
        let mut game = game();
        let c5 = find(&game, "c5");
        game.remove(c5);
        let text = again(&game);
        assert!(!text.contains("c5") && !text.contains("d6") && text.contains("(1... e6 $5)"), "{text}");
        game.put_first(find(&game, "e6"));
        let text = again(&game);
        assert!(text.contains("1... e6 $5 (1... e5 2. Nf3 $1 $14)"), "{text}");
        game.remove(ROOT);
        assert_eq!(again(&game), text);
        game.remove(game.main_line()[0]);
        assert_eq!(game.nodes.len(), 1);
        assert!(again(&game).contains('*'));
    }
}
