//! Programs that do everything wrong, one sin each, at the table and before the referee.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::*;
use crate::job::tests::job;
use crate::machine::Origin;
use crate::own::Own;
use crate::player::{Choice, TimeControl};
use crate::referee;
use crate::result::Ending;
use rustix::process::{Pid, test_kill_process};

/// A GTP program as a shell script. It plays the cells of a 3×3 board in order, leaving out what
/// is taken; before a command is answered, `sin` is done.
fn honest_but(sin: &str) -> String {
    format!(
        r#"
taken=" "
while read -r command colour cell; do
    {sin}
    case "$command" in
        name) printf '= Sinner\n\n' ;;
        play) taken="$taken$cell "; printf '= \n\n' ;;
        genmove)
            for cell in a1 b1 c1 a2 b2 c2 a3 b3 c3; do
                case "$taken" in *" $cell "*) ;; *) break ;; esac
            done
            taken="$taken$cell "
            printf '= %s\n\n' "$cell" ;;
        quit) printf '= \n\n'; exit ;;
        *) printf '= \n\n' ;;
    esac
done
"#
    )
}

fn external(protocol: Protocol, script: &str) -> External {
    let command = shlex::try_join(["sh", "-c", script]).unwrap();
    External { protocol, command, init: vec![], dialect: None, dir: None, env: BTreeMap::new() }
}

/// For programs that answer, however busy the machine is.
const PATIENT: Patience = Patience {
    start: Duration::from_secs(60),
    reply: Duration::from_secs(60),
    farewell: Duration::from_millis(100),
};

/// For programs that do not.
const IMPATIENT: Patience = Patience { start: Duration::from_millis(300), ..PATIENT };

fn open_script(protocol: Protocol, script: &str) -> Box<dyn Player> {
    open_with(&external(protocol, script), PATIENT).unwrap()
}

fn new_game(position: &str, seat: usize) -> NewGame {
    let game = position.split_whitespace().next().unwrap().to_owned();
    let sides = if game == "arimaa" { ["gold", "silver"] } else { ["black", "white"] };
    let sides = sides.map(str::to_owned).to_vec();
    let control = TimeControl::default();
    NewGame { game, position: position.to_owned(), sides, seat, control, threads: 1, seed: 1 }
}

fn turn(side: &str, deadline: Duration) -> Turn {
    let control = TimeControl::default();
    let seat = usize::from(matches!(side, "white" | "silver"));
    let remaining = vec![None, None];
    Turn { side: side.to_owned(), seat, ply: 0, control, remaining, deadline }
}

fn soon(side: &str) -> Turn {
    turn(side, Duration::from_millis(500))
}

fn patiently(side: &str) -> Turn {
    turn(side, Duration::from_secs(60))
}

fn text_of(answer: Answer) -> String {
    match answer.choice {
        Choice::Move(text) => text,
        Choice::Resign => "resign".to_owned(),
    }
}

/// What each sinner does instead of answering `genmove`, and what that is called.
const SINS: [(&str, &str, FaultKind); 10] = [
    ("is silent", "sleep 1000", FaultKind::Hang),
    ("spins", "while :; do :; done", FaultKind::Hang),
    ("says a line without end", "tr '\\0' x < /dev/zero", FaultKind::Garbled),
    ("says lines without end", "yes thinking", FaultKind::Garbled),
    ("answers and goes on for ever", "printf '= a1\\n'; yes more", FaultKind::Garbled),
    ("plays where there is no cell", "printf '= z99\\n\\n'; continue", FaultKind::Illegal),
    ("answers nothing", "printf '=\\n\\n'; continue", FaultKind::Garbled),
    ("refuses", "printf '? no\\n\\n'; continue", FaultKind::Refused),
    ("crashes", "kill -SEGV $$", FaultKind::Crash),
    ("closes its output", "exec 1>&-; sleep 1000", FaultKind::Crash),
];

