//! `tengen conformance`.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use tengen::client::Address;
use tengen::conformance::{self, Came, Unplayable};

use super::{EXIT_IO, EXIT_UNAVAILABLE, fail};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The server's WebSocket.
    #[arg(long, value_name = "ws://HOST[:PORT]/ws", default_value = "ws://127.0.0.1:8015/ws")]
    url: Address,
    /// Play only these transcripts, by the names of their files in proto/transcripts.
    transcripts: Vec<String>,
}

/// How it ended.
enum Failed {
    Server(Unplayable),
    Writing(io::Error),
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    match runtime.block_on(play(arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(Failed::Server(error)) => fail(EXIT_UNAVAILABLE, &error),
        Err(Failed::Writing(error)) => fail(EXIT_IO, &error),
    }
}

/// Says a line for each transcript; whether none differs.
async fn play(arguments: &Arguments) -> Result<bool, Failed> {
    let is_wanted = |name: &String| arguments.transcripts.is_empty() || arguments.transcripts.contains(name);
    let (mut same, mut left_out, mut differ) = (0, 0, 0);
    for name in conformance::names().filter(is_wanted) {
        let line = match conformance::play(&arguments.url, &name).await.map_err(Failed::Server)? {
            Came::Same => {
                same += 1;
                format!("same      {name}")
            }
            Came::LeftOut(why) => {
                left_out += 1;
                format!("left out  {name}: {why}")
            }
            Came::Differs(line, how) => {
                differ += 1;
                format!("differs   {name}:{line}: {how}")
            }
        };
        writeln!(io::stdout(), "{line}").map_err(Failed::Writing)?;
    }
    writeln!(io::stdout(), "{same} the same, {differ} different, {left_out} left out")
        .map_err(Failed::Writing)?;
    Ok(differ == 0 && same > 0)
}
