//! Commands that show what the engine thinks of a position.

use std::time::Duration;

use spinney_engine::{Candidate, Limits, Report};

use super::command::{Answer, Command, Failure};
use super::gfx::{self, Dialect};
use super::json;
use super::think::Pulse;
use super::{Done, Outcome, Output, Server};
use crate::lines::Until;

/// What a GUI offers in its menu: the kind of answer, the label, the command. `%m` is the side
/// to move.
const MENU: &[(&str, &str, &str)] = &[
    ("pspairs", "Win rates", "analyze-moves %m"),
    ("pspairs", "Visits", "analyze-visits %m"),
    ("pspairs", "AMAF values", "analyze-amaf %m"),
    ("pspairs", "Priors", "analyze-prior %m"),
    (HEXGUI_VARIATION, "Principal variation", "analyze-pv %m"),
    ("gfx", "Heat map", "analyze-gfx %m"),
    ("string", "Analyze until Stop", "gogui-gfx-analyze %m"),
    ("string", "Report", "analyze-report %m"),
    ("move", "Best move", "reg_genmove %m"),
    (HEXGUI_INFERIOR, "Moves to consider", "vc-build %m"),
    (HEXGUI_INFERIOR, "Fill-in", "compute-fillin %m"),
    (HEXGUI_INFERIOR, "Inferior cells", "compute-inferior %m"),
    (HEXGUI_INFERIOR, "Vulnerable cells", "compute-vulnerable %m"),
    (HEXGUI_INFERIOR, "Captured-reversible cells", "compute-reversible %m"),
    (HEXGUI_INFERIOR, "Dominated cells", "compute-dominated %m"),
    ("string", "Parts of the board", "find-split-decomp %c"),
    ("string", "Solve", "dfpn-solve-state %m"),
    ("plist", "Solve: winning moves", "dfpn-solver-find-winning %m"),
    ("pspairs", "Solve: known so far", "dfpn-get-bounds %m"),
    ("string", "Connections: who wins", "vc-verdict %m"),
    ("plist", "Connections: mustplay", "vc-get-mustplay %m"),
    (HEXGUI_CONNECTIONS, "Full connections between", "vc-between-cells-full %c %P"),
    (HEXGUI_CONNECTIONS, "Semi-connections between", "vc-between-cells-semi %c %P"),
    ("plist", "Fully connected to", "vc-connected-to-full %c %p"),
    ("plist", "Semi-connected to", "vc-connected-to-semi %c %p"),
    ("plist", "Full connections, all need", "vc-intersection-full %c %P"),
    ("plist", "Semi-connections, all need", "vc-intersection-semi %c %P"),
    ("plist", "Full connections, any needs", "vc-union-full %c %P"),
    ("plist", "Semi-connections, any needs", "vc-union-semi %c %P"),
    ("plist", "Legal moves", "all_legal_moves"),
    ("string", "Final score", "final_score"),
    ("string", "Position as text", "position"),
];

/// GoGui wants a colour before each move of a variation and HexGui wants none: what HexGui reads
/// is not shown to GoGui, which has the variation in the heat map.
const HEXGUI_VARIATION: &str = "var";
/// GoGui knows no connections.
const HEXGUI_CONNECTIONS: &str = "vc";
/// Nor inferior cells.
const HEXGUI_INFERIOR: &str = "inferior";

/// Between two lines of a stream, unless its command says otherwise.
const STREAM_INTERVAL: Duration = Duration::from_millis(500);

/// What a stream may be asked for in Go, with a value, and does not tell here.
const UNTOLD: [&str; 8] = [
    "minmoves",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "rootInfo",
];

/// What a stream is to tell.
struct Stream {
    side: &'static str,
    interval: Duration,
    /// At most so many candidates.
    most: usize,
}

fn centiseconds(word: &str) -> Result<Duration, Failure> {
    match word.parse::<u32>() {
        Ok(centiseconds) => Ok(Duration::from_millis(10 * u64::from(centiseconds))),
        Err(_) => Err(Failure::word(word, "not a number of centiseconds")),
    }
}