#[test]
fn every_sin_costs_its_game_and_no_more() {
    for (what, sin, kind) in SINS {
        // It sins in the first game only, so the second shows that it was started afresh.
        let marker = tempfile::tempdir().unwrap();
        let marker = marker.path().join("sinned");
        let once = format!(
            r#"if [ "$command" = genmove ] && [ ! -e "$MARKER" ]; then touch "$MARKER"; {sin}; fi"#
        );
        let mut program = external(Protocol::Gtp, &honest_but(&once));
        program.env.insert("MARKER".to_owned(), marker.to_str().unwrap().to_owned());
        let mut job = job("hex 3x3", &[]);
        job.bounds.patience = 0.5;
        job.seats[1].control =
            TimeControl { per_move: Some(Duration::from_secs(20)), ..TimeControl::default() };
        if kind == FaultKind::Hang {
            job.seats[1].control.per_move = Some(Duration::from_millis(1));
        }
        let own = Own::new("hex/uct", None, &BTreeMap::new()).unwrap();
        let mut players: Vec<Box<dyn Player>> =
            vec![Box::new(own), open_with(&program, PATIENT).unwrap()];

        let sinned = referee::play(&job, &mut players, &Origin::default()).unwrap();
        let fault = sinned.fault.clone().unwrap_or_else(|| panic!("{what}: {sinned:?}"));
        assert_eq!((fault.seat, fault.kind), (1, kind), "{what}: {fault:?}");
        assert_eq!((sinned.ending, sinned.winner()), (Ending::Fault, Some(0)), "{what}");
        assert!(fault.transcript.contains("> genmove white\n"), "{what}: {}", fault.transcript);
        assert!(fault.transcript.len() < 20_000, "{what}");

        job.seats[1].control.per_move = Some(Duration::from_secs(20));
        let honest = referee::play(&job, &mut players, &Origin::default()).unwrap();
        assert_eq!((honest.ending, honest.fault), (Ending::Rules, None), "{what}");
        assert_eq!(honest.versions[1], "Sinner");
    }
}

#[test]
fn programs_that_do_not_start_have_lost() {
    let start_with = |patience: Patience, script: &str| {
        let mut player = open_with(&external(Protocol::Gtp, script), patience).unwrap();
        let fault = player.new_game(&new_game("hex 3x3", 0)).unwrap_err();
        assert_eq!(player.choose(&soon("black")).unwrap_err().kind, FaultKind::Crash);
        player.end_game();
        fault
    };
    let start = |script: &str| start_with(PATIENT, script);
    assert_eq!(start("exit 3").kind, FaultKind::Crash);
    assert!(start("exit 3").problem.contains("exit status 3"));
    assert!(start("kill -KILL $$").problem.contains("signal 9"));
    assert_eq!(start_with(IMPATIENT, "exec sleep 1000").kind, FaultKind::Hang);
    let refuses = honest_but(r#"[ "$command" = boardsize ] && printf '? only 19\n\n' && continue"#);
    let fault = start(&refuses);
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.problem.contains("only 19"), "{fault}");

    let mut nobody = external(Protocol::Gtp, "");
    nobody.command = "/no/such/program".to_owned();
    let fault = open(&nobody).unwrap().new_game(&new_game("hex 3x3", 0)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.problem.contains("/no/such/program"), "{fault}");
}

#[test]
fn a_description_that_makes_no_sense_is_told_at_once() {
    let honest = external(Protocol::Gtp, &honest_but(""));
    let with = |change: &dyn Fn(&mut External)| {
        let mut external = honest.clone();
        change(&mut external);
        open(&external).err().map(|error| error.to_string())
    };
    assert_eq!(with(&|_| {}), None);
    assert!(with(&|e| e.command = "sh 'half".to_owned()).unwrap().contains("quote"));
    assert!(with(&|e| e.command = " ".to_owned()).unwrap().contains("empty"));
    assert!(with(&|e| e.dialect = Some("klingon".to_owned())).unwrap().contains("mohex"));
    assert!(with(&|e| e.init = vec!["a\nb".to_owned()]).unwrap().contains("one line"));
    let aei = |e: &mut External| {
        e.protocol = Protocol::Aei;
        e.dialect = Some("morat".to_owned());
    };
    assert!(with(&aei).unwrap().contains("no dialects"));
}

#[test]
fn errors_are_drained_however_many_there_are() {
    let noisy =
        honest_but("head -c 1000000 /dev/zero | tr '\\0' '!' >&2; yes no | head -n 9999 >&2");
    let mut player = open_script(Protocol::Gtp, &noisy);
    player.new_game(&new_game("hex 3x3", 0)).unwrap();
    assert_eq!(text_of(player.choose(&patiently("black")).unwrap()), "a1");
    assert!(player.transcript().contains("! no\n"));
    player.end_game();
}

