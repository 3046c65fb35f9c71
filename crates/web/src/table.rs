//! A table where a game is played and looked at: what may be done at it, and what everybody who
//! sits there is told about it. It knows the rules through the boards at the game's nodes and starts
//! no search of its own.

mod boards;
mod clock;
mod engine_move;
mod record;
mod review;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Serialize;
use spinney_engine::{Board, Line, Played, Rng, Stop};
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::evaluation::Evaluation;
use crate::kept::{EndedBy, Ending, Headings, KeptGame, Seat, TimeControl};
use crate::message::{Answer, Command, Message};
use crate::refusal::Refusal;
use crate::seed::fresh_seed;
use crate::tree::{NodeId, PlacedNode, ROOT};
use crate::view::{self, Shape, View};

use boards::Boards;
use clock::Clocks;
use review::Progress;

/// The longest comment.
const LONGEST_COMMENT: usize = 10_000;
/// Messages that wait for a slow listener before it must ask for everything again.
const BACKLOG: usize = 64;

/// A game with those who play and watch it.
pub(crate) struct Table {
    pub(crate) game: KeptGame,
    /// The rules, as they stand at each node.
    boards: Boards,
    rng: Rng,
    /// Moves that were taken back, the last one last.
    taken_back: Vec<NodeId>,
    clock: clock::Running,
    /// Grows whenever the game stands elsewhere or is played otherwise: what was thought before
    /// that is of no use.
    generation: u64,
    /// Ends the engine's search for its move.
    search: Option<Stop>,
    /// Whether the engine's move is to be asked for again later.
    postponed: bool,
    review: Option<review::Review>,
    /// What people ought to know about how the game is served.
    notice: Option<String>,
    /// Whether the game was thrown away: nobody brings it back by playing on.
    gone: bool,
    /// What everybody has to be told.
    news: News,
    /// Where everybody is told.
    pub(crate) events: broadcast::Sender<std::sync::Arc<str>>,
}

/// What has changed since everybody was told last.
#[derive(Default)]
struct News {
    nodes: BTreeSet<NodeId>,
    removed: Vec<NodeId>,
    reordered: BTreeSet<NodeId>,
    /// Whether the rest has changed.
    state: bool,
}

/// How the game stands, apart from its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct State {
    /// Where the game stands.
    live: NodeId,
    seats: Vec<Seat>,
    #[schema(required)]
    ending: Option<Ending>,
    #[schema(required)]
    clocks: Option<Clocks>,
    /// Whether the engine thinks about its move.
    thinking: bool,
    /// How far a look at the whole game has come.
    #[schema(required)]
    review: Option<Progress>,
    /// What people ought to know about how the game is served: that an engine failed, or has to
    /// wait.
    #[schema(required)]
    notice: Option<String>,
}

/// Everything about a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    id: String,
    /// The game's name: `hex`.
    game: String,
    /// Its name as a heading has it: `Hex`.
    title: &'static str,
    /// When it was started, in seconds since 1970.
    created: u64,
    /// Where it started, as the engine writes positions.
    start: String,
    /// The size of its board, where it has one.
    size: String,
    #[schema(required)]
    time: Option<TimeControl>,
    headings: Headings,
    /// Every node after its parent, the main continuation first.
    nodes: Vec<PlacedNode>,
    state: State,
    /// The position where the game stands.
    view: View,
    /// What that board looks like.
    shape: Shape,
}

/// What has changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Patch {
    /// Nodes that are new or have changed.
    nodes: Vec<PlacedNode>,
    /// Nodes that are gone.
    removed: Vec<NodeId>,
    /// The children of some nodes, in their new order.
    children: BTreeMap<NodeId, Vec<NodeId>>,
    state: State,
    /// The position where the game stands, if it stands elsewhere.
    #[schema(required)]
    view: Option<View>,
}

impl Patch {
    /// Whether the game itself has gone on, rather than what is said about it.
    pub(crate) fn is_about_the_game(&self) -> bool {
        self.view.is_some()
    }
}

impl Table {
    /// Sets up a game at a table, as it was kept or as it begins.
    pub(crate) fn new(game: KeptGame) -> Result<Table, Refusal> {
        let start = game.start_board()?;
        let players = start.sides().len();
        if players != game.seats.len() {
            return Err(Refusal::wrong(format!("there must be {players} players")));
        }
        let mut table = Table {
            game,
            boards: Boards::new(start),
            rng: Rng::new(fresh_seed(), 0),
            taken_back: Vec::new(),
            clock: clock::Running::start(),
            generation: 0,
            search: None,
            postponed: false,
            review: None,
            notice: None,
            gone: false,
            news: News::default(),
            events: broadcast::Sender::new(BACKLOG),
        };
        table.live_board()?;
        if let Some(time) = table.game.time
            && table.game.tree.node(ROOT).clocks.is_none()
        {
            table.game.tree.set_clocks(ROOT, Some(time.initial(players)));
        }
        table.roll()?;
        Ok(table)
    }

