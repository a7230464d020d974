//! Who has how much credit, kept for as long as it is not whole. What is drawn is not forgotten with who drew it.

use std::collections::hash_map::RandomState;
use std::hash::Hash;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashmap::DashMap;

use super::rate::{Bucket, Rate};
use crate::timekeeper::Arrival;

/// From how many credits on those are looked for that nobody needs.
pub(super) const TIDIED_FROM: usize = 1024;

/// The credit of one, which all that concerns them draws on.
pub(super) type Share = Arc<Mutex<Bucket>>;

pub(super) fn hold(share: &Share) -> MutexGuard<'_, Bucket> {
    // Nothing panics while it is held, and a bucket is never half written.
    share.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Credits of one rate, by whose they are.
#[derive(Debug)]
pub struct Ledger<K: Eq + Hash> {
    rate: Rate,
    shares: DashMap<K, Share, RandomState>,
    tidied_from: AtomicUsize,
}

impl<K: Eq + Hash> Ledger<K> {
    /// In which everybody has all of it.
    pub fn new(rate: Rate) -> Self {
        let shares = DashMap::with_hasher(RandomState::new());
        Self { rate, shares, tidied_from: AtomicUsize::new(TIDIED_FROM) }
    }

    /// Takes one from the credit of `key`. Says whether there was one.
    pub fn take(&self, key: K, now: Arrival) -> bool {
        hold(&self.share(key, now)).take(now)
    }

    pub(super) fn share(&self, key: K, now: Arrival) -> Share {
        self.tidy(now);
        let new = || Arc::new(Mutex::new(Bucket::new(self.rate, now)));
        self.shares.entry(key).or_insert_with(new).clone()
    }

    /// How many have drawn on theirs.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.shares.len()
    }

    /// Forgets who is gone and has all of it again. Those who are here are at most as many as there are connections, and
    /// who has just gone has it all within seconds, so that is the bound.
    fn tidy(&self, now: Arrival) {
        if self.shares.len() < self.tidied_from.load(Ordering::Relaxed) {
            return;
        }
        self.shares.retain(|_, share| Arc::strong_count(share) > 1 || !hold(share).is_whole(now));
        self.tidied_from.store(TIDIED_FROM.max(2 * self.shares.len()), Ordering::Relaxed);
    }
}
