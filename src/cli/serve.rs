//! `tengen serve`.

use std::io::Write;
use std::process::ExitCode;

use tengen::config::{Config, ConfigError};
use tengen::server::{Server, StartError, Stopped};
use tengen::telemetry;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::{EXIT_CONFIG, EXIT_CUT_OFF, EXIT_UNAVAILABLE, Serve, fail};

pub(super) fn run(arguments: &Serve) -> ExitCode {
    #[cfg(feature = "failpoints")]
    let _failpoints = fail::FailScenario::setup();
    let config = match settings(arguments) {
        Ok(config) => config,
        Err(error) => return fail(EXIT_CONFIG, &error),
    };
    if let Err(error) = telemetry::start(&config.log) {
        return fail(EXIT_UNAVAILABLE, &error);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(EXIT_UNAVAILABLE, &error),
    };
    match runtime.block_on(serve(config)) {
        Ok(Stopped::InOrder) => ExitCode::SUCCESS,
        Ok(Stopped::CutOff) => ExitCode::from(EXIT_CUT_OFF),
        Err(error) => fail(EXIT_UNAVAILABLE, &error),
    }
}

fn settings(arguments: &Serve) -> Result<Config, ConfigError> {
    let mut config = super::settings(arguments.config.as_deref(), arguments.data.as_deref())?;
    if let Some(listen) = arguments.listen {
        config.server.listen = listen;
    }
    Ok(config)
}

async fn serve(config: Config) -> Result<Stopped, StartError> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let server = Server::start(config).await?;
    // Whoever could wait for this line may be gone: then nobody needs it.
    let _ = writeln!(std::io::stdout(), "Tengen is ready at http://{}/", server.address());
    signalled(&mut terminate, &mut interrupt).await;
    tokio::select! {
        stopped = server.stop() => Ok(stopped),
        () = signalled(&mut terminate, &mut interrupt) => Ok(Stopped::CutOff),
    }
}

async fn signalled(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