    /// Grants a wish, or says why not and changes nothing. Searches are for others to begin.
    pub(crate) fn carry_out(&mut self, command: Command) -> Result<Answer, Refusal> {
        let mut answer = Answer::default();
        match command {
            Command::Play { node, text } => answer.node = Some(self.play(node, &text)?),
            Command::Position { node } => answer.view = Some(self.view(node)?),
            Command::Shape { node } => answer.shape = Some(self.shape(node)?),
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Resign => self.resign()?,
            Command::Continue { node } => self.continue_from(node)?,
            Command::Comment { node, text } => self.comment(node, text)?,
            Command::Remove { node } => self.remove(node)?,
            Command::Promote { node } => self.promote(node)?,
            Command::Seats { seats } => self.seat(seats)?,
            Command::Review { node, seconds } => self.start_review(node, seconds)?,
            Command::EndReview => self.end_review(),
            Command::Hint { .. }
            | Command::Explain { .. }
            | Command::Analyze { .. }
            | Command::EndAnalysis => {
                return Err(Refusal::wrong("this can be asked for only over the WebSocket"));
            }
        }
        Ok(answer)
    }

    /// The board at a node.
    pub(crate) fn board(&self, node: NodeId) -> Result<Board, Refusal> {
        self.boards.at(&self.game.tree, node)
    }

    /// The board where the game stands.
    fn live_board(&self) -> Result<Board, Refusal> {
        self.board(self.game.live)
    }

    /// The game as it was played up to a node, for whoever is to think about it.
    pub(crate) fn line(&self, node: NodeId) -> Result<Line, Refusal> {
        self.boards.line(&self.game.tree, node)
    }

    /// The position at a node.
    pub(crate) fn view(&self, node: NodeId) -> Result<View, Refusal> {
        Ok(view::view(&self.board(node)?, node))
    }

    /// What the board at a node looks like.
    pub(crate) fn shape(&self, node: NodeId) -> Result<Shape, Refusal> {
        Ok(view::shape(&self.board(node)?))
    }

    /// The position at a node as an SVG document.
    pub(crate) fn svg(&self, node: NodeId) -> Result<String, Refusal> {
        Ok(self.board(node)?.picture().to_svg())
    }

    /// The position at a node as a file of its own.
    pub(crate) fn position_file(&self, node: NodeId) -> Result<String, Refusal> {
        Ok(spinney_engine::write_position_file(&self.board(node)?)?)
    }

    /// Bytes that the game takes in memory, more or less.
    pub(crate) fn bytes(&self) -> usize {
        self.game.tree.bytes() + self.boards.bytes()
    }

    /// Plays a move. Where the game stands, it goes on, if it is a person's turn; anywhere else,
    /// it is a variation.
    pub(crate) fn play(&mut self, node: NodeId, text: &str) -> Result<NodeId, Refusal> {
        let board = self.board(node)?;
        let live = node == self.game.live;
        if board.outcome().is_some() || (live && self.game.ending.is_some()) {
            return Err(Refusal::Over);
        }
        if live && !board.seat_to_move().is_some_and(|seat| self.game.seats[seat].is_person()) {
            return Err(Refusal::NotYourTurn);
        }
        if live && self.flag_falls() {
            return Err(Refusal::Over);
        }
        self.add(node, text, live.then(|| self.clock.elapsed()))
    }

    /// Plays a move, by whoever's turn it is. In the game itself it has taken some time.
    fn add(
        &mut self,
        node: NodeId,
        text: &str,
        in_game: Option<Duration>,
    ) -> Result<NodeId, Refusal> {
        let board = self.board(node)?;
        let seat = board.seat_to_move();
        let (played, next) = board.play(None, text)?;
        let added = self.add_node(node, played, next)?;
        if let Some(time) = in_game {
            self.clock_move(node, added, seat, time);
            self.stand_at(added);
            self.taken_back.clear();
            self.roll()?;
        }
        Ok(added)
    }

    /// The node of a move that the board at another node has told of, which may be there already.
    fn add_node(&mut self, at: NodeId, played: Played, next: Board) -> Result<NodeId, Refusal> {
        let before = self.game.tree.len();
        let added = self.game.tree.play(at, played.side, &played.text)?;
        if self.game.tree.len() > before {
            self.news.nodes.insert(added);
        }
        self.boards.keep(added, played, next);
        Ok(added)
    }

