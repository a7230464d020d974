//! How many may be here at once, all together and of each address; and how fast those of an address may come.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;

use crate::session::{Ledger, Rate};
use crate::timekeeper::Arrival;

/// How many bits of an IPv6 address name a household.
const HOUSEHOLD_BITS: u32 = 64;
/// How often all places of an address may be taken anew at once.
const COMINGS_AT_ONCE: u32 = 10;
/// How often they may each second on average.
const COMINGS_PER_SECOND: u32 = 2;

/// Counts who is here. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Gate {
    shared: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    all: AtomicUsize,
    all_max: usize,
    households: DashMap<IpAddr, usize>,
    household_max: usize,
    /// Comings of each address.
    comings: Ledger<IpAddr>,
}

/// A place among all. Given back when dropped.
#[derive(Debug)]
pub(super) struct Place(Gate);

/// A place among those of one address. Given back when dropped.
#[derive(Debug)]
pub(super) struct Stay {
    gate: Gate,
    household: IpAddr,
}

impl Gate {
    /// A gate that nobody has passed.
    pub fn new(all_max: usize, household_max: usize) -> Self {
        let times = |places: u32| u32::try_from(household_max).unwrap_or(u32::MAX).saturating_mul(places);
        let rate = Rate { per_second: times(COMINGS_PER_SECOND), burst: times(COMINGS_AT_ONCE) };
        let comings = Ledger::new(rate);
        let (all, households) = (AtomicUsize::new(0), DashMap::new());
        Self { shared: Arc::new(Inner { all, all_max, households, household_max, comings }) }
    }

    /// How many are here, and of how many addresses.
    pub(super) fn count(&self) -> (usize, usize) {
        (self.shared.all.load(Ordering::Relaxed), self.shared.households.len())
    }

    /// A place among all, if there is one.
    pub(super) fn enter(&self) -> Option<Place> {
        // Taken and given back if it was one too many, so that two cannot take the last one.
        let before = self.shared.all.fetch_add(1, Ordering::Relaxed);
        let place = Place(self.clone());
        (before < self.shared.all_max).then_some(place)
    }

    /// A place among those of an address, if there is one and they do not come too fast.
    pub(super) fn admit(&self, address: IpAddr, now: Arrival) -> Option<Stay> {
        let household = household(address);
        if !self.shared.comings.take(household, now) {
            return None;
        }
        let mut here = self.shared.households.entry(household).or_insert(0);
        if *here >= self.shared.household_max {
            return None;
        }
        *here += 1;
        drop(here);
        Some(Stay { gate: self.clone(), household })
    }
}

impl Stay {
    /// The address, or the part of it that names a household.
    pub(super) const fn household(&self) -> IpAddr {
        self.household
    }

    /// Whether more than half of the places of this address are taken.
    pub(super) fn is_crowded(&self) -> bool {
        let Inner { households, household_max, .. } = &*self.gate.shared;
        households.get(&self.household).is_some_and(|here| *here > household_max / 2)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.shared.all.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        let households = &self.gate.shared.households;
        households.entry(self.household).and_modify(|here| *here -= 1);
        households.remove_if(&self.household, |_, here| *here == 0);
    }
}

fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let mask = u128::MAX << (u128::BITS - HOUSEHOLD_BITS);
            std::net::Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(gate: &Gate, address: &str) -> Option<Stay> {
        gate.admit(address.parse().unwrap(), Arrival::now())
    }

    #[test]
    fn who_comes_and_goes_too_fast_waits_and_others_do_not() {
        let (gate, start) = (Gate::new(99, 2), Arrival::now());
        let comes = |address: &str, millis| {
            gate.admit(address.parse().unwrap(), start.after(std::time::Duration::from_millis(millis)))
                .is_some()
        };
        assert_eq!((0..100).filter(|_| comes("192.0.2.1", 0)).count(), 20, "all places ten times");
        assert!(comes("192.0.2.2", 0));
        assert!(!comes("192.0.2.1", 249));
        assert!(comes("192.0.2.1", 250) && !comes("192.0.2.1", 250));
        assert_eq!(gate.count(), (0, 0));
    }

    #[test]
    fn there_are_so_many_places_and_no_more() {
        let gate = Gate::new(2, 9);
        let first = gate.enter().unwrap();
        let _second = gate.enter().unwrap();
        assert!(gate.enter().is_none());
        drop(first);
        let _third = gate.enter().unwrap();
        assert!(gate.enter().is_none());
    }

    #[test]
    fn an_address_has_its_own_places_and_a_household_shares_them() {
        let gate = Gate::new(99, 1);
        let stay = admit(&gate, "192.0.2.1").unwrap();
        assert!(admit(&gate, "192.0.2.1").is_none());
        assert!(admit(&gate, "::ffff:192.0.2.1").is_none());
        let _other = admit(&gate, "192.0.2.2").unwrap();
        let _six = admit(&gate, "2001:db8:0:1::1").unwrap();
        assert!(admit(&gate, "2001:db8:0:1:ffff::2").is_none());
        let _neighbour = admit(&gate, "2001:db8:0:2::1").unwrap();
        drop(stay);
        assert!(admit(&gate, "192.0.2.1").is_some());
        assert_eq!(gate.shared.households.len(), 3);
    }

    #[test]
    fn an_address_is_crowded_beyond_half_of_its_places() {
        let gate = Gate::new(99, 4);
        let stays = ["192.0.2.1"; 3].map(|address| admit(&gate, address).unwrap());
        assert!(stays[0].is_crowded());
        let [first, second, third] = stays;
        drop(third);
        assert!(!first.is_crowded() && !second.is_crowded());
        assert!(!admit(&gate, "192.0.2.2").unwrap().is_crowded());
    }
}
