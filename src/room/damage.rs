//! What is left of a journal of which the store can read no more, or that goes on as no journal does. Pure.

use crate::journal::{BadJournal, Journal, Recorded};
use crate::store::Damage;

/// The journal as far as it replays, and what is wrong with the rest.
pub(super) fn whole(
    mut records: Vec<Recorded>,
    damage: Option<Damage>,
) -> Result<(Journal, Option<Damage>), BadJournal> {
    let Err(bad) = Journal::replay(records.clone()) else {
        return Ok((Journal::replay(records)?, damage));
    };
    let kept = usize::try_from(bad.at()).unwrap_or(usize::MAX);
    let dropped = u32::try_from(records.len().saturating_sub(kept)).unwrap_or(u32::MAX);
    records.truncate(kept);
    let lost = damage.map_or(0, |damage| damage.lost).saturating_add(dropped);
    Ok((Journal::replay(records)?, Some(Damage { lost, why: bad.to_string() })))
}