    /// Lets chance act, where it is its turn in the game.
    fn roll(&mut self) -> Result<(), Refusal> {
        while self.game.ending.is_none() {
            let board = self.live_board()?;
            if !board.is_chance() {
                break;
            }
            let (played, next) = board.roll(&mut self.rng)?;
            let added = self.add_node(self.game.live, played, next)?;
            let clocks = self.game.tree.node(self.game.live).clocks.clone();
            self.game.tree.set_clocks(added, clocks);
            self.news.nodes.insert(added);
            self.stand_at(added);
        }
        Ok(())
    }

    /// The game stands here now, and the line to here is the game.
    fn stand_at(&mut self, node: NodeId) {
        self.game.live = node;
        self.game.tree.promote(node);
        let line = self.game.tree.line_to(node);
        let forks = line.into_iter().filter(|&id| self.game.tree.children(id).len() > 1);
        self.news.reordered.extend(forks);
        self.interrupt();
        self.clock = clock::Running::start();
    }

    /// What the engine thinks now is of no use any more.
    fn interrupt(&mut self) {
        self.generation += 1;
        self.news.state = true;
        self.postponed = false;
        self.notice = None;
        if let Some(stop) = self.search.take() {
            stop.stop();
        }
    }

    /// The seat whose turn it is where the game stands.
    fn seat_to_move(&self) -> Option<usize> {
        self.live_board().ok()?.seat_to_move()
    }

