//! Turn counts that two independent programs agree on.

use serde_json::Value;
use spinney_arimaa::{Position, count_turns};

#[test]
fn turn_counts_are_those_of_other_programs() {
    let reference: Value = serde_json::from_str(include_str!("turns.json")).unwrap();
    let positions = reference["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 57);
    for row in positions {
        let text = |name: &str| row[name].as_str().unwrap();
        let numbers = |name: &str| -> Vec<u64> {
            row[name].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
        };
        let position = Position::from_diagram(&format!("{} [{}]", text("side"), text("board")));
        let counts = count_turns(&position.unwrap());
        let board = text("board");
        assert_eq!(counts.steps, row["steps"].as_u64().unwrap(), "{board}");
        assert_eq!(counts.step_paths_by_len, numbers("step_paths_by_len"), "{board}");
        assert_eq!(
            counts.complete_turn_paths_by_len,
            numbers("complete_turn_paths_by_len"),
            "{board}"
        );
        assert_eq!(counts.distinct_turns, row["distinct_turns"].as_u64().unwrap(), "{board}");
        assert_eq!(counts.goal_turns, row["goal_turns"].as_u64().unwrap(), "{board}");
        if let Some(least) = row.get("min_goal_steps") {
            assert_eq!(counts.min_goal_steps.map(u64::from), least.as_u64(), "{board}");
        }
    }
}