#[test]
fn words_before_an_answer_are_skipped() {
    let chatty = honest_but("echo hello; echo; printf 'gogui-gfx:\\nuct\\nVAR B a1\\n\\n'");
    let mut player = open_script(Protocol::Gtp, &chatty);
    player.new_game(&new_game("hex 3x3", 0)).unwrap();
    assert_eq!(text_of(player.choose(&patiently("black")).unwrap()), "a1");
    player.end_game();
}

#[test]
fn who_does_not_read_does_not_block_us() {
    let external = external(Protocol::Gtp, "exec sleep 1000");
    let mut program = Launch::new(&external).unwrap().start(&[], None).unwrap();
    let until = Instant::now() + Duration::from_millis(200);
    let fault = program.tell(&"x".repeat(1 << 20), until).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Hang);
}

#[test]
fn what_was_said_instead_of_an_answer_is_told() {
    for (sin, kind, problem) in [
        ("sleep 1000", FaultKind::Hang, r#"no answer to "genmove black""#),
        (
            "echo hm; echo what; sleep 1000",
            FaultKind::Garbled,
            r#"no answer to "genmove black", but "what""#,
        ),
        (
            "printf '= a'; sleep 1000",
            FaultKind::Garbled,
            r#"no answer to "genmove black", but a line that did not end: "= a""#,
        ),
    ] {
        let sinner = honest_but(&format!(r#"if [ "$command" = genmove ]; then {sin}; fi"#));
        let mut player = open_script(Protocol::Gtp, &sinner);
        player.new_game(&new_game("hex 3x3", 0)).unwrap();
        // Long enough for what is said to arrive.
        let fault = player.choose(&turn("black", Duration::from_secs(3))).unwrap_err();
        assert_eq!((fault.kind, fault.problem.as_str()), (kind, problem));
    }
}

/// Whether a process is there and alive.
fn lives(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    let is_dead = stat.is_ok_and(|stat| stat.rsplit(')').next().unwrap_or("").starts_with(" Z"));
    test_kill_process(pid).is_ok() && !is_dead
}

/// The process whose number a script writes into a file.
fn pid_in(path: &Path) -> Pid {
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.ends_with('\n') {
            return Pid::from_raw(text.trim().parse().unwrap()).unwrap();
        }
        thread_pause();
    }
}

fn thread_pause() {
    std::thread::sleep(Duration::from_millis(2));
}

/// Waits for a process to go; a test that fails here hangs, and says so by its name.
fn goes(pid: Pid) {
    while lives(pid) {
        thread_pause();
    }
}

#[test]
fn grandchildren_that_ignore_signals_are_gone_with_the_program() {
    // With a session of its own, a grandchild leaves the program's group.
    for (ends_badly, session) in [(false, ""), (true, ""), (false, "setsid"), (true, "setsid")] {
        let place = tempfile::tempdir().unwrap();
        let (child, grandchild) = (place.path().join("child"), place.path().join("grandchild"));
        // The program ignores quit as well.
        let script = format!(
            r#"trap "" TERM HUP INT
echo $$ > "$CHILD"
{session} sh -c 'trap "" TERM HUP INT; echo $$ > "$GRANDCHILD"; while :; do sleep 1; done' &
{}
while :; do sleep 1; done"#,
            honest_but(
                r#"[ "$command" = quit ] && continue; [ "$command" = genmove ] && sleep 1000"#
            )
        );
        let mut program = external(Protocol::Gtp, &script);
        let path = |path: &Path| path.to_str().unwrap().to_owned();
        program.env.insert("CHILD".to_owned(), path(&child));
        program.env.insert("GRANDCHILD".to_owned(), path(&grandchild));
        let mut player = open_with(&program, PATIENT).unwrap();
        player.new_game(&new_game("hex 3x3", 0)).unwrap();
        let (child, grandchild) = (pid_in(&child), pid_in(&grandchild));
        assert!(lives(child) && lives(grandchild));
        if ends_badly {
            assert_eq!(player.choose(&soon("black")).unwrap_err().kind, FaultKind::Hang);
        } else {
            player.end_game();
        }
        goes(child);
        goes(grandchild);
    }
}

#[test]
fn whoever_is_forgotten_is_ended_too() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("pid");
    let mut program = external(Protocol::Gtp, &format!("echo $$ > \"$FILE\"; {}", honest_but("")));
    program.env.insert("FILE".to_owned(), file.to_str().unwrap().to_owned());
    let mut player = open_with(&program, PATIENT).unwrap();
    player.new_game(&new_game("hex 3x3", 0)).unwrap();
    let pid = pid_in(&file);
    drop(player);
    goes(pid);
}

#[test]
fn directory_environment_and_init_lines_reach_the_program() {
    let place = tempfile::tempdir().unwrap();
    let script = honest_but(r#"echo "$command $colour $cell" >> said; echo "$PLAN" > plan"#);
    let mut program = external(Protocol::Gtp, &script);
    program.dir = Some(place.path().to_owned());
    program.env.insert("PLAN".to_owned(), "win".to_owned());
    program.init = vec!["param_x y".to_owned()];
    let mut player = open_with(&program, PATIENT).unwrap();
    player.new_game(&new_game("hex 3x3; black b2; white to move", 1)).unwrap();
    assert_eq!(text_of(player.choose(&patiently("white")).unwrap()), "a1");
    player.played("white", "a1").unwrap();
    player.played("black", "b1").unwrap();
    assert_eq!(text_of(player.choose(&patiently("white")).unwrap()), "c1");
    player.end_game();
    assert_eq!(fs::read_to_string(place.path().join("plan")).unwrap(), "win\n");
    let said = fs::read_to_string(place.path().join("said")).unwrap();
    let said: Vec<&str> = said.lines().map(str::trim).collect();
    assert_eq!(
        said,
        [
            "name",
            "version",
            "boardsize 3",
            "clear_board",
            "param_x y",
            "play black b2",
            "all_legal_moves",
            "genmove white",
            "play black b1",
            "genmove white",
            "quit"
        ]
    );
}

/// A CodeCup program that counts up, swaps when the opponent opens with 15, and opens as it is told.
const COUNTER: &str = r#"
next=${FORCE_OPENING:-1}
while read -r line; do
    case "$line" in
        Quit) exit ;;
        15) echo -1 ;;
        *) echo "$next"; next=$((next + 1)) ;;
    esac
