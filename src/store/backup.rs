//! A copy of the database while a server uses it.

use std::io;
use std::path::{Path, PathBuf};

use sqlx::Connection;
use tokio::fs::{self, File, OpenOptions};

use crate::store::OpenError;
use crate::store::sqlite::{look_at, with_suffix};
use crate::store::verify::{Finding, Verified, VerifyError, verify};

/// Only who runs the server reads a copy: it has everybody's names, and sealed moves.
const OWNER_ONLY: u32 = 0o600;

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Something stands where the copy should be. It is left alone.
    #[error("{path} is there already; name another file, or remove it")]
    Exists {
        /// What is there.
        path: PathBuf,
    },
    /// The copy cannot be written.
    #[error("{path} cannot be written")]
    File {
        /// Which file or directory.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database cannot be copied.
    #[error("the database cannot be copied")]
    Copy(#[from] sqlx::Error),
    /// The copy cannot be read again.
    #[error("the copy cannot be verified")]
    Verify(#[from] VerifyError),
}

/// Copies the database at `from` to the new file `to`, as it is at one moment, and looks the copy through.
///
/// The copy is written beside `to` with `.part` behind its name, reaches the disk, and only then gets its name. What is
/// wrong in it is handed over: it is wrong in the database, too, and the copy is kept.
///
/// # Errors
/// [`BackupError`]; then there is no `to`.
pub async fn backup(from: &Path, to: &Path, found: impl FnMut(&Finding)) -> Result<Verified, BackupError> {
    if fs::try_exists(to).await.map_err(at(to))? {
        return Err(BackupError::Exists { path: to.to_owned() });
    }
    let part = with_suffix(to, ".part");
    // SQLite fills a file that is there and empty; making it here is what keeps two copies from one name.
    match OpenOptions::new().write(true).create_new(true).mode(OWNER_ONLY).open(&part).await {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(BackupError::Exists { path: part });
        }
        Err(error) => return Err(at(&part)(error)),
    }
    let copied = fill(from, &part, to, found).await;
    if copied.is_err() {
        // What is left of it is of no use; that it cannot be removed is the smaller trouble.
        let _ = fs::remove_file(&part).await;
    }
    copied
}

async fn fill(
    from: &Path,
    part: &Path,
    to: &Path,
    found: impl FnMut(&Finding),
) -> Result<Verified, BackupError> {
    let mut connection = look_at(from).await?;
    let name = part.to_str().ok_or_else(|| at(part)(io::Error::from(io::ErrorKind::InvalidFilename)))?;
    sqlx::query("VACUUM INTO ?1").bind(name).execute(&mut connection).await?;
    connection.close().await?;
    let verified = verify(part, found).await?;
    // SQLite does not wait for the disk here.
    File::open(part).await.map_err(at(part))?.sync_all().await.map_err(at(part))?;
    fs::rename(part, to).await.map_err(at(to))?;
    let directory = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory).await.map_err(at(directory))?.sync_all().await.map_err(at(directory))?;
    Ok(verified)
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| BackupError::File { path, error }
}
