//! Thinking in the background: a thread that owns the engine, asked and heard through channels.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use krou_engine::{Analysis, StopFlag};
use krou_rules::{Game, Lang, Move};

use crate::mind::Mind;
use crate::review::{Judged, review};

/// What to think about.
#[derive(Clone, Debug)]
pub enum Task {
    /// Choose a move as a player of this level.
    Choose(u8),
    /// Value every move.
    Analyse,
    /// Value every move at a glance.
    Glance,
    /// Explain the last move of the game.
    Explain(Lang),
    /// Judge every move of the game.
    Review,
}

/// What comes of it.
#[derive(Clone, Debug)]
pub enum Thought {
    /// What is known so far.
    SoFar(Analysis),
    /// The move chosen.
    Chosen(Option<Move>),
    /// What was found out in the end.
    Analysed(Analysis),
    /// The explanation.
    Explained(Vec<String>),
    /// The moves judged so far.
    Reviewing(Vec<Judged>),
    /// All moves judged.
    Reviewed(Vec<Judged>),
}

impl Thought {
    /// Whether it is the answer, after which nothing comes.
    fn is_last(&self) -> bool {
        !matches!(self, Thought::SoFar(_) | Thought::Reviewing(_))
    }
}

struct Job {
    number: u64,
    task: Task,
    game: Game,
    stop: StopFlag,
}

/// The one who thinks. Asking anew drops whatever was being thought about.
pub struct Thinker {
    jobs: Sender<Job>,
    thoughts: Receiver<(u64, Thought)>,
    number: u64,
    busy: bool,
    stop: StopFlag,
}

impl Thinker {
    /// Lets a mind think on a thread of its own. The mind is made there, since that may take
    /// a moment.
    pub fn new(mind: impl FnOnce() -> Box<dyn Mind> + Send + 'static) -> Thinker {
        let (jobs, asked) = mpsc::channel::<Job>();
        let (told, thoughts) = mpsc::channel();
        thread::spawn(move || {
            let mut mind = mind();
            for job in asked {
                think(mind.as_mut(), &job, &told);
            }
        });
        Thinker {
            jobs,
            thoughts,
            number: 0,
            busy: false,
            stop: StopFlag::new(),
        }
    }

    /// Asks for something; what was asked before is forgotten.
    pub fn ask(&mut self, task: Task, game: &Game) {
        self.forget();
        self.number += 1;
        self.stop = StopFlag::new();
        let job = Job {
            number: self.number,
            task,
            game: game.clone(),
            stop: self.stop.clone(),
        };
        self.busy = self.jobs.send(job).is_ok();
    }

    /// Wants the answer now.
    pub fn hurry(&self) {
        self.stop.stop();
    }

    /// Wants no answer any more.
    pub fn forget(&mut self) {
        self.stop.stop();
        self.busy = false;
        self.number += 1;
    }

    /// Whether an answer is still to come.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// What has been thought since the last call.
    pub fn hear(&mut self) -> Vec<Thought> {
        let mut heard = Vec::new();
        loop {
            match self.thoughts.try_recv() {
                Ok((number, thought)) if number == self.number => {
                    if thought.is_last() {
                        self.busy = false;
                    }
                    heard.push(thought);
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return heard,
                Err(TryRecvError::Disconnected) => {
                    self.busy = false;
                    return heard;
                }
            }
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Does a job. Where nobody listens any more there is nothing to be done about it.
fn think(mind: &mut dyn Mind, job: &Job, told: &Sender<(u64, Thought)>) {
    let Job {
        number,
        task,
        game,
        stop,
    } = job;
    if stop.is_stopped() && !matches!(task, Task::Choose(_)) {
        return;
    }
    let tell = |thought| {
        let _ = told.send((*number, thought));
    };
    let mut so_far = |analysis: &Analysis| tell(Thought::SoFar(analysis.clone()));
    let answer = match task {
        Task::Choose(level) => Thought::Chosen(mind.choose(game, *level, stop, &mut so_far)),
        Task::Analyse => Thought::Analysed(mind.analyse(game, stop, &mut so_far)),
        Task::Glance => Thought::Analysed(mind.glance(game, stop)),
        Task::Explain(lang) => {
            let mut before = game.clone();
            // A resignation is taken back first.
            while before.moves().len() == game.moves().len() && before.undo_move() {}
            let last = game.moves().last();
            let lines = last.map(|&m| mind.explain(&before, m, *lang, stop));
            Thought::Explained(lines.unwrap_or_default())
        }
        Task::Review => {
            let mut heard = |judged: &[Judged]| tell(Thought::Reviewing(judged.to_vec()));
            Thought::Reviewed(review(mind, game, stop, &mut heard))
        }
    };
    tell(answer);
}