done
"#;

#[test]
fn codecup_programs_begin_answer_and_swap() {
    let mut player = open_script(Protocol::CodeCup, COUNTER);
    player.new_game(&new_game("polyy 5,7 swap-sides", 0)).unwrap();
    assert_eq!(text_of(player.choose(&patiently("black")).unwrap()), "1");
    player.played("black", "1").unwrap();
    player.played("white", "swap-sides").unwrap();
    assert_eq!(text_of(player.choose(&patiently("white")).unwrap()), "2");
    assert!(player.transcript().contains("> Start\n< 1\n> -1\n< 2\n"), "{}", player.transcript());

    player.new_game(&new_game("polyy 5,7 swap-sides", 1)).unwrap();
    player.played("black", "15").unwrap();
    assert_eq!(text_of(player.choose(&patiently("white")).unwrap()), "swap");

    player.new_game(&new_game("polyy 5,7 swap-sides", 0)).unwrap();
    player.played("black", "43").unwrap();
    player.played("white", "50").unwrap();
    assert_eq!(text_of(player.choose(&patiently("black")).unwrap()), "44");
    player.end_game();
}

#[test]
fn codecup_programs_cannot_be_told_their_own_later_moves() {
    let mut player = open_script(Protocol::CodeCup, COUNTER);
    player.new_game(&new_game("polyy 5,7", 1)).unwrap();
    player.played("black", "3").unwrap();
    let fault = player.played("white", "4").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Refused);
    assert!(fault.problem.contains("opening"), "{fault}");
    let deaf = "while read -r line; do echo 7; done";
    let mut player = open_script(Protocol::CodeCup, deaf);
    player.new_game(&new_game("polyy 5,7", 0)).unwrap();
    let fault = player.played("black", "43").unwrap_err();
    assert!(fault.problem.contains("FORCE_OPENING=43"), "{fault}");
    let set_up = new_game("polyy 5,7; black 3; white to move", 0);
    assert_eq!(player.new_game(&set_up).unwrap_err().kind, FaultKind::Start);
}

/// An AEI program with one set-up and one turn.
const STEPPER: &str = r#"
set_up="Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2"
turn="$set_up"
while read -r command rest; do
    case "$command" in
        aei) echo "protocol-version 1"; echo "id name Stepper"; echo "id version 7"; echo aeiok ;;
        isready) echo readyok ;;
        go) echo "info winratio 0.625"; echo "bestmove $turn" ;;
        makemove) turn="Ee2n Ee3n NULL" ;;
        quit) exit ;;
    esac
done
"#;

fn whole_turn(player: &mut dyn Player, side: &str, steps: usize) -> Vec<String> {
    (0..steps)
        .map(|_| {
            let text = text_of(player.choose(&patiently(side)).unwrap());
            player.played(side, &text).unwrap();
            text
        })
        .collect()
}

