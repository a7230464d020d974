//! `tengen token`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use tengen::identity::{BotToken, new_person};
use tengen::journal::Name;
use tengen::store::{Register, RegisterError};
use tengen::timekeeper::wall_time;

use super::{EXIT_CONFIG, EXIT_IO, EXIT_UNAVAILABLE, fail, settings};

#[derive(Debug, Subcommand)]
pub(super) enum Token {
    /// Prints a new token on the standard output. It is shown this once and kept nowhere.
    ///
    /// A bot whose token was revoked is the same person again with the new one.
    Create {
        /// What the bot is called, 1 to 24 characters; nobody else may be called anything that looks like it.
        #[arg(value_parser = Name::chosen)]
        name: Name,
        /// Its bearer is a bot, and shown as one to everybody.
        #[arg(long, required = true)]
        bot: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Prints the bots that have a token, a line each: name, person, and when the token was made.
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Takes a bot's token from it. Its connections end within a second; its games and clocks go on.
    Revoke {
        /// What the bot was called when its token was made.
        name: Name,
        #[command(flatten)]
        place: Place,
    },
}

/// Where the tokens are.
#[derive(Args, Debug)]
pub(super) struct Place {
    /// Read the settings from this file, as `tengen serve` does.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The directory in which `tengen serve --data` keeps its database.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub(super) fn run(token: &Token) -> ExitCode {
    let (Token::Create { place, .. } | Token::List { place } | Token::Revoke { place, .. }) = token;
    let config = match settings(place.config.as_deref(), place.data.as_deref()) {
        Ok(config) => config,
        Err(error) => return fail(EXIT_CONFIG, &error),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    runtime.block_on(async {
        let mut register = match Register::open(&config.store.path).await {
            Ok(register) => register,
            Err(error) => return fail(EXIT_UNAVAILABLE, &error),
        };
        let done = carry_out(token, &mut register).await;
        register.close().await;
        match done {
            Ok(text) => match io::stdout().write_all(text.as_bytes()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => fail(EXIT_IO, &error),
            },
            Err(
                error @ (RegisterError::HasToken(_)
                | RegisterError::NameTaken(_)
                | RegisterError::NameGiven(_)
                | RegisterError::HasNone(_)
                | RegisterError::TooMany),
            ) => fail(1, &error),
            Err(error @ (RegisterError::Store(_) | RegisterError::Database(_))) => {
                fail(EXIT_UNAVAILABLE, &error)
            }
        }
    })
}

/// What is to be printed.
async fn carry_out(token: &Token, register: &mut Register) -> Result<String, RegisterError> {
    match token {
        Token::Create { name, .. } => {
            let token = BotToken::random();
            register.create(name, new_person(), &token.digest().to_string(), wall_time()).await?;
            Ok(format!("{}\n", token.reveal()))
        }
        Token::List { .. } => {
            let line = |bot: &tengen::store::Registered| {
                let created = std::time::UNIX_EPOCH + std::time::Duration::from_millis(bot.created.0);
                let created = humantime::format_rfc3339_seconds(created);
                format!("{}\t{}\t{created}\n", bot.name.as_str(), bot.person)
            };
            Ok(register.list().await?.iter().map(line).collect())
        }
        Token::Revoke { name, .. } => {
            register.revoke(name).await?;
            Ok(String::new())
        }
    }
}