    /// Back to before the last move of a person.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        let line = self.line(self.game.live)?;
        if self.game.ending.take().is_some() {
            self.interrupt();
            self.clock = clock::Running::start();
            return Ok(());
        }
        let is_persons = |seat: usize| self.game.seats.get(seat).is_some_and(Seat::is_person);
        let all_engines = !self.game.seats.iter().any(Seat::is_person);
        let back = line
            .played()
            .rev()
            .position(|m| m.player.is_some_and(|player| all_engines || is_persons(player.index())));
        let Some(back) = back else {
            return Err(Refusal::wrong("there is no move of yours to take back"));
        };
        let line = self.game.tree.line_to(self.game.live);
        let to = line[line.len() - 2 - back];
        self.taken_back.extend(line[line.len() - 1 - back..].iter().rev());
        self.stand_at(to);
        if all_engines {
            // Whoever takes an engine's move back does not want it played again at once.
            self.game.seats.fill(Seat::Person);
        }
        Ok(())
    }

    /// Forward again, to a person's turn.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        let mut to = self.game.live;
        loop {
            let next = self.taken_back.pop().filter(|id| {
                self.game.tree.contains(*id) && self.game.tree.parent(*id) == Some(to)
            });
            let Some(next) = next.or(self.game.tree.children(to).first().copied()) else { break };
            to = next;
            let seat = self.board(to)?.seat_to_move();
            if seat.is_some_and(|seat| self.game.seats[seat].is_person()) {
                break;
            }
        }
        if to == self.game.live {
            return Err(Refusal::wrong("there is no move to make again"));
        }
        self.game.ending = None;
        self.stand_at(to);
        Ok(())
    }

    /// The game goes on from another node.
    pub(crate) fn continue_from(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.board(node)?;
        self.game.ending = None;
        self.taken_back.clear();
        self.stand_at(node);
        self.roll()
    }

    /// Gives up: the only person there is, or whoever's turn it is.
    pub(crate) fn resign(&mut self) -> Result<(), Refusal> {
        let Some(to_move) = self.seat_to_move().filter(|_| self.game.ending.is_none()) else {
            return Err(Refusal::Over);
        };
        let persons = self.game.seats.iter().enumerate().filter(|(_, seat)| seat.is_person());
        let persons: Vec<_> = persons.map(|(seat, _)| seat).collect();
        let loser = if let [only] = persons[..] { only } else { to_move };
        self.end(loser, EndedBy::Resignation);
        Ok(())
    }

    fn end(&mut self, loser: usize, by: EndedBy) {
        let sides = self.live_board().map_or_else(|_| Vec::new(), |board| board.sides());
        let winner = sides.iter().enumerate().find(|(seat, _)| *seat != loser);
        let winner = winner.filter(|_| sides.len() == 2).map(|(_, side)| (*side).to_owned());
        self.game.ending = Some(Ending { winner, by });
        self.interrupt();
    }

    /// Says something about a node.
    pub(crate) fn comment(&mut self, node: NodeId, text: String) -> Result<(), Refusal> {
        if text.chars().count() > LONGEST_COMMENT {
            let problem = format!("a comment has at most {LONGEST_COMMENT} characters");
            return Err(Refusal::wrong(problem));
        }
        if !self.game.tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        self.game.tree.set_comment(node, text)?;
        self.news.nodes.insert(node);
        Ok(())
    }

    /// Takes a variation out of the game.
    pub(crate) fn remove(&mut self, node: NodeId) -> Result<(), Refusal> {
        if !self.game.tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        if self.game.tree.line_to(self.game.live).contains(&node) {
            return Err(Refusal::wrong("the game itself stays; take moves back instead"));
        }
        let removed = self.game.tree.remove(node);
        self.taken_back.retain(|id| !removed.contains(id));
        self.news.removed.extend(removed);
        Ok(())
    }

    /// Makes the line to a node the main line.
    pub(crate) fn promote(&mut self, node: NodeId) -> Result<(), Refusal> {
        if !self.game.tree.contains(node) {
            return Err(Refusal::NoSuchNode);
        }
        self.game.tree.promote(node);
        self.news.reordered.extend(self.game.tree.line_to(node));
        Ok(())
    }

    /// Who plays from now on.
    pub(crate) fn seat(&mut self, seats: Vec<Seat>) -> Result<(), Refusal> {
        if seats.len() != self.game.seats.len() {
            let problem = format!("there must be {} players", self.game.seats.len());
            return Err(Refusal::wrong(problem));
        }
        seats.iter().try_for_each(|seat| seat.check(&self.game.game))?;
        self.game.seats = seats;
        self.interrupt();
        Ok(())
    }

    /// Keeps an opinion about a node, if it rests on more than the one that is there.
    pub(crate) fn evaluate(&mut self, node: NodeId, evaluation: Evaluation) {
        if !self.game.tree.contains(node) {
            return;
        }
        let better = |known: &Evaluation| evaluation.visits >= known.visits;
        let is_wanted = self.game.tree.node(node).evaluation.as_ref().is_none_or(better);
        if is_wanted && self.game.tree.set_evaluation(node, evaluation).is_ok() {
            self.news.nodes.insert(node);
        }
    }

    /// Whether anything is going on that nobody watches.
    pub(crate) fn is_idle(&self) -> bool {
        self.search.is_none() && self.review.is_none() && self.events.receiver_count() == 0
    }

    /// Ends all searches.
    pub(crate) fn halt(&mut self) {
        self.interrupt();
        self.end_review();
    }

    /// The game is thrown away.
    pub(crate) fn leave(&mut self) {
        self.halt();
        self.gone = true;
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.gone
    }

    /// Returns to what was kept. Everybody has to be told everything again.
    pub(crate) fn set_back(&mut self, kept: KeptGame) -> Result<(), Refusal> {
        self.halt();
        let Table { generation, events, .. } = self;
        *self = Table { generation: *generation, events: events.clone(), ..Table::new(kept)? };
        Ok(())
    }

    fn state(&self) -> State {
        State {
            live: self.game.live,
            seats: self.game.seats.clone(),
            ending: self.game.ending.clone(),
            clocks: self.clocks(),
            thinking: self.search.is_some(),
            review: self.review.as_ref().map(review::Review::progress),
            notice: self.notice.clone(),
        }
    }

    /// Everything about the game.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, Refusal> {
        let board = self.live_board()?;
        Ok(Snapshot {
            id: self.game.id.clone(),
            game: self.game.game.clone(),
            title: spinney_engine::game(&self.game.game)?.title,
            created: self.game.created,
            start: self.game.start.clone(),
            size: board.setup().size,
            time: self.game.time,
            headings: self.game.headings.clone(),
            nodes: self.game.tree.placed(),
            state: self.state(),
            view: view::view(&board, self.game.live),
            shape: view::shape(&board),
        })
    }

    /// Whoever asks for advice gets it from the best there is.
    pub(crate) fn best_preset(&self) -> &'static str {
        spinney_engine::game(&self.game.game).map_or("", |game| game.presets[0].name)
    }

    /// Tells everybody who listens.
    pub(crate) fn tell(&self, message: &Message<'_>) {
        // Nobody need listen.
        self.events.send(message.to_json().into()).ok();
    }

    /// What has changed since this was asked last, if anything has.
    pub(crate) fn take_news(&mut self) -> Option<Patch> {
        let News { nodes, removed, reordered, state } = std::mem::take(&mut self.news);
        if nodes.is_empty() && removed.is_empty() && reordered.is_empty() && !state {
            return None;
        }
        let tree = &self.game.tree;
        let nodes = nodes.into_iter().filter(|&id| tree.contains(id));
        let reordered = reordered.into_iter().filter(|&id| tree.contains(id));
        let nodes = nodes.map(|id| tree.place(id)).collect();
        let children = reordered.map(|id| (id, tree.children(id).to_vec())).collect();
        let view = if state { self.view(self.game.live).ok() } else { None };
        Some(Patch { nodes, removed, children, state: self.state(), view })
    }
}