fn silver_sets_up(player: &mut dyn Player) {
    let set_up = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
    set_up.split(' ').for_each(|word| player.played("silver", word).unwrap());
}

#[test]
fn aei_turns_are_handed_out_step_by_step() {
    let mut player = open_script(Protocol::Aei, STEPPER);
    let mut game = new_game("arimaa", 0);
    game.control.per_move = Some(Duration::from_secs(3));
    player.new_game(&game).unwrap();
    assert_eq!(player.version(), "Stepper 7");
    assert_eq!(whole_turn(&mut *player, "gold", 16).len(), 16);
    silver_sets_up(&mut *player);
    let answer = player.choose(&patiently("gold")).unwrap();
    assert_eq!(answer.evaluation.win_rate, Some(0.625));
    player.played("gold", &text_of(answer)).unwrap();
    assert_eq!(whole_turn(&mut *player, "gold", 2), ["Ee3n", "end"]);
    for step in ["ed7s", "ed6s", "ed5s", "rd8s"] {
        player.played("silver", step).unwrap();
    }
    let transcript = player.transcript();
    for line in [
        "> setoption name tcmove value 3\n",
        "> newgame\n",
        "> makemove Ra1 Rb1",
        "> makemove ra8 rb8",
        "> makemove Ee2n Ee3n\n",
        "> makemove ed7s ed6s ed5s rd8s\n",
    ] {
        assert!(transcript.contains(line), "{line}: {transcript}");
    }
    player.end_game();
    assert_eq!(player.new_game(&new_game("hex 3x3", 0)).unwrap_err().kind, FaultKind::Start);
}

#[test]
fn aei_programs_that_sin_have_lost() {
    for (bestmove, kind) in [
        ("echo bestmove Ee2n Ee3n Ee4n Ee5n Ee6n", FaultKind::Illegal),
        ("sleep 1000", FaultKind::Hang),
        ("exit", FaultKind::Crash),
        ("yes info", FaultKind::Garbled),
    ] {
        let script = STEPPER.replace("echo \"bestmove $turn\"", bestmove);
        let mut player = open_script(Protocol::Aei, &script);
        let board = format!("rrrrrrrrhdcemcdh{}HDCMECDHRRRRRRRR", ".".repeat(32));
        player.new_game(&new_game(&format!("arimaa 2s [{board}]"), 1)).unwrap();
        let deadline = if kind == FaultKind::Hang { soon("silver") } else { patiently("silver") };
        let fault = match player.choose(&deadline) {
            Ok(answer) => panic!("{bestmove}: {answer:?}"),
            Err(fault) => fault,
        };
        assert_eq!(fault.kind, kind, "{bestmove}");
    }
}

#[test]
fn getmove_programs_are_started_for_each_turn() {
    // It looks at its files and says what it saw on standard error.
    let script = r#"
        head -n 1 "$1" >&2; tail -n 1 "$2" >&2; cat "$3" >&2
        case "$(head -n 1 "$1")" in
            1w) echo "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2" ;;
            *) echo thinking; echo; echo "Ee2n Ee3n" ;;
        esac"#;
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("getMove");
    fs::write(&file, script).unwrap();
    let mut bot = external(Protocol::GetMove, "");
    bot.command = shlex::try_join(["sh", file.to_str().unwrap()]).unwrap();
    let mut player = open_with(&bot, PATIENT).unwrap();
    player.new_game(&new_game("arimaa", 0)).unwrap();
    whole_turn(&mut *player, "gold", 16);
    silver_sets_up(&mut *player);
    assert_eq!(whole_turn(&mut *player, "gold", 3), ["Ee2n", "Ee3n", "end"]);
    let transcript = player.transcript();
    assert_eq!(transcript.matches("! 2w\n").count(), 2, "{transcript}");
    assert!(transcript.contains("! side=w\n"), "{transcript}");
    player.end_game();
    for (script, kind) in
        [("exit 1", FaultKind::Crash), ("sleep 1000", FaultKind::Hang), ("yes", FaultKind::Garbled)]
    {
        let mut player = open_script(Protocol::GetMove, script);
        player.new_game(&new_game("arimaa", 0)).unwrap();
        let deadline = if kind == FaultKind::Hang { soon("gold") } else { patiently("gold") };
        assert_eq!(player.choose(&deadline).unwrap_err().kind, kind, "{script}");
    }
}
