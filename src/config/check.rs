//! Which values of the settings make sense.

use std::fmt::Display;
use std::time::Duration;

use super::{Config, ConfigError, HouseBot};

/// The longest that any wait of the door or a session may be set to.
const WAIT_MAX: Duration = Duration::from_secs(24 * 3600);
/// What the protocol promises to understand.
const MESSAGE_BYTES_MIN: usize = 1024;
/// What a frame, a message and the buffers around them may take at most.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// More than any queue needs; a guard against a slip of the finger.
const QUEUE_MAX: usize = 1 << 20;

const A_WAIT: &str = "a duration from 10 ms to 24 h is needed";
const A_COUNT: &str = "a number from 1 to 1048576 is needed";

impl Config {
    /// Whether every value makes sense.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.check_server()?;
        self.check_session()?;
        check_wait("rooms.resume_within", self.rooms.resume_within)?;
        check_wait("rooms.idle_after", self.rooms.idle_after)?;
        check_count("rooms.open_tables_max", self.rooms.open_tables_max)?;
        check_count("store.queue", self.store.queue)?;
        check_count("store.batch", self.store.batch)?;
        self.check_house_bot()?;
        check_path("store.path", &self.store.path)?;
        check_path("identity.key_file", &self.identity.key_file)
    }

    fn check_house_bot(&self) -> Result<(), ConfigError> {
        const GAMES_MAX: u16 = 60;
        const THREADS_MAX: usize = 64;
        const ANSWER_AFTER_MAX: Duration = Duration::from_secs(10);
        let HouseBot { games_max, threads, share, answer_after, enabled: _ } = &self.house_bot;
        if !(1..=GAMES_MAX).contains(games_max) {
            return Err(bad("house_bot.games_max", games_max, "a number from 1 to 60 is needed"));
        }
        if !(1..=THREADS_MAX).contains(threads) {
            return Err(bad("house_bot.threads", threads, "a number from 1 to 64 is needed"));
        }
        if !(1..=100).contains(share) {
            return Err(bad("house_bot.share", share, "a percentage from 1 to 100 is needed"));
        }
        if *answer_after > ANSWER_AFTER_MAX {
            let value = humantime::format_duration(*answer_after);
            return Err(bad("house_bot.answer_after", value, "10 s at most are needed"));
        }
        Ok(())
    }

    fn check_server(&self) -> Result<(), ConfigError> {
        let server = &self.server;
        for origin in &server.allowed_origins {
            if !is_origin(origin) {
                let right = "an origin is a scheme and a host in lower case, with a port unless it is the usual one, \
                             and no path: \"https://club.example\"";
                return Err(bad("server.allowed_origins", origin, right));
            }
        }
        check_count("server.connections_max", server.connections_max)?;
        check_count("server.connections_per_address", server.connections_per_address)?;
        check_count("server.onlookers_max", server.onlookers_max)?;
        check_count("server.headers_max", server.headers_max)?;
        if !(1024..=MESSAGE_BYTES_MAX).contains(&server.header_bytes_max) {
            return Err(bad(
                "server.header_bytes_max",
                server.header_bytes_max,
                "1024 to 65536 bytes are needed",
            ));
        }
        check_wait("server.first_byte_within", server.first_byte_within)?;
        check_wait("server.headers_within", server.headers_within)?;
        check_wait("server.plain_http_max", server.plain_http_max)?;
        check_wait("server.stop_within", server.stop_within)?;
        check_wait("server.come_back_within", server.come_back_within)?;
        if server.come_back_after > server.come_back_within {
            let value = humantime::format_duration(server.come_back_after);
            return Err(bad("server.come_back_after", value, "it is longer than server.come_back_within"));
        }
        Ok(())
    }

    fn check_session(&self) -> Result<(), ConfigError> {
        let session = &self.session;
        if !(MESSAGE_BYTES_MIN..=MESSAGE_BYTES_MAX).contains(&session.message_bytes_max) {
            let right = "1024 to 65536 bytes are needed";
            return Err(bad("session.message_bytes_max", session.message_bytes_max, right));
        }
        let counts = [
            ("session.messages_per_second", session.messages_per_second),
            ("session.messages_burst", session.messages_burst),
            ("session.too_fast_max", session.too_fast_max),
            ("session.not_understood_max", session.not_understood_max),
            ("session.refused_max", session.refused_max),
            ("session.control_frames_per_second", session.control_frames_per_second),
            ("session.control_frames_burst", session.control_frames_burst),
        ];
        for (key, count) in counts {
            check_count(key, usize::try_from(count).unwrap_or(usize::MAX))?;
        }
        check_count("session.outbox_max", session.outbox_max)?;
        check_count("session.rooms_max", session.rooms_max)?;
        check_count("session.connections_per_person", session.connections_per_person)?;
        check_wait("session.silent_max", session.silent_max)?;
        check_wait("session.ping_every", session.ping_every)?;
        check_wait("session.write_within", session.write_within)?;
        check_wait("session.message_within", session.message_within)?;
        if session.ping_every >= session.silent_max {
            let value = humantime::format_duration(session.ping_every);
            let right =
                "it must be shorter than session.silent_max, or a client that only answers pings is closed";
            return Err(bad("session.ping_every", value, right));
        }
        Ok(())
    }
}

