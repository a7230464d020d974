//! The settings: read once, checked before anything is opened, passed down by value.
//!
//! `config.toml` in the repository shows every setting with its default and is tested to do so.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

mod check;
mod network;
mod spelling;

pub use network::{BadNetwork, Network};

use spelling::{with_port, with_port_or_none, with_unit};

/// Every setting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The door: where it is and who comes in.
    pub server: Server,
    /// What one connection may do.
    pub session: Session,
    /// The rooms.
    pub rooms: Rooms,
    /// The durable journal.
    pub store: Store,
    /// Who people are.
    pub identity: Identity,
    /// The computer as an opponent.
    pub house_bot: HouseBot,
    /// What is written down for the operator.
    pub log: Log,
}

/// The door: where it is and who comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Server {
    /// Where to listen.
    #[serde(with = "with_port")]
    pub listen: SocketAddr,
    /// Where the operator's monitoring asks for `/metrics`; nowhere if none.
    #[serde(with = "with_port_or_none")]
    pub metrics_listen: Option<SocketAddr>,
    /// Origins besides the server's own that may use cookies.
    pub allowed_origins: Vec<String>,
    /// Who is believed about whom it speaks for.
    pub trusted_proxies: Vec<Network>,
    /// Whether people reach the server by https.
    pub secure_cookies: bool,
    /// Connections of all kinds at once.
    pub connections_max: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// Connections at once of those who only look on, at boards in pages of other sites.
    pub onlookers_max: usize,
    /// How long a connection may say nothing at first.
    #[serde(with = "with_unit")]
    pub first_byte_within: Duration,
    /// How long the head of a request may take.
    #[serde(with = "with_unit")]
    pub headers_within: Duration,
    /// The longest head of a request, in bytes.
    pub header_bytes_max: usize,
    /// The most header lines of a request.
    pub headers_max: usize,
    /// How long a connection that is no WebSocket may last.
    #[serde(with = "with_unit")]
    pub plain_http_max: Duration,
    /// How long a stop may take.
    #[serde(with = "with_unit")]
    pub stop_within: Duration,
    /// Clients come back no sooner after a stop.
    #[serde(with = "with_unit")]
    pub come_back_after: Duration,
    /// Clients come back no later after a stop.
    #[serde(with = "with_unit")]
    pub come_back_within: Duration,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8015)),
            metrics_listen: None,
            allowed_origins: Vec::new(),
            trusted_proxies: Vec::new(),
            secure_cookies: false,
            connections_max: 10_000,
            connections_per_address: 40,
            onlookers_max: 2000,
            first_byte_within: Duration::from_secs(5),
            headers_within: Duration::from_secs(10),
            header_bytes_max: 8192,
            headers_max: 64,
            plain_http_max: Duration::from_secs(60),
            stop_within: Duration::from_secs(10),
            come_back_after: Duration::from_secs(1),
            come_back_within: Duration::from_secs(8),
        }
    }
}

/// What one connection may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Session {
    /// The longest message from a client, in bytes.
    pub message_bytes_max: usize,
    /// Messages each second on average.
    pub messages_per_second: u32,
    /// Messages at once.
    pub messages_burst: u32,
    /// Messages turned down as too fast until the connection is closed.
    pub too_fast_max: u32,
    /// Messages not understood until the connection is closed.
    pub not_understood_max: u32,
    /// Commands refused in one position of a game until the connection is closed; the game goes on (E-20).
    pub refused_max: u32,
    /// Control frames each second on average.
    pub control_frames_per_second: u32,
    /// Control frames at once.
    pub control_frames_burst: u32,
    /// How long no frame may come.
    #[serde(with = "with_unit")]
    pub silent_max: Duration,
    /// How often the server pings.
    #[serde(with = "with_unit")]
    pub ping_every: Duration,
    /// How long a write may take.
    #[serde(with = "with_unit")]
    pub write_within: Duration,
    /// How long a message in pieces may take.
    #[serde(with = "with_unit")]
    pub message_within: Duration,
    /// Messages that may wait to be written.
    pub outbox_max: usize,
    /// Rooms one connection may follow.
    pub rooms_max: usize,
    /// Connections of one person.
    pub connections_per_person: usize,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            message_bytes_max: 8192,
            messages_per_second: 20,
            messages_burst: 60,
            too_fast_max: 40,
            not_understood_max: 20,
            refused_max: 20,
            control_frames_per_second: 5,
            control_frames_burst: 20,
            silent_max: Duration::from_secs(30),
            ping_every: Duration::from_secs(15),
            write_within: Duration::from_secs(10),
            message_within: Duration::from_secs(5),
            outbox_max: 64,
            rooms_max: 64,
            connections_per_person: 8,
        }
    }
}

