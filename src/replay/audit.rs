//! After all games: every room is looked at by somebody who was not there. What was accepted must be in it, once.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::client::{Client, ROOMS_MAX};
use crate::replay::person::Person;
use crate::replay::report::Progress;
use crate::replay::wrong::{Mismatch, Role, Wrong};
use crate::replay::{Found, Played, Setting, compare};
use crate::spelling::SeatForm;

/// How many rooms one connection looks at; as many joins a server takes at once.
const ROOMS_AT_ONCE: usize = if ROOMS_MAX < 48 { ROOMS_MAX } else { 48 };

/// Looks at every room that was played in.
pub(super) async fn look_at_all(setting: &Setting, found: &mut Found, progress: &Arc<Progress>) {
    for played in std::mem::take(&mut found.played).chunks(ROOMS_AT_ONCE) {
        let client = Client::start(setting.client.clone());
        let mut auditor = Person::new(Role::Auditor, client, progress.clone());
        for played in played {
            let looked = look_at(&mut auditor, played, setting).await;
            progress.audited.fetch_add(1, Ordering::Relaxed);
            if let Err(wrong) = looked {
                let (game, line) = (played.record.id.clone(), played.record.line);
                found.add(Mismatch { game, line, room: Some(played.room), wrong });
            }
        }
    }
}

async fn look_at(auditor: &mut Person, played: &Played, setting: &Setting) -> Result<(), Wrong> {
    let (who, room, record) = (auditor.role, played.room, &played.record);
    let deadline = setting.patience.deadline();
    auditor.client.follow(room).map_err(|error| auditor.not_taken(error))?;
    auditor.until(deadline, || "the room".to_owned(), |person| person.table(room).is_some()).await?;
    let table = auditor.table(room).and_then(|table| table.position.as_ref());
    let position = table.ok_or_else(|| Wrong::Late { who, what: "the room".to_owned(), lost: None })?;

    let black = if played.black_opens { SeatForm::A } else { SeatForm::B };
    let ply = record.moves.len();
    compare::position(position, &record.moves, black).map_err(|what| Wrong::Position { who, ply, what })?;
    compare::result(&position.state, record, black).map_err(|what| Wrong::Result { who, what })?;
    let found = position.next;
    compare::count(found, record).map_err(|expected| Wrong::Records { who, found, expected })
}
