//! Tengen, a real-time play server for five-in-a-row, renju and gomoku.

pub mod game;
pub mod judge;
