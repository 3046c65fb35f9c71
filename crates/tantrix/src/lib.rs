//! The rules of Tantrix for two, three and four players, alone or two against two: fast positions,
//! playouts, evaluation, text, records and pictures.
//!
//! This crate knows the game and no search. What is hidden stays hidden: a position holds what is
//! left in the bag as a set, and drawing is a decision of chance.
//!
//! ```
//! use spinney_game::{Actor, Game};
//! use spinney_tantrix::Position;
//! let mut position = Position::from_text("tantrix red blue").unwrap();
//! assert_eq!(position.actor(), Actor::Chance);
//! let highest = position.parse_move("56").unwrap();
//! position.play(highest);
//! assert_eq!(position.text(), "tantrix red blue hands 56 -");
//! ```

mod board;
mod cell;
mod encode;
mod forecast;
mod frame;
mod guidance;
mod margin;
mod need;
mod notation;
mod outlook;
mod picture;
mod playout;
mod position;
mod record;
mod retiling;
mod rules;
mod table;
mod tile;

pub use cell::{Action, Cell, Placement};
pub use forecast::{Forecast, ForecastNeed, Points};
pub use margin::Margin;
pub use need::Need;
pub use outlook::{Outlook, OutlookSettings};
pub use playout::{PlayoutSettings, RandomGame};
pub use position::Position;
pub use record::{looks_like_record, read_record, read_records, replay, write_record};
pub use rules::Rules;
pub use tile::{Colour, Shape, TILES, Tile};