impl Server<'_> {
    /// `hexgui-analyze_commands`.
    pub(super) fn hexgui_analyze_commands(&mut self, _: &Command) -> Answer {
        Ok(self.menu(|_| true))
    }

    /// `gogui-analyze_commands`.
    pub(super) fn gogui_analyze_commands(&mut self, _: &Command) -> Answer {
        let of_hexgui = [HEXGUI_VARIATION, HEXGUI_CONNECTIONS, HEXGUI_INFERIOR];
        Ok(self.menu(|kind| !of_hexgui.contains(&kind)))
    }

    fn menu(&self, offers: impl Fn(&str) -> bool) -> String {
        let is_there = |command: &str| self.has_command(command.split(' ').next().unwrap_or(""));
        let fixed = MENU.iter().filter(|(kind, _, command)| offers(kind) && is_there(command));
        let fixed = fixed.map(|(kind, label, command)| format!("{kind}/{label}/{command}"));
        let dialogs =
            self.groups().into_iter().map(|g| format!("param/Parameters of {g}/param_{g}"));
        fixed.chain(dialogs).collect::<Vec<_>>().join("\n")
    }

    /// What is known of the position for the side that the command names: of the last search if
    /// that was about it, else of a search now.
    fn known_report(&mut self, command: &Command) -> Result<Report, Failure> {
        let side = self.side_or_to_move(command.words().first())?;
        match &self.known {
            Some((position, report))
                if report.side == side && *position == self.session.board().text() =>
            {
                Ok(report.clone())
            }
            _ => self.think(side, &self.move_limits(), Until::Interrupted),
        }
    }

    fn pairs(&mut self, command: &Command, say: impl Fn(&Candidate) -> Option<String>) -> Answer {
        let report = self.known_report(command)?;
        Ok(gfx::pairs(&report, &self.session.board().picture(), say))
    }

    /// `analyze-moves [COLOUR]`: the win rate of each move, `W` and `L` where it is proven.
    pub(super) fn analyze_moves(&mut self, command: &Command) -> Answer {
        self.pairs(command, gfx::worth)
    }

    /// `analyze-visits [COLOUR]`: how often each move was tried.
    pub(super) fn analyze_visits(&mut self, command: &Command) -> Answer {
        self.pairs(command, |candidate| Some(candidate.visits.to_string()))
    }

    /// `analyze-amaf [COLOUR]`: the value of each move played at any time.
    pub(super) fn analyze_amaf(&mut self, command: &Command) -> Answer {
        self.pairs(command, |candidate| candidate.amaf.map(|value| format!("{value:.2}")))
    }

    /// `analyze-prior [COLOUR]`: how promising each move looked at first sight.
    pub(super) fn analyze_prior(&mut self, command: &Command) -> Answer {
        self.pairs(command, |candidate| candidate.prior.map(|value| format!("{value:.2}")))
    }

    /// `analyze-pv [COLOUR]`: the best line.
    pub(super) fn analyze_pv(&mut self, command: &Command) -> Answer {
        let report = self.known_report(command)?;
        Ok(report.best().map(|best| best.line.join(" ")).unwrap_or_default())
    }

    /// `analyze-gfx [COLOUR]`: a drawing of win rates and the best line.
    pub(super) fn analyze_gfx(&mut self, command: &Command) -> Answer {
        let report = self.known_report(command)?;
        Ok(gfx::answer_block(&report, &self.session.board().picture()))
    }

    /// `analyze-report [COLOUR]`: everything that is known, as JSON.
    pub(super) fn analyze_report(&mut self, command: &Command) -> Answer {
        json::report(&self.known_report(command)?)
    }

    /// `lz-analyze [COLOUR] [CENTISECONDS]`: as Leela Zero and its GUIs write it.
    pub(super) fn lz_analyze(&mut self, command: &Command) -> Outcome {
        self.stream(command, Dialect::Leela)
    }

    /// `kata-analyze [COLOUR] [CENTISECONDS]`: as KataGo and its GUIs write it.
    pub(super) fn kata_analyze(&mut self, command: &Command) -> Outcome {
        self.stream(command, Dialect::Kata)
    }

    /// `spinney-analyze [COLOUR] [CENTISECONDS]`: the same with all that a report has.
    pub(super) fn spinney_analyze(&mut self, command: &Command) -> Outcome {
        self.stream(command, Dialect::Spinney)
    }

    /// Writes a line about every candidate now and then, until any line comes in.
    fn stream(&mut self, command: &Command, dialect: Dialect) -> Outcome {
        let Stream { side, interval, most } = self.stream_arguments(command)?;
        let mut pulse = Pulse::new(interval);
        // An answer that has begun cannot fail any more, so it begins with the first report.
        let mut begun = false;
        let mut tell = |report: &Report, output: &mut Output| {
            if !begun {
                begun = true;
                let id = command.id.map(|id| id.to_string()).unwrap_or_default();
                output.write(&format!("={id} \n"));
            }
            output.write(&gfx::info_line(report, dialect, most));
        };
        let report =
            self.think_aloud(side, &Limits::default(), Until::AnyLine, |report, output| {
                if pulse.is_due() {
                    tell(report, output);
                }
            })?;
        tell(&report, &mut self.output);
        Ok(Done::Streamed)
    }

    /// `[COLOUR] [CENTISECONDS] [NAME VALUE]...`. What GUIs of Go ask for and nobody has here, such as
    /// who owns a point, is not told.
    fn stream_arguments(&self, command: &Command) -> Result<Stream, Failure> {
        let words = command.words();
        let named = words.first().and_then(|word| self.side(word).ok());
        let side = named.map_or_else(|| self.side_or_to_move(None), Ok)?;
        let mut stream = Stream { side, interval: STREAM_INTERVAL, most: usize::MAX };
        let mut words = words[usize::from(named.is_some())..].iter().peekable();
        if let Some(number) = words.next_if(|word| word.parse::<f64>().is_ok()) {
            stream.interval = centiseconds(number)?;
        }
        while let Some(name) = words.next() {
            let Some(value) = words.next() else {
                return Err(Failure::word(name, "not a number of centiseconds"));
            };
            match *name {
                "interval" => stream.interval = centiseconds(value)?,
                "maxmoves" => match value.parse() {
                    Ok(most) => stream.most = most,
                    Err(_) => return Err(Failure::word(value, "not a number of moves")),
                },
                name if UNTOLD.contains(&name) => {}
                name => return Err(Failure::word(name, "is nothing that can be asked for")),
            }
        }
        Ok(stream)
    }

    /// `gogui-gfx-analyze [COLOUR]`: draws until it is stopped. HexGui's button for solving asks
    /// for it.
    pub(super) fn gfx_analyze(&mut self, command: &Command) -> Answer {
        let side = self.side_or_to_move(command.words().first())?;
        let picture = self.session.board().picture();
        let mut pulse = Pulse::new(self.settings.live_interval);
        let unbounded = Limits::default();
        let report = self.think_aloud(side, &unbounded, Until::AnyLine, |report, output| {
            if pulse.is_due() {
                output.write(&gfx::kata_block(report, &picture));
            }
        })?;
        Ok(gfx::sentence(&report))
    }
}