/// Whether a text is an origin as browsers spell it, so that comparing the letters is enough.
fn is_origin(text: &str) -> bool {
    let (host, usual) = match text.split_once("://") {
        Some(("http", host)) => (host, ":80"),
        Some(("https", host)) => (host, ":443"),
        Some(_) | None => return false,
    };
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte);
    !host.is_empty() && host.bytes().all(is_letter) && !host.ends_with(usual)
}

fn bad(key: &'static str, value: impl Display, right: &'static str) -> ConfigError {
    ConfigError::BadValue { key, value: value.to_string(), right }
}

fn check_wait(key: &'static str, wait: Duration) -> Result<(), ConfigError> {
    if wait < Duration::from_millis(10) || wait > WAIT_MAX {
        return Err(bad(key, humantime::format_duration(wait), A_WAIT));
    }
    Ok(())
}

fn check_count(key: &'static str, count: usize) -> Result<(), ConfigError> {
    if count == 0 || count > QUEUE_MAX { Err(bad(key, count, A_COUNT)) } else { Ok(()) }
}

fn check_path(key: &'static str, path: &std::path::Path) -> Result<(), ConfigError> {
    if path.as_os_str().is_empty() { Err(bad(key, "\"\"", "a file is needed")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../config.toml");

    #[test]
    fn the_shipped_file_shows_every_setting_with_its_default() {
        assert_eq!(Config::parse(SHIPPED).unwrap(), Config::default());

        let shipped: toml::Table = toml::from_str(SHIPPED).unwrap();
        let every = toml::Table::try_from(Config::default()).unwrap();
        let keys = |table: &toml::Table| -> Vec<String> {
            let sections = table.iter().filter_map(|(name, section)| Some((name, section.as_table()?)));
            sections
                .flat_map(|(name, section)| section.keys().map(move |key| format!("{name}.{key}")))
                .collect()
        };
        assert_eq!(keys(&shipped), keys(&every));
    }

    #[test]
    fn an_empty_file_is_the_defaults() {
        assert_eq!(Config::parse("").unwrap(), Config::default());
    }

    #[test]
    fn a_misspelt_key_is_named() {
        let error = Config::parse("[server]\nlissten = \"127.0.0.1:1\"\n").unwrap_err().to_string();
        assert!(error.contains("lissten") && error.contains("listen") && error.contains("line 2"), "{error}");
        let error = Config::parse("[sever]\n").unwrap_err().to_string();
        assert!(error.contains("sever"), "{error}");
    }

    #[test]
    fn a_bad_value_is_named_with_what_would_be_right() {
        let cases = [
            ("[server]\nlisten = \"8015\"", "such as \"127.0.0.1:8015\""),
            ("[session]\nsilent_max = \"30\"", "such as \"20s\""),
            ("[session]\nsilent_max = 30", "such as \"20s\""),
            ("[session]\nsilent_max = \"15s\"", "session.ping_every"),
            ("[session]\noutbox_max = 0", "session.outbox_max = 0"),
            ("[session]\nmessage_bytes_max = 10", "session.message_bytes_max"),
            ("[server]\nallowed_origins = [\"https://club.example/\"]", "server.allowed_origins"),
            ("[server]\ntrusted_proxies = [\"10.0.0.0/33\"]", "10.0.0.0/33"),
            ("[server]\ncome_back_after = \"1h\"", "server.come_back_after"),
            ("[store]\npath = \"\"", "store.path"),
            ("[log]\nlevel = \"loud\"", "loud"),
        ];
        for (text, named) in cases {
            let error = Config::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text} gave {error}");
        }
    }

    #[test]
    fn an_origin_is_spelled_as_browsers_do() {
        for text in ["https://club.example", "http://localhost:5173", "http://[::1]:8015"] {
            assert!(is_origin(text), "{text}");
        }
        for text in [
            "",
            "club.example",
            "*",
            "null",
            "https://",
            "https://Club.example",
            "https://a/b",
            "https://a:443",
        ] {
            assert!(!is_origin(text), "{text}");
        }
    }

    #[test]
    fn a_network_holds_what_begins_alike() {
        let network = |text: &str| text.parse::<crate::config::Network>().unwrap();
        let address = |text: &str| text.parse::<std::net::IpAddr>().unwrap();
        assert!(network("10.0.0.0/8").contains(address("10.255.0.1")));
        assert!(network("10.0.0.0/8").contains(address("::ffff:10.1.2.3")));
        assert!(!network("10.0.0.0/8").contains(address("11.0.0.1")));
        assert!(network("0.0.0.0/0").contains(address("11.0.0.1")));
        assert!(!network("0.0.0.0/0").contains(address("::1")));
        assert!(network("::/0").contains(address("fd00::1")));
        assert!(network("127.0.0.1").contains(address("127.0.0.1")));
        assert!(!network("127.0.0.1").contains(address("127.0.0.2")));
    }

    #[test]
    fn data_can_be_kept_in_one_place() {
        let mut config = Config::default();
        config.keep_data_in(std::path::Path::new("/srv/tengen"));
        assert_eq!(config.store.path, std::path::Path::new("/srv/tengen/tengen.db"));
        assert_eq!(config.identity.key_file, std::path::Path::new("/srv/tengen/identity.key"));
    }
}