/// The rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rooms {
    /// How long an interrupted game waits for its players.
    #[serde(with = "with_unit")]
    pub resume_within: Duration,
    /// How long a room that nobody needs stays in memory.
    #[serde(with = "with_unit")]
    pub idle_after: Duration,
    /// Tables without an opponent that one person may have open.
    pub open_tables_max: usize,
    /// Whether measured delay is given back.
    pub lag_credit: bool,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            resume_within: Duration::from_secs(60),
            idle_after: Duration::from_secs(5 * 60),
            open_tables_max: 8,
            lag_credit: true,
        }
    }
}

/// The durable journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The database.
    pub path: PathBuf,
    /// Requests that may wait for the writer.
    pub queue: usize,
    /// The most requests of one transaction.
    pub batch: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self { path: PathBuf::from("data/tengen.db"), queue: 1024, batch: 1024 }
    }
}

/// Who people are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Identity {
    /// The key that signs identities.
    pub key_file: PathBuf,
}

impl Default for Identity {
    fn default() -> Self {
        Self { key_file: PathBuf::from("data/identity.key") }
    }
}

/// The computer as an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HouseBot {
    /// Whether there is one.
    pub enabled: bool,
    /// Games of one level at once.
    pub games_max: u16,
    /// Threads in which it thinks.
    pub threads: usize,
    /// How much of its time each of them works, in percent.
    pub share: u8,
    /// How soon it moves at the earliest.
    #[serde(with = "with_unit")]
    pub answer_after: Duration,
}

impl Default for HouseBot {
    fn default() -> Self {
        let answer_after = Duration::from_millis(350);
        Self { enabled: true, games_max: 16, threads: 1, share: 50, answer_after }
    }
}

/// What is written down for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The least severe that is written.
    pub level: Level,
    /// How it is written.
    pub format: Format,
}

/// How severe a line of the log is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What is broken.
    Error,
    /// What should be looked at tomorrow.
    Warn,
    /// What a player or operator would notice.
    #[default]
    Info,
    /// Decisions, and clients that went away.
    Debug,
    /// Frames.
    Trace,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Why there are no settings to run with. Each names the file or key, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the settings in {}: {source}", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The text is no TOML, or has a key or a type that no setting has.
    #[error("line {line}, `{text}`: {message}")]
    Malformed {
        /// Where, counted from 1.
        line: usize,
        /// What stands there.
        text: String,
        /// What is wrong with it and what would be right.
        message: String,
    },
    /// Something is wrong with a file.
    #[error("{}: {error}", path.display())]
    InFile {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<ConfigError>,
    },
    /// A value that makes no sense.
    #[error("{key} = {value}: {right}")]
    BadValue {
        /// Which setting.
        key: &'static str,
        /// What it was set to.
        value: String,
        /// What would be right.
        right: &'static str,
    },
}

impl Config {
    /// The settings that a text gives, all others having their defaults.
    ///
    /// # Errors
    /// [`ConfigError`] names the key and what would be right.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| malformed(text, &error))?;
        config.check()?;
        Ok(config)
    }

    /// The settings in a file.
    ///
    /// # Errors
    /// [`ConfigError`] names the file or key and what would be right.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
        Self::parse(&text)
            .map_err(|error| ConfigError::InFile { path: path.to_owned(), error: Box::new(error) })
    }

    /// Puts the database and the key into `directory`.
    pub fn keep_data_in(&mut self, directory: &Path) {
        self.store.path = directory.join("tengen.db");
        self.identity.key_file = directory.join("identity.key");
    }
}

fn malformed(text: &str, error: &toml::de::Error) -> ConfigError {
    let begin = error.span().map_or(0, |span| span.start.min(text.len()));
    let line = text.as_bytes()[..begin].iter().filter(|byte| **byte == b'\n').count();
    let found = text.lines().nth(line).unwrap_or_default().trim().to_owned();
    ConfigError::Malformed { line: line + 1, text: found, message: error.message().replace('\n', "; ") }
}
