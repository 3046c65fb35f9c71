//! Parameter commands: those of the engine, of the server and of the rules look the same.

use spinney_engine::{Parameter, Setup, Swap, TextError};

use super::Server;
use super::command::{Answer, Command, Failure};
use super::settings::flag;

const ALLOW_SWAP: &str = "game.allow-swap";
const SWAP_RULE: &str = "game.swap-rule";

impl Server<'_> {
    /// Every parameter that there is.
    fn parameters(&self) -> Vec<Parameter> {
        let swap = self.setup.swap.name();
        let parameter = |name: &str, value: String, meaning: &str| Parameter {
            name: name.to_owned(),
            value,
            meaning: meaning.to_owned(),
        };
        let mut all = Vec::new();
        if !self.swaps().is_empty() {
            all.push(parameter(
                ALLOW_SWAP,
                swap.is_some().to_string(),
                "Whether there is a swap rule.",
            ));
            all.push(parameter(
                SWAP_RULE,
                swap.unwrap_or("none").to_owned(),
                "What a swap is: none, swap-pieces (the stone changes its colour, and is mirrored \
                 where each side has edges of its own) or swap-sides (the players change places).",
            ));
        }
        all.extend(self.settings.parameters());
        all.extend(self.session.player.parameters());
        all
    }

    /// The names of the swap rules that the game has, the usual one first.
    fn swaps(&self) -> Vec<&'static str> {
        let own = self.session.board().entry().map_or(&Swap::ALL[..], |entry| entry.swaps);
        own.iter().filter_map(|swap| swap.name()).collect()
    }

    /// The groups of parameters, each of which has its own command: `search` has `param_search`.
    pub(super) fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        for parameter in self.parameters() {
            let (group, _) = group_and_key(&parameter.name);
            if !groups.iter().any(|known| known == group) {
                groups.push(group.to_owned());
            }
        }
        groups
    }

    /// `param_search` lists the parameters of a group, `param_search exploration 0.5` sets one.
    pub(super) fn parameter_group(&mut self, group: &str, command: &Command) -> Answer {
        let Some((key, value)) = name_and_value(&command.arguments) else {
            if command.arguments.is_empty() {
                return Ok(self.list_group(group));
            }
            return Err(Failure::syntax(format!("param_{group} wants a name and a value")));
        };
        self.set(&format!("{group}.{key}"), value)
    }

    fn list_group(&self, group: &str) -> String {
        let mut list = Vec::new();
        for parameter in self.parameters() {
            let (of_group, key) = group_and_key(&parameter.name);
            if of_group == group {
                let value = parameter.value.trim_matches('"');
                list.push(match (parameter.name.as_str(), flag_shown(value)) {
                    (SWAP_RULE, _) => {
                        format!("[list/none/{}] {key} {value}", self.swaps().join("/"))
                    }
                    (_, Some(on)) => format!("[bool] {key} {}", u8::from(on)),
                    (_, None) => format!("[string] {key} {value}"),
                });
            }
        }
        list.join("\n")
    }

    /// `get_parameters [NAME]`: names, values and meanings.
    pub(super) fn get_parameters(&mut self, command: &Command) -> Answer {
        let wanted = kebab(&command.arguments);
        let own = |parameter: &Parameter| wanted.is_empty() || parameter.name == wanted;
        let parameters = self.parameters().into_iter().filter(own);
        let list: String = parameters.map(|parameter| parameter.commented()).collect();
        if list.is_empty() {
            let problem = TextError::word(&command.arguments, "there is no such parameter");
            return Err(Failure::new("not known", problem));
        }
        Ok(list.trim_end().to_owned())
    }

    /// `set_parameter search.exploration 0.5`.
    pub(super) fn set_parameter(&mut self, command: &Command) -> Answer {
        let (name, value) = name_and_value(&command.arguments).ok_or_else(|| {
            Failure::syntax("set_parameter wants a name and a value: search.exploration 0.5")
        })?;
        self.set(name, value)
    }

    fn set(&mut self, name: &str, value: &str) -> Answer {
        let name = kebab(name);
        let has_swaps = !self.swaps().is_empty();
        match name.as_str() {
            ALLOW_SWAP if has_swaps => {
                let allow = flag(value).ok_or_else(|| Failure::word(value, "neither 1 nor 0"))?;
                let usual = self.swaps().first().and_then(|name| Swap::named(name));
                match (allow, self.setup.swap) {
                    (true, Swap::Off) => self.change_swap(usual.unwrap_or_default())?,
                    (true, _) => {}
                    (false, _) => self.change_swap(Swap::Off)?,
                }
            }
            SWAP_RULE if has_swaps => {
                let swaps = self.swaps();
                let swap = swaps.iter().find(|swap| **swap == value);
                if swap.is_none() && value != "none" {
                    let known = format!("no such rule; there are none, {}", swaps.join(", "));
                    return Err(Failure::word(value, known));
                }
                self.change_swap(swap.and_then(|name| Swap::named(name)).unwrap_or_default())?;
            }
            _ => match self.settings.set(&name, value) {
                Some(outcome) => outcome.map_err(Failure::syntax)?,
                None => self.session.player.set_parameter(&name, value)?,
            },
        }
        // What was found under other settings may look different under these.
        self.known = None;
        Ok(String::new())
    }

    /// Plays by that swap rule from now on.
    fn change_swap(&mut self, swap: Swap) -> Result<(), Failure> {
        if !self.session.board().is_start() || self.session.line.last().is_some() {
            return Err(Failure::new(
                "cannot do that",
                "the swap rule can be changed on an empty board only; clear_board first",
            ));
        }
        Ok(self.start(&Setup { swap, ..self.setup.clone() })?)
    }
}

/// `search.exploration` is `exploration` of `search`.
fn group_and_key(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("engine", name))
}

fn name_and_value(arguments: &str) -> Option<(&str, &str)> {
    let (name, value) = arguments.split_once(char::is_whitespace)?;
    Some((name, value.trim()))
}

/// Other programs' parameters have underscores in their names; ours have hyphens.
fn kebab(name: &str) -> String {
    name.replace('_', "-")
}

fn flag_shown(value: &str) -> Option<bool> {
    value.parse().ok()
}
