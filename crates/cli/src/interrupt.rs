//! Ctrl-C, for commands that tell what they have found so far.

use spinney_engine::Stop;

/// A switch that Ctrl-C and SIGTERM throw; the second time, the program ends at once: whoever presses
/// it twice does not want what there is so far either.
pub(crate) fn stop() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let thrown = stop.clone();
    ctrlc::set_handler(move || {
        if thrown.is_stopped() {
            std::process::exit(130);
        }
        thrown.stop();
    })?;
    Ok(stop)
}
