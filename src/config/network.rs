//! Addresses and networks, as the settings spell them.

use std::net::IpAddr;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An address, or all addresses that begin alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

/// Why a text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no address or network; write \"127.0.0.1\", \"10.0.0.0/8\" or \"fd00::/8\"")]
pub struct BadNetwork(String);

impl Network {
    /// Whether `address` lies in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let begins_alike = |ours: u128, theirs: u128, width: u32| {
            let rest = width - u32::from(self.bits);
            ours.checked_shr(rest) == theirs.checked_shr(rest)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                begins_alike(u128::from(ours.to_bits()), u128::from(theirs.to_bits()), u32::BITS)
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => {
                begins_alike(ours.to_bits(), theirs.to_bits(), u128::BITS)
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

impl FromStr for Network {
    type Err = BadNetwork;

    fn from_str(text: &str) -> Result<Self, BadNetwork> {
        let bad = || BadNetwork(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| bad())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(width);
        if bits > width { Err(bad()) } else { Ok(Self { address, bits }) }
    }
}

impl TryFrom<String> for Network {
    type Error = BadNetwork;

    fn try_from(text: String) -> Result<Self, BadNetwork> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> Self {
        format!("{}/{}", network.address, network.bits)
    }
}
