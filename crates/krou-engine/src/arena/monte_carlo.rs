//! An opponent to measure by: plain Monte Carlo tree search with random playouts (UCT).
//!
//! It knows nothing but the rules, and turns need not alternate: a node's wins are counted for South
//! and read by whoever chooses there.

use std::time::Duration;

use krou_rules::{Game, Move, Position, Rules, Side};

use super::{Foul, Player};
use crate::StopFlag;
use crate::level::Rng;

/// Moves after which a playout is scored as it stands; play may circle.
const LONGEST: usize = 300;

/// How much a rarely tried move draws: the square root of two, as the theory has it.
const CURIOSITY: f32 = std::f32::consts::SQRT_2;

/// Plays by so many random playouts a move.
pub(super) struct MonteCarlo {
    pub playouts: u32,
    pub rng: Rng,
}

impl Player for MonteCarlo {
    fn new_game(&mut self, seed: u64, _stop: &StopFlag, _slow: &mut dyn FnMut()) {
        self.rng = Rng(seed);
    }

    fn choose(&mut self, game: &Game, stop: &StopFlag) -> Result<Move, Foul> {
        let mut tree = Tree::new(game.rules(), *game.position());
        for _ in 0..self.playouts {
            if stop.is_stopped() {
                break;
            }
            tree.sample(&mut self.rng);
        }
        tree.favourite().ok_or(Foul::Illegal)
    }

    fn time(&self) -> Option<Duration> {
        None
    }
}

struct Node {
    position: Position,
    /// The moves not tried yet.
    untried: Vec<Move>,
    /// The moves tried, and where each leads.
    tried: Vec<(Move, usize)>,
    visits: f32,
    /// What South made of the visits: a win counts one, a draw a half.
    wins: f32,
}

impl Node {
    fn new(rules: &Rules, position: Position) -> Node {
        let over = position.is_over();
        Node {
            untried: if over {
                Vec::new()
            } else {
                rules.legal_moves(&position).to_vec()
            },
            position,
            tried: Vec::new(),
            visits: 0.0,
            wins: 0.0,
        }
    }

    /// How good it was on the whole for a side.
    fn mean(&self, side: Side) -> f32 {
        let south = self.wins / self.visits;
        match side {
            Side::South => south,
            Side::North => 1.0 - south,
        }
    }
}

struct Tree<'a> {
    rules: &'a Rules,
    nodes: Vec<Node>,
}

impl<'a> Tree<'a> {
    fn new(rules: &'a Rules, root: Position) -> Self {
        Tree {
            rules,
            nodes: vec![Node::new(rules, root)],
        }
    }

    /// The move tried most often.
    fn favourite(&self) -> Option<Move> {
        let visits = |&&(_, child): &&(Move, usize)| self.nodes[child].visits as u64;
        let most = self.nodes[0].tried.iter().max_by_key(visits);
        most.map(|&(m, _)| m)
            .or_else(|| self.nodes[0].untried.first().copied())
    }

    /// Goes down the tree, adds a node, plays on at random and remembers what came of it.
    fn sample(&mut self, rng: &mut Rng) {
        let mut at = 0;
        let mut path = vec![at];
        while self.nodes[at].untried.is_empty() && path.len() < LONGEST {
            let Some(next) = self.most_promising(at) else {
                break;
            };
            at = next;
            path.push(at);
        }
        let open = self.nodes[at].untried.len() as u64;
        if open > 0 {
            let index = rng.below(open) as usize;
            let m = self.nodes[at].untried.swap_remove(index);
            if let Ok(position) = self.rules.play(&self.nodes[at].position, m) {
                let child = self.nodes.len();
                self.nodes.push(Node::new(self.rules, position));
                self.nodes[at].tried.push((m, child));
                path.push(child);
                at = child;
            }
        }
        let won = self.play_out(self.nodes[at].position, rng);
        for node in path {
            self.nodes[node].visits += 1.0;
            self.nodes[node].wins += won;
        }
    }

    /// The child of a node that is worth a visit most: good, or seldom tried.
    fn most_promising(&self, at: usize) -> Option<usize> {
        let parent = &self.nodes[at];
        let side = parent.position.turn();
        let promise = |child: usize| {
            let node = &self.nodes[child];
            node.mean(side) + CURIOSITY * (parent.visits.ln() / node.visits).sqrt()
        };
        let children = parent.tried.iter().map(|&(_, child)| child);
        children.max_by(|&a, &b| promise(a).total_cmp(&promise(b)))
    }

    /// Plays at random to the end; what South gets for it.
    fn play_out(&self, mut position: Position, rng: &mut Rng) -> f32 {
        for _ in 0..LONGEST {
            if position.is_over() {
                break;
            }
            let legal = self.rules.legal_moves(&position);
            let m = legal[rng.below(legal.len() as u64) as usize];
            match self.rules.play(&position, m) {
                Ok(after) => position = after,
                Err(_) => break,
            }
        }
        let scores = self.rules.scores(&position);
        match scores[Side::South].cmp(&scores[Side::North]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// ```text
    ///       1 0 0 0 0 0
    ///   23               21     F, E and F again draw for South; everything else loses
    ///       0 0 0 0 2 1
    /// ```
    #[test]
    fn it_plays_the_bonus_move_that_wins_for_the_side_that_moves_again() {
        let rules = Arc::new(Rules::builtin("kalah").unwrap());
        for (position, best) in [
            ("0,0,0,0,2,1/0,0,0,0,0,1/21,23/S", "F"),
            ("0,0,0,0,0,1/0,0,0,0,2,1/23,21/N", "f"),
        ] {
            let position = rules.position(&position.parse().unwrap()).unwrap();
            let game = Game::from_position(Arc::clone(&rules), position);
            let mut player = MonteCarlo {
                playouts: 300,
                rng: Rng(1),
            };
            assert_eq!(
                player.choose(&game, &StopFlag::new()).unwrap().to_string(),
                best
            );
        }
    }
}
