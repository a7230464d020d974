//! How many may be here at once: all together, and of each address.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;

/// How many bits of an IPv6 address name a household.
const HOUSEHOLD_BITS: u32 = 64;

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
        let shared = Inner { all: AtomicUsize::new(0), all_max, households: DashMap::new(), household_max };
        Self { shared: Arc::new(shared) }
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

    /// A place among those of an address, if there is one.
    pub(super) fn admit(&self, address: IpAddr) -> Option<Stay> {
        let household = household(address);
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
        gate.admit(address.parse().unwrap())
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
