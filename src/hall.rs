//! Where competitions are held.
